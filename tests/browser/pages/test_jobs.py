"""Are jobs run, foreseen and stopped from their page, changes undone, and failed texts read again?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, address
from tests.browser.stores import Store
from tests.browser.watching import axe
from tests.contracts.extraction import answering
from tests.contracts.extraction.chat_endpoint import ChatEndpoint
from tests.daemons import Daemon, Home, wait_until

N_CRATES = 3
RUNS = "/api/processes/consolidation/runs"


@pytest.fixture
def crates(with_200: Store, request: pytest.FixtureRequest) -> Store:
    """A tenant of the test's own, in which consolidation has something to do: the same words in two
    namespaces are linked."""
    tenant = "jobs-" + str(abs(hash(request.node.nodeid)))[:12]
    items = [
        {
            "content": f"The crate of pump {n} stands in hall {n * 7}.",
            "namespace": namespace,
            "source_session": namespace,
        }
        for n in range(N_CRATES)
        for namespace in ("home", "work")
    ]
    body = {"tenant_id": tenant, "items": items, "wait": True}
    assert with_200.client.post("/api/store/batch", body)["failed"] == 0
    return with_200._replace(tenant=tenant)


def show(page: Page, store: Store, route: str) -> None:
    """Another part of the dashboard, in the same page."""
    page.goto(address(store, route))


def changes(store: Store) -> list[dict[str, Any]]:
    """The change sets of the tenant, the newest first."""
    found: list[dict[str, Any]] = store.client.get("/api/changes", tenant_id=store.tenant)["items"]
    return found


def shown_numbers(page: Page, path: str) -> list[str]:
    """What numbers of a path are shown."""
    shown = page.locator(f'data[data-path="{path}"]')
    return [one.get_attribute("value") or "" for one in shown.all()]


def test_a_preview_lists_what_a_run_then_changes(open_page: OpenPage, crates: Store) -> None:
    """The counts are those that the API foresees, each planned change shows its memories; a run begun from
    the page changes just that, and its change set is listed with it."""
    foreseen = crates.client.post(
        "/api/processes/consolidation/preview", {"tenant_id": crates.tenant}
    )
    page = open_page(crates, "jobs")
    job = page.get_by_role("region", name="Consolidation")
    job.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("stands in hall").first).to_be_visible()
    assert foreseen["counts"]["link"] == N_CRATES
    for kind, n in foreseen["counts"].items():
        assert shown_numbers(page, f"counts.{kind}") == [str(n)]
    assert changes(crates) == []
    assert axe(page) == []

    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Run", exact=True).click()
    wait_until(lambda: changes(crates), "the run changes something")
    page.get_by_role("tab", name="Runs").click()
    page.get_by_role("button", name="What it changed").click()
    expect(page.get_by_role("link", name="Links across namespaces")).to_be_visible()
    (run,) = crates.client.get(RUNS, tenant_id=crates.tenant)["items"]
    assert (run["state"], run["counts"]["changed"]) == ("done", sum(foreseen["counts"].values()))
    shown = shown_numbers(page, f"items.{{id={run['id']}}}.counts.changed")
    assert shown == [str(run["counts"]["changed"])]


def test_changes_are_undone_by_step_and_as_far_as_can_be(
    open_page: OpenPage, crates: Store
) -> None:
    """One step alone; the whole is refused, with the reason, where something later rests on it, and then
    undone but for that."""
    run(crates, "consolidation")
    (change,) = [one for one in changes(crates) if one["phase"] == "across"]
    path = f"/api/changes/{change['id']}"
    page = open_page(crates, f"jobs/changes/{change['id']}", allowed=("409", "404"))
    page.get_by_role("button", name="Undo this step").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The step is undone.")).to_be_visible()
    detail = crates.client.get(path, tenant_id=crates.tenant)
    assert [one["state"] for one in detail["steps"]] == ["undone", "applied", "applied"]

    erased = detail["steps"][1]["memory_ids"][0]
    crates.client.post(
        f"/api/memories/{erased}/erase", {"confirm": erased}, tenant_id=crates.tenant
    )
    page.keyboard.press("u")
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    dialog = page.get_by_role("dialog", name="The whole cannot be undone")
    expect(dialog.get_by_text("was erased")).to_be_visible()
    dialog.get_by_role("button", name="Undo the rest").click()
    expect(page.get_by_text("The change is undone.")).to_be_visible()
    detail = crates.client.get(path, tenant_id=crates.tenant)
    assert [one["state"] for one in detail["steps"]] == ["undone", "erased", "undone"]
    assert (detail["change"]["state"], detail["change"]["n_undone"]) == ("undone", 2)
    assert shown_numbers(page, "change.n_undone") == ["2"]
    assert axe(page) == []


def test_upkeep_says_what_is_due_when_asked(open_page: OpenPage, crates: Store) -> None:
    """Nothing is looked at before somebody wants it; then the figures are the API's."""
    page = open_page(crates, "jobs/upkeep")
    expect(page.get_by_role("heading", name="What is due?")).to_be_visible()
    page.get_by_role("button", name="Look").click()
    expect(page.get_by_text("Memories looked at")).to_be_visible()
    found = crates.client.get("/api/maintenance/preview", tenant_id=crates.tenant)
    assert shown_numbers(page, "n_memories") == [str(found["n_memories"])]
    for share in found["shares"]:
        shown = shown_numbers(page, f"shares.{{action={share['action']}}}.n_memories")
        assert shown == [str(share["n_memories"])]
    assert axe(page) == []


