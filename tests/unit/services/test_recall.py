"""Which memories answer a question: by every arm, within every filter, sure or not."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.domain.memory import MemoryState
from perspective.engine import Perspective
from perspective.errors import InvalidRequest, StoreUnavailable
from perspective.ports.transaction import RecordTransaction
from perspective.settings import RetrievalSettings, Settings
from tests.engines import NOON, SetClock, contents, engine_in_memory, eventually

ANA = "Ana moved to Lisbon in March"
DISTRACTORS = [f"The harbour log of week {n} tells of wind and nets" for n in range(30)]


async def put_aside(memory: Perspective, memory_id: str, state: MemoryState) -> None:
    """Sets the state of a memory, as a job of later issues will."""

    def work(tx: RecordTransaction) -> None:
        found = tx.memory(memory_id)
        assert found is not None
        tx.replace(msgspec.structs.replace(found.memory, state=state))

    async with memory._services.host.use("default") as space:
        await space.stores.records.write(work)
        space.wake()
        assert await space.indexed(10.0)


# ── Filters and limits ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "fields",
    [
        {"namespaces": ["work"]},
        {"namespaces": ["work", "nowhere"]},
        {"types": ["semantic"]},
        {"types": ["semantic", "procedural"]},
        {"tags": ["x"]},
        {"tags": ["x", "y"]},
        {"session": "s-2"},
        {"speaker": "Ben"},
        {"since": "2025-03-01T12:00:00Z"},
        {"since": "2025-03-01T14:00:00+02:00", "until": "2025-03-02T00:00:00Z"},
        {"min_confidence": 0.5},
    ],
)
async def test_filters_let_through_what_they_name(
    memory: Perspective, fields: dict[str, Any]
) -> None:
    """Each filter finds the one memory that it is about, and not its twin."""
    twin: dict[str, Any] = {
        "namespace": "home", "memory_type": "episodic", "tags": ["y"], "source_session": "s-1",
        "speaker": "Ana", "event_at": "2025-03-01T11:59:59.999999Z", "confidence": 0.4,
    }  # fmt: skip
    meant: dict[str, Any] = {
        "namespace": "work", "memory_type": "semantic", "tags": ["y", "x"],
        "source_session": "s-2", "speaker": "Ben", "event_at": NOON, "confidence": 0.5,
    }  # fmt: skip
    await memory.store("the boat is blue", **twin)
    await memory.store("the boat is red", **meant)
    assert contents(await memory.recall("boat", **fields)) == ["the boat is red"]


async def test_until_is_not_in_the_window(memory: Perspective) -> None:
    """`since ≤ at < until`."""
    await memory.store("the boat is blue", event_at=NOON)
    assert contents(await memory.recall("boat", since=NOON, until=NOON)) == []
    assert contents(await memory.recall("boat", until=NOON)) == []
    assert contents(await memory.recall("boat", since=NOON)) == ["the boat is blue"]


async def test_the_budget_bounds_the_answer(memory: Perspective) -> None:
    """Ten by default, and what a query asks for otherwise."""
    for n, text in enumerate(DISTRACTORS):
        await memory.store(text, source_session=str(n))
    assert len((await memory.recall("harbour log")).results) == 10
    assert len((await memory.recall("harbour log", budget=3)).results) == 3
    assert len((await memory.recall("harbour log", budget=1000)).results) == 30


async def test_tokens_bound_the_answer(memory: Perspective) -> None:
    """The best ones that fit, by the analyzer's count; none if not even the first does."""
    for n, text in enumerate(DISTRACTORS):
        await memory.store(text, source_session=str(n))
    whole = contents(await memory.recall("harbour log", budget=20))
    n_tokens = UnicodeAnalyzer().n_tokens
    room = sum(map(n_tokens, whole[:4]))
    assert contents(await memory.recall("harbour log", budget=20, max_tokens=room)) == whole[:4]
    assert contents(await memory.recall("harbour log", budget=20, max_tokens=room - 1)) == whole[:3]
    assert contents(await memory.recall("harbour log", max_tokens=1)) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"budget": 0}, {"budget": 1001}, {"max_tokens": 0}, {"min_confidence": 1.5},
        {"types": ["dream"]}, {"profile": "best"}, {"nonsense": 1}, {"namespaces": []},
    ],
)  # fmt: skip
async def test_absurd_questions_are_refused(memory: Perspective, fields: dict[str, Any]) -> None:
    """A wrong field in the library is the same error as over REST."""
    with pytest.raises(InvalidRequest):
        await memory.recall("boat", **fields)


@pytest.mark.parametrize("query", ["?", "the of and", "🙂", "\0", "\ud800", "x" * 100_000])
async def test_any_question_is_answered(memory: Perspective, query: str) -> None:
    """Punctuation, stop words, half characters and endless words are questions too."""
    await memory.store(ANA)
    assert len((await memory.recall(query)).results) <= 1


