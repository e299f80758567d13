"""Is the built page served as it was built, and nothing beside it?"""

from __future__ import annotations

import asyncio
import gzip
import re
from pathlib import Path

import pytest

from perspective.api.dashboard import Dashboard, read_dashboard
from perspective.api.security import PAGE_HEADERS
from tests.unit.api.conftest import Client, MakeClient

TOKEN = "a-token-of-this-test"
SCRIPT = "document.title = 'ไทย'; // " + "x" * 2000
INDEX = (
    '<!doctype html><title>Perspective</title><script src="./assets/index-Ab12_9-z.js"></script>'
)


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """What a build leaves, with files that are none of it."""
    folder = tmp_path / "dist"
    (folder / "assets" / "deeper").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "index.html.gz").write_bytes(gzip.compress(b"another page"))
    (folder / "assets/index-Ab12_9-z.js").write_text(SCRIPT)
    (folder / "assets/index-Ab12_9-z.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets/style.css").write_text("body{color:red}")
    (folder / "assets/style.css.gz").write_bytes(b"\x1f\x8b no gzip")
    (folder / "assets/.hidden.js").write_text("hidden")
    (folder / "assets/deeper/inner.js").write_text("inner")
    (folder / "assets/notes.py").write_text("a kind that no page loads")
    (tmp_path / "secret.js").write_text("secret")
    (folder / "assets/linked.js").symlink_to(tmp_path / "secret.js")
    return folder


@pytest.fixture
async def client(make_client: MakeClient, dist: Path) -> Client:
    """A client of a server that has the page."""
    return await make_client(dashboard=read_dashboard(dist))


