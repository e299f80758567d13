"""How well are questions answered in sentences? `python -m tests.bench.reflect --data DATA`.

Talks, chats and small worlds of memories; each in a tenant of its own, asked through the public class.
Of answerable questions: do the cited memories hold the evidence, and how many are wrongly "not known"?
Of others: how many are "not known"? Every sentence is compared with the file that it came from.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from perspective.evaluation.read import read_talks
from perspective.settings import ExtractionSettings, IndexSettings, Settings
from perspective.wiring import open_engine
from tests.bench.reflect.asked import Outcome, ask_all
from tests.bench.reflect.sources import Source, of_talk, of_worlds
from tests.bench.report import keep, say, show

_WORLDS = Path(__file__).resolve().parents[1] / "consolidation" / "questions-dev.json"
_SETTINGS = Settings(
    index=IndexSettings(semantic_links=0), extraction=ExtractionSettings(mode="off")
)


def main() -> None:
    """Asks, and prints its tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reflect", description=__doc__)
    parser.add_argument(
        "--data", type=Path, nargs="*", default=[], help="files or folders of talks"
    )
    parser.add_argument("--worlds", type=Path, default=_WORLDS, help="a file of small worlds")
    parser.add_argument("--first", type=int, help="only so many talks of each layout")
    parser.add_argument("--stores", type=Path, help="keep the stores in this folder, and use them")
    parser.add_argument("--without", type=int, default=8, metavar="N",
                        help="delete the answers of every Nth question of a talk, and ask again [8]")  # fmt: skip
    options = parser.parse_args()
    sources = _sources(options.data, options.first, options.worlds)
    started = time.perf_counter()
    if options.stores is not None:
        outcomes = asyncio.run(_ask(options.stores, sources, options.without))
    else:
        with TemporaryDirectory(prefix="perspective-reflect-") as folder:
            outcomes = asyncio.run(_ask(Path(folder), sources, options.without))
    say(f"  {len(outcomes)} questions after {time.perf_counter() - started:.0f} s")
    _print(outcomes)


def _sources(files: Sequence[Path], first: int | None, worlds: Path) -> list[Source]:
    talks = [talk for file in files for talk in read_talks(file)]
    chosen = [
        talk
        for layout in ("talk", "chat")
        for talk in [one for one in talks if one.layout == layout][:first]
    ]
    return [*(of_talk(talk) for talk in chosen), *of_worlds(worlds)]


async def _ask(folder: Path, sources: Sequence[Source], every: int) -> list[Outcome]:
    memory = open_engine(_SETTINGS, data_dir=folder)
    await memory.open()
    try:
        return await ask_all(memory, sources, every)
    finally:
        await memory.close()


def _print(outcomes: Sequence[Outcome]) -> None:
    groups: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for one in outcomes:
        groups[one.layout, one.kind].append(one)
        if one.kind == "answerable":
            groups[one.layout, f"  {one.category}"].append(one)
    order = sorted(groups, key=lambda name: (name[0], name[1].startswith(" "), name[1]))
    header = ("", "questions", "not known", "any evidence", "all of it", "share", "memories",
              "sentences", "no span", "ms")  # fmt: skip
    rows = [(f"{layout}s: {kind}", *_row(groups[layout, kind])) for layout, kind in order]
    show("Questions answered in sentences", header, rows)
    path = keep("reflect", {"columns": header, "rows": rows}, {})
    say(f"\nwritten to {path}")


def _row(outcomes: Sequence[Outcome]) -> tuple[object, ...]:
    n = len(outcomes)
    with_evidence = [one for one in outcomes if one.evidence]
    known = [one for one in outcomes if one.is_known]
    shares = [len(one.evidence & one.cited) / len(one.evidence) for one in with_evidence]
    nothing = float("nan")
    return (
        n,
        sum(not one.is_known for one in outcomes) / n,
        sum(share > 0 for share in shares) / len(shares) if shares else nothing,
        sum(share == 1 for share in shares) / len(shares) if shares else nothing,
        sum(shares) / len(shares) if shares else nothing,
        sum(len(one.cited) for one in known) / len(known) if known else nothing,
        sum(one.n_sentences for one in known) / len(known) if known else nothing,
        sum(one.n_not_spans for one in outcomes),
        f"{sorted(one.took_ms for one in outcomes)[n // 2]:.0f}",
    )


if __name__ == "__main__":
    main()
