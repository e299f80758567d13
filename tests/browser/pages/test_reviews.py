"""Is each review shown with what it is about, decided by one key, and asked again when undone?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.numbers import Answers, digits_elsewhere, untold
from tests.browser.stores import Store
from tests.daemons import Daemon, Home, wait_until

TENANT = "asked"
OLD = "old"
PAIRS = (
    ("Ana lives in Lisbon since the spring", "Ana lives in Porto since the spring"),
    ("The API of the billing service allows 100 requests a minute",
     "The API of the billing service allows 250 requests a minute"),
    ("The backup runs every night at two", "The backup does not run every night at two"),
)  # fmt: skip
STEPS = ("Ran the test suite", "Tagged the commit", "Pushed the tag")
N_OLD = 6


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A daemon whose jobs found questions of each kind. Memories fade within seconds there."""
    home = Home(tmp_path_factory.mktemp("asked"))
    home.environ["PERSPECTIVE_DECAY_UNIT_DAYS"] = "0.000001"
    daemon = Daemon(home)
    try:
        daemon.start()
        store = Store(daemon.url, daemon.client, TENANT)
        _plant(store)
        _run(store, "consolidation", TENANT)
        _run(store, "maintenance", OLD)
        wait_until(lambda: _open(store) and _open(store, OLD), "reviews")
        yield store
    finally:
        home.end_everything()


def _plant(store: Store) -> None:
    at = "2026-03-01T09:00:00Z"
    items: list[dict[str, Any]] = []
    for number, (older, newer) in enumerate(PAIRS):
        said = {"memory_type": "semantic", "event_at": at, "source_session": f"talk-{number}"}
        items.append({"content": older, "id": f"older-{number}", **said})
        items.append({"content": newer, "id": f"newer-{number}", **said})
    for session in range(4):
        items += [
            {
                "content": f"{step} ({session})",
                "source_session": f"deploy-{session}",
                "metadata": {"action": step, "success": True},
                "event_at": f"2026-04-0{session + 1}T10:0{number}:00Z",
            }
            for number, step in enumerate(STEPS)
        ]
    old = [{"content": f"On day {n} the bus to the lake was late."} for n in range(N_OLD)]
    for tenant, bodies in ((TENANT, items), (OLD, old)):
        answer = store.client.post("/api/store/batch", {"tenant_id": tenant, "items": bodies})
        assert answer["failed"] == 0


def _run(store: Store, job: str, tenant: str) -> None:
    run = store.client.post(f"/api/processes/{job}/run", {"tenant_id": tenant})

    def is_over() -> bool:
        runs = store.client.get(f"/api/processes/{job}/runs", tenant_id=tenant)["items"]
        return any(one["id"] == run["id"] and one["state"] != "running" for one in runs)

    wait_until(is_over, f"{job} to end")


def _open(store: Store, tenant: str = TENANT, **query: str) -> list[dict[str, Any]]:
    answer = store.client.get("/api/reviews", tenant_id=tenant, state="open", **query)
    items: list[dict[str, Any]] = answer["items"]
    return items


def _review(store: Store, review_id: str, tenant: str = TENANT) -> dict[str, Any]:
    found: dict[str, Any] = store.client.get(f"/api/reviews/{review_id}", tenant_id=tenant)
    return found


def _shown(page: Page) -> str:
    """The id of the review that is open in the page."""
    link = page.locator(".review-row[aria-current]").get_attribute("href") or ""
    return link.partition("?")[0].rpartition("/")[2]


