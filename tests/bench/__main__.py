"""How fast is Perspective, and how well does it find? `make bench DATA=folder` asks here.

Opt-in, and never a gate: it prints tables and writes JSON under build/bench, and ends with 0
whatever the figures are.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from perspective.evaluation.machine import this_machine
from perspective.evaluation.read import read_talks
from tests.bench import evaluation, fast, languages, quality
from tests.bench.report import say

PARTS = ("evaluation", "quality", "fast", "languages")


def main() -> None:
    """Runs the parts that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--data", type=Path, help="folder with talks, or one file (not for `languages`)"
    )
    parser.add_argument(
        "--only", choices=PARTS, action="append", help="this part (again: this too)"
    )
    parser.add_argument("--quick", action="store_true", help="small, to see that it runs")
    parser.add_argument(
        "--settle-s", type=float, default=60.0, help="wait before resident memory is read (60)"
    )
    parser.add_argument(
        "--memories", type=int, default=10_000, help="memories that `fast` recalls from (10000)"
    )
    parser.add_argument(
        "--scale",
        default="1000,10000",
        metavar="N,N",
        help="sizes of the scale curve of `evaluation` (1000,10000)",
    )
    options = parser.parse_args()
    # So that a daemon under way is stopped and its folder removed.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    parts = options.only or PARTS
    if options.data is None and set(parts) != {"languages"}:
        parser.error("--data is needed for all parts but `languages`")
    found = read_talks(options.data) if options.data is not None else []
    talks = [talk for talk in found if talk.layout == "talk"]
    say(f"{this_machine()}")
    for part in parts:
        if part == "languages":
            languages.run(is_quick=options.quick)
        elif part == "evaluation":
            sizes = "1000" if options.quick else options.scale
            evaluation.run(options.data, sizes=sizes, is_quick=options.quick)
        elif part == "quality":
            quality.run(talks, is_quick=options.quick)
        else:
            fast.run(
                talks,
                n_memories=min(300, options.memories) if options.quick else options.memories,
                settle_s=min(5.0, options.settle_s) if options.quick else options.settle_s,
                is_quick=options.quick,
            )


if __name__ == "__main__":
    main()
