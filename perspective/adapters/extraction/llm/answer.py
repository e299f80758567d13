"""What did a language model answer? JSON, if need be out of a text that is no more than nearly JSON.

Read leniently and bounded strictly: fences and talk around the JSON are skipped, numbers may be
text, an answer that was cut keeps its whole items; lengths and counts have limits. Whether any of
it is true is not asked here.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from perspective.errors import ModelOutputInvalid

MAX_ITEMS = 24  # of a kind, of one text; more is noise or a loop
MAX_NAME = 120
MAX_FACT = 500
_MAX_CHARS = 400_000
_BEGIN = re.compile(r"[\[{]")
_LIST = re.compile(r'"passages"\s*:\s*\[')
_BLANKS = re.compile(r"[\s,]*")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffd]")
_LOOP_CHARS = 400
_MAX_PERIOD = 130


class Entity(msgspec.Struct, frozen=True):
    """A name as the model wrote it."""

    name: str
    kind: Any = None


class Relation(msgspec.Struct, frozen=True):
    """Who does what to whom, as the model wrote it."""

    subject: str
    predicate: str
    object: str
    negated: Any = False


class Fact(msgspec.Struct, frozen=True):
    """A statement, and the words that it is said to rest on."""

    text: str
    quote: str | None = None


class Item(msgspec.Struct, frozen=True):
    """What the model says of one text."""

    id: int | None = None
    type: Any = None
    importance: Any = None
    entities: list[Entity | str] | None = None
    relations: list[Relation] | None = None
    facts: list[Fact | str] | None = None


class Answer(msgspec.Struct, frozen=True):
    """What could be read: an item or an error for each number; `is_whole`: the JSON has its end."""

    items: tuple[tuple[int | None, Item | ModelOutputInvalid], ...]
    is_whole: bool


def read_answer(text: str) -> Answer:
    """The items of an answer, as far as they are whole. Raises ModelOutputInvalid if there is no
    JSON in it."""
    text = text[:_MAX_CHARS].rpartition("</think>")[2]
    begin = _BEGIN.search(text)
    if begin is None:
        raise ModelOutputInvalid(f"no JSON in the model's answer: {_excerpt(text)}")
    try:
        found, _ = json.JSONDecoder().raw_decode(text, begin.start())
        values = _listed(found)
    except (ValueError, RecursionError):
        values = None
    if values is not None:
        return Answer(tuple(map(_item, values)), is_whole=True)
    cut = list(_whole_objects(text))
    if not cut:
        raise ModelOutputInvalid(f"no whole JSON in the model's answer: {_excerpt(text)}")
    return Answer(tuple(map(_item, cut)), is_whole=False)


def is_looping(text: str) -> bool:
    """Whether a text ends by saying the same over and over."""
    end = text[-_LOOP_CHARS:]
    if len(end) < _LOOP_CHARS:
        return False
    return any(end[period:] == end[:-period] for period in range(1, _MAX_PERIOD + 1))


def number(value: Any) -> float | None:
    """A share from 0 to 1, however it was written; None if it is none."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return min(1.0, max(0.0, found)) if math.isfinite(found) else None


def is_true(value: Any) -> bool:
    """Whether a value means yes."""
    return value is True or str(value).strip().lower() in {"true", "yes", "1", "negated"}


def clean(text: str, *, longest: int) -> str | None:
    """The text on one line; None if it is empty, too long or not all characters."""
    line = " ".join(text.split())
    return line if 0 < len(line) <= longest and not _UNPRINTABLE.search(line) else None


def _listed(found: Any) -> list[Any] | None:
    """The items of a whole answer, wherever the model put the list; None if there is none."""
    if isinstance(found, list):
        return found
    if not isinstance(found, dict):
        return None
    listed = found.get("passages")
    if isinstance(listed, list):
        return listed
    return [found] if {"entities", "relations", "facts"} & found.keys() else None


def _whole_objects(text: str) -> Iterator[Any]:
    """The items of a list that was cut, up to the first that is not whole."""
    head = _LIST.search(text)
    place = head.end() if head else text.find("[") + 1
    decoder = json.JSONDecoder()
    while place:
        blanks = _BLANKS.match(text, place)
        place = blanks.end() if blanks else place
        if not text.startswith("{", place):
            return
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            return
        yield value


def _item(value: Any) -> tuple[int | None, Item | ModelOutputInvalid]:
    try:
        item = msgspec.convert(value, Item, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        return _id_of(value), ModelOutputInvalid(f"the model's answer has another form: {error}")
    return item.id, item


def _id_of(value: Any) -> int | None:
    try:
        return int(value["id"])
    except (TypeError, ValueError, LookupError, OverflowError):
        return None


def _excerpt(text: str) -> str:
    return " ".join(text.split())[:80] or "it is empty"
