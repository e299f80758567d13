"""Which stretches of a text could be somebody's or something's name?

All of them: whether one is, the store knows. Bounded, since each becomes a look-up.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex

from perspective.adapters.language.words import EAST, SOUTH
from perspective.domain.text.normal import normal_form

MAX_TEXT = 2_000
_MAX_WORDS = 4
_MAX_RUN = 8
_MAX_GAP = 3
_LEADING = ".@#$"  # .NET, @alice, #project, $AAPL
_TRAILING = ".!+#"  # Inc., Yahoo!, C++, C#

_PIECE = regex.compile(
    rf"(?P<run>[{EAST}\u30fb{SOUTH}\p{{M}}]*[{EAST}{SOUTH}][{EAST}\u30fb{SOUTH}\p{{M}}]*)"
    rf"|(?P<word>[[\p{{L}}\p{{M}}\p{{N}}_]--[{EAST}{SOUTH}]]+)",
    regex.V1,
)
_HANGUL = regex.compile(r"\p{Hangul}+")


def candidates(text: str) -> list[str]:
    """Normal forms of one to four neighbouring words, and of up to eight characters in a row of
    scripts without spaces; distinct, in their order."""
    form = normal_form(text[:MAX_TEXT])
    words: list[tuple[int, int]] = []
    found: dict[str, None] = {}
    for piece in _PIECE.finditer(form):
        if piece["run"] is not None:
            found.update(dict.fromkeys(_runs(piece[0])))
        else:
            words.append(piece.span())
            found.update(dict.fromkeys(_prefixes(piece[0])))
    for first in range(len(words)):
        found.update(dict.fromkeys(_sequences(form, words[first : first + _MAX_WORDS])))
    return list(found)


def _sequences(form: str, words: list[tuple[int, int]]) -> Iterator[str]:
    """All sequences that begin with the first of the words, also with a sign at either end."""
    start, end = words[0]
    starts = [start]
    if start and form[start - 1] in _LEADING:
        starts.append(start - 1)
    for word_start, word_end in words:
        if word_start - end > _MAX_GAP:
            return
        end = word_end
        ends = [end]
        while end + len(ends) <= len(form) and form[end + len(ends) - 1] in _TRAILING:
            ends.append(end + len(ends))
            if len(ends) > 2:
                break
        for left in starts:
            for right in ends:
                yield form[left:right]


def _runs(run: str) -> Iterator[str]:
    for start in range(len(run)):
        for end in range(start + 1, min(len(run), start + _MAX_RUN) + 1):
            if end - start > 1 or len(run) == 1:
                yield run[start:end]


def _prefixes(word: str) -> Iterator[str]:
    """Korean writes particles onto a name: 철수는 may be 철수."""
    if len(word) > 2 and _HANGUL.fullmatch(word):
        for end in range(2, min(len(word), _MAX_RUN + 1)):
            yield word[:end]
