"""Does a real daemon serve the page it was built with: directly, behind a proxy, with a token?"""

from __future__ import annotations

import gzip
import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import aiohttp
import pytest

from tests.acceptance.page.installed import INDEX, SCRIPT, install
from tests.acceptance.page.reverse_proxy import proxied
from tests.daemons import Daemon, Home

ASSET = "/assets/index-AbCd1234.js"
TOKEN = "the-token-of-this-test"


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """A daemon of an installation with a page; it also answers to the name of a proxy."""
    home = Home(tmp_path_factory.mktemp("home"))
    install(home, with_page=True)
    home.environ["PERSPECTIVE_SECURITY_ALLOWED_HOSTS"] = "memory.example"
    made = Daemon(home)
    made.start()
    yield made
    home.end_everything()


def _ask(daemon: Daemon, method: str, target: str, **headers: str) -> tuple[int, bytes, str]:
    """Status, body and Content-Type; the target is sent as it is written."""
    place = urlsplit(daemon.url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, target, headers=named)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, answer.headers.get("Content-Type", "")


def test_a_daemon_serves_what_it_was_built_with(daemon: Daemon) -> None:
    """The page and its files come from the package, compressed for who takes that."""
    assert _ask(daemon, "GET", "/") == (200, INDEX.encode(), "text/html; charset=utf-8")
    assert _ask(daemon, "GET", ASSET)[1] == SCRIPT.encode()
    assert gzip.decompress(_ask(daemon, "GET", ASSET, Accept_Encoding="gzip")[1]) == SCRIPT.encode()
    assert _ask(daemon, "HEAD", ASSET)[:2] == (200, b"")
    assert _ask(daemon, "GET", "/", If_None_Match="*")[:2] == (304, b"")


def test_no_address_leads_out_of_the_table(daemon: Daemon) -> None:
    """Other files of the installation and of the machine cannot be named."""
    for target in (
        "/assets/../index.html", "/assets/..%2f..%2f__init__.py", "/assets/%2e%2e/%2e%2e/app.py",
        "/assets/..%5c..%5capi", "/assets//etc/passwd", "/../../../../etc/passwd", "/__init__.py",
        "/assets/index-AbCd1234.js.gz", "/assets/%00", "/assets/" + "../" * 30 + "etc/passwd",
    ):  # fmt: skip
        status, body, kind = _ask(daemon, "GET", target)
        assert (status in {400, 404}, kind) == (True, "application/problem+json"), target
        assert b"root:" not in body
        assert b"import " not in body


async def test_behind_a_proxy_under_a_prefix(daemon: Daemon) -> None:
    """A browser behind an allowed name gets page, file and API under the prefix, and may write
    from there; a page of another site may not."""
    name = {"Host": "memory.example"}
    own = {**name, "Origin": "https://memory.example", "Sec-Fetch-Site": "same-origin"}
    async with proxied(daemon.url) as url, aiohttp.ClientSession() as browser:
        async with browser.get(url, headers=name) as answer:
            assert await answer.text() == INDEX
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
        async with browser.get(url.join(url / "assets/index-AbCd1234.js"), headers=name) as answer:
            assert await answer.text() == SCRIPT
        body = {"content": "The proxy lets the orchard's page write", "tenant_id": "behind"}
        store = url / "api/store"
        async with browser.post(store, json=body, headers=own) as answer:
            assert answer.status == 201
        for foreign in (
            {**name, "Origin": "https://evil.example"},
            {**name, "Origin": "null"},
            {**own, "Sec-Fetch-Site": "cross-site"},
            {"Host": "evil.example", "Origin": "https://evil.example"},
        ):
            async with browser.post(store, json=body, headers=foreign) as answer:
                assert answer.status == 403
    assert daemon.client.get("/api/tenants/behind")["counts"]["memories"] == 1


def test_with_a_token_the_page_is_open_and_the_data_is_not(home: Home) -> None:
    """The page can ask for the token, since it is there without it; all else needs it."""
    install(home, with_page=True)
    file = home.folder / "token"
    file.write_text(TOKEN)
    home.environ["PERSPECTIVE_SECURITY_TOKEN_FILE"] = str(file)
    daemon = Daemon(home)
    daemon.start()
    assert _ask(daemon, "GET", "/")[0] == 200
    assert _ask(daemon, "GET", ASSET)[0] == 200
    for target in ("/api/status", "/api/docs", "/metrics", "/assets/../api/status", "/nowhere"):
        assert _ask(daemon, "GET", target)[0] == 401, target
    assert _ask(daemon, "GET", "/api/status", Authorization=f"Bearer {TOKEN}")[0] == 200


def test_an_installation_without_a_page_says_so(home: Home) -> None:
    """The daemon starts and works; its page tells how to have the dashboard."""
    install(home, with_page=False)
    daemon = Daemon(home)
    daemon.start()
    status, body, _ = _ask(daemon, "GET", "/")
    assert status == 200
    assert b"make dashboard" in body
    assert _ask(daemon, "GET", ASSET)[0] == 404
    assert daemon.client.get("/api/health/live") == {"status": "ok"}
