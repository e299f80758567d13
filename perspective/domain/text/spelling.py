"""How many spellings has a word, and which one stands for them all?

Looser than `normal`: accents, vowel points and variants of letters go, so this decides which names
are compared, not which texts are the same.
"""

from __future__ import annotations

import re
import unicodedata

from perspective.domain.text import han
from perspective.domain.text.normal import normal_form, normalize

# Marks that are left out in writing: accents of Latin, Greek and Cyrillic letters, points of Hebrew
# and Arabic (with tatweel), the nukta of the Indic scripts. Vowel signs elsewhere are letters.
_MARKS = re.compile(
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]"
)
_LETTERS = str.maketrans({
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ŋ": "n",
    "ħ": "h", "ŧ": "t", "ə": "e", "ς": "σ", "ё": "е", "ґ": "г",
    "ی": "ي", "ى": "ي", "ې": "ي", "ک": "ك", "ڪ": "ك", "ة": "ه", "ۀ": "ه", "ہ": "ه", "ھ": "ه",
    "ە": "ه", "ٱ": "ا", "ۃ": "ه",
    "׳": "'", "״": '"', "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"',
    "„": '"', "«": '"', "»": '"', "‐": "-", "‑": "-", "–": "-", "־": "-",
})  # fmt: skip
_GERMAN = (("ü", "ue"), ("ö", "oe"), ("ä", "ae"), ("ø", "oe"), ("å", "aa"))
# The scripts of India share one layout of their blocks: a nasal before a consonant of its own row
# may be written as a dot above.
_INDIC_BLOCKS = (0x0900, 0x0980, 0x0A00, 0x0A80, 0x0B00, 0x0C00, 0x0C80)
_NASALS = re.compile("|".join(
    f"[{''.join(chr(block + nasal) for nasal in (0x19, 0x1E, 0x23, 0x28, 0x2E))}]"
    f"{chr(block + 0x4D)}(?=[{chr(block + 0x15)}-{chr(block + 0x2D)}])|{chr(block + 0x01)}"
    for block in _INDIC_BLOCKS
))  # fmt: skip


def spelling(text: str) -> str:
    """What the spellings of a name share: the normal form without accents and points, with one
    letter for the variants of Arabic, Persian and Han. Idempotent."""
    form = normal_form(text)
    if form.isascii():
        return form
    bare = _MARKS.sub("", unicodedata.normalize("NFD", normalize("NFKC", form)))
    joined = normalize("NFC", bare).translate(_LETTERS)
    return " ".join(han.one_form(_NASALS.sub(_with_dot, joined)).split())


def spellings(word: str) -> frozenset[str]:
    """The word's spelling, and the one in which two letters stand for a letter with a mark
    (müller: muller, mueller)."""
    plain = spelling(word)
    form = normal_form(word)
    if form.isascii():
        return frozenset((plain,))
    for letter, pair in _GERMAN:
        form = form.replace(letter, pair)
    return frozenset((plain, spelling(form)))


def _with_dot(nasal: re.Match[str]) -> str:
    block = ord(nasal[0][0]) & ~0x7F
    return chr(block + 0x02)
