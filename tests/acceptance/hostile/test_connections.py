"""Does the daemon outlive those who connect and say nothing, say it slowly, or talk nonsense?"""

from __future__ import annotations

import contextlib
import json
import resource
import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.acceptance.conftest import Daemon, Home, wait_until
from tests.figures import Figures

pytestmark = pytest.mark.proof("Hostile")

_GET = b"GET /api/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_ENDED = (ConnectionError, TimeoutError)


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A daemon that waits for a request, a body or a reader for a second only."""
    home = Home(tmp_path_factory.mktemp("home"))
    home.environ["PERSPECTIVE_SERVER_IDLE_TIMEOUT_S"] = "1"
    home.environ["PERSPECTIVE_SERVER_BODY_TIMEOUT_S"] = "1"
    made = Daemon(home)
    made.start()
    yield made
    home.end_everything()


def _connect(daemon: Daemon) -> socket.socket:
    host = urlsplit(daemon.url)
    return socket.create_connection((str(host.hostname), host.port or 0), timeout=30)


def _rest(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    chunks = []
    with contextlib.suppress(ConnectionResetError):
        while chunk := connection.recv(65_536):
            chunks.append(chunk)
    return b"".join(chunks)


def _is_open(connection: socket.socket) -> bool:
    poll = select.poll()  # select knows only the first 1,024 descriptors
    poll.register(connection, select.POLLIN)
    if not poll.poll(0):
        return True
    try:
        return bool(connection.recv(1, socket.MSG_PEEK))
    except ConnectionError:
        return False


def _check_alive(daemon: Daemon) -> None:
    """It stores and finds, and no fault of its own is in the log."""
    stored = daemon.client.post("/api/store", {"content": f"All is well at {time.time_ns()}"})
    assert daemon.client.get(f"/api/memories/{stored['id']}")["id"] == stored["id"]
    assert [line["event"] for line in daemon.log() if line["level"] == "error"] == []


@contextmanager
def _many_files(n: int) -> Iterator[int]:
    """This process may open so many files, or as many as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = n + 500 if hard == resource.RLIM_INFINITY else min(hard, n + 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, allowed), hard))
    try:
        yield min(n, max(soft, allowed) - 500)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _rss_mb(daemon: Daemon) -> float:
    status = Path(f"/proc/{daemon.pid}/status").read_text(encoding="ascii")
    line = next(one for one in status.splitlines() if one.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024 / 1e6


def _recall_ms(daemon: Daemon) -> float:
    started = time.perf_counter()
    daemon.client.post("/api/recall", {"query": "is all well?", "reinforce": False})
    return (time.perf_counter() - started) * 1000.0


def test_idle_connections_cost_little(daemon: Daemon, is_full: bool, figures: Figures) -> None:
    """Ten thousand that connect and say nothing keep nobody from an answer, and each of them can
    still have one."""
    _check_alive(daemon)
    before_mb, before_ms = _rss_mb(daemon), min(_recall_ms(daemon) for _ in range(5))
    with ExitStack() as opened, _many_files(10_000 if is_full else 300) as n:
        idle = [opened.enter_context(_connect(daemon)) for _ in range(n)]
        _check_alive(daemon)
        beside_ms = min(_recall_ms(daemon) for _ in range(5))
        figures.note("idle connections", n)
        figures.note("RSS more", _rss_mb(daemon) - before_mb, "MB")
        figures.note("recall beside them, by before", beside_ms / before_ms)
        for connection in idle[:: max(1, n // 50)]:
            connection.sendall(_GET)
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        assert all(_is_open(connection) for connection in idle)
    _check_alive(daemon)


def test_the_longest_silent_gives_way(home: Home) -> None:
    """Beyond the limit a newcomer takes the place of whoever was silent for longest, not of one
    that has just been answered."""
    home.environ["PERSPECTIVE_SERVER_MAX_CONNECTIONS"] = "40"
    daemon = Daemon(home)
    daemon.start()
    with ExitStack() as opened:
        first = [opened.enter_context(_connect(daemon)) for _ in range(40)]
        wait_until(lambda: _is_open(first[-1]), "they are connected")
        first[0].sendall(_GET)
        assert first[0].recv(4096).startswith(b"HTTP/1.1 200")
        late = [opened.enter_context(_connect(daemon)) for _ in range(20)]
        for connection in late:
            connection.sendall(_GET)
            assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        wait_until(lambda: not _is_open(first[1]), "the longest silent is closed")
        assert _is_open(first[0])
        assert sum(map(_is_open, first)) <= 20
    _check_alive(daemon)


def test_a_slow_head_is_not_waited_for(impatient: Daemon) -> None:
    """Whoever sends a request byte by byte is cut off, however long it goes on."""
    with _connect(impatient) as slow:
        began_at = time.monotonic()
        with contextlib.suppress(ConnectionError):
            for byte in _GET[:-4] * 40:
                slow.sendall(bytes([byte]))
                if not _is_open(slow):
                    break
                time.sleep(0.05)
        assert time.monotonic() - began_at < 30
        assert not _is_open(slow)
    _check_alive(impatient)


def test_a_slow_body_is_refused(impatient: Daemon) -> None:
    """A body that does not come in is answered 408, with a problem."""
    head = b"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with _connect(impatient) as slow:
        slow.sendall(head + b'Content-Length: 5000\r\n\r\n{"content": "so')
        answer = _rest(slow)
    assert answer.startswith(b"HTTP/1.1 408")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["status"] == 408
    _check_alive(impatient)


def test_whoever_does_not_read_is_cut_off(impatient: Daemon) -> None:
    """A stream whose answers nobody takes ends; what was stored of it stays, others are served."""
    head = (
        b"POST /api/store/batch HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    line = b'{"content": ' + b'"' + b"x" * 10 + b'", "surprise": 1}\n'  # refused at length
    chunk = line * 2_000
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host = urlsplit(impatient.url)
        deaf.settimeout(20)
        deaf.connect((str(host.hostname), host.port or 0))
        deaf.sendall(head)

        def send_for_ever() -> None:
            while True:
                deaf.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))

        with pytest.raises(_ENDED):
            send_for_ever()
    _check_alive(impatient)


@pytest.mark.parametrize("n_bytes", [1, 60, 200, 4_000])
def test_a_cut_connection_is_nothing(impatient: Daemon, n_bytes: int) -> None:
    """A reset in the middle of a head, a body, or before the answer is read leaves no trace."""
    body = json.dumps({"content": "the rest of this never comes " * 400}).encode()
    head = (
        f"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    _check_alive(impatient)
    before = impatient.client.get("/api/tenants")["items"]
    for _ in range(30):
        with _connect(impatient) as cut:
            cut.sendall((head.encode() + body)[:n_bytes])
            cut.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert impatient.client.get("/api/tenants")["items"] == before
    _check_alive(impatient)


_NONSENSE: dict[str, bytes] = {
    "noise": bytes(range(256)) * 8,
    "zeros": b"\0" * 1_000,
    "tls": bytes.fromhex("160301020001000001fc0303") + b"\x00" * 60,
    "http_2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no_version": b"GET /api/health/live\r\n\r\n",
    "bad_version": b"GET /api/health/live HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    "long_address": b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "long_header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
    "many_headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-A: 1\r\n" * 60_000 + b"\r\n",
    "null_in_header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\0b\r\n\r\n",
    "null_in_path": b"GET /api/memories/a%00b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "negative_length": b"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
    "two_lengths": (
        b"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
        b"Content-Length: 6\r\n\r\n{}   \n"
    ),
    "length_and_chunks": (
        b"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 6\r\n"
        b"Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n"
        b"0\r\n\r\nGET /api/tenants HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    ),
    "bad_chunk": (
        b"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Type: application/json\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"
    ),
    "endless_chunk_size": (
        b"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Type: application/json\r\n\r\n" + b"f" * 70_000
    ),
    "other_encoding": (
        b"POST /api/store HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: xchunked\r\n"
        b"Content-Type: application/json\r\n\r\n0\r\n\r\n"
    ),
    "no_host": b"GET /api/tenants HTTP/1.1\r\n\r\n",
    "two_hosts": b"GET /api/tenants HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
}  # fmt: skip


@pytest.mark.parametrize("name", _NONSENSE)
def test_nonsense_is_refused(impatient: Daemon, name: str) -> None:
    """After a good request, what is none is answered 4xx once and the connection ends: nothing
    that comes behind it is taken for a request."""
    with _connect(impatient) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(_GET + _NONSENSE[name] + _GET)
        answers = _rest(connection)
    statuses = [int(part[:3]) for part in answers.split(b"HTTP/1.1 ")[1:]]
    assert statuses[:1] in ([200], [])  # a reset may take the first answer along
    assert all(400 <= status < 500 for status in statuses[1:-1])
    assert b'"items"' not in answers, "a smuggled request was answered"
    assert not [status for status in statuses if status >= 500]
    _check_alive(impatient)


def test_an_older_http_is_answered(impatient: Daemon) -> None:
    """HTTP/1.0 without a Host gets an answer or a refusal, and the end of its connection."""
    with _connect(impatient) as connection:
        connection.sendall(b"GET /api/health/live HTTP/1.0\r\n\r\n")
        answer = _rest(connection)
    assert answer.startswith((b"HTTP/1.0 200", b"HTTP/1.0 4", b"HTTP/1.1 200", b"HTTP/1.1 4"))
    _check_alive(impatient)
