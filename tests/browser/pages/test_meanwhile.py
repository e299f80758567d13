"""What if something happens while a page is open: another tenant, another writer, another day?"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.stores import Store


@pytest.fixture
def two(with_200: Store, request: pytest.FixtureRequest) -> tuple[Store, Store]:
    """Two tenants of a daemon, each with a memory of the same id."""
    names = [f"{which}-{request.node.name[:40]}" for which in ("first", "second")]
    for name in names:
        body = {"tenant_id": name, "id": "same", "content": f"What {name} has under this id."}
        with_200.client.post("/api/store", body)
    first, second = (with_200._replace(tenant=name) for name in names)
    return first, second


def _deleted_at(store: Store) -> str | None:
    read = store.client.get("/api/memories/same", tenant_id=store.tenant)
    found: str | None = read["deleted_at"]
    return found


def test_undo_acts_where_it_was_done(two: tuple[Store, Store], open_page: OpenPage) -> None:
    """A deletion in one tenant is undone in that one, though another is shown by then."""
    first, second = two
    second.client.ask("DELETE", "/api/memories/same", query={"tenant_id": second.tenant})
    page = open_page(first, "memories/same")
    expect(page.get_by_role("article", name="Memory")).to_contain_text(first.tenant)
    page.keyboard.press("x")
    toast = page.get_by_role("status").locator(".toast").filter(has_text="Deleted")
    expect(toast).to_be_visible()
    assert _deleted_at(first) is not None
    page.evaluate(f"location.hash = '#/memories?tenant={second.tenant}'")
    with page.expect_response(lambda answer: answer.url.endswith(f"tenant_id={first.tenant}")):
        toast.get_by_role("button", name="Undo").click()
    expect(toast).to_have_count(0)
    assert _deleted_at(first) is None
    assert _deleted_at(second) is not None


def test_a_newer_version_is_not_written_over(two: tuple[Store, Store], open_page: OpenPage) -> None:
    """A form that was opened before somebody else's edit is refused, and says why."""
    store, _ = two
    page = open_page(store, "memories/same")
    expect(page.get_by_role("article", name="Memory")).to_contain_text(store.tenant)
    page.keyboard.press("e")
    form = page.get_by_role("dialog", name="Edit the memory")
    form.get_by_label("Text").fill("Written in the page.")
    query, body = {"tenant_id": store.tenant}, {"content": "Written elsewhere."}
    store.client.ask("PATCH", "/api/memories/same", body=body, query=query)
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("alert")).to_contain_text("changed meanwhile")
    read = store.client.get("/api/memories/same", tenant_id=store.tenant)
    assert read["current"]["content"] == "Written elsewhere."


def test_a_tenant_that_is_gone_is_said(two: tuple[Store, Store], open_page: OpenPage) -> None:
    """Every page about a tenant that does not exist says so, and offers what can be done."""
    store, _ = two
    query = {"confirm": store.tenant}
    store.client.ask("DELETE", f"/api/tenants/{store.tenant}", query=query)
    page = open_page(store, "memories", allowed=("status of 404",))
    for name in ("memories", "graph", "reviews", "jobs"):
        page.evaluate(f"location.hash = '#/{name}?tenant={store.tenant}'")
        expect(page.get_by_role("heading", name="There is no such tenant")).to_be_visible()


def test_the_page_goes_on_without_a_network(open_page: OpenPage, with_200: Store) -> None:
    """The daemon is on this machine: a browser that says to be offline still shows everything."""
    page = open_page(with_200)
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.evaluate("location.hash = '#/settings?tenant=default'")
    expect(page.get_by_role("heading", name="[server]")).to_be_visible()