# ── Arms ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "fields",
    [{"tags": ["Zephyr"]}, {"entities": [{"name": "Ｚｅｐｈｙｒ", "kind": "project"}]}],
)
async def test_a_named_entity_finds_what_is_about_it(
    memory: Perspective, fields: dict[str, Any]
) -> None:
    """A memory that shares no word with the question is found by its tag or given entity."""
    for n, text in enumerate(DISTRACTORS):
        await memory.store(text, source_session=str(n))
    await memory.store("the deadline is on Friday", source_session="z", **fields)
    found = await memory.recall("what about ZEPHYR?", explain=True, budget=5)
    best = found.results[0]
    assert best.content == "the deadline is on Friday"
    assert best.why is not None
    assert "entity" in best.why.arms
    assert best.why.entity == pytest.approx(1.0)
    assert best.why.shares["entity"] == pytest.approx(0.1)


async def test_neighbours_in_time_raise_a_turn(memory: Perspective) -> None:
    """The answer to a question of the talk has none of its words: the turn before it has."""
    for n, text in enumerate(DISTRACTORS):
        await memory.store(text, source_session=str(n))
    await memory.store("Did the baker call back?", source_session="talk")
    await memory.store("Yes, on Tuesday evening.", source_session="talk")
    found = await memory.recall("did the baker call?", budget=2, explain=True)
    assert contents(found) == ["Did the baker call back?", "Yes, on Tuesday evening."]
    raised = found.results[1].why
    assert raised is not None
    assert raised.shares["temporal"] > 0
    assert raised.shares["text"] == 0


async def test_without_the_arm_nothing_is_raised() -> None:
    """Leave the temporal arm out, and the neighbour stays where its own words put it."""
    settings = Settings(retrieval=RetrievalSettings(arms=("text",)))
    async with engine_in_memory(settings=settings) as memory:
        await memory.store("Did the baker call back?", source_session="talk")
        await memory.store("Yes, on Tuesday evening.", source_session="talk")
        assert contents(await memory.recall("baker")) == ["Did the baker call back?"]


async def test_what_a_named_speaker_said_comes_first(memory: Perspective) -> None:
    """The same words by two people: the one that the question names is preferred."""
    await memory.store("I like to swim in the lake", speaker="Ben", source_session="b")
    await memory.store("I like to swim in the sea", speaker="Ana", source_session="a")
    await memory.store("I like to swim in the pool", speaker="Carla", source_session="c")
    for name, place in (("Ben", "lake"), ("ana", "sea"), ("CARLA", "pool")):
        found = await memory.recall(f"where does {name} like to swim?", explain=True)
        assert found.results[0].content == f"I like to swim in the {place}"
        assert found.results[0].why is not None
        assert found.results[0].why.shares["speaker"] == pytest.approx(0.2)


async def test_the_time_that_a_question_names_comes_first(memory: Perspective) -> None:
    """Also behind many that fit the words better; the others stay in the answer, and a question
    without a time is not changed."""
    for day in range(40):
        at = NOON + timedelta(days=day % 20)
        await memory.store(f"We went to the boat race, the {day}th time", event_at=at)
    summer = "We went to the boat race with all of the neighbours and their children"
    await memory.store(summer, event_at="2023-07-09T10:00:00Z")
    asked = "when did we go to the boat race"
    assert contents(await memory.recall(asked))[0] != summer
    for timed in (f"{asked} in July 2023?", f"{asked} in the summer?", f"{asked} in 2023?"):
        found = await memory.recall(timed, explain=True)
        assert found.results[0].content == summer
        assert found.results[0].why is not None
        assert found.results[0].why.shares["time"] == pytest.approx(0.4)
        assert len(found.results) == 10


async def test_of_two_statements_the_newer_leads(memory: Perspective) -> None:
    """Also when the older one has more of the question's words; `explain` says so."""
    await memory.store("The meeting with Danielle at the office is at three", event_at=NOON)
    later = "The meeting with Danielle at our office is now at four"
    await memory.store(later, event_at=NOON + timedelta(days=3))
    found = await memory.recall("when is the meeting with Danielle at the office?", explain=True)
    assert found.results[0].content == later
    assert found.results[0].why is not None
    assert found.results[0].why.shares["newer"] > 0.0


async def test_no_two_results_say_the_same(memory: Perspective, clock: SetClock) -> None:
    """Stored again after the window for repeats, it is two memories and one result."""
    await memory.store(ANA)
    clock.advance(hours=1)
    await memory.store(ANA)
    await memory.store(f"{ANA}!")
    assert sorted(contents(await memory.recall("Lisbon"))) == [ANA, f"{ANA}!"]


