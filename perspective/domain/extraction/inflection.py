"""Can two words be case forms of one name?

Endings of Slavic languages and Greek, with care: Daniel and Daniela, Wiśniewski and Wiśniewska,
Παπαδόπουλος and Παπαδοπούλου are different persons, so a change that may make a woman's name of a
man's is no inflection. Words are given as `spelling` writes them.
"""

from __future__ import annotations

import re

_CYRILLIC = re.compile("[\u0400-\u04ff]+")
_GREEK = re.compile("[\u0370-\u03ff]+")
_LATIN = re.compile("[a-z]+")

_VOWELS = "аеєиіоуыэюяaeiouy"
_CYRILLIC_ENDINGS = [
    "еві",
    "ові",
    "ого",
    "ому",
    "его",
    "ему",
    "ами",
    "ями",
    "ої",
    "ою",
    "ею",
    "єю",
    "ой",
    "ей",
    "ом",
    "ем",
    "им",
    "ім",
    "ым",
    "их",
    "ых",
    "ах",
    "ях",
    "а",
    "я",
    "у",
    "ю",
    "і",
    "и",
    "ы",
    "е",
    "о",
    "ь",
    "й",
]
_LATIN_ENDINGS = [
    "owi",
    "ovi",
    "iego",
    "iemu",
    "iej",
    "ego",
    "emu",
    "ami",
    "ach",
    "ich",
    "ych",
    "iem",
    "om",
    "em",
    "im",
    "ym",
    "ej",
    "ou",
    "ie",
    "a",
    "e",
    "i",
    "o",
    "u",
    "y",
]
# Forms of one Greek declension; the genitive of -ος is a woman's family name, so it stands apart.
_GREEK_ENDINGS = (
    ("οσ", "ο", "ε"), ("ησ", "η"), ("ασ", "α"), ("η", "ησ"), ("α", "ασ"),
    ("οι", "ουσ", "ων"), ("α", "ων"), ("εσ", "ων"), ("οσ", "ου"), ("ο", "ου"),
)  # fmt: skip
_OF_MEN = ("οσ", "ου")
_FEMALE_ENDS = ("a", "а", "я")
_LEAST_STEM = 2


def is_inflected(first: str, second: str, *, is_person: bool) -> bool:
    """Whether two different words may be case forms of one."""
    for script, test in ((_CYRILLIC, _slavic), (_LATIN, _slavic), (_GREEK, _greek)):
        if script.fullmatch(first) and script.fullmatch(second):
            return test(first, second, is_person)
    return False


def _slavic(first: str, second: str, is_person: bool) -> bool:
    endings = _LATIN_ENDINGS if _LATIN.fullmatch(first) else _CYRILLIC_ENDINGS
    for stem, end in _cuts(first, endings):
        for other_stem, other_end in _cuts(second, endings):
            if end == other_end or _stem(stem, end) != _stem(other_stem, other_end):
                continue
            if is_person and _changes_sex(end, other_end):
                continue
            return True
    return False


def _cuts(word: str, endings: list[str]) -> list[tuple[str, str]]:
    """A stem and ending, in every way; the bare word too."""
    least = max(_LEAST_STEM, len(word) - 4)
    return [(word, "")] + [
        (word[: -len(end)], end)
        for end in endings
        if word.endswith(end) and len(word) - len(end) >= least
    ]


def _stem(stem: str, end: str) -> str:
    """Without the vowel before the last consonant, which comes and goes (Київ, Києва)."""
    if len(stem) > 3 and stem[-1] not in _VOWELS and stem[-2] in _VOWELS:
        return f"{stem[:-2]}·{stem[-1]}" if not end or stem[-2] in "еєіо" else stem
    return stem


def _changes_sex(first: str, second: str) -> bool:
    """Daniel and Daniela, Marian and Mariana; Wiśniewski and Wiśniewska."""
    plain = {"", "i", "y", "o", "e", "и", "і", "ы", "о", "е", "й", "ий", "ь"}
    return any(
        one in plain and other in _FEMALE_ENDS for one, other in ((first, second), (second, first))
    )


def _greek(first: str, second: str, is_person: bool) -> bool:
    for group in _GREEK_ENDINGS:
        for end in group:
            for other in group:
                if end == other or (is_person and {end, other} == set(_OF_MEN)):
                    continue
                stem = first.removesuffix(end)
                same = first.endswith(end) and second == stem + other
                if same and len(stem) > _LEAST_STEM:
                    return True
    return False
