"""What is the same for every OpenAI-compatible endpoint: keys, refusals, what text may be sent?"""

from __future__ import annotations

import os
from pathlib import Path

import httpx
import msgspec

from perspective.errors import ModelMissing

RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_MAX_REASON = 200


def key_header(variable: str, setting: str) -> dict[str, str]:
    """With the key from the variable that the setting names, or from the file named by that
    variable with `_FILE` added, as containers hand secrets over. The key is in no message."""
    if not variable:
        return {}
    key = os.environ.get(variable, "").strip()
    file = os.environ.get(f"{variable}_FILE", "")
    try:
        key = key or (Path(file).read_text(encoding="utf-8").strip() if file else "")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelMissing(f"{setting}: {file} cannot be read") from error
    if not key:
        raise ModelMissing(f"{setting}: the environment has no variable {variable}")
    if not key.isascii() or not key.isprintable():
        raise ModelMissing(f"{setting}: what {variable} holds is no key")
    return {"Authorization": f"Bearer {key}"}


def sendable(text: str) -> str:
    """The text without lone surrogates, which JSON cannot carry."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def retry_after_s(response: httpx.Response) -> float | None:
    """Seconds asked for; a date is left to the growing waits."""
    try:
        asked_s = float(response.headers.get("Retry-After", ""))
    except ValueError:
        return None
    return max(0.0, asked_s) if asked_s < float("inf") else None


def refusal(body: bytes) -> str:
    """What a server says about why it refused, on one line."""
    try:
        said = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return one_line(body.decode("utf-8", "replace"))
    error = said.get("error", said) if isinstance(said, dict) else said
    return one_line(str(error.get("message", error)) if isinstance(error, dict) else str(error))


def one_line(text: str) -> str:
    """The beginning of a text as a reason."""
    return " ".join(text.split())[:_MAX_REASON] or "no reason given"
