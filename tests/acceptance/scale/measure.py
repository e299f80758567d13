"""What is measured of a daemon with many memories, in one run from empty to full?

Everything is asked over HTTP. What the model takes by itself is measured between the rounds, on
texts of the same kind, so that a busy machine shows in both.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import msgspec

from tests.acceptance.scale.house import FEW, MANY, House
from tests.acceptance.scale.load import Loaded
from tests.acceptance.scale.ticks import Lateness
from tests.bench.bare import BareEmbedder

N_CLIENTS = 32
STORES_A_SECOND = 20.0

_ROUNDS = 4


class Size(msgspec.Struct, frozen=True):
    """How much is measured."""

    n_many: int
    n_few: int
    n_asked: int
    rest_s: float


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How long answers took, in ms: in a store of many, of few, and the bare model."""

    many_ms: list[float]
    few_ms: list[float]
    bare_ms: list[float]


class Crowd(msgspec.Struct, frozen=True, kw_only=True):
    """Answers a second to one client and to many, and answers in ms while others store."""

    one_a_second: float
    all_a_second: float
    stored_a_second: float
    beside_stores_ms: list[float]


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    loaded: Loaded
    bare_a_second: float
    asked: Asked
    crowd: Crowd
    rss_mb: float
    disk_bytes: int
    loop_late_s: Lateness
    control_late_s: Lateness


def measure(house: House, bare: BareEmbedder, size: Size) -> Measured:
    """Fills the house and asks it everything; it is stopped at the end."""
    sample = [str(item["content"]) for item in house.texts.items(max(64, size.n_asked))]
    before_ms = bare.times("batch", sample).each_ms[0]
    loaded = house.fill(MANY, size.n_many)
    after_ms = bare.times("batch", sample).each_ms[0]
    house.wait_for_one_generation(MANY)
    house.fill(FEW, size.n_few)
    time.sleep(size.rest_s)
    rss_mb = house.rss_mb()
    asked = _ask(house, bare, size.n_asked)
    crowd = _crowd(house, size.n_asked)
    disk_bytes = house.folder_bytes(MANY)
    loop, control = house.ticks(loaded.began_at, loaded.findable_at)
    return Measured(
        loaded=loaded,
        bare_a_second=2_000.0 * len(sample) / (before_ms + after_ms),
        asked=asked,
        crowd=crowd,
        rss_mb=rss_mb,
        disk_bytes=disk_bytes,
        loop_late_s=loop,
        control_late_s=control,
    )


def _ask(house: House, bare: BareEmbedder, n: int) -> Asked:
    asked = Asked(many_ms=[], few_ms=[], bare_ms=[])
    with house.asker(MANY) as many, house.asker(FEW) as few:
        for _ in range(10):
            for asker in (many, few):
                asker.recall_ms(house.texts.question())
        for _ in range(_ROUNDS):
            questions = [house.texts.question() for _ in range(n // _ROUNDS)]
            asked.bare_ms.extend(bare.times("query", questions).each_ms)
            for question in questions:
                asked.many_ms.append(many.recall_ms(question))
                asked.few_ms.append(few.recall_ms(question))
    return asked


def _crowd(house: House, n: int) -> Crowd:
    one = _answers_a_second(house, 1, n)
    everyone = _answers_a_second(house, N_CLIENTS, n)
    with house.asker(MANY) as asker, _storing(house) as stored:
        began_at = time.monotonic()
        beside_ms = [asker.recall_ms(house.texts.question()) for _ in range(n)]
        stored_a_second = len(stored) / (time.monotonic() - began_at)
    return Crowd(
        one_a_second=one,
        all_a_second=everyone,
        stored_a_second=stored_a_second,
        beside_stores_ms=beside_ms,
    )


def _answers_a_second(house: House, n_clients: int, n: int) -> float:
    shares = [[house.texts.question() for _ in range(max(1, n // n_clients))]
              for _ in range(n_clients)]  # fmt: skip

    def ask(questions: list[str]) -> int:
        with house.asker(MANY) as asker:
            for question in questions:
                asker.recall_ms(question)
        return len(questions)

    began_at = time.monotonic()
    with ThreadPoolExecutor(n_clients) as pool:
        n_answers = sum(pool.map(ask, shares))
    return n_answers / (time.monotonic() - began_at)


@contextmanager
def _storing(house: House) -> Iterator[list[float]]:
    """While the block runs, texts are stored at an even pace; gives the moments of the answers."""
    stored: list[float] = []
    is_over = threading.Event()
    items = iter(house.texts.items(10_000))

    def store_some(first_at: float, step_s: float) -> None:
        due_at = first_at
        with house.asker(MANY) as asker:
            while not is_over.wait(max(0.0, due_at - time.monotonic())):
                asker.store(next(items))
                stored.append(time.monotonic())
                due_at += step_s

    n_clients = 4
    now, step_s = time.monotonic(), n_clients / STORES_A_SECOND
    with ThreadPoolExecutor(n_clients) as pool:
        storing = [
            pool.submit(store_some, now + k / STORES_A_SECOND, step_s) for k in range(n_clients)
        ]
        try:
            yield stored
        finally:
            is_over.set()
        for one in storing:
            one.result()
