"""What must every extractor do?"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from perspective.adapters.extraction.rules_extractor import MAX_CHARS, RulesExtractor
from perspective.adapters.worker.process import WorkerProcess
from perspective.domain.extraction.reading import Passage, Reading
from perspective.errors import ModelError
from perspective.ports.models.extractor import Extractor

pytestmark = pytest.mark.asyncio(loop_scope="module")  # one worker loads the model once

TASKS = {"read_passages": "perspective.adapters.extraction.read_passages:read_passages"}
AT = datetime(2024, 5, 1, 12, tzinfo=UTC)
SCRIPTS = [
    "Yesterday I met Maria Silva at Novatel in Lisbon.",
    "Вчера я встретил Ольгу Смирнову в Новосибирске.",
    "Ο λογιστής μας λέγεται Γεώργιος Παπαδόπουλος.",
    "田中さんはスターバックスで働いています。",
    "房東陳先生說下個月要漲房租。",
    "김민수 씨는 서울에 살아요.",
    "آقای کریمی گفت نفس‌گیری من بهتر شده است.",
    "คุณสมชายขอให้ส่งรายงานวันศุกร์",
    "श्री शर्मा दिल्ली में रहते हैं।",
    "👩‍👩‍👧‍👦 🎉🎉🎉",
    "a\ud800b \udfff Maria Silva",
    "nul \0 in Lisbon",
    "",
    " \n\t ",
    "́" * 500,
]


def passage(content: str, speaker: str | None = "Ana") -> Passage:
    """Something said."""
    return Passage(content=content, at=AT, speaker=speaker)


@pytest_asyncio.fixture(loop_scope="module", scope="module", params=["rules"])
async def extractor(request: pytest.FixtureRequest) -> AsyncIterator[Extractor]:
    """An extractor, of each adapter in turn."""
    worker = WorkerProcess(TASKS)
    made = RulesExtractor(worker, timeout_s=300)
    yield made
    await made.close()
    await worker.close()


def _assert_is_sound(one: Passage, reading: Reading | ModelError) -> None:
    assert isinstance(reading, Reading), str(reading)
    for mention in reading.mentions:
        assert one.content[mention.start : mention.end] == mention.name
        assert mention.name.strip()
        assert 0 < mention.confidence <= 1
    stretches = [(r.start, r.end, r.confidence) for r in reading.relations]
    stretches += [(f.start, f.end, f.confidence) for f in reading.facts]
    for start, end, confidence in stretches:
        assert 0 <= start < end <= len(one.content)
        assert 0 < confidence <= 1
    assert reading.importance is None or 0 <= reading.importance <= 1


async def test_spans_hold_what_they_name(extractor: Extractor) -> None:
    """In any script, with half characters and NUL: each mention is the text where it stands."""
    passages = [passage(text) for text in SCRIPTS]
    readings = await extractor.read(passages)
    assert len(readings) == len(passages)
    for one, reading in zip(passages, readings, strict=True):
        _assert_is_sound(one, reading)


async def test_nothing_asked_nothing_answered(extractor: Extractor) -> None:
    """No passages, no answers, no error."""
    assert await extractor.read([]) == []


async def test_answers_are_in_the_order_of_the_passages(extractor: Extractor) -> None:
    """Also of more passages than are read at once."""
    texts = [f"I met {name} in Porto." for name in ("Maria", "Joana", "Ingrid")] * 9
    readings = await extractor.read([passage(text) for text in texts])
    for text, reading in zip(texts, readings, strict=True):
        assert isinstance(reading, Reading)
        assert text.split()[2] in {mention.name for mention in reading.mentions}


async def test_bad_passage_fails_alone(extractor: Extractor) -> None:
    """What cannot be read is an error in its place; its neighbours are read."""
    too_long = passage("word " * (MAX_CHARS // 5 + 1))
    readings = await extractor.read([passage(SCRIPTS[0]), too_long, passage(SCRIPTS[1])])
    assert [isinstance(one, ModelError) for one in readings] == [False, True, False]


async def test_long_text_is_read_in_bounded_time(extractor: Extractor) -> None:
    """A megabyte, and a sentence of 50,000 characters without an end, are read or refused."""
    hostile = ["Maria and " * 5_000, "a" * 50_000, "@" * 50_000, "A.B-" * 12_500, "x" * MAX_CHARS]
    passages = [passage(text) for text in hostile]
    for one, reading in zip(passages, await extractor.read(passages), strict=True):
        _assert_is_sound(one, reading)


async def test_closing_twice_is_safe() -> None:
    """Whoever closes need not know who else did; nothing is read after that."""
    made = RulesExtractor(WorkerProcess(TASKS))
    await made.close()
    await made.close()
    with pytest.raises(ModelError):
        await made.read([passage("Maria Silva in Lisbon")])


async def test_name_tells_version(extractor: Extractor) -> None:
    """The origin of what is found is not empty, and fits in one word."""
    assert extractor.name
    assert " " not in extractor.name
