"""Is nothing of an erased memory left in any file, whatever happens meanwhile?

The probe reads every file of the data directory as bytes, in UTF-8 and UTF-16, and asks the term
dictionaries of the text index, which spell a word in pieces. It must find what was planted before
it may say that nothing is left.
"""

from __future__ import annotations

import asyncio
import functools
import random
import shutil
import threading
import time
from contextlib import suppress
from pathlib import Path

import apsw
import pytest
import tantivy

from perspective.domain.query import MemoryEdit, NewMemory
from perspective.engine import Perspective
from perspective.errors import MemoryNotFound, PerspectiveError
from tests.daemons import Daemon, wait_until
from tests.engines import contents, embedded_engine, eventually

_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")
_LETTERS = "bcdfghjklmnpqrstvwxz"

pytestmark = pytest.mark.proof("Erase")


def rare_word(rng: random.Random) -> str:
    """A word that no text, program or file format holds by itself."""
    return "".join(rng.choice(_LETTERS) for _ in range(14))


def found_in(folder: Path, *words: str) -> set[str]:
    """The files that hold one of the words, and the text indexes whose dictionaries know it."""
    wanted = [word.encode(encoding) for word in words for encoding in _ENCODINGS]
    found = set[str]()
    for path in folder.rglob("*"):
        if path.is_file():
            try:
                held = path.read_bytes()
            except FileNotFoundError:  # it went meanwhile
                continue
            if any(one in held for one in wanted):
                found.add(path.name)
    for meta in folder.rglob("meta.json"):
        searcher = tantivy.Index.open(str(meta.parent)).searcher()
        if any(searcher.doc_freq("terms", word) for word in words):
            found.add("terms")
    return found


def set_aside(folder: Path) -> list[str]:
    """What was set aside anywhere below a folder."""
    return [path.name for path in folder.rglob("*.aside-*")]


def texts_of(word: str) -> dict[str, str]:
    """Words that are planted in each place of a memory."""
    places = ("content", "edited", "tag", "metadata", "speaker", "entity", "session", "source")
    return {place: f"{word}{place[:3]}" for place in places}


async def plant(memory: Perspective, word: str) -> str:
    """The id of a memory that holds the word in every place, edited once."""
    planted = texts_of(word)
    stored = await memory.store(
        f"the {planted['content']} lies under the floor",
        tags=[planted["tag"]],
        metadata={"note": planted["metadata"]},
        speaker=planted["speaker"].title(),
        entities=[{"name": planted["entity"].title()}],
        source_session=planted["session"],
        source=planted["source"],
        idempotency_key="the caller's own",
    )
    assert stored.id is not None
    edit = MemoryEdit(content=f"the {planted['edited']} has moved")
    await memory.memories.edit(stored.id, edit)
    return stored.id


async def erase(memory: Perspective, memory_id: str) -> str:
    """The receipt's id, once everything is done."""
    receipt = await memory.memories.erase(memory_id, confirm=memory_id)

    async def is_done() -> bool:
        return (await memory.memories.erasure(receipt.id)).state == "done"

    await eventually(is_done, within_s=60)
    return receipt.id


async def test_no_file_holds_what_was_erased(tmp_path: Path) -> None:
    """Content, earlier content, tags, metadata, speaker, entity, session and source are in the
    files before and nowhere after, nor after a restart; neighbours are untouched."""
    word = rare_word(random.Random(1))
    planted = [*texts_of(word).values(), *(one.title() for one in texts_of(word).values())]
    async with embedded_engine(tmp_path) as memory:
        for n in range(40):
            await memory.store(f"plain thing number {n} in the garden", tags=["garden"])
        memory_id = await plant(memory, word)
        for n in range(40, 80):
            await memory.store(f"plain thing number {n} in the garden", tags=["garden"])
        await memory._services.host.open_spaces[0].stores.texts.flush()
        for one in texts_of(word).values():
            assert found_in(tmp_path, one, one.title()), one
        assert "terms" in found_in(tmp_path, texts_of(word)["content"])
        await erase(memory, memory_id)
        assert found_in(tmp_path, *planted) == set()
        assert found_in(tmp_path, word[:10], word[:10].title()) == set()
        found = await memory.recall("plain thing number 50 in the garden")
        assert contents(found)[0] == "plain thing number 50 in the garden"
    assert found_in(tmp_path, *planted) == set()
    async with embedded_engine(tmp_path) as memory:
        assert found_in(tmp_path, *planted) == set()
        assert (await memory.tenants.read("default")).counts is not None
        with pytest.raises(MemoryNotFound):
            await memory.memories.read(memory_id)
        again = await memory.store(f"the {word} is back")
        assert contents(await memory.recall(word))[0] == f"the {word} is back"
        assert again.indexed


async def test_a_long_text_leaves_nothing(tmp_path: Path) -> None:
    """By its source id a long text goes with every part and the whole as it came."""
    word = rare_word(random.Random(2))
    async with embedded_engine(tmp_path) as memory:
        long = " ".join(f"Sentence {n} tells of {word}{n} and of more." for n in range(300))
        stored = await memory.store(long)
        assert stored.source_id is not None
        assert found_in(tmp_path, word)
        await erase(memory, stored.source_id)
        assert found_in(tmp_path, word, f"{word}7") == set()


