"""How are results shown and kept? As tables for eyes, and as JSON under build/bench.

Nothing is judged here: a benchmark prints what it saw, on which machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from perspective.evaluation.machine import this_machine

FOLDER = Path(__file__).resolve().parents[2] / "build" / "bench"


def show(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a table; numbers between −1 and 1 as .123, others with one decimal."""
    cells = [list(header), *[[_cell(value) for value in row] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    print(f"\n{title}")
    for n, row in enumerate(cells):
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join([row[0].ljust(widths[0]), *rest]) if first else "")
        if n == 0:
            print("  ".join("-" * width for width in widths))


def say(text: str) -> None:
    """Prints a line at once."""
    print(text, flush=True)


def keep(part: str, results: Mapping[str, object], settings: Mapping[str, object]) -> Path:
    """Writes a part's results, with when and where they were measured; returns the file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{part}.json"
    document = {"at": datetime.now(UTC), "machine": this_machine(), "settings": settings, **results}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(document, enc_hook=str)) + b"\n")
    return path


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    if value != value:  # noqa: PLR0124 - not a number
        return "–"
    if abs(value) < 1.0:
        return f"{value:+.3f}".replace("0.", ".").replace("+", "")
    return "1.000" if value == 1.0 else f"{value:.1f}"
