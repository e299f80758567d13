"""Real processes: a home of its own, the command line in it, and a daemon that is always ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemons import Daemon, Home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    """An empty home; whatever runs on its data directory is ended afterwards."""
    made = Home(tmp_path)
    yield made
    made.end_everything()


@pytest.fixture
def daemon(home: Home) -> Daemon:
    """A daemon of its own, ready, with the real model; ended with its home."""
    made = Daemon(home)
    made.start()
    return made


@pytest.fixture(scope="module")
def shared_daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """One daemon for the tests of a module that only add to it, each in a tenant of its own."""
    home = Home(tmp_path_factory.mktemp("home"))
    made = Daemon(home)
    made.start()
    yield made
    home.end_everything()
