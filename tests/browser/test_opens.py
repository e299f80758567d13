"""Does the page open on each store, keep to its own, and suit those who cannot see it?"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from perspective.api.dashboard import dashboard_folder, read_dashboard
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, Scheme
from tests.browser.stores import N_MANY, N_MANY_FULL, Store
from tests.browser.watching import axe
from tests.figures import Figures

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


def _first_content_s(page: Page) -> float:
    """How long after the address was asked for something stood there."""
    found = page.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    )
    return float(found.json_value()) / 1000


@pytest.mark.proof("Speed")
def test_how_soon_something_is_seen(
    open_page: OpenPage, with_many: Store, figures: Figures, is_full: bool
) -> None:
    """The page shows itself with many memories too; how soon at best, and how much
    it loads, is noted."""
    paint_s = min(_first_content_s(open_page(with_many)) for _ in range(3))
    n_memories = N_MANY_FULL if is_full else N_MANY
    figures.note(f"first content with {n_memories} memories", paint_s, "s", at_most=1.0)
    dashboard = read_dashboard(dashboard_folder())
    assert dashboard is not None
    files = [dashboard.index, *dashboard.assets.values()]
    n_bytes = sum(len(file.gzipped or file.content) for file in files)
    figures.note("all files of the page, compressed", n_bytes / 1000, "KB", at_most=300.0)
    assert n_bytes <= 300_000


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=["light-desktop", "dark-phone"]
)
def test_nothing_serious_stands_in_the_way(
    scheme: Scheme, size: tuple[int, int], open_page: OpenPage, with_200: Store
) -> None:
    """Axe finds no serious issue on any page, light and large or dark and small, and none is wider
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
