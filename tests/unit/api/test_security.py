"""Does every check let through what it should, and nothing else?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perspective.api.routes import RESOURCES
from perspective.api.security import (
    Gate,
    host_name,
    is_fetch_allowed,
    is_host_allowed,
    is_loopback,
    is_origin_allowed,
    is_token_right,
    read_token,
)
from perspective.errors import BadValue
from perspective.settings import SecuritySettings, ServerSettings, Settings
from tests.unit.api.conftest import MakeClient

NAMES = frozenset({"memory.example"})
TOKEN = "a-long-token"


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]"]
)
def test_addresses_of_this_machine_are_loopback(host: str) -> None:
    """localhost, 127.0.0.0/8 and ::1 are this machine."""
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["", "0.0.0.0", "::", "192.168.1.4", "127.0.0.1.evil.example", "localhost.evil"]
)
def test_other_addresses_are_not_loopback(host: str) -> None:
    """What others can reach, or name, is not loopback."""
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("authority", "name"),
    [
        ("localhost:2085", "localhost"),
        ("Memory.Example", "memory.example"),
        ("[::1]:2085", "::1"),
        ("localhost:port", ""),
        ("a@localhost", ""),
        ("localhost/x", ""),
        ("localhost?x", ""),
        ("", ""),
    ],
)
def test_host_name_is_what_stands_before_the_port(authority: str, name: str) -> None:
    """A malformed authority has no name."""
    assert host_name(authority) == name


@pytest.mark.parametrize(
    "authority", ["localhost", "127.0.0.1:9", "[::1]:2085", "memory.example:1"]
)
def test_own_and_allowed_hosts_are_served(authority: str) -> None:
    """Loopback names and allowed hosts pass on any port."""
    assert is_host_allowed(authority, NAMES)


@pytest.mark.parametrize(
    "authority", ["", "evil.example", "evil.example:2085", "127.0.0.1.evil.example", "x@127.0.0.1"]
)
def test_other_hosts_are_refused(authority: str) -> None:
    """A name that somebody points at this machine is not served."""
    assert not is_host_allowed(authority, NAMES)


@pytest.mark.parametrize(
    ("origin", "is_allowed"),
    [
        ("http://127.0.0.1:2085", True),
        ("HTTP://127.0.0.1:2085", True),
        ("https://memory.example", True),
        ("http://memory.example:5173", True),
        ("http://127.0.0.1:3000", False),
        ("http://localhost:2085", False),
        ("http://evil.example", False),
        ("http://127.0.0.1:2085.evil.example", False),
        ("file://127.0.0.1:2085", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_this_site_and_allowed_hosts_are_origins(origin: str, is_allowed: bool) -> None:
    """An origin is this very site, or a host that the settings allow."""
    assert is_origin_allowed(origin, "127.0.0.1:2085", NAMES) is is_allowed


def test_a_blank_among_the_allowed_hosts_allows_nothing() -> None:
    """A malformed origin has no name, which an empty entry of the settings must not match."""
    gate = Gate.of("127.0.0.1", SecuritySettings(allowed_hosts=("",)), None, frozenset())
    for origin in ("http://", "http://a@b", "http://x:y", "https:///path"):
        assert not is_origin_allowed(origin, "127.0.0.1:2085", gate.allowed_hosts)


@pytest.mark.parametrize(
    "authority",
    [
        *("localhost.", "LOCALHOST.:2085", "localhost:99999", "localhost\t", "user:pw@localhost:1"),
        *("[::1", "::1", "[::1].evil.example", "0x7f.1", "127.1", "localhost#x", "localhost,evil"),
    ],
)
def test_odd_spellings_of_this_machine_are_refused(authority: str) -> None:
    """Only what a browser sends for this machine passes; a spelling that others read otherwise
    does not."""
    assert not is_host_allowed(authority, NAMES)


def test_the_token_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is `hmac.compare_digest`, which takes as long for any wrong token, and no
    other: what it says decides."""
    asked: list[tuple[bytes, bytes]] = []

    def compare(given: bytes, right: bytes) -> bool:
        asked.append((given, right))
        return True

    monkeypatch.setattr("perspective.api.security.hmac.compare_digest", compare)
    assert is_token_right("Bearer wrong", TOKEN)
    assert not is_token_right("Basic wrong", TOKEN)
    assert asked == [(b"wrong", TOKEN.encode())] * 2


async def test_each_route_needs_the_token_where_others_reach_it(make_client: MakeClient) -> None:
    """Bound beyond loopback, every operation but liveness is a 401 without the token."""
    client = await make_client(Settings(server=ServerSettings(host="0.0.0.0")), token=TOKEN)
    operations = [operation for resource in RESOURCES for operation in resource.operations]
    for operation in operations:
        path = re.sub(r"\{\w+\}", "x", operation.path)
        response = await client.request(operation.method, path, json=operation.example)
        assert (response.status == 401) is not operation.is_open, operation.id


def test_cross_site_writes_are_refused() -> None:
    """A browser's own word that another site asks forbids writes, not reads."""
    assert not is_fetch_allowed("POST", "cross-site")
    assert is_fetch_allowed("GET", "cross-site")
    assert is_fetch_allowed("POST", "same-origin")
    assert is_fetch_allowed("POST", "")


