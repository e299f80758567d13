"""Does the Recall lab show what recall answers, ask what was chosen, and leave no trace?"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from perspective.demo.sample import QUESTIONS
from tests.browser.conftest import OpenPage, address
from tests.browser.numbers import Answers, digits_elsewhere, untold
from tests.browser.stores import Store
from tests.daemons import PROJECT

QUESTION = "Donaudampfschifffahrtsgesellschaft and the report of the garden"


def _hits(page: Page, column: int = 0) -> list[str]:
    """The ids of the results of a column, in the order in which they stand."""
    listed = page.locator(".recall-hits").nth(column)
    expect(listed).to_have_attribute("aria-busy", "false")
    found: list[str] = listed.locator(".recall-hit").evaluate_all(
        "all => all.map((one) => one.dataset.id)"
    )
    return found


def _recalled(store: Store, **fields: Any) -> list[str]:
    asked = {"query": QUESTION, "reinforce": False, "tenant_id": store.tenant, **fields}
    return [one["id"] for one in store.client.post("/api/recall", asked)["results"]]


def _question(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Question")


def test_results_come_as_they_are_typed(open_page: OpenPage, with_200: Store) -> None:
    """What is typed is asked by itself; the results stand in recall's order, each tells why, and
    nothing that was looked at counts as used."""
    page = open_page(with_200, "recall")
    _question(page).press_sequentially(QUESTION)
    page.wait_for_function("() => location.hash.includes('garden')")
    expect(page.locator(".recall-hit").first).to_be_visible()
    expected = _recalled(with_200)
    page.wait_for_function(
        "(first) => document.querySelector('.recall-hit')?.dataset.id === first", arg=expected[0]
    )
    assert _hits(page) == expected
    page.locator(".recall-hit__why").first.click()
    expect(page.locator(".recall-why").first).to_contain_text("All signals")
    memory = with_200.client.get(f"/api/memories/{expected[0]}", tenant_id=with_200.tenant)
    assert memory["access_count"] == 0


def test_two_ways_of_scoring_are_compared(open_page: OpenPage, with_200: Store) -> None:
    """A profile and a weight that are chosen are asked for and lie in the address; beside them the
    other column keeps to its own, and arrows say what moved."""
    page = open_page(with_200)
    answers = Answers(page, with_200.url)
    page.goto(address(with_200, f"recall?q={QUESTION}"))
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("Profile B", exact=True).select_option("weighted")
    page.locator("summary", has_text="Weights").nth(1).click()
    with page.expect_request(lambda sent: '"weights":{"importance":5}' in (sent.post_data or "")):
        page.get_by_label("Importance", exact=True).last.fill("5")
    expect(page.get_by_role("heading", name="B · Weighted, own weights")).to_be_visible()
    weighted = _recalled(with_200, profile="weighted", weights={"importance": 5})
    page.wait_for_function(
        """(ids) => [...document.querySelectorAll('.recall-hits:last-of-type')].at(-1)
            .querySelector('.recall-hit').dataset.id === ids[0]""",
        arg=weighted,
    )
    assert _hits(page, 1) == weighted
    assert _hits(page, 0) == _recalled(with_200)
    page.locator(".recall-hits").nth(1).locator(".recall-hit__why").first.click()
    assert untold(page, answers) == []
    assert digits_elsewhere(page) == []
    moves = page.locator(".recall-hits").nth(1).locator(".recall-move")
    expect(moves).to_have_count(len(weighted))
    assert "w2=importance" in page.url
    page.get_by_role("button", name="As in the settings").last.click()
    expect(page.get_by_role("heading", name="B · Weighted", exact=True)).to_be_visible()


def test_time_is_turned_back(open_page: OpenPage, with_200: Store) -> None:
    """Before anything was recorded nothing was known; the way back to now is one button."""
    page = open_page(with_200, f"recall?q={QUESTION}")
    expect(page.locator(".recall-hit").first).to_be_visible()
    page.get_by_label("What was known", exact=True).fill("2023-05-01T12:00")
    page.get_by_label("What was known", exact=True).blur()
    expect(page.get_by_role("heading", name="Nothing was found")).to_be_visible()
    assert "known_at=2023-05-01" in page.url
    page.get_by_role("button", name="What was known: back to now").click()
    expect(page.locator(".recall-hit").first).to_be_visible()
    page.get_by_label("What was true, as a slider").press("ArrowLeft")
    page.wait_for_function("() => location.hash.includes('as_of=')")


def test_context_and_answer_are_those_of_the_api(open_page: OpenPage, with_200: Store) -> None:
    """The context block is the API's text within the budget; an answer cites memories, and what
    nobody knows is said to be unknown."""
    page = open_page(with_200)
    answers = Answers(page, with_200.url)
    page.goto(address(with_200, f"recall?q={QUESTION}&tab=context&token_budget=200"))
    asked = {"query": QUESTION, "reinforce": False, "token_budget": 200}
    block = with_200.client.post("/api/context", asked)
    cited = page.get_by_role("heading", name="Cited, best first").locator("xpath=..")
    expect(cited.get_by_role("link")).to_have_text(block["ids"])
    assert untold(page, answers) == []
    page.keyboard.press("3")
    answer = with_200.client.post("/api/reflect", {"query": QUESTION, "reinforce": False})
    assert answer["known"]
    expect(page.locator(".recall-sentence")).to_have_count(len(answer["sentences"]))
    assert untold(page, answers) == []
    assert digits_elsewhere(page) == []
    _question(page).fill("qwxz")
    unknown = with_200.client.post("/api/reflect", {"query": "qwxz", "reinforce": False})
    assert not unknown["known"]
    expect(page.get_by_role("heading", name="Not known")).to_be_visible()


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl to try the line with")
def test_the_line_to_copy_works(open_page: OpenPage, with_200: Store) -> None:
    """The curl line asks the same, whatever the question holds; a token is never written into it."""
    question = """it's "quoted" $HOME `date` \\ für Zoë"""
    page = open_page(with_200, "recall")
    page.evaluate("sessionStorage.setItem('perspective.token', 'a-secret-token')")
    page.reload()
    _question(page).fill(question)
    line = page.locator(".snippet code")
    expect(line).to_contain_text("date")
    text = line.inner_text()
    assert "$PERSPECTIVE_TOKEN" in text
    assert "a-secret-token" not in page.content()
    ran = subprocess.run(["sh", "-c", text], capture_output=True, check=True, timeout=60)
    found = [one["id"] for one in json.loads(ran.stdout)["results"]]
    assert found == _recalled(with_200, query=question)


def test_an_empty_store_says_what_to_do(open_page: OpenPage, empty: Store) -> None:
    """Where nothing is stored there is a line to store something with, and the sample."""
    page = open_page(empty, "recall")
    expect(page.get_by_role("heading", name="Nothing is remembered yet")).to_be_visible()
    expect(page.get_by_role("button", name="Load the demo sample")).to_be_visible()
    expect(page.locator(".recall-line")).to_contain_text(f"{empty.url}/api/store")


def test_the_sample_is_asked_its_own_questions() -> None:
    """The questions that the page offers to the sample are those that the sample answers."""
    start = (PROJECT / "dashboard/src/pages/recall/start.tsx").read_text(encoding="utf-8")
    assert all(json.dumps(question, ensure_ascii=False) in start for question in QUESTIONS)
