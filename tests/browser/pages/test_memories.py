"""Is a memory found as recall finds it, and is what a person does to it done?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from perspective.cli.client import Client
from perspective.errors import MemoryNotFound
from tests.browser.conftest import PHONE, OpenPage, address
from tests.browser.stores import Store
from tests.figures import Figures

TENANT = "memories-own"
TEXTS = {
    "ana": "Ana moved to Lisbon in March and works at the harbour",
    "ben": "Ben repairs old bicycles in a cellar in Ghent",
    "tea": "How to make tea: boil water, wait three minutes, take the leaves out",
    "html": "<img src=x onerror=\"document.title='owned'\"> is \u202eonly\u202c a text",
}
QUESTION = "where does Ana live?"


@pytest.fixture
def own(with_200: Store) -> Iterator[Store]:
    """A tenant of few memories that a test may change. Ask for it before `open_page`."""
    client = with_200.client
    client.post("/api/tenants", {"id": TENANT})
    for memory_id, content in TEXTS.items():
        kind = "procedural" if memory_id == "tea" else "semantic"
        body = {"tenant_id": TENANT, "id": memory_id, "content": content, "memory_type": kind}
        client.post("/api/store", body)
    yield with_200._replace(tenant=TENANT)
    client.ask("DELETE", f"/api/tenants/{TENANT}", query={"confirm": TENANT})


def _read(client: Client, memory_id: str) -> dict[str, Any]:
    """A memory as the API has it now."""
    read: dict[str, Any] = client.get(f"/api/memories/{memory_id}", tenant_id=TENANT)
    return read


def _rows(page: Page) -> Locator:
    return page.get_by_role("region", name="Memories", exact=True).get_by_role("link")


def _done(page: Page, words: str) -> Locator:
    """The message that says so; what it says was answered before."""
    toast = page.get_by_role("status").locator(".toast").filter(has_text=words)
    expect(toast).to_be_visible()
    return toast


def test_the_search_is_recall(open_page: OpenPage, with_200: Store) -> None:
    """What is typed is asked of recall: its order, its scores, and what each signal gave, without
    counting as use; filters are asked with it and taken off by a click."""
    page = open_page(with_200, "memories")
    expect(_rows(page).first).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("report and garden")
    expect(page).to_have_url(re.compile("q=report"))
    asked = {"query": "report and garden", "budget": 25, "reinforce": False}
    found = with_200.client.post("/api/recall", asked)["results"]
    expect(_rows(page).first).to_have_attribute("href", re.compile(f"/{found[0]['id']}\\?"))
    shown = [one.get_attribute("href") or "" for one in _rows(page).all()]
    wanted = [one["id"] for one in found][: len(shown)]
    assert [re.findall(r"memories/([^?]+)", one)[0] for one in shown] == wanted
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="In this search")).to_contain_text("relevance")

    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Type", exact=True).select_option("procedural")
    chip = page.get_by_role("button", name="Remove the filter Type procedural")
    expect(chip).to_be_visible()
    expect(page).to_have_url(re.compile("type=procedural"))
    expect(_rows(page).first).to_contain_text("procedural")
    chip.click()
    expect(chip).to_be_hidden()


@pytest.mark.proof("Speed")
def test_how_soon_typing_answers(
    open_page: OpenPage, with_many: Store, figures: Figures, is_full: bool
) -> None:
    """From a key to the answer on the screen, at the median of ten keys; noted."""
    page = open_page(with_many, "memories")
    field = page.get_by_role("searchbox", name="Search the memories")
    expect(_rows(page).first).to_be_visible()
    field.fill("the museum")
    expect(page.locator(".memories__row-score").first).to_be_visible()
    page.evaluate(
        """() => {
            const waits = window.waits = [];
            let since = 0;
            document.querySelector('[type=search]').addEventListener(
              'input', () => { since = performance.now(); }, true);
            const see = () => {
              const rows = document.querySelector('.memories__rows');
              const body = document.querySelector('.memories__row data')?.dataset.body;
              const typed = document.querySelector('[type=search]').value.trim();
              if (since && rows?.ariaBusy !== 'true' && body && JSON.parse(body).query === typed) {
                waits.push(performance.now() - since);
                since = 0;
              }
              requestAnimationFrame(see);
            };
            see();
        }"""
    )
    field.focus()
    for key in " of lisbon":
        before = page.evaluate("waits.length")
        page.keyboard.type(key)
        page.wait_for_function("before => waits.length > before", arg=before)
    waits = sorted(page.evaluate("waits"))
    figures.note("typing in search, from key to screen", waits[len(waits) // 2], "ms", at_most=150)


def test_an_edit_makes_a_version_and_is_taken_back(own: Store, open_page: OpenPage) -> None:
    """Text, tags and importance are edited; the versions show what differs; Undo edits back. What is
    wrong in the form is said in it."""
    page = open_page(own, "memories/ana")
    expect(page.get_by_role("article", name="Memory")).to_contain_text("Lisbon")
    page.keyboard.press("e")
    form = page.get_by_role("dialog", name="Edit the memory")
    form.get_by_label("Text").fill("Ana moved to Porto in May and works at the harbour")
    form.get_by_label("Metadata, a JSON object").fill("{not JSON")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("alert")).to_contain_text("JSON")
    form.get_by_label("Metadata, a JSON object").fill('{"checked": true}')
    form.get_by_label("Tags").fill("people")
    form.get_by_label("Importance, 0 to 1").fill("0.9")
    form.get_by_role("button", name="Save").click()
    toast = _done(page, "Edited")
    current = _read(own.client, "ana")["current"]
    assert "Porto in May" in current["content"]
    assert (current["tags"], current["importance"]) == (["people"], 0.9)
    assert current["metadata"] == {"checked": True}

    page.get_by_role("tab", name="Versions").click()
    versions = page.get_by_role("tabpanel")
    expect(versions.locator("del").first).to_have_text("Lisbon")
    expect(versions.locator("ins").first).to_have_text("Porto")
    toast.get_by_role("button", name="Undo").click()
    expect(versions.get_by_role("listitem")).to_have_count(3)
    current = _read(own.client, "ana")["current"]
    assert (current["content"], current["tags"]) == (TEXTS["ana"], [])
    assert (current["importance"], current["metadata"]) == (0.5, {})


def test_keys_pin_archive_delete_and_restore(own: Store, open_page: OpenPage) -> None:
    """Each is done by its key and seen over the API; Undo and Restore take it back."""
    page = open_page(own, "memories/ben")
    memory = page.get_by_role("article", name="Memory")
    expect(memory.get_by_role("button", name="Pin")).to_be_visible()
    page.keyboard.press("p")
    undo = _done(page, "Pinned").get_by_role("button", name="Undo")
    assert _read(own.client, "ben")["pinned"]
    undo.click()
    expect(memory.get_by_role("button", name="Archive")).to_be_visible()
    assert not _read(own.client, "ben")["pinned"]

    page.keyboard.press("a")
    _done(page, "Archived")
    assert _read(own.client, "ben")["state"] == "archived"
    memory.get_by_role("button", name="Restore").click()
    _done(page, "Restored")
    assert _read(own.client, "ben")["state"] == "active"

    expect(memory.get_by_role("button", name="Delete")).to_be_visible()
    page.keyboard.press("x")
    undo = _done(page, "Deleted").get_by_role("button", name="Undo")
    assert _read(own.client, "ben")["deleted_at"]
    expect(memory).to_contain_text("it can be restored")
    undo.click()
    expect(memory.get_by_role("button", name="Delete")).to_be_visible()
    assert _read(own.client, "ben")["deleted_at"] is None


def test_outcomes_of_a_procedure_are_counted(own: Store, open_page: OpenPage) -> None:
    """A click counts one more, Undo takes it back."""
    page = open_page(own, "memories/tea")
    page.get_by_role("button", name="It worked").click()
    undo = _done(page, "it worked").get_by_role("button", name="Undo")
    assert _read(own.client, "tea")["current"]["detail"]["success_count"] == 1
    worked = page.locator("data[data-path='current.detail.success_count']")
    expect(worked).to_have_attribute("value", "1")
    undo.click()
    expect(worked).to_have_attribute("value", "0")


def test_a_memory_is_stored_and_erased(own: Store, open_page: OpenPage) -> None:
    """The form stores what is filled in and shows it. Erasing wants the id, shows the receipt, and
    leaves only the history; so much is said under its address."""
    page = open_page(own, "memories", allowed=("status of 404",))
    page.get_by_role("button", name="Store a memory").click()
    form = page.get_by_role("dialog", name="Store a memory")
    form.get_by_label("Text").fill("The spare key lies under the blue stone")
    form.get_by_label("Namespace").fill("home")
    form.get_by_role("button", name="Store").click()
    _done(page, "Stored")
    memory = page.get_by_role("article", name="Memory")
    expect(memory).to_contain_text("blue stone")
    memory_id = re.findall(r"memories/([^?]+)", page.url)[0]
    stored = _read(own.client, memory_id)
    assert (stored["namespace"], stored["type"]) == ("home", "episodic")

    memory.get_by_role("button", name="Erase for good").click()
    sure = page.get_by_role("dialog", name="Erase this memory for good?")
    erase = sure.get_by_role("button", name="Erase for good")
    expect(erase).to_be_disabled()
    sure.get_by_label("Type the id to go on").fill(memory_id)
    erase.click()
    receipt = page.get_by_role("dialog", name="The receipt")
    expect(receipt.locator("data[data-path=n_memories]")).to_have_attribute("value", "1")
    with pytest.raises(MemoryNotFound):
        _read(own.client, memory_id)
    receipt.get_by_role("button", name="Close").click()
    expect(memory).to_contain_text("was erased")
    page.goto(address(own, "memories/never-there"))
    expect(memory).to_contain_text("There is no memory with this id")


def test_stored_text_is_text_and_a_phone_has_a_way_back(own: Store, open_page: OpenPage) -> None:
    """HTML does nothing and overrides are shown; on a phone the memory hides the list until one goes
    back, and j, k and Enter walk without a pointer."""
    page = open_page(own, "memories", size=PHONE)
    expect(_rows(page)).to_have_count(len(TEXTS))
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    memory = page.get_by_role("article", name="Memory")
    expect(memory).to_contain_text("<img src=x onerror=")
    expect(memory).to_contain_text("RLO")
    expect(page).not_to_have_title("owned")
    expect(_rows(page).first).to_be_hidden()
    page.get_by_role("button", name="Back to the list").click()
    expect(_rows(page).first).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(memory).to_contain_text("make tea")
    page.keyboard.press("Escape")
    expect(memory).to_be_hidden()
