"""Can what somebody stored act on the page, and can somebody without the token read?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.acceptance.page.reverse_proxy import proxied
from tests.browser.conftest import OpenPage
from tests.browser.stores import N_FEW, UNUSUAL, Store
from tests.daemons import Daemon, Home

TOKEN = "a-token-that-nobody-guesses"
N_LONG = 1_000_000
_ACTED = """() => ({
    elements: document.querySelectorAll('main img, main iframe, main [onerror], main [onload]').length,
    foreign: [...document.querySelectorAll('main a[href]')].filter(
        (one) => !['http:', 'https:'].includes(new URL(one.href).protocol)).length,
})"""


@pytest.mark.proof("Safety")
def test_what_was_stored_is_shown_as_text(open_page: OpenPage, with_200: Store) -> None:
    """Markup, scripts, templates and what turns the reading direction: each is on its page, word for
    word, and none of it acts."""
    page = open_page(with_200)
    for number, text in enumerate(UNUSUAL, start=N_FEW - len(UNUSUAL)):
        page.evaluate(f"location.hash = '#/memories/seen-{number}?tenant={with_200.tenant}'")
        shown = page.locator("main .stored").filter(has_text=_a_part_of(text)).first
        expect(shown).to_be_visible()
        _nothing_acted(page)
    for route in ("recall?q=script", "graph/seen-185", "memories?q=owned"):
        name, _, query = route.partition("?")
        page.evaluate(f"location.hash = '#/{name}?tenant={with_200.tenant}&{query}'")
        page.wait_for_load_state("networkidle")
        _nothing_acted(page)


def _a_part_of(text: str) -> str:
    """Words of it that a browser shows as they are: no spaces that it folds, no marks."""
    visible = "".join(c if c.isprintable() and c != "\u00ad" else "\n" for c in text)
    return max(visible.split("\n"), key=len).strip()[:60]


def _nothing_acted(page: Page) -> None:
    assert page.evaluate(_ACTED) == {"elements": 0, "foreign": 0}
    assert "owned" not in page.title()


@pytest.mark.proof("Safety")
def test_a_line_without_end_stands_in_no_ones_way(open_page: OpenPage, own_200: Store) -> None:
    """A million characters on one line are shown in parts, the page stays as wide as the window, and
    no answer is long."""
    stored = own_200.client.post(
        "/api/store", {"tenant_id": own_200.tenant, "content": "x<b>y" * (N_LONG // 5)}
    )
    page = open_page(own_200, "memories")
    page.wait_for_load_state("networkidle")
    for route in ("overview", "memories", f"memories/{stored['id'] or stored['source_id']}"):
        page.evaluate(f"location.hash = '#/{route}?tenant={own_200.tenant}'")
        expect(page.get_by_role("heading").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Store]:
    """A daemon that wants a token."""
    home = Home(tmp_path)
    (tmp_path / "token").write_text(TOKEN)
    home.environ["PERSPECTIVE_SECURITY_TOKEN_FILE"] = str(tmp_path / "token")
    daemon = Daemon(home)
    try:
        daemon.start()
        yield Store(daemon.url, daemon.client)
    finally:
        home.end_everything()


@pytest.mark.proof("Safety")
def test_a_token_is_asked_for_and_kept_for_the_session(locked: Store, open_page: OpenPage) -> None:
    """Nothing is shown before the token; a wrong one is refused in words; the right one lasts as long
    as the tab, and no longer."""
    page = open_page(locked, allowed=("status of 401",))
    field = page.get_by_label("Token")
    field.fill("another one")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("not the right one")
    field.fill(TOKEN)
    field.press("Enter")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    kept = page.evaluate("JSON.stringify([{...localStorage}, document.cookie, location.href])")
    assert TOKEN not in kept
    other = open_page(locked, allowed=("status of 401",))
    expect(other.get_by_label("Token")).to_be_visible()


@contextmanager
def _behind_a_proxy(store: Store) -> Iterator[Store]:
    """The same daemon, as its page is seen under a path prefix."""
    ready, end = threading.Event(), threading.Event()
    address: list[str] = []

    async def serve() -> None:
        async with proxied(store.url) as url:
            address.append(str(url).rstrip("/"))
            ready.set()
            await asyncio.to_thread(end.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert ready.wait(30)
        yield store._replace(url=address[0])
    finally:
        end.set()
        thread.join(30)


def test_the_page_works_under_a_prefix(open_page: OpenPage, with_200: Store) -> None:
    """Behind a proxy that serves it under `/memory/`, everything is loaded from there, and a search
    finds."""
    with _behind_a_proxy(with_200) as store:
        page = open_page(store, "memories?q=Lisbon")
        expect(page.get_by_role("listitem").first).to_be_visible()
        asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
        assert asked
        assert all(one.startswith(f"{store.url}/") for one in asked), asked
        page.goto("about:blank")  # lets go of the stream of events, which the proxy would wait for
