"""Do generations serve an engine: written in the background, lost, and made again?"""

from __future__ import annotations

from pathlib import Path

from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.services.models.embedders import Embedders
from perspective.settings import IndexSettings
from perspective.wiring import embedded_catalog
from tests.engines import contents, engine_over
from tests.unit.adapters.embedded.generations import until

INDEX = IndexSettings(generation_changes=20, spare_bytes=0)


async def test_an_engine_outlives_its_vectors(tmp_path: Path) -> None:
    """A generation is written while an engine stores; damaged behind its back, it is noticed at
    the next start, made again, and recall finds everything meanwhile and afterwards."""
    embedder = HashEmbedder()
    folder = tmp_path / "tenants" / "default" / "vectors"
    generation = folder / "generation-000001"
    async with engine_over(
        embedded_catalog(tmp_path, Embedders(embedder), INDEX), embedder=embedder
    ) as memory:
        for number in range(20):
            await memory.store(f"The {number}th cup of tea was green and came from Uji.")
        await until(lambda: generation.exists() and not any(folder.glob("building-*")))
    vectors = generation / "vectors.f32"
    sound = vectors.read_bytes()
    changed = bytearray(sound)
    changed[100] ^= 0x10
    vectors.write_bytes(changed)
    async with engine_over(
        embedded_catalog(tmp_path, Embedders(embedder), INDEX), embedder=embedder
    ) as memory:
        found = await memory.recall("green tea", budget=20)
        assert len(contents(found)) == 20
        await until(lambda: vectors.exists() and vectors.read_bytes() == sound)
        await until(lambda: [path.name for path in folder.iterdir()] == [generation.name])
        found = await memory.recall("green tea", budget=20)
        assert len(contents(found)) == 20
        health = await memory.health()
        assert health.tenants["default"]["vector"].searchable == 20
