"""How does Perspective compare on the data? `perspective eval`, with its JSON and its chart kept."""

from __future__ import annotations

from pathlib import Path

from perspective.cli import main
from tests.bench.report import FOLDER


def run(data: Path, *, sizes: str, is_quick: bool) -> None:
    """Prints the tables; writes evaluation.json and evaluation.svg. `sizes` have commas between
    them, and are those of the scale curve."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    few = ("--limit-talks", "1") if is_quick else ()
    kept = [
        *("--json", str(FOLDER / "evaluation.json")),
        *("--chart", str(FOLDER / "evaluation.svg")),
    ]
    code = main.run(["eval", str(data), "--scale", sizes, *kept, *few])
    if code:
        raise SystemExit(code)
