"""On which line of a JSON file is something wrong?"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

Step = int | str

_AT = re.compile(r" - at `\$(.*)`$")
_BYTE = re.compile(r"\(byte (\d+)\)$")
_STEP = re.compile(r"\[(\d+)\]|\.([^.\[]+)")


def place_of(error: msgspec.MsgspecError, data: bytes) -> tuple[str, int]:
    """What msgspec found wrong, and the line (from 1) where it is.

    The line is that of the innermost value that the error names: of a missing field, that of its
    object.
    """
    text = str(error)
    if found := _AT.search(text):
        return text.replace("$", "", 1), line_of(data, steps_in(found[1]))
    if found := _BYTE.search(text):
        return text[: found.start()].rstrip(), _line(data, int(found[1]))
    return text, _line(data, len(data.rstrip()))


def steps_in(path: str) -> list[Step]:
    """The steps of a path such as `[0].turns[3].text`, up to one that says only `...`."""
    steps: list[Step] = []
    position = 0
    while found := _STEP.match(path, position):
        steps.append(int(found[1]) if found[1] else found[2])
        position = found.end()
    return steps


def line_of(data: bytes, steps: Sequence[Step]) -> int:
    """The line (from 1) on which the value at a path begins; as near to it as can be found."""
    start, piece = 0, data
    for step in steps:
        found = _child(piece, step)
        if found is None:
            break
        start += found[0]
        piece = found[1]
    return _line(data, start + len(piece) - len(piece.lstrip()))


def _child(piece: bytes, step: Step) -> tuple[int, bytes] | None:
    """Where a value begins in the text of its list or object, and its own text."""
    try:
        if isinstance(step, int):
            return _item(piece, step)
        return _member(piece, step)
    except (msgspec.MsgspecError, ValueError, IndexError):
        return None


def _item(piece: bytes, number: int) -> tuple[int, bytes]:
    items = [bytes(raw) for raw in msgspec.json.decode(piece, type=list[msgspec.Raw])]
    position = 0
    for item in items[:number]:
        position = piece.index(item, position) + len(item)
    return piece.index(items[number], position), items[number]


def _member(piece: bytes, name: str) -> tuple[int, bytes] | None:
    position = 0
    for key, raw in msgspec.json.decode(piece, type=dict[str, msgspec.Raw]).items():
        value = bytes(raw)
        quoted = msgspec.json.encode(key)
        position = piece.index(value, piece.index(quoted, position) + len(quoted))
        if key == name:
            return position, value
        position += len(value)
    return None


def _line(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1
