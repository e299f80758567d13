"""When are two texts, or two names, the same?

`content_hash` decides it strictly (the same words, letter for letter), `normal_form` loosely (a
name typed in another case, width or spacing). Neither stems nor drops words: that is the
analyzer's work.
"""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from typing import Literal

_MAX_MARKS = 30  # UAX #15, Stream-Safe Text Format
_SHORT = 200  # so few characters cannot make normalisation slow

_SURROGATE = re.compile("[\ud800-\udfff]")
_DOTTED = re.compile("i\u0307")
# Characters that are not seen and do not part words: soft hyphen, joiners, direction marks,
# variation selectors, byte order mark (a part of Unicode's default ignorables).
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200c-\u200f\u202a-\u202e\u2060-\u2064"
                        "\u2066-\u206f\ufe00-\ufe0f\ufeff]")  # fmt: skip


def normalize(form: Literal["NFC", "NFKC"], text: str) -> str:
    """The text in a Unicode normal form, in linear time on any text.

    The standard library orders a run of n combining marks in n² steps (28 s for 160,000), so
    marks beyond the 30th after a letter are dropped first. **Source** UAX #15, section 13.
    """
    if text.isascii():
        return text
    if len(text) > _SHORT:
        text = _mark_flood().sub(r"\1", text)
    return unicodedata.normalize(form, text)


def normal_form(text: str) -> str:
    """What two spellings of one name share: NFKC, casefolded, single spaces, stripped.

    The dotted and the dotless i of Turkish both become i (`İstanbul`, `ISTANBUL` and `istanbul`
    meet), and invisible characters go. Idempotent.
    """
    if text.isascii():
        return " ".join(text.lower().split())
    folded = normalize("NFKC", normalize("NFKC", text).casefold())
    folded = _DOTTED.sub("i", _INVISIBLE.sub("", folded)).replace("ı", "i")
    return " ".join(normalize("NFKC", folded).split())


def content_hash(text: str) -> str:
    """The sha256 (hex) by which a repeated text is known.

    Taken over the NFC form with plain line ends, without outer whitespace. Case and inner
    spacing count: two versions of a piece of code that differ in indentation are two texts.
    """
    same = normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").strip()
    return hashlib.sha256(same.encode("utf-8", "surrogatepass")).hexdigest()


def unstorable(text: str) -> str | None:
    """The reason why a text cannot be kept byte for byte, or None: it can.

    NUL ends a string in many programs, and a lone surrogate is no character at all: neither
    survives every store, export and client.
    """
    nul = text.find("\0")
    if nul >= 0:
        return f"has a NUL character at position {nul}"
    if text.isascii():
        return None
    surrogate = _SURROGATE.search(text)
    if surrogate:
        return f"has half a character (a lone surrogate) at position {surrogate.start()}"
    return None


@functools.cache
def _mark_flood() -> re.Pattern[str]:
    """Thirty marks and those after them. Marks are what normalisation reorders: characters of a
    combining class, or whose decomposition begins with one."""
    combining, decomposed = unicodedata.combining, unicodedata.normalize
    marks = [
        chr(code)
        for code in range(0x300, 0x20000)
        if combining(chr(code)) or combining(decomposed("NFKD", chr(code))[0])
    ]
    return re.compile(f"([{''.join(marks)}]{{{_MAX_MARKS}}})[{''.join(marks)}]+")
