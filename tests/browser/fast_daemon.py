"""A daemon for large stores: words are hashed into vectors, so that 100,000 memories take minutes."""

from __future__ import annotations

import os
from pathlib import Path

from perspective import wiring
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.system.data_dir_lock import DataDirLock
from perspective.adapters.system.system_clock import SystemClock
from perspective.daemon import run
from perspective.engine import Perspective
from perspective.services.models.embedders import Embedders
from perspective.settings import Settings
from perspective.settings_loader import load_settings


def _open(settings: Settings, *, data_dir: Path, lock: DataDirLock) -> Perspective:
    """An engine over files, without a model."""
    embedders = Embedders(HashEmbedder())
    catalog = wiring.embedded_catalog(data_dir, embedders, settings.index)
    return wiring._compose(
        settings, catalog, embedders, SystemClock(), data_dir=str(data_dir), on_close=lock.release
    )


if __name__ == "__main__":
    run.run(load_settings(environ=os.environ), lambda _: None, opened_by=_open)
