"""What becomes of a Qdrant server's faults, and of its key?"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from perspective.adapters.qdrant_server.connection import CollectionGone, QdrantConnection
from perspective.errors import BadValue, StoreUnavailable
from tests.contracts.endpoint import Fault, body, cut_off, hang, status
from tests.unit.adapters.qdrant_server.local_server import QUIET
from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer

pytestmark = pytest.mark.filterwarnings(*QUIET)

KEY = "s3cr3t-k3y"
VARIABLE = "TEST_QDRANT_KEY"


@pytest.fixture
async def connection(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[QdrantConnection]:
    """A connection to that server, with a key."""
    monkeypatch.setenv(VARIABLE, KEY)
    made = QdrantConnection(server.url, api_key_env=VARIABLE, timeout_s=2.0)
    yield made
    await made.close()


async def count(connection: QdrantConnection) -> int:
    """Asks something."""
    return (await connection.ask(lambda client: client.count("c"))).count


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (status(500), "answered 500: .*no"),
        (status(503, text="warming\nup"), "answered 503: .*warming"),
        (status(401), "answered 401: .*no"),
        (status(403), "answered 403: .*no"),
        (status(429), "answered 429: .*no"),
        (status(429, retry_after="7"), "answered 429 and asks to wait 7 s"),
        (status(429, retry_after="tomorrow"), "refused: .*Retry-After"),
        (hang(), r"gave no answer within 2 s"),
        (cut_off(), "cannot be reached"),
        (body("<html>hello</html>"), "sent what cannot be used"),
        (body('{"result": 7}'), "sent what cannot be used"),
        (body('{"result": null}'), "sent what cannot be used"),
    ],
)
async def test_a_fault_is_a_store_that_is_unavailable(
    server: ScriptedServer, connection: QdrantConnection, fault: Fault, said: str
) -> None:
    """Whatever the server does, the caller gets one retryable error in one line: which server,
    what it did, and never the key."""
    server.faults.append(fault)
    with pytest.raises(StoreUnavailable, match=said) as raised:
        await count(connection)
    assert not isinstance(raised.value, CollectionGone)
    address = server.url.removeprefix("http://")
    assert str(raised.value).startswith(f"Qdrant at {address} ")
    assert "\n" not in str(raised.value)
    assert KEY not in str(raised.value)
    assert server.keys == {KEY}


async def test_nobody_listening_is_said(
    server: ScriptedServer, connection: QdrantConnection
) -> None:
    """A refused connection is an unavailable store, and soon."""
    await server.stop()
    started = time.monotonic()
    with pytest.raises(StoreUnavailable, match="cannot be reached"):
        await count(connection)
    assert time.monotonic() - started < 5


async def test_a_missing_collection_is_told_apart(connection: QdrantConnection) -> None:
    """What the server does not know any more can be made again."""
    with pytest.raises(CollectionGone, match="answered 404"):
        await count(connection)


async def test_the_key_may_change_and_may_be_a_file(
    server: ScriptedServer,
    connection: QdrantConnection,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The key is read at each call, from the variable or from the file that one names."""
    await server.local.create_collection("c", vectors_config={})
    assert await count(connection) == 0
    monkeypatch.setenv(VARIABLE, "another")
    assert await count(connection) == 0
    (tmp_path / "key").write_text("from-a-file\n", encoding="utf-8")
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv(f"{VARIABLE}_FILE", str(tmp_path / "key"))
    assert await count(connection) == 0
    assert server.keys == {KEY, "another", "from-a-file"}


@pytest.mark.parametrize("key", ["", "two\nlines", "schlüssel"])
async def test_a_key_that_is_none_is_not_sent(
    server: ScriptedServer,
    connection: QdrantConnection,
    key: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A missing key, or one that no header can carry, is said by the name of its variable, and
    the server is not asked."""
    monkeypatch.setenv(VARIABLE, key)
    with pytest.raises(StoreUnavailable, match=VARIABLE) as raised:
        await count(connection)
    assert not key or key not in str(raised.value)
    assert server.requests == []


@pytest.mark.parametrize(
    "url",
    ["", "localhost:6333", "ftp://host", "http://", "http://host:99999", "http://user:s3cr3t@host"],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    """A wrong address is a wrong setting, named by its key; what it may hold is not repeated."""
    with pytest.raises(BadValue, match=r"index\.qdrant_url") as raised:
        QdrantConnection(url)
    assert "s3cr3t" not in str(raised.value)


async def test_making_a_connection_asks_nothing(server: ScriptedServer) -> None:
    """Nothing reaches a server before there is a question."""
    made = QdrantConnection(server.url)
    await made.close()
    await made.close()
    assert server.requests == []
