"""Does the page of logs show lines as they come, and those that are asked for?"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage, address
from tests.browser.stores import Store
from tests.browser.watching import axe


def line(page: Page, text: str) -> Locator:
    """The line that holds it."""
    return page.locator(".logs-line", has_text=text)


def make_a_line(store: Store, tenant: str) -> None:
    """The log says that a tenant was made."""
    store.client.post("/api/tenants", {"id": tenant})


def test_lines_appear_as_they_are_written(open_page: OpenPage, with_200: Store) -> None:
    """Without a reload; none while the page is paused; those of meanwhile when it goes on. An opened line
    is the API's, as JSON."""
    page = open_page(with_200, "logs")
    make_a_line(with_200, "first-in-the-log")
    expect(line(page, "first-in-the-log")).to_be_visible()

    page.keyboard.press("p")
    expect(page.get_by_text("paused")).to_be_visible()
    make_a_line(with_200, "second-in-the-log")
    page.wait_for_timeout(1500)
    assert line(page, "second-in-the-log").count() == 0
    page.keyboard.press("p")
    expect(line(page, "second-in-the-log")).to_be_visible()

    line(page, "first-in-the-log").get_by_role("button").click()
    (entry,) = with_200.client.get("/api/logs", text="first-in-the-log")["items"]
    whole = page.locator(".logs-whole")
    for name, value in entry.items():
        expect(whole).to_contain_text(f'"{name}": "{value}"')
    assert axe(page) == []


def test_level_and_text_are_kept_in_the_address(open_page: OpenPage, with_200: Store) -> None:
    """Only lines that fit are shown, those to come too; whoever has the address sees the same."""
    make_a_line(with_200, "third-in-the-log")
    make_a_line(with_200, "fourth-in-the-log")
    page = open_page(with_200, "logs")
    page.get_by_label("Text").fill("FOURTH-in")
    expect(page.locator(".logs-line")).to_have_count(1)
    expect(line(page, "fourth-in-the-log")).to_be_visible()
    assert "text=FOURTH-in" in page.url
    page.reload()
    expect(page.locator(".logs-line")).to_have_count(1)
    page.get_by_label("Level").select_option("error")
    expect(page.get_by_role("heading", name="No line is like that")).to_be_visible()
    page.goto(address(with_200, "logs?level=info"))
    expect(line(page, "third-in-the-log")).to_have_count(1)
    expect(line(page, "fourth-in-the-log")).to_have_count(1)
