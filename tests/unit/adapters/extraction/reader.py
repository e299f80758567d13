"""Reads a text in this process, as the worker does."""

from __future__ import annotations

from perspective.adapters.extraction.read_passages import ReadPassages, ToRead, read_passages
from perspective.domain.extraction.reading import Reading


def read_text(text: str, speaker: str | None = "Ana", language: str | None = None) -> Reading:
    """What is read out of one text."""
    one = ToRead(content=text, speaker=speaker, language=language)
    (answer,) = read_passages(ReadPassages(texts=(one,))).answers
    assert answer.reading is not None, answer.message
    return answer.reading


def facts(text: str, speaker: str | None = "Ana") -> list[str]:
    """The statements in a text."""
    return [fact.text for fact in read_text(text, speaker).facts]
