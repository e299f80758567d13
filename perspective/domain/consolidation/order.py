"""Do the same words in another order still say who does what to whom?

What stands at the beginning of one text with its marker ("under the pot") may stand elsewhere in
the other, and so may a time, in a sentence of one clause. What remains must stand in the same
order, or its first two words have changed places where the language turns verb and subject. So
"Ana owes Ben" is not "Ben owes Ana", nor "if a then b" "if b then a", nor "from Ulm to Bonn" "from Bonn to Ulm".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from perspective.domain.consolidation.wording import vocabulary
from perspective.domain.consolidation.wording.exact import CONDITIONAL
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import Word, Words, fold

_TIME_MARKERS = (
    "since until till before after during vor nach bis seit до после antes después avant après "
    "prima dopo πριν μετά μέχρι قبل بعد منذ"
)
_MARKERS_TOO = frozenset(map(fold, _TIME_MARKERS.split()))
_AFTER = frozenset({"hi", "ja"})  # their markers stand behind what they mark
_TURNS_VERBS = frozenset(listed("de nl ru uk el es it pt ar"))
_JOINED_BY = (
    "and or but und oder aber и или а но та і й et ou mais y e o pero ma en maar ve ya ama "
    "και η αλλα और या लेकिन و او 和 或 但 と や และ หรือ แต่ 그리고"
)
_JOINS = frozenset(map(fold, (*_JOINED_BY.split(), *CONDITIONAL)))
_SUBJECTS = {
    language: frozenset(map(fold, words.split())) for language, words in vocabulary.SUBJECTS.items()
}
_ARROW = frozenset("→←➡⬅⇒⇐▶◀↔")
_TIMES = frozenset({"deictic", "time"})
_MAX_MARKED = 6  # words before a marker that stands behind


class _Part(msgspec.Struct):
    """A clause: its words, before which of them a relative pronoun stood, before which a stop."""

    words: list[Word]
    relatives: list[bool]
    stops: list[int]


def same_parts(a: Words, b: Words, names: frozenset[str]) -> bool:
    """Whether the words of two texts, if they are the same words, play the same parts in both."""
    if b.words < a.words:
        a, b = b, a  # whichever is given first, the answer is the same
    first, second = _clauses(a), _clauses(b)
    return len(first) == len(second) and all(
        _same_order(one, other, a.language, names) for one, other in zip(first, second, strict=True)
    )


def _clauses(words: Words) -> list[_Part]:
    """The text as it is; with one reason in it, the effect and then its cause."""
    row = list(words.words)
    places = [n for n, (_, kind) in enumerate(row) if kind in {"because", "therefore"}]
    if len(places) == 2 and places[0] == 0 and row[places[1]][1] == "therefore":
        return [_part(words, places[1] + 1, len(row)), _part(words, 1, places[1])]
    if len(places) != 1:
        return [_part(words, 0, len(row))]
    place = places[0]
    if row[place][1] == "therefore":
        return [_part(words, place + 1, len(row)), _part(words, 0, place)]
    if place == 0:
        comma = next((n for n in words.commas if n > 1), len(row))
        return [_part(words, comma, len(row)), _part(words, 1, comma)]
    return [_part(words, 0, place), _part(words, place + 1, len(row))]


def _part(words: Words, start: int, end: int) -> _Part:
    return _Part(
        list(words.words[start:end]),
        [n in words.relatives for n in range(start, end)],
        [n - start for n in words.commas if start < n < end],
    )


def _same_order(a: _Part, b: _Part, language: str | None, names: frozenset[str]) -> bool:
    if a.words == b.words:
        return True
    if Counter(a.words) != Counter(b.words) or any(word in _JOINS for word, _ in a.words):
        return False
    left_a, left_b = list(range(len(a.words))), list(range(len(b.words)))
    is_simple = True
    for one, other, left, left_other in ((a, b, left_a, left_b), (b, a, left_b, left_a)):
        lead = _take_lead(one.words, other.words, left, left_other, language)
        is_simple = is_simple and not any(lead < stop for stop in one.stops)
        if lead and not is_simple:
            return False
    if not is_simple or _times(a, left_a) == _times(b, left_b):
        rests = (_fixed(a, left_a, language, is_simple), _fixed(b, left_b, language, is_simple))
        return _is_turned(a, b, *rests, names, language)
    return False


def _times(side: _Part, left: list[int]) -> list[Word]:
    return [side.words[n] for n in left if side.words[n][1] in _TIMES]


def _fixed(side: _Part, left: list[int], language: str | None, is_simple: bool) -> list[int]:
    """The places whose order counts: no subjects that their form tells, no emoji without an
    arrow, in a simple sentence no times."""
    subjects = _SUBJECTS.get(language or "en", frozenset())
    is_ordered = any(word[0] in _ARROW for word in side.words)
    return [
        n
        for n in left
        for word, kind in (side.words[n],)
        if word not in subjects
        and (is_ordered or kind != "emoji")
        and not (is_simple and kind in _TIMES)
    ]


def _take_lead(
    one: list[Word], other: list[Word], left: list[int], left_other: list[int], language: str | None
) -> int:
    """Takes from both what the first begins with, as far as it may move: times, and what a marker
    marks. Returns where it ends."""
    lead = 0
    while left and left[0] == lead:
        length = _movable(one, lead, language)
        found = _find(one[lead : lead + length], other, left_other) if length else None
        while found is None and length > 2 and language not in _AFTER:
            length -= 1  # where what is marked ends is not known
            found = _find(one[lead : lead + length], other, left_other)
        if found is None:
            break
        del left[:length]
        del left_other[found : found + length]
        lead += length
    return lead


def _movable(words: list[Word], start: int, language: str | None) -> int:
    """How many words from here could move together; 0 is none."""
    if words[start][1] in _TIMES:
        follows = words[start + 1 : start + 2]
        return 2 if language in _AFTER and follows and follows[0][1] == "marker" else 1
    end = min(len(words), start + _MAX_MARKED + 1)
    if language in _AFTER:
        places = (n for n in range(start + 1, end) if words[n][1] == "marker")
        return next(places, start - 1) - start + 1
    if not _marks(words[start]):
        return 0
    n = start + 1
    while n < end and (not _marks(words[n]) or n == start + 1):
        n += 1
    return n - start


def _find(part: Sequence[Word], words: list[Word], left: list[int]) -> int | None:
    """Where in what is left of the words the part stands, as an index of `left`."""
    n = len(part)
    for i in range(len(left) - n + 1):
        if left[i + n - 1] - left[i] == n - 1 and words[left[i] : left[i] + n] == part:
            return i
    return None


def _is_turned(
    a: _Part, b: _Part, one: list[int], other: list[int],
    names: frozenset[str], language: str | None,
) -> bool:  # fmt: skip
    """Whether the words at these places are the same, but for two neighbours at most that have
    changed places, as verb and subject do, and a noun and what a relative clause says of it."""
    places = [
        n for n, (i, j) in enumerate(zip(one, other, strict=True)) if a.words[i] != b.words[j]
    ]
    if not places:
        return True
    if len(places) != 2 or places[1] - places[0] != 1:
        return False
    first, second = (a.words[one[n]] for n in places)
    if (b.words[other[places[1]]], b.words[other[places[0]]]) != (first, second):
        return False
    if not {first[1], second[1]} <= {"content", "qualifier", "negation"}:
        return False
    if a.relatives[one[places[1]]] or b.relatives[other[places[1]]]:
        return True
    is_two_names = first[0] in names and second[0] in names
    return language in _TURNS_VERBS and places[0] == 0 and not is_two_names


def _marks(word: Word) -> bool:
    return word[1] == "marker" or word[0] in _MARKERS_TOO