def test_a_contradiction_is_decided_by_keys(open_page: OpenPage, asked: Store) -> None:
    """Both sides stand there with the words that differ; one key chooses, the next question comes
    by itself, and `u` asks again."""
    page = open_page(asked, "reviews?kind=contradiction")
    expect(page.locator(".review-mark").first).to_be_visible()
    waiting = [one["id"] for one in _open(asked, kind="contradiction")]
    assert len(waiting) >= 2
    first = _shown(page)
    assert first == waiting[0]
    older, newer = _review(asked, first)["review"]["memory_ids"]
    expect(page.get_by_role("article", name="Older").locator("mark")).not_to_have_count(0)
    page.keyboard.press("1")
    expect(page.get_by_text("The older one holds.")).to_be_visible()
    expect(page.locator(f'.review-row[href*="{first}"]')).to_have_count(0)
    assert _shown(page) == waiting[1]
    decided = _review(asked, first)
    assert decided["review"]["state"] == "confirmed"
    current = {one["id"]: one["current"] for one in decided["memories"]}
    assert current[newer]["superseded_by"] == older
    assert current[older]["superseded_by"] is None
    page.keyboard.press("u")
    expect(page.get_by_text("Undone: the question is open again.")).to_be_visible()
    again = _review(asked, first)
    assert again["review"]["state"] == "open"
    assert all(one["current"]["superseded_by"] is None for one in again["memories"])
    expect(page.locator(".review-choices")).to_be_visible()
    page.keyboard.press("j")
    expect(page.locator(f'.review-row[aria-current][href*="{waiting[1]}"]')).to_be_visible()
    second = _review(asked, waiting[1])["memories"][0]["current"]["content"]
    expect(page.get_by_role("article", name="Older")).to_contain_text(second)
    page.keyboard.press("r")
    expect(page.get_by_text("Both hold.")).to_be_visible()
    assert _review(asked, waiting[1])["review"]["state"] == "rejected"


def test_a_procedure_is_kept(open_page: OpenPage, asked: Store) -> None:
    """A proposed procedure that is confirmed is a memory with those steps; undone, it is none."""
    page = open_page(asked, "reviews?kind=procedure")
    expect(page.locator(".snippet")).to_contain_text(STEPS[0])
    content = _open(asked, kind="procedure")[0]["detail"]["content"]
    page.get_by_role("button", name="Keep the procedure").click()
    expect(page.get_by_text("The procedure is stored.")).to_be_visible()

    def kept() -> list[str]:
        query = {"tenant_id": TENANT, "type": "procedural"}
        return [
            one["current"]["content"] for one in asked.client.get("/api/memories", **query)["items"]
        ]

    assert kept() == [content]
    page.get_by_role("tab", name="Confirmed").click()
    page.locator(".review-decided").get_by_role("button", name="Undo").click()
    expect(page.locator(".review-choices")).to_be_visible()
    assert kept() == []


def test_only_the_checked_are_deleted(open_page: OpenPage, asked: Store) -> None:
    """What is unchecked in a list of forgettable memories stays, the others go; the message takes
    it back."""
    store = asked._replace(tenant=OLD)
    page = open_page(store, "reviews")
    expect(page.locator(".review-line")).to_have_count(N_OLD)

    def living() -> set[str]:
        listed = asked.client.get("/api/memories", tenant_id=OLD)["items"]
        return {one["id"] for one in listed}

    everything = living()
    boxes = page.get_by_role("checkbox", name="Delete this one")
    spared = _review(asked, _shown(page), OLD)["memories"][0]["id"]
    boxes.first.uncheck()
    page.get_by_role("button", name="Delete the checked").click()
    expect(page.get_by_role("heading", name="Nothing waits for you")).to_be_visible()
    assert living() == {spared}
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".review-line")).to_have_count(N_OLD)
    assert living() == everything


def test_counts_and_no_questions(open_page: OpenPage, asked: Store, empty: Store) -> None:
    """The tabs say how many are in each state, and each number of a review is the API's; without
    any the page says where they come from."""
    page = open_page(asked, "reviews")
    answers = Answers(page, asked.url)
    counts = asked.client.get("/api/reviews", tenant_id=TENANT)["counts"]
    for state in ("open", "confirmed", "rejected"):
        tab = page.get_by_role("tab", name=state.capitalize())
        expect(tab.locator("data")).to_have_attribute("value", str(counts[state]))
    for one in _open(asked):
        page.evaluate(f"location.hash = '#/reviews/{one['id']}?tenant={TENANT}'")
        expect(page.locator(".review-choices")).to_be_visible()
        expect(page.locator(".reviews__detail")).to_contain_text(one["reason"][1:])
        assert untold(page, answers) == []
        assert digits_elsewhere(page) == []
    bare = open_page(empty, "reviews")
    expect(bare.get_by_role("heading", name="Nothing waits for you")).to_be_visible()
