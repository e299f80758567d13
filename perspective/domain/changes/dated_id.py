"""Which id does something have that is made of others, so that whoever makes it gives the same?"""

from __future__ import annotations

import hashlib
from datetime import datetime
from uuid import UUID


def dated_id(at: datetime, *parts: str) -> str:
    """A UUIDv7 of this time whose other bits are drawn from the parts: the same for the same."""
    ms = int(at.timestamp() * 1000) & (1 << 48) - 1
    drawn = int.from_bytes(
        hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()
    )
    high, low = drawn >> 64 & 0xFFF, drawn & (1 << 62) - 1
    return str(UUID(int=ms << 80 | 7 << 76 | high << 64 | 2 << 62 | low))
