"""From a store to what is known: is every memory read by a model behind HTTP, whatever it answers?"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from perspective import wiring
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.errors import BadValue
from perspective.ports.models.language_model import Message
from perspective.services.background import extraction, lane
from perspective.settings import ExtractionSettings, LlmSettings, Settings
from tests.contracts.endpoint import body, cut_off, status
from tests.contracts.extraction.answering import answer, item_of, texts_of
from tests.contracts.extraction.chat_endpoint import ChatEndpoint, endless, late, says
from tests.engines import engine_in_memory, eventually
from tests.unit.services.background.test_extraction import entities_of, is_empty, queue

N = 40


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried again is tried at once."""
    monkeypatch.setattr(extraction, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(lane, "FIRST_RETRY_S", 0.01)
    monkeypatch.setattr(lane, "_LAST_LOOK_S", 0.02)


@pytest.fixture
async def endpoint() -> AsyncIterator[ChatEndpoint]:
    """A server that answers as it is asked to."""
    made = ChatEndpoint()
    await made.start()
    yield made
    await made.stop()


def settings(endpoint: ChatEndpoint, max_attempts: int = 3, **llm: Any) -> Settings:
    """Reads at once, by that server."""
    read = ExtractionSettings(
        mode="auto",
        endpoint=endpoint.url,
        model="m",
        batch_interval_s=0.0,
        max_attempts=max_attempts,
    )
    return Settings(extraction=read, llm=LlmSettings(**({"timeout_s": 20.0} | llm)))


async def engine(given: Settings) -> Any:
    """An engine that reads as these settings say."""
    extractor = wiring.make_extractor(given, wiring.make_language_model(given))
    assert extractor is not None
    return engine_in_memory(settings=given, extractor=extractor)


async def store(memory: Perspective, n: int = N, *, extra: Sequence[str] = ()) -> list[str]:
    """So many memories, each naming somebody, and some others in the middle."""
    texts = [f"we met Person{m} at the harbour" for m in range(n)]
    texts[n // 2 : n // 2] = extra
    stored = await memory.store_batch([NewMemory(content=text, speaker="Ana") for text in texts])
    return [one.id for one in stored if not isinstance(one, Exception) and one.id is not None]


async def test_ten_memories_are_one_call(endpoint: ChatEndpoint) -> None:
    """Forty memories, four calls; each memory mentions who it names, found by that model."""
    async with await engine(settings(endpoint)) as memory:
        ids = await store(memory)
        await is_empty(memory)
        assert len(endpoint.requests) == N / 10
        assert await entities_of(memory, ids[17]) == {"Person17": "llm-1+m"}
        assert len(await queue(memory, "done")) == N
        assert (await memory.health()).extraction.name == "m"


@pytest.mark.parametrize(
    "fault",
    [
        status(429),
        status(429, retry_after="0.05"),
        status(500),
        status(503),
        status(400, text="this text offends me"),
        cut_off(),
        body('{"choices": [{"mess'),
        body("<html>"),
        endless(),
        says("I'd rather talk."),
        says('{"passages": [{"id": 1, "entities": [{"na', finish="length"),
        says('{"passages": [' + '{"id": 77}, ' * 500, finish="length"),
        says(json.dumps({"passages": [{"id": n, "entities": "none"} for n in range(1, 11)]})),
        says(json.dumps({"passages": {"1": []}})),
        says(None),
    ],
)
async def test_a_fault_costs_tries_and_no_memory(endpoint: ChatEndpoint, fault: Any) -> None:
    """A server that fails three times, and then works, has read everything in the end, once."""
    endpoint.faults.extend([fault] * 3)
    async with await engine(settings(endpoint)) as memory:
        ids = await store(memory, 12)
        await is_empty(memory)
        assert {one.memory_id for one in await queue(memory, "done")} == set(ids)
        for n in (0, 11):
            assert await entities_of(memory, ids[n]) == {f"Person{n}": "llm-1+m"}
        events = [
            one for one in (await memory.activity(limit=200)).items if one.kind == "extracted"
        ]
        assert sorted(str(one.memory_id) for one in events) == sorted(ids)


@pytest.mark.parametrize("kind", ["loop", "refusal", "nonsense", "crash", "form"])
async def test_one_bad_text_never_fails_its_batch(endpoint: ChatEndpoint, kind: str) -> None:
    """Whatever the model does over it, the others are read, and it is left with its reason."""

    def pick(prompt: Sequence[Message] | str) -> str:
        texts = texts_of(prompt)
        place = next((n for n, one in enumerate(texts) if "bad" in one["text"]), None)
        if place is None:
            return answer(prompt)
        if kind == "nonsense":
            return "no"
        items = [json.dumps(item_of(one)) for one in texts]
        items[place] = json.dumps({"id": texts[place]["id"], "entities": "x"})
        if kind == "loop":
            return '{"passages": [' + ", ".join(items[:place]) + ', {"facts": [' + '"a", ' * 900
        return '{"passages": [' + ", ".join(items) + "]}"

    endpoint.answer = pick
    if kind in {"refusal", "crash"}:
        endpoint.fault_of = lambda asked: (
            (status(400, text="no") if kind == "refusal" else cut_off()) if "bad" in asked else None
        )
    async with await engine(settings(endpoint)) as memory:
        ids = await store(memory, 24, extra=["a bad text, and long enough to be read"])
        await is_empty(memory)
        (failed,) = await queue(memory, "failed")
        assert failed.memory_id == ids[12]
        assert failed.attempts == 3
        assert failed.reason
        assert len(await queue(memory, "done")) == 24
        assert "a bad text, and long enough to be read" in {
            one.content for one in (await memory.recall("bad text")).results
        }


async def test_a_late_server_is_given_up_and_tried_again(endpoint: ChatEndpoint) -> None:
    """An answer beyond the limit is as none; nothing is stored of it when it comes."""
    endpoint.faults.extend([late(3600.0)])
    async with await engine(settings(endpoint, max_attempts=30, timeout_s=2.0)) as memory:
        ids = await store(memory, 5)
        await is_empty(memory)
        assert len(await queue(memory, "done")) == len(ids)


async def test_nothing_is_stored_that_a_text_does_not_say(endpoint: ChatEndpoint) -> None:
    """A model that invents names, relations and facts has them all dropped, and counted."""

    def invents(prompt: Sequence[Message] | str) -> str:
        invented = {
            "entities": [{"name": "Nora", "kind": "person"}, {"name": "Piet", "kind": "person"}],
            "relations": [{"subject": "Nora", "predicate": "sold", "object": "boat", "negated": False}],
            "facts": [{"text": "Nora sold Nora's boat to Piet.", "quote": "sold my boat"}],
        }  # fmt: skip
        return json.dumps({"passages": [{"id": one["id"], **invented} for one in texts_of(prompt)]})

    endpoint.answer = invents
    async with await engine(settings(endpoint)) as memory:
        ids = await store(memory, 10)
        await is_empty(memory)
        assert [await entities_of(memory, one) for one in ids] == [{}] * 10
        (event, *_) = [one for one in (await memory.activity()).items if one.kind == "extracted"]
        assert event.after is not None
        assert (event.after["entities"], event.after["relations"]) == (0, 0)
        assert event.after["dropped"] >= 2


async def test_a_server_that_is_off_is_waited_for(endpoint: ChatEndpoint) -> None:
    """Nothing fails while nobody listens; health says so; when it is back, everything is read."""
    given = settings(endpoint)
    await endpoint.stop()
    async with await engine(given) as memory:
        await store(memory, 12)

        async def is_known() -> bool:
            return "extraction" in (await memory.health()).degraded

        await eventually(is_known)
        assert "cannot be reached" in (await memory.health()).degraded["extraction"]
        assert await queue(memory, "failed") == []


def test_modes_choose_what_reads() -> None:
    """auto: the endpoint, else the file, else rules; a mode without its address is a wrong setting."""

    def name(**given: Any) -> str:
        llm = LlmSettings(model_path=given.pop("model_path", ""))
        settings = Settings(extraction=ExtractionSettings(**given), llm=llm)
        made = wiring.make_extractor(settings, wiring.make_language_model(settings))
        return "none" if made is None else made.name

    assert name(mode="off", endpoint="http://127.0.0.1:9/v1") == "none"
    assert name(mode="auto").startswith("rules-")
    assert name(mode="auto", model_path="/m/My Model.gguf") == "llm-1+MyModel"
    assert (
        name(mode="auto", endpoint="http://127.0.0.1:9/v1", model="q", model_path="x") == "llm-1+q"
    )
    assert name(mode="llm", model_path="NuExtract") == "llm-1+nuextract"
    with pytest.raises(BadValue, match=r"extraction\.endpoint"):
        name(mode="http", endpoint="localhost:11434")
    with pytest.raises(BadValue, match=r"llm\.model_path"):
        name(mode="llm")


async def test_a_missing_model_file_says_what_to_type() -> None:
    """The engine runs, and health names the file and the command, in a line."""
    given = Settings(
        extraction=ExtractionSettings(mode="llm"), llm=LlmSettings(model_path="nuextract")
    )
    extractor = wiring.make_extractor(given, wiring.make_language_model(given))
    assert extractor is not None
    async with engine_in_memory(settings=given, extractor=extractor) as memory:
        reason = (await memory.health()).degraded["extraction"]
        assert len(reason.splitlines()) == 1
        assert (
            "llama-cpp-python is missing" in reason or "perspective models pull nuextract" in reason
        )
