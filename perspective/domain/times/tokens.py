"""What does the grammar read? Words, numbers and signs with their places in the text.

Words are compared in NFC and case-folded; digits of any script are numbers. One pass of one
expression without backtracking, so the time is linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime
from typing import Any

import msgspec

from perspective.domain.times.words import TODAY, UNITS, WEEKDAYS, is_future, is_past, is_plan

_TOKEN = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*(?:['’][^\W\d_]+)?|\d+|\S")
_POSSESSIVE = "'s"
_POSSESSED = UNITS.keys() | WEEKDAYS.keys() | TODAY.keys()
TWO_DIGITS = 2
_MAX_DIGITS = 8
_MAX_WORD = 20
_TENSE_REACH = 12
_SENTENCE_ENDS = frozenset(".!?;")


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word, number or sign. `text` is NFC and case-folded, the apostrophe straight. `start` and
    `end` are places in the whole text; `is_glued`: nothing stands between it and the one before."""

    text: str
    start: int
    end: int
    number: int | None
    is_capital: bool
    is_glued: bool


_NOTHING = Token("", 0, 0, None, is_capital=False, is_glued=False)


class Line(msgspec.Struct):
    """Tokens in a row, and the wall-clock time at which they were said; `said_at` is the same with its
    zone."""

    tokens: list[Token]
    now: datetime
    said_at: datetime
    is_month_first: bool | None = None
    points: dict[tuple[int, int], Any] = msgspec.field(default_factory=dict)  # what was read where

    @property
    def today(self) -> date:
        """The day on which it was said."""
        return self.now.date()

    def at(self, i: int) -> Token:
        """The i-th token, or an empty one beyond the ends."""
        return self.tokens[i] if 0 <= i < len(self.tokens) else _NOTHING

    def word(self, i: int) -> str:
        """The text of the i-th token, or an empty one."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def number(self, i: int) -> int | None:
        """The number that the i-th token is, or None."""
        return self.tokens[i].number if 0 <= i < len(self.tokens) else None

    def skip(self, i: int, *words: str) -> int:
        """The place behind the i-th token if it is one of the words, else i."""
        return i + 1 if self.word(i) in words else i

    def digits(self, i: int) -> int:
        """How many digits the i-th token has."""
        token = self.at(i)
        return token.end - token.start if token.number is not None else 0

    def tense(self, i: int) -> int:
        """1 when the sentence around the i-th token speaks of what is to come, −1 of what has
        been, 0 when it does not say: will and the like win, else the nearest word that tells. Looks
        at a dozen tokens on each side."""
        found, nearest = 0, _TENSE_REACH
        for step in (-1, 1):
            for distance in range(1, _TENSE_REACH):
                word = self.word(i + step * distance)
                if not word or word in _SENTENCE_ENDS:
                    break
                if is_future(word):
                    return 1
                if distance < nearest and (is_past(word) or is_plan(word)):
                    found, nearest = (1 if is_plan(word) else -1), distance
        return found


def tokens_of(text: str, offset: int = 0) -> list[Token]:
    """The tokens of a text whose first character has the place `offset`."""
    tokens: list[Token] = []
    end_before = -1
    for found in _TOKEN.finditer(text):
        start, end = found.span()
        raw = found[0]
        number = None
        if raw[0].isdecimal():
            number = int(raw) if len(raw) <= _MAX_DIGITS else None
        elif len(raw) <= _MAX_WORD and not raw.isascii():
            raw = unicodedata.normalize("NFC", raw).replace("’", "'")
        word = raw.casefold() if len(raw) <= _MAX_WORD else "…"
        is_possessive = word.endswith(_POSSESSIVE) and word[:-2] in _POSSESSED
        if is_possessive and not (tokens and tokens[-1].text == "new"):
            word, end = word[:-2], end - 2  # "last week's meeting", but not "New Year's Eve"
        tokens.append(
            Token(
                word,
                start + offset,
                end + offset,
                number,
                is_capital=raw[0].isupper(),
                is_glued=start == end_before,
            )
        )
        end_before = found.end()
    return tokens
