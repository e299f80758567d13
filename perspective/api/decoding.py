"""How does a request become a value of our types, or a reason for each field that is wrong?

msgspec decodes and validates; this module turns what it says into field names and adds the three
things JSON allows that a store cannot keep: depth without end, an ocean of values, endless numbers.
"""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from perspective.errors import InvalidRequest

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

MAX_DEPTH = 64
MAX_VALUES = 100_000
MAX_INTEGER = 2**63 - 1
_MAX_LOOSE_BYTES = 4 * 1024 * 1024

_PATH = re.compile(r"^(?P<reason>.*?)\s* - at `(?P<path>[^`]*)`$", re.DOTALL)
_NUMBER = re.compile(r"^\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?\s*$|^\s*[-+]?(?:nan|inf)", re.IGNORECASE)
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<name>.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(?P<name>.*)`$", re.DOTALL)


class BodyDecoder:
    """Decodes JSON bodies of one type."""

    def __init__(self, body_type: type[msgspec.Struct], *, elsewhere: Iterable[str] = ()) -> None:
        self._type = body_type
        self._elsewhere = tuple(elsewhere)
        self._decoder = msgspec.json.Decoder(body_type)

    def decode(self, raw: bytes | msgspec.Raw) -> Any:
        """A value of the type, or InvalidRequest naming the field and the reason."""
        try:
            value = self._read(raw)
        except msgspec.ValidationError as error:
            raise _invalid(error, self._type, elsewhere=self._elsewhere) from error
        except msgspec.DecodeError as error:
            raise InvalidRequest(f"The body is not JSON in UTF-8: {_sentence(error)}") from error
        except RecursionError as error:
            raise InvalidRequest("The body is nested too deep.") from error
        _check_values(value)
        return value

    def _read(self, raw: bytes | msgspec.Raw) -> Any:
        return self._decoder.decode(raw)


class ItemsDecoder(BodyDecoder):
    """Decodes bodies whose `items` are decoded later, one by one.

    Half a character or a number that is none, in one item, must not refuse the others. What
    msgspec refuses as a whole for it is read by the standard library, which knows no such rules.
    """

    def _read(self, raw: bytes | msgspec.Raw) -> Any:
        try:
            return self._decoder.decode(raw)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            loose = _loose(bytes(raw)) if len(bytes(raw)) <= _MAX_LOOSE_BYTES else None
            if loose is None:
                raise
        return msgspec.convert(loose, self._type)


def body_decoder(body_type: type[msgspec.Struct], *, elsewhere: Iterable[str] = ()) -> BodyDecoder:
    """The decoder that suits a body type; `elsewhere` are names that belong in the address."""
    has_items = any(
        isinstance(kind, inspect.ListType) and isinstance(_bare(kind.item_type), inspect.RawType)
        for _, kind in _kinds(body_type)
    )
    return (ItemsDecoder if has_items else BodyDecoder)(body_type, elsewhere=elsewhere)


def decode_strings(source: Iterable[tuple[str, str]], target: type[S]) -> S:
    """A value of the type from a query string's or a path's pairs; InvalidRequest if one is wrong.

    A name may be repeated where the type wants several values.
    """
    several, textless, times = _several(target), _no_texts(target), _times(target)
    values: dict[str, Any] = {}
    for name, text in source:
        _check_text(name, text)
        if name in several:
            values.setdefault(name, []).append(text)
        elif name in values:
            raise _bad_field(name, "given more than once")
        elif name in textless and text.lower() == "null":
            raise _bad_field(name, "is left out where it is not meant; null is a word here")
        elif name in times and _NUMBER.match(text):
            raise _bad_field(name, "is a time such as 2024-03-02T09:00:00Z, not a number")
        else:
            values[name] = text
    try:
        value = msgspec.convert(values, target, strict=False)
    except msgspec.ValidationError as error:
        raise _invalid(error, target, given=values) from error
    _check_values(value)
    return value


def narrow(value: msgspec.Struct, target: type[S]) -> S:
    """The part of `value` that is a `target`, of which its type is a widening."""
    return target(**{name: getattr(value, name) for name in target.__struct_fields__})


def _loose(raw: bytes) -> dict[str, Any] | None:
    """An object whose `items` are each JSON by itself again; None if it is no such object."""
    try:
        loose = json.loads(raw)
    except ValueError:  # also bytes that are not UTF-8
        return None
    if not isinstance(loose, dict) or not isinstance(loose.get("items"), list):
        return None
    loose["items"] = [msgspec.Raw(json.dumps(item).encode()) for item in loose["items"]]
    return loose


@functools.cache
def _several(target: type[msgspec.Struct]) -> frozenset[str]:
    """The fields that take several values."""
    lists = (inspect.VarTupleType, inspect.ListType)
    return frozenset(name for name, kind in _kinds(target) if isinstance(kind, lists))


@functools.cache
def _times(target: type[msgspec.Struct]) -> frozenset[str]:
    """The fields that hold a time, for which msgspec would take seconds since 1970."""
    return frozenset(
        name for name, kind in _kinds(target) if isinstance(kind, inspect.DateTimeType)
    )


@functools.cache
def _no_texts(target: type[msgspec.Struct]) -> frozenset[str]:
    """The fields that hold no text, for which msgspec would take `null` as nothing given."""
    texts = {name for name, kind in _kinds(target) if isinstance(kind, inspect.StrType)}
    return frozenset(name for name, _ in _kinds(target) if name not in texts)


def _kinds(target: type[msgspec.Struct]) -> Iterator[tuple[str, inspect.Type]]:
    """Each field's name with each kind of value it may have."""
    described = inspect.type_info(target)
    assert isinstance(described, inspect.StructType)
    for field in described.fields:
        kind = _bare(field.type)
        options = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
        for option in options:
            yield field.encode_name, _bare(option)


def _bare(kind: inspect.Type) -> inspect.Type:
    """The kind without what is only told about it."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _bad_field(name: str, reason: str) -> InvalidRequest:
    return InvalidRequest(f"{name}: {reason}", fields=((name, reason),))


def _sentence(error: Exception) -> str:
    text = str(error).removeprefix("JSON is malformed: ").rstrip(".")
    return f"{text}."


def _invalid(
    error: msgspec.ValidationError,
    target: type[msgspec.Struct],
    *,
    elsewhere: tuple[str, ...] = (),
    given: Mapping[str, Any] | None = None,
) -> InvalidRequest:
    """What msgspec says, as a field's name and a reason."""
    located = _PATH.match(str(error))
    reason, path = (located["reason"], located["path"]) if located else (str(error), "$")
    parent = path.removeprefix("$").removeprefix(".")
    if unknown := _UNKNOWN.match(reason):
        name = unknown["name"]
        return _bad_field(_join(parent, name), _unknown(name, _at(target, path), elsewhere))
    if missing := _MISSING.match(reason):
        return _bad_field(_join(parent, missing["name"]), "is missing")
    if "RFC3339" in reason and given and " " in str(given.get(parent, "")):
        reason += " (in an address, + is written %2B)"
    return _bad_field(parent or "body", reason[:1].lower() + reason[1:])


def _join(parent: str, name: str) -> str:
    return f"{parent}.{name}" if parent else name


def _unknown(name: str, known: tuple[str, ...], elsewhere: tuple[str, ...]) -> str:
    """The reason for an unknown field, with the nearest known one."""
    if name in elsewhere:
        return f"is not part of the body: put it in the address, ?{name}=…"
    near = difflib.get_close_matches(name[:64], known, n=1, cutoff=0.5)
    if near:
        return f"unknown field; did you mean {near[0]}?"
    return (
        f"unknown field; known are {', '.join(known)}" if known else "unknown field; none is known"
    )


def _at(target: type[msgspec.Struct], path: str) -> tuple[str, ...]:
    """The names of the fields at a path such as `$.entities[0]`."""
    found: Any = target
    for name in re.findall(r"\.([^.\[]+)", path):
        found = _struct_in(get_type_hints(found).get(name)) if found else None
    return tuple(getattr(found, "__struct_encode_fields__", ()))


def _struct_in(hint: Any) -> Any:
    """The struct that a type hint holds at any depth, or None."""
    if get_origin(hint) is None:
        return hint if isinstance(hint, type) and issubclass(hint, msgspec.Struct) else None
    return next((found for part in get_args(hint) if (found := _struct_in(part))), None)


def _check_text(name: str, text: str) -> None:
    """InvalidRequest for text that is not Unicode."""
    try:
        (name + text).encode()
    except UnicodeEncodeError as error:
        raise InvalidRequest("The address is not UTF-8.") from error


def _check_values(value: msgspec.Struct) -> None:
    """InvalidRequest for a time no clock can show, and for free JSON that is out of bounds."""
    for name in value.__struct_fields__:
        item = getattr(value, name)
        if isinstance(item, datetime):
            _check_time(name, item)
        elif isinstance(item, dict):
            _check_free(name, item)


def _check_time(name: str, at: datetime) -> None:
    """A time must have a place in UTC, which the first and last hours of the calendar may not."""
    if at.tzinfo is None:
        return
    try:
        at.astimezone(UTC)
    except OverflowError as error:
        raise _bad_field(name, "is out of range in UTC") from error


def _check_free(name: str, free: dict[str, Any]) -> None:
    """Free JSON has at most MAX_DEPTH levels, MAX_VALUES values and integers of 64 bits."""
    level: list[Any] = [free]
    n_values = 0
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for container in level:
            items = container.values() if isinstance(container, dict) else container
            n_values += len(container)
            if n_values > MAX_VALUES:
                raise _bad_field(name, f"holds more than {MAX_VALUES} values")
            inner += [item for item in items if isinstance(item, (dict, list))]
            if any(isinstance(item, int) and abs(item) > MAX_INTEGER for item in items):
                raise _bad_field(name, "holds an integer of more than 64 bits")
        if not inner:
            return
        level = inner
    raise _bad_field(name, f"is nested deeper than {MAX_DEPTH} levels")