async def _raw(client: Client, target: str, *headers: str) -> bytes:
    """The answer to a request whose address is sent as it is written."""
    assert client.port is not None
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
    lines = (f"GET {target} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers, "", "")
    writer.write("\r\n".join(lines).encode("latin-1"))
    answer = await reader.read()
    writer.close()
    return answer


def test_only_plain_files_of_known_kinds_are_read(dist: Path) -> None:
    """Neither hidden files nor links, deeper folders or other kinds are in the table."""
    dashboard = read_dashboard(dist)
    assert dashboard is not None
    assert set(dashboard.assets) == {"index-Ab12_9-z.js", "style.css"}


def test_what_cannot_be_read_is_not_there(dist: Path, tmp_path: Path) -> None:
    """Without an index there is no dashboard; a folder in place of a file is none."""
    assert read_dashboard(tmp_path / "nowhere") is None
    (dist / "assets/style.css").unlink()
    (dist / "assets/style.css").mkdir()
    assert isinstance(read_dashboard(dist), Dashboard)
    (dist / "index.html").unlink()
    (dist / "index.html").mkdir()
    assert read_dashboard(dist) is None


async def test_the_page_is_what_was_built(client: Client) -> None:
    """`/` is the index, asked for again each time, under a policy for its own files alone."""
    response = await client.get("/")
    assert await response.text() == INDEX
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Encoding" not in response.headers  # the copy beside it was of another page
    for name, value in PAGE_HEADERS.items():
        assert response.headers[name] == value
    assert "unsafe" not in response.headers["Content-Security-Policy"]


async def test_a_name_with_a_hash_is_kept_for_ever(client: Client) -> None:
    """A hashed file is immutable; one without a hash is asked for again."""
    hashed = await client.get("/assets/index-Ab12_9-z.js")
    assert await hashed.text() == SCRIPT
    assert hashed.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert hashed.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    plain = await client.get("/assets/style.css")
    assert plain.headers["Content-Type"] == "text/css; charset=utf-8"
    assert plain.headers["Cache-Control"] == "no-cache"


async def test_the_icon_lies_beside_the_page(client: Client, make_client: MakeClient) -> None:
    """`favicon.svg` is served as an image where it was built, and is unknown where it was not."""
    response = await client.get("/favicon.svg")
    assert response.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert (await (await make_client()).get("/favicon.svg")).status == 404


@pytest.mark.parametrize(
    ("accepted", "is_compressed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=1.000", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.00, *", False),
        ("*;q=0", False),
        ("xgzip", False),
    ],
)
async def test_compressed_only_for_who_takes_it(
    client: Client, accepted: str, is_compressed: bool
) -> None:
    """The compressed copy answers where Accept-Encoding allows it, with a validator of its own."""
    answer = await _raw(client, "/assets/index-Ab12_9-z.js", f"Accept-Encoding: {accepted}")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"Vary: Accept-Encoding" in head
    assert (b"Content-Encoding: gzip" in head) is is_compressed
    assert (b'-gzip"' in head) is is_compressed
    assert (gzip.decompress(body) if is_compressed else body).decode() == SCRIPT


async def test_who_has_it_gets_no_body(client: Client) -> None:
    """If-None-Match with the validator, also a weak one or `*`, is answered with 304."""
    etag = (await client.get("/")).headers["ETag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        response = await client.get("/", headers={"If-None-Match": known})
        assert response.status == 304
        assert await response.read() == b""
        assert response.headers["ETag"] == etag
    assert (await client.get("/", headers={"If-None-Match": '"other"'})).status == 200


async def test_head_is_get_without_the_body(client: Client) -> None:
    """HEAD has the headers of GET."""
    for path in ("/", "/assets/index-Ab12_9-z.js"):
        got, asked = await client.get(path), await client.head(path)
        assert await asked.read() == b""
        for name in ("Content-Type", "Content-Length", "ETag", "Cache-Control"):
            assert asked.headers[name] == got.headers[name]


@pytest.mark.parametrize(
    "target",
    [
        "/assets/../secret.js", "/assets/..%2fsecret.js", "/assets/..%5c..%5csecret.js",
        "/assets/%2e%2e/%2e%2e/secret.js", "/assets//etc/passwd", "/assets/%2fetc%2fpasswd",
        "/assets/linked.js", "/assets/.hidden.js", "/assets/deeper/inner.js", "/assets/deeper",
        "/assets/deeper%2finner.js", "/assets/INDEX-AB12_9-Z.JS", "/assets/index-Ab12_9-z.js.gz",
        "/assets/index-Ab12_9-z.js%00", "/assets/%00", "/assets/", "/assets", "/index.html",
        "/assets/%ff", "/assets/notes.py", "/assets/style.css/", "/assets/" + "x" * 4000,
    ],
)  # fmt: skip
async def test_nothing_else_can_be_named(client: Client, target: str) -> None:
    """No way of writing an address reaches another file: it is unknown, or no address at all."""
    answer = await _raw(client, target)
    assert re.match(rb"HTTP/1\.1 40[04] ", answer)
    for hidden in (b"secret\r", b"hidden", b"inner\r", b"root:", b"a kind that"):
        assert hidden not in answer.partition(b"\r\n\r\n")[2].replace(target.encode(), b"")


async def test_no_address_opens_what_needs_the_token(make_client: MakeClient, dist: Path) -> None:
    """With a token the page and its files are open, and nothing behind an address like theirs."""
    client = await make_client(token=TOKEN, dashboard=read_dashboard(dist))
    assert (await client.get("/")).status == 200
    assert (await client.get("/assets/style.css")).status == 200
    assert (await client.get("/favicon.svg")).status == 200
    for target in (
        "/api/status", "/assets/../api/status", "/assets/%2e%2e/api/status", "//api/status",
        "/assets/x/../../api/status", "/./api/status", "/;/api/status", "/assets/..%2fapi%2fstatus",
        "http://127.0.0.1/api/status", "/api/status#/assets/style.css", "/%61pi/status",
    ):  # fmt: skip
        answer = await _raw(client, target)
        assert re.match(rb"HTTP/1\.1 40[0134] ", answer), target
        assert b"version" not in answer.partition(b"\r\n\r\n")[2]


async def test_metrics_have_one_label_for_all_files(client: Client) -> None:
    """However many files are asked for, the numbers know the route alone."""
    for name in ("style.css", "index-Ab12_9-z.js", "nowhere.js", "x" * 100):
        await client.get(f"/assets/{name}")
    text = await (await client.get("/metrics")).text()
    routes = set(re.findall(r'route="([^"]*assets[^"]*)"', text))
    assert routes == {"/assets/{name}"}


async def test_without_a_build_the_page_says_so(make_client: MakeClient) -> None:
    """The plain page tells that the dashboard is missing, and how to have it."""
    client = await make_client()
    text = await (await client.get("/")).text()
    assert "not in this installation" in text
    assert "make dashboard" in text
    assert (await client.get("/assets/style.css")).status == 404
