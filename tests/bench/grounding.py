"""Is all that was read out of texts really in them? `python -m tests.bench.grounding --data DIR`.

Talks are stored and read; then the tenant's dump alone is looked at, with plain string operations
and nothing of the code that reads or judges: each name, each word of a relation and of a statement
must stand in the text that it was read from, be the speaker's, or be one that only grammar needs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from perspective.engine import Perspective
from perspective.evaluation.read import read_talks
from perspective.evaluation.systems.engine import as_memory
from perspective.settings import ExtractionSettings, IndexSettings, Settings
from perspective.wiring import open_engine
from tests.bench.report import say

# What changing the person or the tense of a sentence may bring in or change.
_GRAMMAR = frozenset(
    {"a", "an", "the", "and", "of", "to", "that", "s", "t", "re", "ve", "ll", "d", "m", "not",
     "is", "are", "was", "were", "be", "been", "am", "has", "have", "had", "do", "does", "did",
     "will", "would", "isn", "aren", "wasn", "weren", "hasn", "haven", "don", "doesn", "didn"}
)  # fmt: skip
_ENDINGS = ("", "s", "es", "ies", "y", "d", "ed", "n't", "e")
_N_BATCH = 200
_SHOWN = 20


class Checked:
    """How much was read, and what of it no text supports."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(("names", "relations", "statements", "causes"), 0)
        self.unsupported: list[str] = []

    def look(self, kind: str, shown: str, *, is_supported: bool) -> None:
        """Counts one thing that was read."""
        self.counts[kind] += 1
        if not is_supported:
            self.unsupported.append(f"{kind}: {shown}")


def check(dump: Iterable[str]) -> Checked:
    """Looks at a tenant's canonical dump, line by line."""
    tables: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in dump:
        table, row = _row(line)
        tables[table].append(row)
    memories = {one["id"]: one for one in tables["memories"]}
    words: dict[str, set[str]] = {}
    texts: dict[str, str] = {}
    for version in sorted(tables["versions"], key=lambda one: one["number"]):
        memory = memories[version["memory_id"]]
        texts[memory["id"]] = _plain(version["content"])
        heard = f"{version['content']} {memory.get('speaker') or ''}"
        words[memory["id"]] = set(_words(heard))
    entities = {one["id"]: one for one in tables["entities"]}
    checked = Checked()
    for edge in tables["edges"]:
        _check_edge(edge, entities, texts, words, checked)
    supported = {one["target"] for one in tables["edges"] if one["kind"] == "supports"}
    for memory in memories.values():
        is_read = memory.get("source") == "extraction" and not memory.get("deleted_at")
        if is_read and memory["id"] not in supported:
            checked.unsupported.append(f"without a text: {texts[memory['id']]}")
    return checked


def _row(line: str) -> tuple[str, dict[str, Any]]:
    row: dict[str, Any] = json.loads(line)
    return row.pop("table"), row


def _check_edge(
    edge: dict[str, Any],
    entities: dict[str, Any],
    texts: dict[str, str],
    words: dict[str, set[str]],
    checked: Checked,
) -> None:
    kind, said_by = edge["kind"], str(edge.get("memory_id"))
    if kind == "entity" and edge.get("predicate") == "mentions":
        for name, _ in edge["extra"]["mentions"]:
            is_there = _plain(name) in texts[edge["source"]]
            checked.look("names", f"{name} / {texts[edge['source']]}", is_supported=is_there)
    elif kind == "relation":
        ends = [entities[edge[end]]["name"] for end in ("source", "target")]
        shown = f"{ends[0]} {edge['predicate']} {ends[1]} / {texts[said_by]}"
        spoken = edge["predicate"].removeprefix("not ")
        checked.look("relations", shown, is_supported=_stands(spoken, words[said_by]))
    elif kind == "supports":
        shown = f"{texts[edge['target']]} / {texts[edge['source']]}"
        is_there = _stands(texts[edge["target"]], words[edge["source"]])
        checked.look("statements", shown, is_supported=is_there)
    elif kind == "causes":
        shown = f"{texts[edge['source']]} → {texts[edge['target']]} / {texts[said_by]}"
        both = f"{texts[edge['source']]} {texts[edge['target']]}"
        checked.look("causes", shown, is_supported=_stands(both, words[said_by]))


def _stands(text: str, words: set[str]) -> bool:
    return all(_is_among(word, words) for word in _words(text))


def _is_among(word: str, words: set[str]) -> bool:
    """Whether it is one of the words, one of grammar, or one of the words with another ending."""
    if word in words or word in _GRAMMAR:
        return True
    if any(letter.isdigit() for letter in word):
        return False
    for ending in _ENDINGS:
        if ending and not word.endswith(ending):
            continue
        stem = word[: len(word) - len(ending)]
        if any(stem + other in words for other in _ENDINGS):
            return True
    return False


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(folded.split())


def _words(text: str) -> Iterator[str]:
    """Runs of letters, marks and digits."""
    run = ""
    for letter in f"{_plain(text)} ":
        if letter.isalnum() or unicodedata.category(letter)[0] == "M":
            run += letter
        elif run:
            yield run
            run = ""


async def read_talk(memory: Perspective, tenant_id: str, items: list[Any]) -> list[str]:
    """Stores the texts, waits until they are read, and gives the tenant's dump."""
    await memory.tenants.create(tenant_id)
    for start in range(0, len(items), _N_BATCH):
        await memory.store_batch(items[start : start + _N_BATCH], tenant_id=tenant_id)
    while True:
        counts = (await memory.queue.list(tenant_id=tenant_id)).counts
        if not counts.get("pending") and not counts.get("running"):
            break
        await asyncio.sleep(0.2)
    async with memory._services.host.use(tenant_id) as space:
        return list(await space.stores.records.dump())


async def _run(data: Path, extraction: ExtractionSettings, limit: int | None) -> None:
    settings = Settings(index=IndexSettings(semantic_links=0), extraction=extraction)
    with TemporaryDirectory(prefix="perspective-grounding-") as folder:
        memory = open_engine(settings, data_dir=Path(folder))
        await memory.open()
        try:
            for n, talk in enumerate(one for one in read_talks(data) if one.layout == "talk"):
                items = [as_memory(turn) for turn in talk.turns[:limit]]
                checked = check(await read_talk(memory, f"t{n}", items))
                say(f"{talk.id}: {len(items)} turns, {checked.counts}, "
                    f"unsupported {len(checked.unsupported)}")  # fmt: skip
                for one in checked.unsupported[:_SHOWN]:
                    say(f"    {one}")
        finally:
            await memory.close()


def main() -> None:
    """Prints, for each talk, how much was read and what no text supports."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.grounding", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--mode", default="rules")
    parser.add_argument("--turns", type=int, help="of each talk (all)")
    options = parser.parse_args()
    mode: Any = options.mode
    extraction = ExtractionSettings(mode=mode, batch_interval_s=0.2)
    asyncio.run(_run(options.data, extraction, options.turns))


if __name__ == "__main__":
    main()
