"""Can two words be case forms of one name?

Endings of Slavic languages and Greek, with care: Daniel and Daniela, Wiśniewski and Wiśniewska,
Παπαδόπουλος and Παπαδοπούλου are different persons, so a change that may make a woman's name of a
man's is doubtful. Words are given as `spelling` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from perspective.domain.text.spelling import spelling


def _listed(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spelling(ending) for ending in text.split()))


# A doubtful change may be a case or a woman's form of the name.
Change = Literal["sure", "doubtful"]

_CYRILLIC = re.compile("[\u0400-\u04ff]+")
_GREEK = re.compile("[\u0370-\u03ff]+")
_LATIN = re.compile("[a-z]+")

_VOWELS = "аеєиіоуыэюяaeiouy"
_COMING_AND_GOING = "еєіоeo"
_CYRILLIC_ENDINGS = _listed(
    "еві ові ого ому его ему ами ями ої ою ею єю ой ей ом ем им ім ым их ых ах ях ии ыи іи ая ую "
    "а я у ю і и ы е о ь"
)
_LATIN_ENDINGS = _listed(
    "owi ovi iho imu ho mu iego iemu iej ego emu ami ach ich ych iem ie em om im ym ej ou a e i o u y"
)
_ONLY_OF_A_MAN = frozenset(
    _listed("ого ому его ему им ым ім ии ыи iego iemu ego emu im ym ho mu iho imu")
)
_OF_A_WOMAN = frozenset(_listed("а я ая ую ої ою ой ей ею єю a iej ej ou"))
_ONLY_OF_A_WOMAN = frozenset(_listed("ой ою ої iej ej"))
# Hungarian and Finnish write these onto a name; onto a person's only those of three letters.
_ONTO = _listed(
    "ban ben ból ből ról ről tól től nál nél nak nek val vel hoz hez höz ért ssa sta lla lta lle "
    "ba be ra re on en ön ig"
)
_LEAST_BEFORE = 5
_NOMINATIVE_OF_A_MAN = frozenset(("", "o", "e", "о", "е", "ии", "ыи"))
_ADJECTIVE = re.compile(r".*(?:sk|ck|zk|ск|цк|зк|цьк|зьк)|.{5,}[nн]")
_FAMILY_NAME_IN_O = ("енк", "enk")
_LEAST_STEM = 2
_LEAST_MARKED = 2

# Forms of one Greek declension; the last two may be the genitive of a man's or a woman's own name.
_GREEK_ENDINGS = (
    ("οσ", "ο", "ε"), ("ησ", "η"), ("ασ", "α"),
    ("οι", "ουσ", "ων"), ("α", "ων"), ("εσ", "ων"), ("οσ", "ου"), ("ο", "ου"),
)  # fmt: skip


def change_of(first: str, second: str) -> Change | None:
    """How surely two different words are case forms of one, or None: they are not."""
    found: set[Change] = set()
    if _GREEK.fullmatch(first) and _GREEK.fullmatch(second):
        found.update(_greek(first, second))
    for script, endings in ((_CYRILLIC, _CYRILLIC_ENDINGS), (_LATIN, _LATIN_ENDINGS)):
        if script.fullmatch(first) and script.fullmatch(second):
            found.update(_slavic(first, second, endings))
    return "sure" if "sure" in found else "doubtful" if found else None


def is_inflected(first: tuple[str, ...], second: tuple[str, ...], *, is_person: bool) -> bool:
    """Whether two names are case forms of one, word by word. A person's doubtful change needs a sure
    one beside it; in Latin letters, where so many languages meet, a marked ending or every word."""
    if len(first) != len(second) or first == second:
        return False
    pairs = [(one, other) for one, other in zip(first, second, strict=True) if one != other]
    if any(one[:_LEAST_STEM] != other[:_LEAST_STEM] for one, other in pairs):
        return False
    changes = [change_of(one, other) for one, other in pairs]
    if len(pairs) == 1 and None in changes:
        return first[-1] != second[-1] and _is_written_onto(*pairs[0], is_person=is_person)
    if None in changes:
        return False
    if not is_person:
        return True
    if "sure" not in changes:
        return False
    if not all(_LATIN.fullmatch(one) for one, _ in pairs):
        return True
    return len(pairs) == len(first) > 1 or any(_is_marked(one, other) for one, other in pairs)


def _is_written_onto(first: str, second: str, *, is_person: bool) -> bool:
    """Budapest and Budapesten, Eszter and Eszternek."""
    short, long = sorted((first, second), key=len)
    end = long.removeprefix(short)
    least = 3 if is_person else 2
    return len(short) >= _LEAST_BEFORE and least <= len(end) < len(long) and end in _ONTO


def _slavic(first: str, second: str, endings: tuple[str, ...]) -> Iterator[Change]:
    for stem, end in _cuts(first, endings):
        for other_stem, other_end in _cuts(second, endings):
            if end == other_end or _stem(stem) != _stem(other_stem):
                continue
            ends = {end, other_end}
            if ends & _ONLY_OF_A_MAN and ends & _OF_A_WOMAN:
                continue
            if "" in ends and ends & _ONLY_OF_A_WOMAN:
                continue
            yield "doubtful" if _may_change_sex(stem, ends) else "sure"


def _cuts(word: str, endings: tuple[str, ...]) -> list[tuple[str, str]]:
    """A stem and ending, in every way; the bare word too."""
    least = max(_LEAST_STEM, len(word) - 4)
    return [(word, "")] + [
        (word[: -len(end)], end)
        for end in endings
        if word.endswith(end) and len(word) - len(end) >= least
    ]


def _stem(stem: str) -> str:
    """Without the vowel before the last consonant, which comes and goes (Київ, Києва)."""
    if len(stem) > 3 and stem[-1] not in _VOWELS and stem[-2] in _COMING_AND_GOING:
        return f"{stem[:-2]}{stem[-1]}"
    return stem


def _may_change_sex(stem: str, ends: set[str]) -> bool:
    """Daniel and Daniela, Mario and Maria, Wiśniewski and Wiśniewska."""
    if not ends & {"a", "а", "я"}:
        return False
    if ends & {"o", "о"} and stem.endswith(_FAMILY_NAME_IN_O):
        return False
    if ends == {"и", "я"} and stem.endswith("и"):  # Юлий and Юлия
        return True
    if ends & {"i", "y", "и", "і", "ы"}:
        return _ADJECTIVE.fullmatch(stem) is not None
    return bool(ends & _NOMINATIVE_OF_A_MAN)


def _is_marked(first: str, second: str) -> bool:
    """Whether one has an ending of three letters at least that a nominative has not."""
    return any(
        word.endswith(end) and not other.endswith(end)
        for word, other in ((first, second), (second, first))
        for end in _LATIN_ENDINGS
        if len(end) > _LEAST_MARKED
    )


def _greek(first: str, second: str) -> Iterator[Change]:
    for group in _GREEK_ENDINGS:
        for end in group:
            stem = first.removesuffix(end)
            if not first.endswith(end) or len(stem) <= _LEAST_STEM:
                continue
            if any(second == stem + other for other in group if other != end):
                yield "doubtful" if "ου" in group else "sure"