def test_extraction_pauses_and_goes_on(open_page: OpenPage, crates: Store) -> None:
    """Paused from the page, it is so for the API until it is told to go on; why texts wait is said."""
    page = open_page(crates, "jobs")
    job = page.get_by_role("region", name="Extraction")
    job.get_by_role("button", name="Pause").click()
    expect(job.get_by_text("paused")).to_be_visible()
    assert crates.client.get("/api/processes/extraction")["state"] == "paused"
    job.get_by_role("button", name="Go on").click()
    page.get_by_role("dialog").get_by_role("button", name="Run", exact=True).click()
    expect(job.get_by_role("button", name="Pause")).to_be_visible()
    assert crates.client.get("/api/processes/extraction")["state"] != "paused"
    show(page, crates, "jobs/queue?state=pending")
    expect(page.get_by_text("Extraction is off")).to_be_visible()


def test_texts_that_failed_are_read_again_or_left(
    open_page: OpenPage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each with its reason; one is tried again alone, one is left unread, and all others are tried."""
    with failing_model() as model, reading(tmp_path_factory, model) as store:
        texts = [{"content": f"We met Person{n} in Porto."} for n in range(4)]
        store.client.post("/api/store/batch", {"tenant_id": "default", "items": texts})
        wait_until(lambda: counts(store) == {"failed": 4}, "all of them fail")
        page = open_page(store, "jobs/queue")
        items = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Skip"))
        expect(items).to_have_count(4)
        expect(items.first.get_by_text("I would rather not")).to_be_visible()
        assert axe(page) == []

        model.answer = answering.answer
        items.filter(has_text="Person0").get_by_role("button", name="Try again").click()
        expect(items).to_have_count(3)
        wait_until(lambda: counts(store) == {"failed": 3, "done": 1}, "one is read")
        items.filter(has_text="Person1").get_by_role("button", name="Skip").click()
        page.get_by_role("dialog").get_by_role("button", name="Skip").click()
        expect(items).to_have_count(2)
        assert counts(store) == {"failed": 2, "done": 2}
        page.get_by_role("button", name="Try all again").click()
        expect(page.get_by_role("heading", name="Nothing has failed")).to_be_visible()
        wait_until(lambda: counts(store) == {"done": 4}, "all others are read")


def counts(store: Store) -> dict[str, int]:
    """How many texts are in each state."""
    found: dict[str, int] = store.client.get("/api/queue", tenant_id=store.tenant)["counts"]
    return found


def run(store: Store, job: str) -> None:
    """The job has run over the tenant."""
    begun = store.client.post(f"/api/processes/{job}/run", {"tenant_id": store.tenant})
    path = f"/api/processes/{job}/runs/{begun['id']}"
    assert store.client.get(path, wait_s=10)["state"] == "done"


@contextmanager
def failing_model() -> Iterator[ChatEndpoint]:
    """A server whose answers are of no use, until it is told otherwise; in a thread of its own."""
    model = ChatEndpoint(lambda _: "I would rather not.")
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(model.start(), loop).result(10)
    try:
        yield model
    finally:
        asyncio.run_coroutine_threadsafe(model.stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


@contextmanager
def reading(folders: pytest.TempPathFactory, model: ChatEndpoint) -> Iterator[Store]:
    """A daemon that asks that model about what is stored, once."""
    home = Home(folders.mktemp("reading"))
    home.environ |= {
        "PERSPECTIVE_EXTRACTION_MODE": "http",
        "PERSPECTIVE_EXTRACTION_ENDPOINT": model.url,
        "PERSPECTIVE_EXTRACTION_MODEL": "scripted",
        "PERSPECTIVE_EXTRACTION_MAX_ATTEMPTS": "1",
        "PERSPECTIVE_EXTRACTION_BATCH_INTERVAL_S": "0.1",
    }
    daemon = Daemon(home)
    try:
        daemon.start()
        yield Store(daemon.url, daemon.client)
    finally:
        home.end_everything()
