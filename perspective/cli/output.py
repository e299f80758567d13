"""How does the command line write: to people, to programs, and about errors?

Text of memories is data: control characters, which a terminal would obey, are shown as marks.
"""

from __future__ import annotations

import json
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TextIO

import click

_UNITS = (
    (365.25 * 86400, "year"), (30.44 * 86400, "month"), (7 * 86400, "week"), (86400, "day"),
    (3600, "hour"), (60, "minute"), (1, "second"),
)  # fmt: skip


def make_safe(*streams: TextIO) -> None:
    """A character that a terminal's encoding lacks is written as an escape, never an error."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def say(text: str = "", *, is_note: bool = False) -> None:
    """A line for people; notes go to stderr, so that they are in nobody's pipe."""
    click.echo(text, err=is_note)


def show(value: Any) -> None:
    """A value for programs: JSON, on several lines only for a terminal."""
    click.echo(_json(value, indent=2 if sys.stdout.isatty() else None))


def show_line(value: Any) -> None:
    """One of many values for programs: JSON on a line of its own."""
    click.echo(_json(value, indent=None))


def strong(text: str) -> str:
    """Stands out on a terminal; plain elsewhere."""
    return click.style(text, bold=True)


def dim(text: str) -> str:
    """Stands back on a terminal; plain elsewhere."""
    return click.style(text, dim=True)


def mark(word: str) -> str:
    """`ok`, `warn` or `fail` in its colour."""
    colour = {"ok": "green", "warn": "yellow", "fail": "red"}.get(word)
    return click.style(f"{word:<4}", fg=colour)


def one_line(text: str, *, indent: int = 0) -> str:
    """The text on one line; on a terminal cut to its width."""
    line = clean(" ".join(text.split()))
    if not sys.stdout.isatty():
        return line
    width = max(20, shutil.get_terminal_size().columns - indent)
    return line if _width(line) <= width else _cut(line, width - 1) + "…"


def clean(text: str) -> str:
    """The text without characters that a terminal would obey; lines stay lines."""
    return "".join(
        one if one in "\n\t" or unicodedata.category(one) not in {"Cc", "Cs"} else "�"
        for one in text
    )


def age(at: str | None, now: datetime | None = None) -> str:
    """How long ago, in one unit: `3 days ago`; `in 2 weeks` for what is to come."""
    if not at:
        return "at an unknown time"
    seconds = ((now or datetime.now(UTC)) - datetime.fromisoformat(at)).total_seconds()
    words = span(abs(seconds))
    if abs(seconds) < 1:
        return "just now"
    return f"{words} ago" if seconds > 0 else f"in {words}"


def span(seconds: float) -> str:
    """A length of time in one unit, rounded down."""
    for size, name in _UNITS:
        if seconds >= size:
            n = int(seconds // size)
            return f"{n} {name}{'s' if n > 1 else ''}"
    return "0 seconds"


def counted(n: int, one: str, several: str | None = None) -> str:
    """`1 memory`, `2 memories`."""
    return f"{n} {one if n == 1 else several or one + 's'}"


def table(rows: Iterable[Sequence[str]], heads: Sequence[str]) -> None:
    """Columns as wide as their widest cell; the last one as it is."""
    lines = [list(heads), *[list(row) for row in rows]]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(heads) - 1)]
    for number, line in enumerate(lines):
        cells = [cell + " " * (w - _width(cell)) for cell, w in zip(line, widths, strict=False)]
        text = "  ".join([*cells, line[-1]]).rstrip()
        say(dim(text) if number == 0 else text)


def _json(value: Any, *, indent: int | None) -> str:
    """JSON; letters that the output cannot carry are escaped as JSON does."""
    is_unicode = (sys.stdout.encoding or "ascii").lower().replace("-", "") == "utf8"
    return json.dumps(value, ensure_ascii=not is_unicode, indent=indent)


def _width(text: str) -> int:
    """How many columns a terminal needs for it."""
    return sum(
        0
        if unicodedata.combining(one)
        else 2
        if unicodedata.east_asian_width(one) in {"W", "F"}
        else 1
        for one in text
    )


def _cut(text: str, width: int) -> str:
    """As much of the beginning as fits."""
    for end, _ in enumerate(text):
        if _width(text[: end + 1]) > width:
            return text[:end]
    return text
