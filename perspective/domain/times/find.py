"""Which times does a text speak of? Intervals, counted from when it was said, never from now.

What is vague, repeated or a mere length of time is not found, and what may be no time at all is
not either: silence is better than a wrong date. English, dates in figures in any language, and the
commonest words of some others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from perspective.domain.times.abroad import find_abroad
from perspective.domain.times.english.grammar import expression
from perspective.domain.times.english.starts import starts
from perspective.domain.times.span import Precision, Span
from perspective.domain.times.tokens import Line, tokens_of

_PIECE = 8_000  # characters; an expression does not go over the border of two pieces
_BORDER = re.compile(r"[\n.!?]\s")


class TimeMention(msgspec.Struct, frozen=True):
    """A time that a text names.

    `text[start:end]` names it. It is [`from_at`, `to_at`), aware, in the zone of the reference; None
    is open. `precision` is how exactly it was said: `two years ago` is a day two years back with
    the precision "year". `is_relative` when it depends on the reference.
    """

    start: int
    end: int
    from_at: datetime | None
    to_at: datetime | None
    precision: Precision
    is_relative: bool


def find_times(
    text: str, reference: datetime, *, is_month_first: bool | None = None
) -> list[TimeMention]:
    """The times that a text speaks of, in order, without overlaps.

    `reference` is aware: when the text was said, in the zone of who said it. `is_month_first` says
    how `5/6/2023` is read; None leaves out what can be read in two ways. Raises ValueError for a
    reference without a zone, and never for what the text holds. The time is linear in its length.
    """
    if reference.tzinfo is None:
        message = "a reference without a zone does not tell which day it is"
        raise ValueError(message)
    found: list[TimeMention] = []
    for offset, piece in _pieces(text):
        line = Line(
            tokens_of(piece, offset), reference.replace(tzinfo=None), reference, is_month_first
        )
        english = list(_mentions(line))
        found.extend(_together(english, list(_abroad(piece, offset, line))))
    return found


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The text in pieces of limited length, cut behind a sentence where one ends."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            borders = [found.end() for found in _BORDER.finditer(text, start + _PIECE // 2, end)]
            end = borders[-1] if borders else end
        yield start, text[start:end]
        start = end


def _mentions(line: Line) -> Iterator[TimeMention]:
    """The times of one piece, from left to right; the first takes its tokens."""
    free = 0
    for i in starts(line):
        read = expression(line, i) if i >= free else None
        if read is None:
            continue
        free, span = read
        mention = _mention(line, line.at(i).start, line.at(free - 1).end, span)
        if mention is not None:
            yield mention


def _abroad(piece: str, offset: int, line: Line) -> Iterator[TimeMention]:
    for start, end, span in find_abroad(piece, line.today):
        mention = _mention(line, start + offset, end + offset, span)
        if mention is not None:
            yield mention


def _together(english: list[TimeMention], abroad: list[TimeMention]) -> list[TimeMention]:
    """Both in order; of two that overlap the one that begins first, or is longer."""
    if not abroad:
        return english
    kept: list[TimeMention] = []
    for mention in sorted([*english, *abroad], key=lambda m: (m.start, -m.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _mention(line: Line, start: int, end: int, span: Span) -> TimeMention | None:
    """The span with its zone, or None when the zone leaves nothing of it."""
    zone = line.said_at.tzinfo
    start_at = span.start.replace(tzinfo=zone) if span.start is not None else None
    end_at = span.end.replace(tzinfo=zone) if span.end is not None else None
    try:
        instants = [at.astimezone(UTC) for at in (start_at, end_at) if at is not None]
    except OverflowError:
        return None
    if not instants or instants != sorted(set(instants)):
        return None
    return TimeMention(start, end, start_at, end_at, span.precision, span.is_relative)
