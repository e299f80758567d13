"""Does tests/conftest.py keep its word: no network, nobody's settings, nobody's home?"""

import os
import socket
from pathlib import Path

import pytest


def test_network_beyond_loopback_is_refused() -> None:
    """A connect to another machine's address fails before anything is sent."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_STREAM) as stream,
        pytest.raises(AssertionError, match="stay on this machine"),
    ):
        stream.connect(("192.0.2.1", 80))


def test_loopback_is_reachable() -> None:
    """A daemon on 127.0.0.1 can be talked to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        with socket.create_connection(address) as client:
            assert client.getpeername() == address


def test_settings_of_the_person_do_not_reach_tests() -> None:
    """No PERSPECTIVE_* variable is set."""
    assert [name for name in os.environ if name.startswith("PERSPECTIVE_")] == []


def test_home_is_an_empty_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Home lies under pytest's temporary folder and holds nothing."""
    home = Path.home()
    assert home.is_relative_to(tmp_path_factory.getbasetemp())
    assert list(home.iterdir()) == []