async def test_shares_add_up_to_the_fused_score(memory: Perspective) -> None:
    """With `explain`, each result's shares are all there is to its score."""
    for n, text in enumerate(DISTRACTORS):
        await memory.store(text, source_session=str(n // 3), speaker="Ana", tags=["log"])
    found = await memory.recall("what does Ana's log tell of week 7?", explain=True)
    assert len(found.results) == 10
    for one in found.results:
        assert one.why is not None
        assert sum(one.why.shares.values()) == pytest.approx(one.why.fused)
    assert all(one.why is None for one in (await memory.recall("week 7")).results)


# ── Sureness, fading, reinforcement ──────────────────────────────────────────────────────────────


async def test_a_weak_match_says_so(memory: Perspective) -> None:
    """What has nothing to do with the question may be returned, but not confidently."""
    await memory.store(ANA)
    assert (await memory.recall("when did Ana move to Lisbon?")).confident
    weak = await memory.recall("quantum chromodynamics")
    assert not weak.confident
    assert all(one.relevance < 0.045 for one in weak.results)
    assert not (await memory.recall("anything", namespaces=["nowhere"])).confident


async def test_relevance_means_the_same_in_every_question(memory: Perspective) -> None:
    """A perfect match is near 1 whoever else is there, and is never more."""
    await memory.store(ANA)
    alone = (await memory.recall(ANA, reinforce=False)).results[0].relevance
    for n, text in enumerate(DISTRACTORS):
        await memory.store(text, source_session=str(n))
    among = (await memory.recall(ANA, reinforce=False)).results[0].relevance
    assert 0.85 < alone <= 1.0
    assert among == pytest.approx(alone, abs=0.02)


async def test_a_faded_answer_still_comes_first(memory: Perspective, clock: SetClock) -> None:
    """Forty weeks unused, among thirty fresh memories: it answers, so it is first, and marked."""
    await memory.store(ANA, source_session="a")
    clock.advance(days=280)
    for n, text in enumerate(DISTRACTORS):
        await memory.store(text, source_session=str(n))
    found = await memory.recall("when did Ana move to Lisbon?", reinforce=False)
    assert (found.results[0].content, found.results[0].faded) == (ANA, True)
    assert not any(one.faded for one in found.results[1:])
    without = await memory.recall("when did Ana move to Lisbon?", include_faded=False)
    assert ANA not in contents(without)
    await memory.tenants.edit("default", decay=False)
    assert not (await memory.recall("when did Ana move?", reinforce=False)).results[0].faded


async def test_archived_ones_can_be_left_out(memory: Perspective) -> None:
    """An archived memory is found unless the caller wants none; a retired one is not."""
    stored = await memory.store(ANA)
    assert stored.id is not None
    await put_aside(memory, stored.id, "archived")
    found = await memory.recall("Lisbon")
    assert [(one.content, one.state) for one in found.results] == [(ANA, "archived")]
    assert contents(await memory.recall("Lisbon", include_archived=False)) == []
    await put_aside(memory, stored.id, "retired")
    assert contents(await memory.recall("Lisbon")) == []
    assert contents(await memory.recall("Lisbon", known_at=NOON)) == [ANA]


async def test_what_is_returned_is_reinforced(memory: Perspective, clock: SetClock) -> None:
    """Soon after the answer each result counts one access more, at the time of asking."""
    stored = await memory.store(ANA)
    assert stored.id is not None
    memory_id = stored.id
    clock.advance(days=60)
    before = (await memory.memories.read(memory_id)).strength
    await memory.recall("Lisbon")

    async def is_counted() -> bool:
        return (await memory.memories.read(memory_id)).access_count == 1

    await eventually(is_counted)
    after = await memory.memories.read(memory_id)
    assert after.last_accessed_at == clock.now()
    assert before < after.strength == 1.0


async def test_questions_at_once_are_counted_each(memory: Perspective, clock: SetClock) -> None:
    """Several questions within the moment of grouping count as one access or more, and are not
    lost; what was not returned is not counted."""
    await memory.store(ANA)
    other = await memory.store("Ben keeps bees", namespace="work")
    for _ in range(3):
        await memory.recall("Lisbon", namespaces=["default"])
    assert other.id is not None

    async def is_counted() -> bool:
        page = await memory.memories.list()
        return {view.current.content: view.access_count > 0 for view in page.items} == {
            ANA: True,
            "Ben keeps bees": False,
        }

    await eventually(is_counted)


async def test_looking_on_changes_nothing(memory: Perspective, clock: SetClock) -> None:
    """With reinforce=False, and in searches of lists, no access is counted."""
    stored = await memory.store(ANA)
    assert stored.id is not None
    await memory.recall("Lisbon", reinforce=False)
    async with memory._services.host.use("default") as space:
        assert not space.touched
        assert space.touching is None
    assert (await memory.memories.read(stored.id)).access_count == 0


@pytest.mark.parametrize("verb", ["search", "scores"])
async def test_vectors_that_fail_leave_the_other_arms(
    memory: Perspective, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vector store that fails at either question is named in `degraded`, with the reason, and
    is not asked once more; words still find the answer."""
    await memory.store(ANA)
    asked: list[str] = []

    async def fails(*_: object, **__: object) -> None:
        asked.append(verb)
        raise StoreUnavailable("the store is away")

    async with memory._services.host.use("default") as space:
        assert await space.indexed(10.0)
        assert space.renewing is not None
        space.renewing.cancel()  # what goes on behind the answers asks for vectors too
        await asyncio.wait([space.renewing])
        monkeypatch.setattr(space.stores.vectors, verb, fails)
        if verb == "search":
            monkeypatch.setattr(space.stores.vectors, "scores", fails)
        found = await memory.recall("where does Ana live?")
    assert contents(found) == [ANA]
    assert found.degraded == {"vector": "the store is away"}
    assert asked == [verb]
