"""Does the overview show what is held and what happens, and does it help whoever begins?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from perspective.errors import TenantNotFound
from tests.browser.conftest import OpenPage
from tests.browser.stores import Store

NEW = "overview-new"


@pytest.fixture
def new(with_200: Store) -> Iterator[Store]:
    """A tenant that holds nothing yet. Ask for it before `open_page`, whose pages must close first."""
    with_200.client.post("/api/tenants", {"id": NEW})
    yield with_200._replace(tenant=NEW)
    with_200.client.ask("DELETE", f"/api/tenants/{NEW}", query={"confirm": NEW})


def _card(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def test_what_is_accepted_is_the_sum_of_its_parts(open_page: OpenPage, with_200: Store) -> None:
    """A person sees that searchable, pending and failed make what was accepted, of each index, and
    as many memories as the API counts."""
    page = open_page(with_200, "overview")
    counts = with_200.client.get("/api/tenants/default")["counts"]
    shown = _card(page, "Memories").locator("data[data-path='counts.memories']")
    expect(shown).to_have_attribute("value", str(counts["memories"]))
    for index in ("text", "vector"):
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=index))
        values = [int(one.get_attribute("value") or "") for one in row.locator("data").all()]
        accepted, *parts = values
        assert (accepted, len(parts)) == (sum(parts), 3)
        assert accepted > 0


def test_bars_are_those_of_the_api(open_page: OpenPage, with_200: Store) -> None:
    """Bars of a month are chosen by a click, are kept in the address, and are read as a table too."""
    page = open_page(with_200, "overview")
    page.get_by_role("button", name="month").click()
    expect(page).to_have_url(re.compile("bucket=month"))
    arrived = _card(page, "What came in")
    arrived.get_by_text("As a table").click()
    items = with_200.client.get("/api/stats/arrivals", bucket="month", zone="Europe/Lisbon")[
        "items"
    ]
    totals = arrived.locator("td:last-child data")
    expect(totals).to_have_count(len(items))
    assert [int(one.get_attribute("value") or "") for one in totals.all()] == [
        item["n_memories"] for item in reversed(items)
    ]


def test_the_first_memory_is_stored_here(new: Store, open_page: OpenPage) -> None:
    """Whoever holds nothing is told how to begin; what is typed there is stored, and shown."""
    text = "Ana moved to <b>Lisbon</b> in March"
    page = open_page(new, "overview")
    page.get_by_role("tab", name="curl").click()
    expect(page.get_by_text(f"curl -X POST {new.url}/api/store")).to_be_visible()
    page.get_by_role("tab", name="Here").click()
    page.get_by_label("Text").fill(text)
    page.get_by_role("button", name="Store", exact=True).click()
    expect(_card(page, "Recent activity").get_by_text(text)).to_be_visible()
    found = new.client.get("/api/memories", tenant_id=NEW)["items"]
    assert [one["current"]["content"] for one in found] == [text]


def test_what_happens_is_shown_as_it_happens(new: Store, open_page: OpenPage) -> None:
    """What somebody else stores, pins or deletes appears by itself, in words, and is counted; a pause
    keeps the list as it is."""
    stored = {"tenant_id": NEW, "id": "first", "content": "The heron is grey"}
    new.client.post("/api/store", stored)
    page = open_page(new, "overview")
    activity = _card(page, "Recent activity")
    expect(activity.get_by_text("live")).to_be_visible()
    new.client.post("/api/store", {**stored, "id": "second", "content": "The ibis is white"})
    expect(activity.get_by_role("link", name="The ibis is white")).to_be_visible()
    count = _card(page, "Memories").locator("data[data-path='counts.memories']")
    expect(count).to_have_attribute("value", "2")
    new.client.post("/api/memories/first/pin", {"pinned": True}, tenant_id=NEW)
    expect(activity.get_by_text("Pinned over the API")).to_be_visible()
    activity.get_by_role("button", name="Pause").click()
    new.client.post("/api/store", {**stored, "id": "third", "content": "The stork is tall"})
    expect(count).to_have_attribute("value", "3")
    expect(activity.get_by_text("The stork is tall")).to_have_count(0)
    activity.get_by_role("button", name="Go on").click()
    expect(activity.get_by_text("The stork is tall")).to_be_visible()


def test_a_tenant_that_is_not_there_can_be_made(open_page: OpenPage, with_200: Store) -> None:
    """The address of a tenant that is gone says so, and offers to create it."""
    lost = with_200._replace(tenant="overview-lost")
    page = open_page(lost, "overview", allowed=("status of 404",))
    expect(page.get_by_role("heading", name="There is no such tenant")).to_be_visible()
    with pytest.raises(TenantNotFound):
        with_200.client.get("/api/tenants/overview-lost")
    page.get_by_role("button", name="Create it").click()
    expect(page.get_by_role("heading", name="Nothing is remembered yet")).to_be_visible()
    assert with_200.client.get("/api/tenants/overview-lost")["counts"]["memories"] == 0


def test_the_sample_is_loaded_and_shown(new: Store, open_page: OpenPage) -> None:
    """The offer of the sample loads it into its own tenant, and leads there."""
    page = open_page(new, "overview")
    page.get_by_role("button", name="Load the demo sample").click()
    expect(page).to_have_url(re.compile("tenant=demo"))
    n = new.client.get("/api/tenants/demo")["counts"]["memories"]
    shown = _card(page, "Memories").locator("data[data-path='counts.memories']")
    expect(shown).to_have_attribute("value", str(n))
    assert new.client.get("/api/tenants/" + NEW)["counts"]["memories"] == 0
