"""Does the page open on each store, keep to its own, and suit those who cannot see it?"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, Scheme
from tests.browser.stores import Store
from tests.browser.watching import axe

PAGES = ("overview", "memories", "recall", "graph", "reviews", "jobs", "logs", "settings")


def _is_there(page: Page) -> None:
    """The page has a heading and says that nothing more is coming."""
    expect(page.get_by_role("heading").first).to_be_visible()
    page.wait_for_load_state("load")


@pytest.mark.parametrize("store", ["empty", "with_200", "with_many"])
def test_each_page_opens(store: str, open_page: OpenPage, request: pytest.FixtureRequest) -> None:
    """Every page shows itself with nothing, with some and with many memories; nothing is asked of
    another host, the policy holds, and the browser complains of nothing."""
    page = open_page(request.getfixturevalue(store))
    for name in PAGES:
        page.evaluate(f"location.hash = '#/{name}?tenant=default'")
        _is_there(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_serious_stands_in_the_way(
    scheme: Scheme, size: tuple[int, int], open_page: OpenPage, with_200: Store
) -> None:
    """Axe finds no serious issue on any page, light or dark, large or small, and none is wider
    than the window."""
    page = open_page(with_200, size=size, scheme=scheme)
    for name in PAGES:
        page.evaluate(f"location.hash = '#/{name}?tenant=default'")
        _is_there(page)
        assert axe(page) == [], name
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{name} is {wide} px wider than the window"


def test_a_complaint_fails_the_test(open_page: OpenPage, empty: Store) -> None:
    """What the page must not do is noticed: inline code that the policy stops, and other hosts."""
    stopped = ("Content Security Policy", "request elsewhere", "request failed", "net::ERR")
    page = open_page(empty, allowed=stopped)
    _is_there(page)
    with page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        page.evaluate("""() => {
            const script = document.createElement("script");
            script.textContent = "document.title = 'owned'";
            document.head.append(script);
        }""")
    assert page.title() != "owned"
    refused = page.evaluate("fetch('http://192.0.2.1/').then(() => 'sent', () => 'refused')")
    assert refused == "refused"


def test_stored_text_is_text(open_page: OpenPage, with_200: Store) -> None:
    """Markup in a memory changes nothing of the page that lists it."""
    page = open_page(with_200, "memories")
    _is_there(page)
    assert "owned" not in page.title()
    assert page.locator("img[src=x], svg[onload]").count() == 0
