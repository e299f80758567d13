"""How alike are two names in spelling, how does one sound in Latin letters, what is it short for?

Distances are rapidfuzz's, romanisation anyascii's, English short names those of `nicknames`; what is
alike enough is the domain's to decide.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict

from anyascii import anyascii
from nicknames import name_triplets
from rapidfuzz.distance import OSA

from perspective.adapters.language import romaji
from perspective.adapters.language.short_names import SHORT_NAMES
from perspective.domain.text.spelling import spelling

_MAX_WORD = 100
_MAX_CACHED = 4_096
_SHORTER = 2  # letters by which a short form that is a name of its own is shorter: Marie is Marie
# The scripts of India share one layout of their blocks. A consonant has an a, unless a sign of a
# vowel or of none follows, or the word ends.
_INDIC = "".join(f"{chr(block + 0x15)}-{chr(block + 0x39)}" for block in range(0x900, 0xD80, 0x80))
_SIGNS = "".join(f"{chr(block + 0x3C)}-{chr(block + 0x4D)}" for block in range(0x900, 0xD80, 0x80))
_INHERENT = re.compile(f"(?<=[{_INDIC}])(?=[^{_SIGNS}\\s\\W]|[\u0901\u0902\u0981\u0982])")
_LETTERS = (
    ("श", "sh"), ("ष", "sh"), ("ज्ञ", "gy"), ("ं", "n"), ("ँ", "n"), ("ং", "ng"), ("শ", "sh"), ("ষ", "sh"),
    ("ού", "ou"), ("ου", "ou"), ("ευ", "ev"), ("αυ", "av"), ("γγ", "ng"), ("γκ", "g"), ("ντ", "nt"), ("μπ", "b"),
    ("ו", "w"), ("צ", "ts"), ("จ", "j"),
)  # fmt: skip


_ALEF = re.compile("(?<!\\w)ا")
_THAI = re.compile("([เแโใไ])([ก-ฮ])")  # a vowel that is written before its consonant


class NameLikeness:
    """See `domain.extraction.names.sounding.Likeness`."""

    def n_edits(self, first: str, second: str) -> int:
        """See `Likeness`; of the first 100 characters."""
        return OSA.distance(first[:_MAX_WORD], second[:_MAX_WORD])

    def in_latin(self, text: str) -> str:
        """See `Likeness`; of the first 100 characters."""
        return _in_latin(text[:_MAX_WORD])

    def may_be_read(self, characters: str, latin: str) -> bool:
        """See `Likeness`."""
        return romaji.may_be_read(characters, latin)

    def first_sounds(self, character: str) -> frozenset[str]:
        """See `Likeness`."""
        return romaji.first_sounds(character)

    def given_names(self, word: str) -> frozenset[str]:
        """See `Likeness`."""
        return _given_names().get(word, frozenset())


@functools.lru_cache(_MAX_CACHED)
def _in_latin(text: str) -> str:
    whole = text.encode("utf-8", "ignore").decode()
    if whole.isascii():
        return whole.lower()
    whole = _INHERENT.sub("a", whole)
    whole = _THAI.sub(r"\2\1", _ALEF.sub("a", whole))
    for letters, latin in _LETTERS:
        whole = whole.replace(letters, latin)
    return anyascii(whole).lower()


@functools.cache
def _given_names() -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    triplets = name_triplets()
    names = {full for full, _, _ in triplets}
    for full, _, short in triplets:
        if short not in names or len(full) - len(short) >= _SHORTER + full.startswith(short):
            found[short].add(full)
    for line in SHORT_NAMES.splitlines():
        full, _, shorts = line.strip().partition(":")
        for short in shorts.split():
            found[spelling(short)].update(spelling(one) for one in full.split("/"))
    return {short: frozenset(full) for short, full in found.items()}
