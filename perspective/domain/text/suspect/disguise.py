"""What does a text say once its disguises are off?

Nothing is judged here. A view is the text in plain form: NFKC, without marks, case, markup and
characters that nobody sees, with single spaces. Words and texts are compared in this form.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
import urllib.parse
from collections.abc import Iterator
from functools import partial

from perspective.domain.text.normal import normalize

_MAX_CODED = 40  # coded runs that are looked into
_MAX_RUN = 20_000  # characters of one of them
_MIN_READABLE = 0.9

_TAGS = re.compile("[\U000e0020-\U000e007e]+")  # an invisible copy of ASCII
_INLINE = re.compile(r"</?(?:a|b|i|u|s|em|strong|span|font|wbr|mark|small|sub|sup)\b[^<>]{0,200}>")
_MARKUP = re.compile(r"<!--|-->|</?[a-z][^<>]{0,200}>|\[//\]:|[<>#|\"“”„«»()\[\]{}]")
_EMPHASIS = re.compile(r"[*_~`]+")
_SPACED = re.compile(r"(?<!\w)(?:[^\W\d_][ .\-_*·]){4,}[^\W\d_](?!\w)")
_WORD = re.compile(r"(?<![\w@$])(?=[\w@$]*[a-z])(?=[\w@$]*[0-9@$])[\w@$]+")
_AMONG = re.compile(r"[a-z][0134578@$]{1,3}[a-z]")  # a figure among letters, as in no name or unit
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}[ ,:]?){12,}(?![0-9A-Za-z])")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}){2,}|%20")

# Letters that look like Latin ones: Cyrillic, Greek, Armenian, small capitals.
_TWINS = str.maketrans(
    "\u0430\u0432\u0441\u0501\u0435\u04bb\u0456\u0457\u0458\u043a\u043c\u043d\u043e"
    "\u0440\u051b\u0455\u0442\u0443\u0445\u0475\u051d\u044c\u04cf\u043f\u0433\u03b1"
    "\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3\u03c9"
    "\u0585\u057d\u0578\u0570\u0581\u1d00\u0299\u1d04\u1d05\u1d07\u0262\u029c\u026a"
    "\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21"
    "\u028f\u1d22\u0261\u0251",
    "abcdehiijkmhopqstyxvwblnrabenikvoptuxywounhgabcdeghijklmnoprstuvwyzga",
)
_LEET = [str.maketrans("0134578@$", f"o{one}eastbas") for one in "il"]
_ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_HAS_TWIN = re.compile("[\u0250-\u02af\u0370-\u058f\u1d00-\u1d7f\ua730-\ua7ff]")


def views(text: str) -> Iterator[str]:
    """The text in plain form, then what its disguised parts say, each of them once."""
    seen = set[str]()
    for one in _unwrapped(text):
        shown = plain(one)
        for view in (shown, *_undisguised(shown)):
            if view not in seen:
                seen.add(view)
                yield view


def plain(text: str) -> str:
    """The text without marks, case, markup and invisible characters, with single spaces.

    Idempotent for words. Marks go in every script, so that a text without its accents or vowel
    signs is the same text; the words it is compared with are put into this form too.
    """
    if not text.isascii():
        text = normalize("NFKC", text)
        decomposed = unicodedata.normalize("NFD", text)
        kept = (one for one in decomposed if unicodedata.category(one) not in ("Mn", "Cf", "Me"))
        text = unicodedata.normalize("NFC", "".join(kept)).replace("ı", "i").replace("ـ", "")
    text = _INLINE.sub("", text.lower())
    text = _EMPHASIS.sub("", _MARKUP.sub(" ", text).replace("’", "'"))
    return " ".join(text.split())


def _unwrapped(text: str) -> Iterator[str]:
    """The text, and what is written in it in another coding."""
    yield text
    for hidden in _TAGS.findall(text):
        yield "".join(chr(ord(one) - 0xE0000) for one in hidden)
    if "&" in text and (unescaped := html.unescape(text)) != text:
        yield unescaped
    if _PERCENT.search(text):
        yield urllib.parse.unquote_plus(text, errors="replace")
    if _ESCAPED.search(text):
        yield _ESCAPED.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
    for n, found in enumerate(_BASE64.finditer(text)):
        if n < _MAX_CODED and (decoded := _base64(found[0][:_MAX_RUN])) is not None:
            yield decoded
    for n, found in enumerate(_HEX.finditer(text)):
        if n < _MAX_CODED:
            digits = re.sub(r"[ ,:]", "", found[0][:_MAX_RUN])
            if (decoded := _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))) is not None:
                yield decoded


def _undisguised(shown: str) -> Iterator[str]:
    """What a plain text says when its letters stand for others."""
    if _SPACED.search(shown):
        yield _SPACED.sub(lambda found: re.sub(r"[ .\-_*·]", "", found[0]), shown)
    if _HAS_TWIN.search(shown):
        yield shown.translate(_TWINS)
    if _AMONG.search(shown):
        for table in _LEET:
            yield _WORD.sub(partial(_translated, table), shown)
    if "vafgehpgvba" in shown or "cebzcg" in shown:
        yield shown.translate(_ROT13)
    if "snoitcurtsni" in shown or "tpmorp" in shown:
        yield shown[::-1]


def _translated(table: dict[int, int], found: re.Match[str]) -> str:
    return found[0].translate(table)


def _base64(run: str) -> str | None:
    """What the run says if it is base64 of a text, else None."""
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    body = body[: len(body) // 4 * 4] if len(body) % 4 == 1 else body
    try:
        return _readable(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except (binascii.Error, ValueError):
        return None


def _readable(raw: bytes) -> str | None:
    """The bytes as a text, if they are one."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    n_fine = sum(one.isprintable() or one in "\n\t\r" for one in text)
    return text if text and n_fine >= _MIN_READABLE * len(text) else None
