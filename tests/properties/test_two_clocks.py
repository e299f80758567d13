"""Does recall see, at any two times, exactly what a store with readable rules would see?

Random histories: statements stored with times in the past and future, edited, corrected,
superseded, deleted and restored, by a clock that sometimes jumps back; then random questions.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perspective.domain.query import MemoryEdit
from perspective.engine import Perspective
from perspective.ports.transaction import RecordTransaction
from tests.engines import NOON, SetClock, embedded_engine, engine_in_memory
from tests.properties.two_clocks import Asked, Statement, TwoClocks, Wording

N_QUESTIONS, QUESTIONS_EACH = 10_000, 50
TICK, HOUR = timedelta(microseconds=1), timedelta(hours=1)

Engine = Callable[[SetClock], AbstractAsyncContextManager[Perspective]]
Step = tuple[str, dict[str, Any]]

# Few times, so that starts, ends and questions meet; now is among them.
moments = st.integers(-3, 3).map(lambda n: NOON + n * HOUR)
maybe_moments = st.none() | moments
words = st.sampled_from(["tea", "coffee", "milk"])
tags = st.lists(st.sampled_from(["x", "y"]), max_size=2, unique=True)
intervals = st.tuples(maybe_moments, maybe_moments).filter(
    lambda pair: pair[0] is None or pair[1] is None or pair[0] < pair[1]
)
which = st.integers(0, 9)

steps: st.SearchStrategy[Step] = st.one_of(
    st.tuples(
        st.just("store"),
        st.fixed_dictionaries(
            {"word": words, "namespace": st.sampled_from(["home", "work"]), "tags": tags,
             "event_at": maybe_moments, "valid": intervals}
        ),
    ),
    st.tuples(
        st.just("edit"),
        st.fixed_dictionaries(
            {"which": which},
            optional={"word": words, "tags": tags, "event_at": maybe_moments, "valid": intervals},
        ),
    ),
    st.tuples(st.just("supersede"), st.fixed_dictionaries({"which": which})),
    st.tuples(st.just("delete"), st.fixed_dictionaries({"which": which})),
    st.tuples(st.just("restore"), st.fixed_dictionaries({"which": which})),
    st.tuples(st.just("wait"), st.fixed_dictionaries({"hours": st.sampled_from([1, 1, 0, -1])})),
)  # fmt: skip


class History:
    """Lives through steps with the engine and the reference at once."""

    def __init__(self, memory: Perspective, clock: SetClock) -> None:
        self.memory, self.clock = memory, clock
        self.reference = TwoClocks()
        self._ids: list[str] = []

    async def live(self, step: Step) -> None:
        """One step; one that concerns a statement is passed over while there is none."""
        kind, fields = step
        if kind == "wait":
            self.clock.advance(hours=fields["hours"])
        elif kind == "store":
            await self._store(**fields)
        elif self._ids:
            memory_id = self._ids[fields.pop("which") % len(self._ids)]
            await getattr(self, f"_{kind}")(memory_id, **fields)

    async def _store(
        self,
        word: str,
        namespace: str,
        tags: list[str],
        event_at: datetime | None,
        valid: tuple[datetime | None, datetime | None],
    ) -> None:
        content = f"{word} {len(self._ids)}"  # each statement has words of its own
        stored = await self.memory.store(
            content,
            namespace=namespace,
            tags=tags,
            event_at=event_at,
            valid_from=valid[0],
            valid_to=valid[1],
        )
        assert stored.id is not None
        now = self.clock.now()
        wording = Wording(content, tuple(tags), event_at, *valid, now)
        self.reference.statements[stored.id] = Statement(namespace, now, [wording])
        self._ids.append(stored.id)

    async def _edit(self, memory_id: str, **fields: Any) -> None:
        statement = self.reference.statements[memory_id]
        if statement.is_deleted:
            return
        old = statement.wordings[-1]
        changes: dict[str, Any] = {k: v for k, v in fields.items() if k in {"tags", "event_at"}}
        if "tags" in changes:
            changes["tags"] = tuple(changes["tags"])
        if "word" in fields:
            changes["content"] = f"{fields['word']} {self._ids.index(memory_id)}"
        if "valid" in fields:
            changes["valid_from"], changes["valid_to"] = fields["valid"]
        await self.memory.memories.edit(memory_id, MemoryEdit(**changes))
        if any(getattr(old, name) != value for name, value in changes.items()):
            self._reword(statement, **changes)

    async def _supersede(self, memory_id: str) -> None:
        """As a later job will: the statement is closed by another one."""

        def work(tx: RecordTransaction) -> None:
            found = tx.memory(memory_id)
            assert found is not None
            known_from = max(self.clock.now(), found.version.known_from)
            number = found.version.number + 1
            tx.append(
                msgspec.structs.replace(
                    found.version, number=number, known_from=known_from, superseded_by="other"
                )
            )

        async with self.memory._services.host.use("default") as space:
            await space.stores.records.write(work)
            space.wake()
            assert await space.indexed(30.0)
        self._reword(self.reference.statements[memory_id], is_superseded=True)

    async def _delete(self, memory_id: str) -> None:
        await self.memory.memories.delete(memory_id)
        self.reference.statements[memory_id].is_deleted = True

    async def _restore(self, memory_id: str) -> None:
        await self.memory.memories.restore(memory_id)
        self.reference.statements[memory_id].is_deleted = False

    def _reword(self, statement: Statement, **changes: Any) -> None:
        old = statement.wordings[-1]
        values = {name: getattr(old, name) for name in Wording.__dataclass_fields__} | changes
        known_from = max(self.clock.now(), old.known_from)
        statement.reword(Wording(**(values | {"known_from": known_from, "known_to": None})))


def random_question(chance: random.Random) -> Asked:
    """Times at, just before and just after the moments of the history; most fields left open."""

    def moment() -> datetime | None:
        if chance.random() < 0.3:
            return None
        return NOON + chance.randint(-4, 8) * HOUR + chance.choice([-TICK, 0 * TICK, TICK])

    has_window = chance.random() < 0.2
    return Asked(
        as_of=moment(),
        known_at=moment(),
        since=moment() if has_window else None,
        until=moment() if has_window else None,
        namespace=chance.choice([None, None, None, "home", "work"]),
        tag=chance.choice([None, None, None, "x"]),
    )


async def ask(memory: Perspective, asked: Asked) -> dict[str, str]:
    """All that recall finds, by id: the budget is larger than any history."""
    found = await memory.recall(
        "tea or coffee",
        budget=1000,
        reinforce=False,
        as_of=asked.as_of,
        known_at=asked.known_at,
        since=asked.since,
        until=asked.until,
        namespaces=None if asked.namespace is None else [asked.namespace],
        tags=[] if asked.tag is None else [asked.tag],
    )
    return {one.id: one.content for one in found.results}


async def compare(engine: Engine, history: Sequence[Step], chance: random.Random) -> None:
    """Lives through a history, and asks."""
    clock = SetClock()
    async with engine(clock) as memory:
        lived = History(memory, clock)
        for kind, fields in history:
            await lived.live((kind, dict(fields)))
        for _ in range(QUESTIONS_EACH):
            asked = random_question(chance)
            expected = lived.reference.visible(asked, clock.now())
            assert await ask(memory, asked) == expected, asked


@asynccontextmanager
async def on_disk(clock: SetClock) -> Any:
    """An engine over files of its own."""
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_engine(Path(folder), clock=clock) as memory:
            yield memory


@pytest.mark.proof("Two clocks")
@pytest.mark.parametrize(
    ("engine", "n_small"),
    [(lambda clock: engine_in_memory(clock=clock), 20), (on_disk, 5)],
    ids=["in_memory", "on_disk"],
)
def test_recall_sees_what_held_and_was_known(engine: Engine, n_small: int, is_full: bool) -> None:
    """No mismatch with the reference in any question: which memories, and in which wording."""

    @settings(
        max_examples=N_QUESTIONS // QUESTIONS_EACH if is_full else n_small,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(st.lists(steps, min_size=4, max_size=16), st.randoms(use_true_random=False))
    def run(history: Sequence[Step], chance: random.Random) -> None:
        asyncio.run(compare(engine, history, chance))

    run()
