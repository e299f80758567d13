"""Does a daemon get its port, or a reason that helps?"""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from perspective.daemon import port
from perspective.errors import BadValue, PortInUse


@contextmanager
def answering(status: int, answer: Any) -> Iterator[int]:
    """A server on a free port that gives one answer to everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nothing: a test prints nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_port_zero_takes_a_free_one() -> None:
    """With port 0 the system chooses."""
    with port.bind("127.0.0.1", 0) as listener:
        assert listener.getsockname()[1] > 0


def test_callers_are_refused_until_it_listens() -> None:
    """A bound socket that does not listen yet refuses, so nobody waits on a daemon that may fail."""
    with port.bind("127.0.0.1", 0) as listener, pytest.raises(ConnectionRefusedError):
        socket.create_connection(listener.getsockname(), timeout=1)


def test_a_port_of_another_program_is_named() -> None:
    """A taken port says so and how to choose another."""
    with (
        answering(200, {"hello": "world"}) as number,
        pytest.raises(PortInUse, match=f"port {number} on 127.0.0.1 .*another program.*--port"),
    ):
        port.bind("127.0.0.1", number)


def test_a_port_of_another_perspective_names_its_folder() -> None:
    """If the port is another Perspective's, its data directory is named, and how to end it."""
    answer = {"data_dir": "/srv/other", "uptime_s": 5}
    with (
        answering(200, answer) as number,
        pytest.raises(PortInUse, match=r"another Perspective with the data directory /srv/other"),
    ):
        port.bind("127.0.0.1", number)


def test_a_perspective_that_wants_a_token_is_known() -> None:
    """One that does not say its folder without a token is still called a Perspective."""
    with (
        answering(401, {"type": "urn:perspective:problem:unauthorized"}) as number,
        pytest.raises(PortInUse, match=r"taken by another Perspective; end that one"),
    ):
        port.bind("127.0.0.1", number)


def test_a_silent_program_does_not_hold_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that accepts and says nothing is another program, after a short wait."""
    monkeypatch.setattr(port, "_ASK_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        with pytest.raises(PortInUse, match="another program"):
            port.bind("127.0.0.1", number)


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
def test_an_address_that_is_not_ours_is_a_bad_value(host: str) -> None:
    """An address that this machine does not have is a setting that cannot be used."""
    with pytest.raises(BadValue, match=r"server\.host"):
        port.bind(host, 0)
