"""Is every damage to the text index noticed, and does it end in a whole one?"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from perspective.adapters.embedded.tantivy_texts import TantivyTexts
from perspective.adapters.embedded.watched_texts import WatchedTexts
from perspective.errors import StorageError, StoreCorrupt
from tests.contracts.index_entries import EVERYTHING_NOW, changes, entry
from tests.engines import eventually

N = 40


async def fill(texts: TantivyTexts | WatchedTexts) -> None:
    """Two segments, one with a deleted document."""
    everything = changes([entry(key, f"tea n{key}") for key in range(1, N + 1)])
    await texts.apply(everything[: N // 2])
    await texts.flush()
    await texts.apply(everything[N // 2 :])
    await texts.apply(changes([entry(3, "coffee")], after=N))
    await texts.flush()


async def keys(texts: WatchedTexts, term: str) -> list[int]:
    """The versions that hold a term."""
    return sorted(hit.key for hit in await texts.search([term], EVERYTHING_NOW, limit=99))


def flip(path: Path, place: int) -> None:
    """One bit of the file is another."""
    held = bytearray(path.read_bytes())
    held[place] ^= 1 << (place % 8)
    path.write_bytes(held)


def files(folder: Path) -> list[Path]:
    """What of the index has content."""
    return sorted(path for path in folder.iterdir() if path.stat().st_size)


def has_reason(texts: WatchedTexts) -> bool:
    """Whether something is wrong at the moment."""
    return texts.reason is not None


def names(folder: Path) -> list[str]:
    """What lies in a folder, without times."""
    return sorted(path.name.partition("-")[0] for path in folder.iterdir())


@pytest.fixture
async def filled(tmp_path: Path) -> Path:
    """A folder with a closed index in it."""
    folder = tmp_path / "text"
    texts = TantivyTexts(folder)
    await fill(texts)
    await texts.close()
    return folder


async def test_a_flipped_bit_is_noticed_in_every_file(filled: Path) -> None:
    """Wherever it is, the index is not opened; put back, it is."""
    chance = random.Random(11)
    suffixes = set[str]()
    for path in files(filled):
        suffixes.add(path.suffix)
        whole = path.read_bytes()
        places = {0, len(whole) // 2, *(chance.randrange(len(whole)) for _ in range(20))}
        for place in places:
            flip(path, place)
            with pytest.raises(StoreCorrupt):
                TantivyTexts(filled)
            path.write_bytes(whole)
    assert {".json", ".idx", ".term", ".fast", ".fieldnorm", ".store", ".pos", ".del"} <= suffixes
    opened = TantivyTexts(filled)
    assert opened.n_entries == N
    await opened.close()


async def test_a_crash_is_no_damage(tmp_path: Path) -> None:
    """An index that was cut off between two commits, with its marks taken away, opens again."""
    texts = TantivyTexts(tmp_path)
    await fill(texts)
    await texts.apply(changes([entry(90, "tea again")], after=N + 1))
    await texts._commit_fresh()
    again = TantivyTexts(tmp_path)
    assert (again.cursor, again.n_entries) == (N + 2, N + 1)
    assert texts._folder is not None
    assert not texts._folder._cursor.marks


async def test_verifying_finds_nothing_wrong_while_commits_go_on(tmp_path: Path) -> None:
    """Files that are being written, or merged away, are no damage."""
    texts = TantivyTexts(tmp_path)
    n_verified = 0

    async def verify() -> None:
        nonlocal n_verified
        while texts.cursor < 600:
            await texts.verify(Event())
            n_verified += 1

    verifying = asyncio.create_task(verify())
    for key in range(1, 601, 5):
        await texts.apply(changes([entry(key + n, "tea") for n in range(5)], after=key - 1))
        await texts._commit_fresh()
    await verifying
    assert n_verified > 3
    await texts.close()


@pytest.mark.parametrize("is_asked", [True, False], ids=["asked", "verified"])
async def test_damage_while_open_ends_in_a_new_index(
    tmp_path: Path, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Met by a question or found by verifying, damage is told, the cursor falls to 0, whoever
    feeds is woken, and once all is fed again nothing is wrong and no copy is left."""
    texts = WatchedTexts(tmp_path / "text", verify_s=3_600 if is_asked else 0.01)
    await fill(texts)
    woken = asyncio.Event()
    texts.watch(woken.set)
    if is_asked:

        async def damaged(*_: object, **__: object) -> None:
            raise StoreCorrupt("a page is not what it was")

        with monkeypatch.context() as patch:
            patch.setattr(TantivyTexts, "search", damaged)
            with pytest.raises(StoreCorrupt):
                await keys(texts, "tea")
    else:
        flip(next(path for path in files(tmp_path / "text") if path.suffix == ".idx"), 5)
    await asyncio.wait_for(woken.wait(), 10)
    assert has_reason(texts)
    assert (texts.cursor, texts.n_entries) == (0, 0)
    assert await keys(texts, "coffee") == []
    assert "text.aside" in names(tmp_path)
    await fill(texts)
    assert not has_reason(texts)
    assert await keys(texts, "coffee") == [3]
    assert names(tmp_path) == ["text"]
    await texts.close()


async def test_a_batch_of_before_does_not_come_into_the_new_index(filled: Path) -> None:
    """What is applied while the index is being replaced is lost with the old one, and the cursor
    tells whoever feeds."""
    texts = WatchedTexts(filled)
    before = texts.cursor
    assert before == N + 1
    texts._lose(texts._texts, "found by a test")
    with suppress(StorageError):
        await texts.apply(changes([entry(77, "tea")], after=before))

    async def is_anew() -> bool:
        return texts.cursor == 0

    await eventually(is_anew)
    assert await keys(texts, "tea") == []
    await texts.close()


async def test_damage_found_at_the_opening_is_told(filled: Path) -> None:
    """The new index says what was wrong with the old one, until it has everything."""
    flip(filled / "cursor.json", 10)
    texts = WatchedTexts(filled)
    assert (texts.cursor, texts.n_entries) == (0, 0)
    assert has_reason(texts)
    await fill(texts)
    assert not has_reason(texts)
    await texts.close()
