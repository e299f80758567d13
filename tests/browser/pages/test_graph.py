"""Does the page of the graph show what lies around a node, and put entities right?"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.stores import Store
from tests.browser.watching import axe

# Something is drawn: nodes, edges and names have more colours than an empty ground.
_IS_DRAWN = """() => {
    const canvas = document.querySelector("canvas");
    const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set();
    for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    return seen.size > 20;
}"""


def _entity(store: Store, name: str) -> dict[str, Any]:
    """The entity whose name begins so and that most memories mention."""
    found = store.client.get("/api/entities", tenant_id=store.tenant, name=name)["items"]
    entity: dict[str, Any] = max(found, key=lambda one: one["n_mentions"])
    return entity


def _read(store: Store, entity_id: str) -> dict[str, Any]:
    entity: dict[str, Any] = store.client.get(
        f"/api/entities/{entity_id}", tenant_id=store.tenant, limit=500
    )
    return entity


def _panel(page: Page) -> Any:
    return page.get_by_role("complementary", name="The selected node")


def test_a_name_leads_into_the_graph(open_page: OpenPage, with_200: Store) -> None:
    """Found by its name, an entity is drawn and told of; the list shows the same, and more of it
    when a node is expanded; kinds are switched off."""
    ana = _entity(with_200, "Ana")
    page = open_page(with_200, "graph")
    field = page.get_by_role("combobox", name="Find an entity or memory")
    field.fill("Ana")
    expect(page.get_by_role("option", name="person Ana")).to_be_visible()
    field.press("Enter")
    expect(_panel(page).get_by_role("heading", name="Ana")).to_be_visible()
    assert ana["id"] in page.url
    expect(page.get_by_text("All within reach is shown.")).to_be_visible()
    page.wait_for_function(_IS_DRAWN)

    page.get_by_role("button", name="List").click()
    rows = page.get_by_role("region", name="Nodes, those with most edges first")
    expect(rows.get_by_role("listitem").first).to_be_visible()
    # An unpressed button of the legend stands for a kind that is not shown.
    for kind in ("episodic", "semantic", "procedural"):
        page.get_by_role("group", name="Kinds of nodes").get_by_role("button", name=kind).click()
    expect(rows.get_by_text("Ana", exact=True)).to_be_visible()
    assert axe(page) == []


def test_keys_walk_the_graph(open_page: OpenPage, with_200: Store) -> None:
    """Without a mouse: neighbours are buttons, keys expand, hide and begin anew."""
    ana = _entity(with_200, "Ana")
    page = open_page(with_200, f"graph/{ana['id']}?hops=1")
    neighbour = _panel(page).get_by_role("list").last.get_by_role("button").first
    neighbour.focus()
    neighbour.press("Enter")
    expect(_panel(page).get_by_role("link", name="Open the memory")).to_be_visible()
    page.keyboard.press("e")
    expect(page.get_by_text("All within reach is shown.")).to_be_visible()
    page.keyboard.press("c")
    expect(page).not_to_have_url(re.compile(re.escape(ana["id"])))
    expect(_panel(page).get_by_role("link", name="Open the memory")).to_be_visible()
    page.keyboard.press("Escape")
    expect(_panel(page).get_by_text("Select a node")).to_be_visible()


def test_entities_are_merged_and_it_is_undone(open_page: OpenPage, own_200: Store) -> None:
    """Two entities become one, and two again."""
    ana, money = _entity(own_200, "Ana"), _entity(own_200, "money")
    page = open_page(own_200, f"graph/{ana['id']}")
    _panel(page).get_by_role("button", name="Merge…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox").fill("mon")
    dialog.get_by_role("option").first.click()
    expect(dialog.get_by_text("To take it back")).to_be_visible()
    dialog.get_by_role("button", name="Merge").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    merged = _read(own_200, ana["id"])
    assert merged["n_mentions"] > max(ana["n_mentions"], money["n_mentions"])
    assert _read(own_200, money["id"])["id"] == ana["id"]

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    assert _read(own_200, ana["id"])["n_mentions"] == ana["n_mentions"]
    assert _read(own_200, money["id"])["id"] == money["id"]


def test_an_entity_is_split_by_memories(open_page: OpenPage, own_200: Store) -> None:
    """What a memory mentions becomes an entity of its own."""
    ana = _entity(own_200, "Ana")
    page = open_page(own_200, f"graph/{ana['id']}")
    _panel(page).get_by_role("button", name="Split…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("tab", name="By memories").click()
    dialog.get_by_role("checkbox").first.check()
    dialog.get_by_role("button", name="Split").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    found = own_200.client.get("/api/entities", tenant_id=own_200.tenant, name="Ana")["items"]
    assert sorted(one["n_mentions"] for one in found) == [1, ana["n_mentions"] - 1]
