"""Do streams and long texts survive the death of the daemon, and of their connection?"""

from __future__ import annotations

import json
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

from perspective.errors import ProcessNotFound
from tests.daemons import Daemon, Home, wait_for_at_least, wait_until

LONG = " ".join(
    f"On day {n} the river rose by {n} metres, and the miller wrote it down." for n in range(1_200)
)


def _stored(daemon: Daemon, tenant: str) -> int:
    view = daemon.client.get(f"/api/tenants/{tenant}")
    return int(view["counts"]["memories"])


def _send(daemon: Daemon, tenant: str, lines: list[dict[str, str]], n_read: int) -> list[Any]:
    """Sends a stream that never ends, reads so many answers, and leaves it open."""
    host = urlsplit(daemon.url)
    raw = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    head = (
        f"POST /api/store/batch?tenant_id={tenant} HTTP/1.1\r\nHost: {host.netloc}\r\n"
        "Content-Type: application/x-ndjson\r\nIdempotency-Key: load\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    answers: list[Any] = []
    with socket.create_connection((str(host.hostname), host.port or 0), timeout=60) as connection:
        connection.sendall(head.encode() + f"{len(raw):x}\r\n".encode() + raw + b"\r\n")
        with connection.makefile("rb") as answered:
            while len(answers) < n_read:
                line = answered.readline()
                assert line, "the stream ended before its answers came"
                if line.startswith(b'{"id"'):
                    answers.append(json.loads(line))
        if n_read < len(lines):
            daemon.kill()
    return answers


@pytest.mark.proof("Streams")
def test_a_killed_stream_keeps_what_it_answered(daemon: Daemon, is_full: bool) -> None:
    """Every answered line is there after a kill, at most a chunk more, and a retry with the same
    key stores none twice."""
    lines = [{"content": f"fact number {n}"} for n in range(600)]
    for round_ in range(10 if is_full else 2):
        tenant = f"cut{round_}"
        answers = _send(daemon, tenant, lines, 20 + 97 * round_ % 300)
        daemon.start()
        ids = [answer["id"] for answer in answers]
        for memory_id in ids[:: max(1, len(ids) // 5)]:
            daemon.client.get(f"/api/memories/{memory_id}", tenant_id=tenant)
        assert len(ids) <= _stored(daemon, tenant) <= 600
        again = _send(daemon, tenant, lines, 600)
        assert [answer["id"] for answer in again[: len(ids)]] == ids
        assert _stored(daemon, tenant) == 600


@pytest.mark.proof("Streams")
def test_a_killed_daemon_goes_on_with_a_long_text(home: Home, is_full: bool) -> None:
    """Killed again and again while it splits, it ends with each part once, in order, and the
    original comes back byte for byte."""
    home.environ["PERSPECTIVE_STORING_BACKGROUND_CHARS"] = "20000"
    daemon = Daemon(home)
    daemon.start()
    body = {"content": LONG, "tenant_id": "long"}
    answer = daemon.client.post("/api/store", body)
    assert answer["indexed"] is False
    process = f"/api/processes/{answer['process_id']}"

    def done() -> int:
        try:
            return int(daemon.client.get(process)["done"])
        except ProcessNotFound:  # it had ended before the kill
            return 10**9

    for kill in range(1, 6 if is_full else 3):
        wait_for_at_least(16 * kill, done, "some parts are stored")
        daemon.kill()
        daemon.start()
        path = f"/api/memories/{answer['source_id']}"
        whole = daemon.client.get(path, tenant_id="long")
        assert whole["current"]["content"] == LONG
    wait_until(lambda: daemon.client.get(process)["finished_at"], "the text is split", 300)
    ended = daemon.client.get(process)
    assert ended["state"] == "done"
    whole = daemon.client.get(f"/api/memories/{answer['source_id']}", tenant_id="long")
    assert len(whole["parts"]) == len(set(whole["parts"])) == ended["total"]
    assert _stored(daemon, "long") == ended["total"]
    for place in (0, len(whole["parts"]) // 2, len(whole["parts"]) - 1):
        part = daemon.client.get(f"/api/memories/{whole['parts'][place]}", tenant_id="long")
        assert part["ordinal"] == place


def test_a_stop_waits_for_no_stream(daemon: Daemon) -> None:
    """An open stream of lines and a listener do not hold up a gentle stop."""
    host = urlsplit(daemon.url)
    requests = (
        "GET /api/events HTTP/1.1\r\nHost: {0}\r\n\r\n",
        (
            "POST /api/store/batch HTTP/1.1\r\nHost: {0}\r\nContent-Type: application/x-ndjson\r\n"
            'Transfer-Encoding: chunked\r\n\r\n16\r\n{{"content": "a line"}}\n\r\n'
        ),
    )
    connections = []
    for request in requests:
        connection = socket.create_connection((str(host.hostname), host.port or 0), timeout=60)
        connection.sendall(request.format(host.netloc).encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        connections.append(connection)
    daemon.stop()
    assert not [entry for entry in daemon.log() if entry["event"] == "requests_cut"]
    for connection in connections:
        connection.close()
