"""Does a daemon end in time, with every acknowledged memory kept, however it is ended?"""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection

import pytest

from perspective.adapters.system.data_dir_lock import find_owner
from perspective.errors import PerspectiveError
from tests.daemons import Daemon, Home, wait_until


def _ask_in_background(
    daemon: Daemon, n_threads: int, acknowledged: list[str], stop: threading.Event
) -> list[threading.Thread]:
    """Threads that store until `stop`, or until the daemon is gone."""

    def store(name: int) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            body = {"content": f"Worker {name} saw the number {number} pass by the river"}
            try:
                acknowledged.append(daemon.client.post("/api/store", body)["id"])
            except PerspectiveError:
                return

    threads = [threading.Thread(target=store, args=(name,)) for name in range(n_threads)]
    for thread in threads:
        thread.start()
    return threads


def _stored(daemon: Daemon) -> list[str]:
    """The ids of all memories."""
    ids: list[str] = []
    cursor = None
    while True:
        page = daemon.client.get("/api/memories", limit=500, cursor=cursor)
        ids += [one["id"] for one in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            return ids


@pytest.mark.parametrize(
    "how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda s: s.name
)
def test_what_was_acknowledged_is_there_after_the_end(daemon: Daemon, how: signal.Signals) -> None:
    """However it ends under load, within 10 s: what was acknowledged is there once, nothing doubled."""
    acknowledged: list[str] = []
    stop = threading.Event()
    threads = _ask_in_background(daemon, 4, acknowledged, stop)
    wait_until(lambda: len(acknowledged) > 20, "some are stored")
    started = time.monotonic()
    os.kill(daemon.pid, how)
    wait_until(lambda: not find_owner(daemon.home.data_dir)[0], "it ends", within_s=10)
    assert time.monotonic() - started < 10
    stop.set()
    for thread in threads:
        thread.join(30)
    daemon.start()
    stored = _stored(daemon)
    assert len(set(stored)) == len(stored)
    assert set(acknowledged) <= set(stored)
    if how != signal.SIGKILL:
        assert len(stored) == len(acknowledged), "a request under way was cut"


def test_a_request_under_way_is_finished(daemon: Daemon) -> None:
    """A body that is still arriving when the daemon is told to stop is stored and acknowledged."""
    host, port = daemon.url.removeprefix("http://").split(":")
    body = json.dumps({"content": "A slow hand wrote this about lighthouses"}).encode()
    with socket.create_connection((host, int(port))) as connection:
        head = (
            f"POST /api/store HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        connection.sendall(head.encode() + body[:10])
        wait_until(lambda: _accepted(daemon), "the daemon has the beginning", within_s=10)
        os.kill(daemon.pid, signal.SIGTERM)
        wait_until(lambda: _refuses(host, int(port)), "no new connection is taken")
        connection.sendall(body[10:])
        answer = connection.recv(65536)
    assert b" 201 " in answer.splitlines()[0]
    wait_until(lambda: not find_owner(daemon.home.data_dir)[0], "it ends", within_s=10)
    daemon.start()
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["id"] in _stored(daemon)


def _accepted(daemon: Daemon) -> bool:
    """Whether another request gets through, so that the one before it was taken up."""
    return bool(daemon.client.get("/api/health/live"))


def _refuses(host: str, port: int) -> bool:
    """Whether nobody listens there."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return False
    except OSError:
        return True


def test_a_request_without_end_is_cut(home: Home) -> None:
    """A body that never arrives does not keep the daemon beyond its time for requests."""
    daemon = Daemon(home)
    home.environ["PERSPECTIVE_SERVER_SHUTDOWN_TIMEOUT_S"] = "0.5"
    daemon.start()
    host, port = daemon.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(
            f"POST /api/store HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
            "Content-Length: 100\r\n\r\n{".encode()
        )
        assert _accepted(daemon)
        started = time.monotonic()
        daemon.stop()
        assert time.monotonic() - started < 10
    assert "requests_cut" in [line["event"] for line in daemon.log()]


def test_idle_connections_do_not_delay_the_end(daemon: Daemon) -> None:
    """A client that keeps its connection open and says nothing is not waited for."""
    host, port = daemon.url.removeprefix("http://").split(":")
    connection = HTTPConnection(host, int(port))
    connection.request("GET", "/api/health/live")
    connection.getresponse().read()
    started = time.monotonic()
    daemon.stop()
    assert time.monotonic() - started < 5
    connection.close()


def test_a_second_signal_cuts(home: Home) -> None:
    """Whoever signals twice does not wait for requests under way."""
    home.environ["PERSPECTIVE_SERVER_SHUTDOWN_TIMEOUT_S"] = "60"
    daemon = Daemon(home)
    daemon.start()
    host, port = daemon.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(
            f"POST /api/store HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
            "Content-Length: 100\r\n\r\n{".encode()
        )
        assert _accepted(daemon)
        os.kill(daemon.pid, signal.SIGTERM)
        wait_until(lambda: _refuses(host, int(port)), "it is stopping")
        os.kill(daemon.pid, signal.SIGTERM)
        wait_until(lambda: not find_owner(home.data_dir)[0], "it is cut", within_s=5)
    assert daemon.log()[-1]["event"] == "daemon_cut"


def test_foreground_stays_and_ends_with_its_signal(home: Home) -> None:
    """In the foreground it prints its address, logs to stderr, and ends with 0 when told to."""
    process = home.popen("start", "--foreground")
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("Perspective is running: http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=15)
        assert process.returncode == 0
        events = [json.loads(line)["event"] for line in err.splitlines()]
        assert "daemon_ready" in events
        assert events[-1] == "daemon_stopped"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()
