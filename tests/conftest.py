"""What must hold in every test: no network, no settings or memories of the person who runs it.

It holds no fixtures of one subject; those stand beside the tests that use them.
"""

import ipaddress
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.figures import Figures
from tests.prove import Reporter, row_of

# A shared machine stalls now and then; how long an example takes says nothing about its truth.
settings.register_profile("perspective", deadline=None)
settings.load_profile("perspective")


class NetworkForbiddenError(AssertionError):
    """A test tried to reach something beyond this machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs the proofs at the size that the issues name; `--report` writes them down."""
    parser.addoption(
        "--full", action="store_true", help="run the proofs at full size (`make prove`)"
    )
    parser.addoption(
        "--report", metavar="FOLDER", type=Path, help="write report.json and report.txt there"
    )
    parser.addoption("--row", metavar="NAME", help="run only the proofs of this row")


def pytest_configure(config: pytest.Config) -> None:
    """With `--report`, proofs are collected for it."""
    folder = config.getoption("--report")
    if folder is not None:
        config.pluginmanager.register(Reporter(folder, is_full=config.getoption("--full")))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """`--row` leaves the proofs of one row; tests marked `full_only` are skipped, and say so,
    unless `--full` is given."""
    row = config.getoption("--row")
    if row is not None:
        others = [item for item in items if row_of(item) != row]
        items[:] = [item for item in items if row_of(item) == row]
        config.hook.pytest_deselected(items=others)
    if config.getoption("--full"):
        return
    skip = pytest.mark.skip(reason="only at full size: make prove")
    for item in items:
        if item.get_closest_marker("full_only"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def is_full(pytestconfig: pytest.Config) -> bool:
    """Whether proofs run at full size; small otherwise."""
    return bool(pytestconfig.getoption("--full"))


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Figures:
    """Where a proof notes what it measured."""
    return Figures(request.node)


def _is_local(family: int, address: Any) -> bool:
    """Whether a socket address stays on this machine."""
    if family not in {socket.AF_INET, socket.AF_INET6}:
        return True
    host = str(address[0])
    if host in {"", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False  # a name to be looked up


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket connects to loopback or not at all."""

    def guarded(method: str) -> None:
        original = getattr(socket.socket, method)

        def connect(self: socket.socket, address: Any) -> Any:
            if not _is_local(self.family, address):
                message = f"tests stay on this machine, and this one asked for {address!r}"
                raise NetworkForbiddenError(message)
            return original(self, address)

        monkeypatch.setattr(socket.socket, method, connect)

    guarded("connect")
    guarded("connect_ex")


@pytest.fixture(autouse=True)
def _nobodys_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No PERSPECTIVE_* variable is set, and home and the XDG folders are empty ones."""
    for name in [name for name in os.environ if name.startswith("PERSPECTIVE_")]:
        monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    folders = {
        "XDG_CONFIG_HOME": Path(".config"),
        "XDG_DATA_HOME": Path(".local/share"),
        "XDG_STATE_HOME": Path(".local/state"),
        "XDG_CACHE_HOME": Path(".cache"),
        "XDG_RUNTIME_DIR": Path(".run"),
    }
    for variable, folder in folders.items():
        monkeypatch.setenv(variable, str(home / folder))
