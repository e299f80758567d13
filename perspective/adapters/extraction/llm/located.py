"""Where in a text do words of a model's answer stand? Case, width and blanks may differ.

Names are compared as NFKD of their folded characters, one by one, so that each place in the folded
text is known in the text itself.
"""

from __future__ import annotations

import unicodedata
from functools import cached_property

_LIKE = str.maketrans("\u2018\u2019\u02bc\u2010\u2011\u2013\u2014", "'''----")


class Source:
    """A text, ready to be searched. Spans are in code points of it."""

    def __init__(self, content: str) -> None:
        self.content = content

    def locate(self, words: str) -> tuple[int, int] | None:
        """Where they stand first, as whole words if their script has blanks; None if nowhere."""
        sought, _ = _folded(words.strip())
        if not sought.strip():
            return None
        text, places = self._text
        start = text.find(sought)
        while start >= 0:
            end = start + len(sought)
            if _is_whole(text, start, end):
                return places[start], self._closed(places[end - 1] + 1)
            start = text.find(sought, start + 1)
        return None

    @cached_property
    def _text(self) -> tuple[str, list[int]]:
        return _folded(self.content)

    def _closed(self, end: int) -> int:
        """The end, with the marks that belong to the last letter."""
        while end < len(self.content) and unicodedata.combining(self.content[end]):
            end += 1
        return end


def _folded(text: str) -> tuple[str, list[int]]:
    """The text as it is compared, and for each of its characters the place it comes from."""
    characters: list[str] = []
    places: list[int] = []
    for place, one in enumerate(text.translate(_LIKE)):
        if one.isspace():
            if characters and characters[-1] != " ":
                characters.append(" ")
                places.append(place)
            continue
        for part in unicodedata.normalize("NFKD", one.casefold()):
            characters.append(part)
            places.append(place)
    return "".join(characters), places


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether it neither begins nor ends within a word; scripts without blanks have no words."""
    inside = (start and _joins(text[start - 1], text[start])) or (
        end < len(text) and _joins(text[end - 1], text[end])
    )
    return not inside


def _joins(left: str, right: str) -> bool:
    if not (left.isalnum() and right.isalnum()):
        return False
    return _has_blanks(left) and _has_blanks(right)


def _has_blanks(letter: str) -> bool:
    """Whether words of the letter's script are set apart: not so in Chinese, Japanese, Thai, Lao,
    Khmer and Burmese; Korean joins its particles to names."""
    return not (
        "\u0e00" <= letter <= "\u0eff"
        or "\u1000" <= letter <= "\u11ff"
        or "\u1780" <= letter <= "\u17ff"
        or "\u2e80" <= letter <= "\ud7ff"
        or "\uf900" <= letter <= "\ufaff"
        or "\uff66" <= letter <= "\uff9f"
        or letter >= "\U0001b000"
    )
