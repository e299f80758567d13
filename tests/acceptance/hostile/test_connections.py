"""Does the daemon go on while others hold connections: idle, slow, cut off, or too many?"""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.daemons import Daemon, Home, wait_until
from tests.figures import Figures

pytestmark = pytest.mark.proof("Hostile")


@pytest.fixture
def held() -> Iterator[contextlib.ExitStack]:
    """What is opened here is closed; this process may open what the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with contextlib.ExitStack() as stack:
        yield stack
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def begin(daemon: Daemon, sent: bytes = b"") -> socket.socket:
    """A connection on which these bytes were sent."""
    address = urlsplit(daemon.url)
    assert address.port is not None
    connection = socket.create_connection((address.hostname or "", address.port), timeout=20)
    connection.sendall(sent)
    return connection


def said(connection: socket.socket) -> bytes:
    """All that comes until the other side closes; a reset is an end, too."""
    pieces = []
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65_536):
            pieces.append(piece)
    return b"".join(pieces)


def recall_ms(daemon: Daemon, n: int = 15) -> float:
    """The median of how long a recall takes."""
    took = []
    for _ in range(n):
        started = time.perf_counter()
        answer = daemon.client.post("/api/recall", {"query": "who grows olives?"})
        assert answer["results"]
        took.append((time.perf_counter() - started) * 1000)
    return sorted(took)[n // 2]


def resident_mib(daemon: Daemon) -> float:
    """The memory that the daemon's process takes, where the system tells."""
    path = Path(f"/proc/{daemon.pid}/status")
    if not path.exists():
        return 0.0
    [line] = [line for line in path.read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def test_idle_connections_cost_little(
    daemon: Daemon, held: contextlib.ExitStack, is_full: bool, figures: Figures
) -> None:
    """With thousands of idle connections, half of them in the middle of a head, the daemon answers
    as before, its memory grows by some kilobytes for each, and it recovers when they go."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    n_idle = min(10_000, hard - 500) if is_full else min(500, hard - 200)
    daemon.client.post("/api/store", {"content": "Ana grows olives"})
    alone_ms, alone_mib = recall_ms(daemon), resident_mib(daemon)
    for n in range(n_idle):
        sent = b"GET /api/health/live HTTP/1.1\r\nHost: 127." if n % 2 else b""
        held.enter_context(begin(daemon, sent))
    crowded_ms, crowded_mib = recall_ms(daemon), resident_mib(daemon)
    figures.note("idle connections", n_idle)
    figures.note("recall, alone", alone_ms, "ms")
    figures.note("recall, beside them", crowded_ms, "ms", at_most=2 * alone_ms + 10)
    growth_kib = (crowded_mib - alone_mib) * 1024 / n_idle
    figures.note("memory a connection", growth_kib, "KiB", at_most=32)
    assert growth_kib < 200
    held.close()
    again_ms = recall_ms(daemon)
    figures.note("recall, after they went", again_ms, "ms")
    assert daemon.client.post("/api/store", {"content": "and figs", "tenant_id": "new"})["stored"]


def test_beyond_the_limit_the_silent_ones_go(
    home: Home, held: contextlib.ExitStack, figures: Figures
) -> None:
    """A daemon that may open few files lets go of who was silent for longest; it answers, and
    opens the databases of new tenants, all the while."""
    n_files = 400
    home.environ["PERSPECTIVE_SERVER_MAX_OPEN_TENANTS"] = "2"
    daemon = Daemon(home)

    def restrict() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (n_files, n_files))

    answer = home.run("start", "--json", before=restrict).json
    daemon.url, daemon.pid = answer["url"], answer["pid"]
    idle = [held.enter_context(begin(daemon)) for _ in range(2 * n_files)]
    for n in range(8):
        body = {"content": f"fact {n}", "tenant_id": f"t{n}"}
        assert daemon.client.post("/api/store", body)["stored"]
    assert said(idle[0]) == b""  # the first was let go
    wait_until(
        lambda: any(line["event"] == "connections_let_go" for line in daemon.log()), "it is told"
    )
    assert [line for line in daemon.log() if line["level"] == "error"] == []
    figures.note("open files allowed", n_files)
    figures.note("connections tried", len(idle))
    held.close()
    assert daemon.client.get("/api/tenants")["items"][-1]["id"] == "t7"


def test_slow_ones_are_cut(home: Home, held: contextlib.ExitStack) -> None:
    """A head and a body that drip in are cut when their time is over; an answer of lines that
    nobody takes ends; each time the daemon goes on."""
    home.environ["PERSPECTIVE_SERVER_IDLE_TIMEOUT_S"] = "1"
    home.environ["PERSPECTIVE_SERVER_BODY_TIMEOUT_S"] = "1"
    daemon = Daemon(home)
    daemon.start()
    host = daemon.url.removeprefix("http://").encode()
    head = held.enter_context(begin(daemon, b"GET / HTTP/1.1\r\n"))
    body = held.enter_context(
        begin(
            daemon,
            b"POST /api/store HTTP/1.1\r\nHost: %b\r\nContent-Type: application/json\r\n"
            b"Content-Length: 1000\r\n\r\n{" % host,
        )
    )
    assert said(head) == b""
    answer = body.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"urn:perspective:problem:too-slow" in answer + said(body)
    lines = held.enter_context(
        begin(
            daemon,
            b"POST /api/store/batch HTTP/1.1\r\nHost: %b\r\nContent-Type: application/x-ndjson\r\n"
            b"Content-Length: 1000000000\r\n\r\n" % host,
        )
    )
    with pytest.raises(ConnectionError):
        lines.sendall(b"{}\n" * 10_000_000)  # each line is refused, and nobody reads it
    assert daemon.client.get("/api/health/live") == {"status": "ok"}


def test_resets_leave_nothing_behind(daemon: Daemon, is_full: bool) -> None:
    """Connections that are reset amid a body store nothing, log no fault, and hold no file."""
    host = daemon.url.removeprefix("http://").encode()
    assert (
        daemon.client.get("/api/tenants/default")["counts"]["memories"] == 0
    )  # its files are open
    before = len(list(Path(f"/proc/{daemon.pid}/fd").glob("*")))
    for _ in range(500 if is_full else 50):
        connection = begin(
            daemon,
            b"POST /api/store HTTP/1.1\r\nHost: %b\r\nContent-Type: application/json\r\n"
            b"Content-Length: 400\r\n\r\n" % host + json.dumps({"content": "half"}).encode()[:-1],
        )
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        connection.close()
    assert daemon.client.get("/api/tenants/default")["counts"]["memories"] == 0
    wait_until(
        lambda: len(list(Path(f"/proc/{daemon.pid}/fd").glob("*"))) <= before + 8,
        "files are let go",
    )
    assert [line for line in daemon.log() if line["level"] == "error"] == []


GARBAGE = {
    "noise": b"\x00\xff\x16\x03\x01" * 20 + b"\r\n\r\n",
    "a huge header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000 + b"\r\n\r\n",
    "a huge address": b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
    "NUL in a header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
    "a length and chunks": b"POST /api/store HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/config HTTP/1.1\r\n\r\n",
    "two lengths": b"POST /api/store HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
    b"Content-Length: 6\r\n\r\nabcdef",
    "a length with a sign": b"POST /api/store HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: +5\r\n\r\nabcde",
    "an encoding of ours": b"POST /api/store HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a size that is none": b"POST /api/store HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
    b"application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    "a blank before the colon": b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    "HTTP/1.0 without a host": b"GET / HTTP/1.0\r\n\r\n",
    "HTTP/9.9": b"GET / HTTP/9.9\r\nHost: localhost\r\nConnection: close\r\n\r\n",
}  # fmt: skip


@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_gets_one_refusal(shared_daemon: Daemon, what: str) -> None:
    """What is no clean HTTP is answered once, by a problem that repeats nothing of it, and what is
    smuggled behind it is never served."""
    connection = begin(shared_daemon)
    with connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(GARBAGE[what])
            connection.shutdown(socket.SHUT_WR)
        answer = said(connection)
    assert answer.count(b"HTTP/1.") <= 1, answer
    assert b" 200 " not in answer.partition(b"\r\n")[0]
    if answer:
        assert answer[9:12] in {b"400", b"403"}, answer[:200]
        assert b"application/problem+json" in answer
        assert b"Server: Perspective\r\n" in answer
        assert b"xxxx" not in answer
    assert shared_daemon.client.get("/api/health/live") == {"status": "ok"}
