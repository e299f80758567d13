"""Which time does a question speak of, and what is near to it?"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.text.when import Period, period_of

NOW = datetime(2024, 5, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "period"),
    [
        ("what happened on 2023-05-07?", Period(2023, (5,), 7)),
        ("what happened in 2023-05?", Period(2023, (5,))),
        ("2023年5月7日に何をしましたか", Period(2023, (5,), 7)),
        ("2023年5月去了哪里", Period(2023, (5,))),
        ("what did she paint on October 13, 2023?", Period(2023, (10,), 13)),
        ("what did she paint on 13th of October 2023?", Period(2023, (10,), 13)),
        ("who came on 3 May?", Period(None, (5,), 3)),
        ("who came on Feb. 2nd", Period(None, (2,), 2)),
        ("where were we in June?", Period(None, (6,))),
        ("where were we last May", Period(None, (5,))),
        ("what did we plan for December 2023", Period(2023, (12,))),
        ("plans for the summer", Period(None, (6, 7, 8))),
        ("in the winter of 2022", Period(2022, (12, 1, 2))),
        ("how often in 2023?", Period(2023)),
    ],
)
def test_named_times(question: str, period: Period) -> None:
    """As people write them."""
    assert period_of(question, NOW) == period


@pytest.mark.parametrize(
    "question",
    [
        "may I ask where the march went?", "who is April?", "room 2023 is free", "version 2023.44",
        "", "?", "call 0171 2023-99-99",
    ],
)  # fmt: skip
def test_what_is_no_time(question: str) -> None:
    """Words that only look like months, and figures that are no date."""
    assert period_of(question, NOW) is None


def test_relative_times_count_from_the_question() -> None:
    """Yesterday is a day; last week and last month reach back from today."""
    for question, inside, outside in (
        ("what did I eat yesterday?", "2024-05-14T23:59", "2024-05-15T00:00"),
        ("what did I read last week", "2024-05-08T10:00", "2024-04-30T10:00"),
        ("what did I read last month", "2024-04-20T10:00", "2024-05-15T10:00"),
        ("what did I do today", "2024-05-15T00:00", "2024-05-16T00:00"),
    ):
        period = period_of(question, NOW)
        assert period is not None
        assert period.holds(datetime.fromisoformat(f"{inside}:00+00:00"))
        assert not period.holds(datetime.fromisoformat(f"{outside}:00+00:00"))


@pytest.mark.parametrize(
    ("at", "nearness"),
    [("2023-05-31", 1.0), ("2023-06-01", 0.5), ("2023-06-30", 0.5), ("2023-07-02", 0.0),
     ("2023-04-30", 0.0), ("2022-05-10", 0.0)],
)  # fmt: skip
def test_things_are_told_afterwards(at: str, nearness: float) -> None:
    """A month after a month is half as near; before it is not near at all."""
    moment = datetime.fromisoformat(f"{at}T12:00:00+00:00")
    assert Period(2023, (5,)).nearness(moment) == nearness


def test_a_day_is_near_for_a_week() -> None:
    """And the month around it is not."""
    day = Period(2023, (5,), 7)
    assert [day.nearness(datetime(2023, 5, n, tzinfo=UTC)) for n in (6, 7, 8, 14, 15)] == [
        0.0, 1.0, 0.5, 0.5, 0.0,
    ]  # fmt: skip


@given(st.text(max_size=200))
def test_any_text_may_be_asked(question: str) -> None:
    """Nothing raises."""
    period_of(question, NOW)