async def test_what_was_set_aside_goes_too(tmp_path: Path) -> None:
    """A damaged index, set aside when the tenant was opened, does not keep what is erased."""
    word = rare_word(random.Random(3))
    async with embedded_engine(tmp_path) as memory:
        memory_id = await plant(memory, word)
    (tmp_path / "tenants/default/text/cursor.json").write_text("{")
    async with embedded_engine(tmp_path) as memory:
        await memory.recall(word)
        assert set_aside(tmp_path)
        await erase(memory, memory_id)
        assert not set_aside(tmp_path)
        assert found_in(tmp_path, *texts_of(word).values()) == set()


async def _race(memory: Perspective, word: str, rng: random.Random) -> list[str]:
    """Erases a memory in the middle of everything else; the ids of what must stay come back."""
    doomed = await memory.store(f"the {word} lies under the floor", wait=rng.random() < 0.5)
    assert doomed.id is not None
    doomed_id = doomed.id

    async def erase_soon(delay_s: float) -> str:
        await asyncio.sleep(delay_s)
        return (await memory.memories.erase(doomed_id, confirm=doomed_id)).id

    async def edit() -> None:
        try:
            await memory.memories.edit(doomed_id, MemoryEdit(content=f"the {word} has moved"))
        except MemoryNotFound:
            return

    kept = [NewMemory(content=f"kept {rng.random()} beside the floor") for _ in range(10)]
    receipts = asyncio.gather(*(erase_soon(rng.random() * 0.02) for _ in range(2)))
    stored, ids, *_ = await asyncio.gather(
        memory.store_batch(kept, wait=False), receipts, edit(), memory.recall(word)
    )
    assert len(set(ids)) == 1
    with pytest.raises(MemoryNotFound):
        await memory.memories.read(doomed_id)
    assert not any(word in one for one in contents(await memory.recall(word)))
    return [str(getattr(one, "id", None)) for one in stored]


async def test_races_with_indexing_bulk_edits_and_recalls(tmp_path: Path, is_full: bool) -> None:
    """Erased twice at once, while it is indexed, edited, recalled and others are stored: nothing
    of it is left, and everything else is there, once."""
    rng = random.Random(4)
    words = [rare_word(rng) for _ in range(200 if is_full else 8)]
    kept: list[str] = []
    async with embedded_engine(tmp_path) as memory:
        for start in range(0, len(words), 4):
            some = words[start : start + 4]
            for ids in await asyncio.gather(*(_race(memory, word, rng) for word in some)):
                kept += ids

        async def is_done() -> bool:
            return await memory._services.erase._catalog.erasing() == []

        await eventually(is_done, within_s=120)
        assert found_in(tmp_path, *words) == set()
        view = await memory.tenants.read("default")
        assert view.counts is not None
        assert view.counts.memories == len(set(kept)) == 10 * len(words)
    assert found_in(tmp_path, *words) == set()
    check = apsw.Connection(str(tmp_path / "tenants/default/records.db"))
    assert check.execute("PRAGMA integrity_check").get == "ok"
    check.close()


def test_a_kill_at_any_moment_ends_in_done(daemon: Daemon, tmp_path: Path, is_full: bool) -> None:
    """A daemon that dies while it erases goes on by itself after the next start, and no file of
    its home, its log included, holds the words."""
    rng = random.Random(5)
    for attempt in range(25 if is_full else 3):
        word = rare_word(rng)
        body = {"content": f"the {word} lies under the floor", "tags": [f"{word}tag"]}
        memory_id = daemon.client.post("/api/store", body)["id"]
        path = f"/api/memories/{memory_id}"
        daemon.client.ask("PATCH", path, body={"content": f"the {word} has moved"})
        daemon.client.post("/api/recall", {"query": f"where is the {word}"})
        assert found_in(daemon.home.data_dir, word), "the probe finds what was planted"
        # Its answer waits for the erasure, so it is asked from a thread, and killed meanwhile.
        _erase_and_kill(daemon, path, memory_id, delay_s=0.01 * (1 + attempt))
        is_ordered = _knows_order(daemon.home.data_dir, tmp_path / str(attempt), memory_id)
        daemon.start()
        if not is_ordered:  # killed before it began: asked again
            daemon.client.post(f"{path}/erase", {"confirm": memory_id})
        # Nobody asks for anything meanwhile: it must go on by itself.
        wait_until(
            functools.partial(_is_free_of, daemon.home.data_dir, word), f"{word} is in no file"
        )
        receipt = daemon.client.post(f"{path}/erase", {"confirm": memory_id})
        wait_until(functools.partial(_is_done, daemon, receipt["id"]), "the receipt says so")
        with pytest.raises(MemoryNotFound):
            daemon.client.get(path)


def _is_free_of(folder: Path, word: str) -> bool:
    return not found_in(folder, word)


def _is_done(daemon: Daemon, receipt_id: str) -> bool:
    return bool(daemon.client.get(f"/api/erasures/{receipt_id}")["state"] == "done")


def _knows_order(data_dir: Path, copy: Path, memory_id: str) -> bool:
    """Whether a dead daemon's records hold the order: looked up in a copy, since closing SQLite's
    last connection would tidy the log away."""
    shutil.copytree(data_dir / "tenants/default", copy)
    records = apsw.Connection(str(copy / "records.db"))
    sql = "SELECT count(*) FROM erasures WHERE target_id = ?"
    n_orders: int = records.execute(sql, (memory_id,)).get
    records.close()
    return n_orders > 0


def _erase_and_kill(daemon: Daemon, path: str, memory_id: str, *, delay_s: float) -> None:
    """Asks for the erasure and kills the daemon so much later."""

    def ask() -> None:
        with suppress(PerspectiveError):
            daemon.client.post(f"{path}/erase", {"confirm": memory_id})

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(delay_s)
    daemon.kill()
    asking.join(timeout=60)