@pytest.mark.parametrize(
    ("header", "is_right"),
    [
        (f"Bearer {TOKEN}", True),
        (f"bearer  {TOKEN}", True),
        (f"Basic {TOKEN}", False),
        (f"Bearer {TOKEN}x", False),
        ("Bearer ", False),
        ("Bearer", False),
        ("", False),
        ("Bearer é\udcff", False),
    ],
)
def test_only_the_right_bearer_token_passes(header: str, is_right: bool) -> None:
    """The scheme and the whole token must be right."""
    assert is_token_right(header, TOKEN) is is_right


def test_token_is_read_from_its_file(tmp_path: Path) -> None:
    """White space around the token does not belong to it."""
    path = tmp_path / "token"
    path.write_text(f"{TOKEN}\n")
    assert read_token(SecuritySettings(token_file=str(path))) == TOKEN
    assert read_token(SecuritySettings()) is None


@pytest.mark.parametrize("content", [b"", b" \n", b"two words", b"\xff\xfe"])
def test_useless_token_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    """A file without exactly one token is a setting that cannot be used."""
    path = tmp_path / "token"
    path.write_bytes(content)
    with pytest.raises(BadValue, match="token_file"):
        read_token(SecuritySettings(token_file=str(path)))


def test_missing_token_file_is_an_error(tmp_path: Path) -> None:
    """A token that was asked for must be there."""
    with pytest.raises(BadValue, match="token_file"):
        read_token(SecuritySettings(token_file=str(tmp_path / "none")))


def test_beyond_loopback_a_token_is_needed() -> None:
    """A server that others can reach is not made without a token."""
    with pytest.raises(BadValue, match=r"0\.0\.0\.0"):
        Gate.of("0.0.0.0", SecuritySettings(), None, frozenset())
    assert not Gate.of("0.0.0.0", SecuritySettings(), TOKEN, frozenset()).checks_host


async def test_rebound_name_is_refused(make_client: MakeClient) -> None:
    """A page whose name was pointed at this machine gets nothing, on any path."""
    client = await make_client()
    for path in ("/api/health/live", "/api/status", "/", "/nowhere"):
        response = await client.get(path, headers={"Host": "evil.example:2085"})
        assert response.status == 403
        assert (await response.json())["type"] == "urn:perspective:problem:forbidden-host"


async def test_allowed_host_is_served(make_client: MakeClient) -> None:
    """security.allowed_hosts adds names."""
    settings = Settings(security=SecuritySettings(allowed_hosts=("Memory.Example",)))
    client = await make_client(settings)
    headers = {"Host": "memory.example", "Origin": "https://memory.example"}
    assert (await client.get("/api/health/live", headers=headers)).status == 200


async def test_foreign_origin_is_refused(make_client: MakeClient) -> None:
    """A request that carries the origin of another site is refused, reads too."""
    client = await make_client()
    response = await client.get("/api/health/live", headers={"Origin": "http://localhost:1"})
    assert response.status == 403
    assert (await response.json())["type"] == "urn:perspective:problem:forbidden-origin"
    own = str(client.make_url("")).rstrip("/")
    assert (await client.get("/api/health/live", headers={"Origin": own})).status == 200


async def test_cross_site_fetch_cannot_write(make_client: MakeClient) -> None:
    """A forged form cannot delete, restore or store."""
    client = await make_client()
    headers = {"Sec-Fetch-Site": "cross-site"}
    for method, path in (
        ("DELETE", "/api/memories/x"),
        ("POST", "/api/memories/x/restore"),
        ("POST", "/api/store"),
    ):
        response = await client.request(method, path, headers=headers)
        assert response.status == 403


async def test_token_guards_all_but_liveness_and_the_page(make_client: MakeClient) -> None:
    """With a token everything needs it, unknown addresses too; liveness, the page and its files
    do not."""
    client = await make_client(token=TOKEN)
    for path in ("/api/status", "/api/docs", "/nowhere", "/assets", "/assets/", "/assets/a/b"):
        response = await client.get(path)
        assert response.status == 401
        assert response.headers["WWW-Authenticate"] == "Bearer"
        wrong = await client.get(path, headers={"Authorization": "Bearer no"})
        assert wrong.status == 401
    assert (await client.get("/api/health/live")).status == 200
    assert (await client.get("/")).status == 200
    assert (await client.get("/assets/x.js")).status == 404
    right = await client.get("/api/docs", headers={"Authorization": f"Bearer {TOKEN}"})
    assert right.status == 200


async def test_off_loopback_the_token_replaces_the_host_check(make_client: MakeClient) -> None:
    """A server in a network has names we do not know; its token is what protects it."""
    client = await make_client(Settings(server=ServerSettings(host="0.0.0.0")), token=TOKEN)
    headers = {"Host": "box.lan", "Authorization": f"Bearer {TOKEN}"}
    assert (await client.get("/api/docs", headers=headers)).status == 200


async def test_every_answer_carries_security_headers(make_client: MakeClient) -> None:
    """Pages, data and problems: no sniffing, no framing, no referrer, no sharing, no cache."""
    client = await make_client()
    for path in ("/", "/api/docs", "/api/health/live", "/nowhere"):
        headers = (await client.get(path)).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in headers
        assert "Python" not in headers["Server"]
