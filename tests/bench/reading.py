"""How quickly are texts read in the background, and who notices? `python -m tests.bench.reading --data DIR`.

The same store is opened twice by the real daemon: reading nothing, then reading what waits. Recall is asked
at the same pace both times. So the second column against the first is what reading costs those who ask.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from perspective.evaluation.machine import this_machine
from perspective.evaluation.read import read_talks
from perspective.evaluation.talk import Talk
from tests.bench.client import Client, bodies
from tests.bench.report import say, show
from tests.bench.server import Daemon, daemon, data_folder

_TENANT = "default"
_STORE = 200
_PAUSE_S = 0.05  # between two questions
_EXTRACTION = "PERSPECTIVE_EXTRACTION_MODE"


def main() -> None:
    """Prints the rate of reading, recall beside it, and the daemon's memory afterwards."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.reading", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--settle-s", type=float, default=60.0)
    options = parser.parse_args()
    talks = [one for one in read_talks(options.data) if one.layout == "talk"]
    turns = bodies(turn for talk in talks for turn in talk.turns)[: options.turns]
    say(f"{this_machine()}")
    with data_folder() as folder:
        with daemon(folder, {_EXTRACTION: "off"}) as server, server.client() as client:
            client.store(_TENANT, turns, size=_STORE)
            client.wait_indexed([_TENANT])
        with daemon(folder, {_EXTRACTION: "off"}) as server, server.client() as client:
            idle_ms, idle_mb = _alone(server, client, talks, options.questions)
            time.sleep(options.settle_s)
            settled_mb = server.resident_mb()
        with daemon(folder, {_EXTRACTION: "rules"}) as server, server.client() as client:
            beside_ms, took_s, peak_mb = _beside(server, client, talks)
            time.sleep(options.settle_s)
            left_mb = server.resident_mb()
    show(
        f"{len(turns)} turns read in {took_s:.0f} s: {len(turns) / took_s:.1f} a second",
        ("", "reads nothing", "reads"),
        [
            ("recall p50, ms", float(np.median(idle_ms)), float(np.median(beside_ms))),
            ("recall p95, ms", float(np.quantile(idle_ms, 0.95)),
             float(np.quantile(beside_ms, 0.95))),
            ("questions", len(idle_ms), len(beside_ms)),
            ("resident MB, meanwhile", idle_mb, peak_mb),
            (f"resident MB, {options.settle_s:.0f} s later", settled_mb, left_mb),
        ],
    )  # fmt: skip


def _questions(talks: list[Talk]) -> Iterator[str]:
    return itertools.cycle(question.text for talk in talks for question in talk.asked)


def _asked(client: Client, question: str) -> float:
    """How long an answer took, in ms."""
    started = time.perf_counter()
    client.recall(_TENANT, question, 10)
    took_s = time.perf_counter() - started
    time.sleep(_PAUSE_S)
    return took_s * 1000.0


def _alone(
    server: Daemon, client: Client, talks: list[Talk], n_questions: int
) -> tuple[list[float], float]:
    questions = _questions(talks)
    for _ in range(20):
        _asked(client, next(questions))
    took = [_asked(client, next(questions)) for _ in range(n_questions)]
    return took, server.resident_mb()


def _beside(server: Daemon, client: Client, talks: list[Talk]) -> tuple[list[float], float, float]:
    """Asks until all is read; the time of the whole, and the most memory seen."""
    started = time.perf_counter()
    questions, took, peak_mb = _questions(talks), list[float](), 0.0
    while True:
        for _ in range(10):
            took.append(_asked(client, next(questions)))
        peak_mb = max(peak_mb, server.resident_mb())
        counts = client.get(f"/api/queue?tenant_id={_TENANT}&limit=1")["counts"]
        if not counts.get("pending") and not counts.get("running"):
            return took[20:], time.perf_counter() - started, peak_mb


if __name__ == "__main__":
    main()
