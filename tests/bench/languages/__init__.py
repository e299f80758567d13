"""How well are memories found in each language? `python -m tests.bench --only languages`.

Each language of the sets beside this file is a tenant of an engine over files, and is asked
through the public interface: once with the text arm alone, once with all arms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

import perspective
from perspective.domain.query import NewMemory
from perspective.settings import Arm, RetrievalSettings, Settings
from tests.bench import metrics
from tests.bench.metrics import Outcome, mean, measure
from tests.bench.report import keep, say, show

SETS = ("languages.json", "inflected.json")
BUDGET = 20
_SHOWN = tuple(metrics.NAMES.index(name) for name in ("recall@5", "recall@10", "MRR"))
_INDEXED_S = 300.0

VARIANTS: dict[str, tuple[Arm, ...]] = {
    "text alone": ("text",),
    "all arms": RetrievalSettings().arms,
}


class Said(msgspec.Struct, frozen=True):
    """A memory of the set; the speaker may be unknown."""

    id: str
    text: str
    speaker: str | None = None


class Asked(msgspec.Struct, frozen=True):
    """A question, and the ids of the memories that answer it."""

    id: str
    text: str
    evidence: tuple[str, ...]


class Language(msgspec.Struct, frozen=True):
    """Memories and questions of one language, by its code."""

    language: str
    memories: tuple[Said, ...]
    questions: tuple[Asked, ...]


class _Set(msgspec.Struct, frozen=True):
    languages: tuple[Language, ...]


def read_languages() -> list[Language]:
    """The languages of all sets, in their order."""
    folder = Path(__file__).parent
    files = [(folder / name).read_bytes() for name in SETS]
    return [one for data in files for one in msgspec.json.decode(data, type=_Set).languages]


def run(*, is_quick: bool) -> None:
    """Prints a table for each variant and writes languages.json."""
    languages = read_languages()
    chosen = [one for one in languages if one.language in ("en", "ru")] if is_quick else languages
    say(f"languages: {len(chosen)}, {sum(len(one.questions) for one in chosen)} questions")
    results: dict[str, object] = {}
    with TemporaryDirectory(prefix="perspective-bench-") as folder:
        for name, arms in VARIANTS.items():
            found = asyncio.run(_measured(Path(folder), chosen, arms))
            rows = [(one.language, *_means(found[one.language])) for one in chosen]
            show(f"By language, {name}", ("", *(metrics.NAMES[n] for n in _SHOWN)), rows)
            results[name] = {
                language: dict(zip(metrics.NAMES, mean(outcomes), strict=True))
                for language, outcomes in found.items()
            }
    say(f"\nwritten to {keep('languages', {'results': results}, {})}")


async def _measured(
    folder: Path, languages: Sequence[Language], arms: tuple[Arm, ...]
) -> dict[str, list[Outcome]]:
    """The outcome of each question by language, with these arms alone."""
    settings = Settings(retrieval=RetrievalSettings(arms=arms))
    async with perspective.connect(folder, settings=settings) as memory:
        known = {one.id for one in await memory.tenants.list()}
        found: dict[str, list[Outcome]] = {}
        for one in languages:
            tenant = f"bench-{one.language}"
            if tenant not in known:
                await _store(memory, tenant, one)
            found[one.language] = [await _outcome(memory, tenant, asked) for asked in one.questions]
        return found


async def _store(memory: perspective.Perspective, tenant: str, one: Language) -> None:
    await memory.tenants.create(tenant)
    items = [
        NewMemory(id=said.id, content=said.text, speaker=said.speaker) for said in one.memories
    ]
    refused = [
        a for a in await memory.store_batch(items, tenant_id=tenant) if isinstance(a, Exception)
    ]
    if refused:
        raise SystemExit(f"{tenant}: {refused[0]}")
    async with asyncio.timeout(_INDEXED_S):
        while any(one.pending for one in (await memory.tenants.read(tenant)).indexes.values()):  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.1)


async def _outcome(memory: perspective.Perspective, tenant: str, asked: Asked) -> Outcome:
    answer = await memory.recall(asked.text, tenant_id=tenant, budget=BUDGET, reinforce=False)
    if answer.degraded:
        raise SystemExit(f"recall was degraded: {answer.degraded}")
    return Outcome(
        tenant, asked.id, "", measure([one.id for one in answer.results], asked.evidence)
    )


def _means(outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    every = mean(outcomes)
    return tuple(every[n] for n in _SHOWN)
