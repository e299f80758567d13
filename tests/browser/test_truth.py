"""Does the dashboard show the API's numbers, and no others?"""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, address
from tests.browser.numbers import Answers, Shown, digits_elsewhere, is_same, shown_on, value_at
from tests.browser.stores import Store

PATIENCE_S = 20.0
ROUTES = (
    "overview",
    "memories",
    "memories?q=Lisbon",
    "memories/seen-3",
    "recall?q=Lisbon",
    "graph",
    "graph/seen-3",
    "reviews",
    "jobs",
    "jobs/changes",
    "jobs/processes/consolidation",
    "jobs/queue",
    "jobs/queue?state=pending",
    "jobs/upkeep",
    "logs",
    "settings",
    "settings/tenants",
    "settings/models",
    "settings/daemon",
)


@pytest.mark.proof("Truth")
def test_each_number_is_the_one_that_its_address_says(open_page: OpenPage, with_200: Store) -> None:
    """Every number on every page is the very one of the answer that the page got, and whole ones
    are what the daemon says when it is asked anew; digits stand nowhere else."""
    page = open_page(with_200)
    answers = Answers(page, with_200.url)
    n_seen = 0
    for route in ROUTES:
        page.goto(address(with_200, route))
        expect(page.get_by_role("heading").first).to_be_visible()
        # A page that listens is never without a request: it is there when nothing says to be loading.
        expect(page.locator(".loading")).to_have_count(0)
        untrue = _untrue(page, answers)
        assert untrue == [], route
        assert digits_elsewhere(page) == [], route
        n_seen += len(shown_on(page))
    assert n_seen > 50


def _untrue(page: Page, answers: Answers) -> list[Shown]:
    """Numbers that are not as their address says, once those that just changed had time to."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        answers.forget()
        untrue = [one for one in shown_on(page) if not _is_true(one, answers)]
        if not untrue or time.monotonic() > deadline:
            return untrue
        page.wait_for_timeout(250)


def _is_true(shown: Shown, answers: Answers) -> bool:
    """As the page was told, and, for a count, as it is now."""
    was_told = any(is_same(value_at(one, shown.path), shown.value) for one in answers.of(shown))
    is_count = shown.body is None and float(shown.value).is_integer()
    is_now = not is_count or is_same(value_at(answers.anew(shown), shown.path), shown.value)
    return was_told and is_now


def test_a_wrong_number_is_noticed(open_page: OpenPage, with_200: Store) -> None:
    """The check sees a number that is not the API's, and digits that belong to nothing."""
    page = open_page(with_200, "overview")
    answers = Answers(page, with_200.url)
    page.wait_for_selector("data[data-from]")
    page.evaluate("""() => {
        const wrong = document.createElement('p');
        wrong.innerText = '12 apples';
        const number = document.createElement('data');
        Object.assign(number.dataset, { from: '/api/status', path: 'totals.memories' });
        number.value = '123456';
        document.querySelector('main').append(wrong, number);
    }""")
    wrong = Shown("/api/status", "totals.memories", None, "123456")
    assert wrong in shown_on(page)
    assert not _is_true(wrong, answers)
    assert "12 apples" in digits_elsewhere(page)
