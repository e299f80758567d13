"""Which adapters does wiring choose, and which does it leave alone?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from perspective.errors import BadValue
from perspective.services.models.embedders import Embedders
from perspective.settings import EmbeddingSettings, IndexSettings, Settings
from perspective.wiring import open_engine, served_catalog
from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer

NO_MODEL = EmbeddingSettings(provider="none")


def test_what_an_extra_brings_is_not_imported() -> None:
    """Whoever did not choose the extra `qdrant` neither needs nor loads its package."""
    code = "import sys, perspective.wiring; sys.exit('qdrant_client' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choosing it without its package is a wrong setting that says what to install."""
    adapter = "perspective.adapters.qdrant_server."  # its modules, as nobody had loaded them yet
    for name in [name for name in sys.modules if name.startswith(adapter)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "qdrant_client", None)
    with pytest.raises(BadValue, match=r"pip install 'perspective-memory\[qdrant\]'"):
        open_engine(
            Settings(index=IndexSettings(vectors="qdrant"), embedding=NO_MODEL), data_dir=tmp_path
        )


def test_an_address_is_checked_at_the_start(tmp_path: Path) -> None:
    """A server that cannot be one is refused before a tenant is opened."""
    with pytest.raises(BadValue, match=r"index\.qdrant_url"):
        served_catalog(
            tmp_path, Embedders(None), IndexSettings(vectors="qdrant", qdrant_url="qdrant:6333")
        )


async def test_no_server_is_asked_unless_it_was_chosen(tmp_path: Path) -> None:
    """An address alone is not a choice: the vectors lie in files, and nobody is asked."""
    server = ScriptedServer()
    await server.start()
    index = IndexSettings(qdrant_url=server.url)
    memory = open_engine(Settings(index=index, embedding=NO_MODEL), data_dir=tmp_path)
    await memory.open()
    await memory.store("Ana moved to Lisbon in March")
    assert (await memory.recall("where does Ana live?")).degraded == {}
    await memory.close()
    assert server.requests == []
    await server.stop()
    await server.local.close()
