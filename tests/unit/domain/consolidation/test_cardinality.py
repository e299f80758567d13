"""Whether a predicate holds one value or many is declared, or learned from what was held when."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.consolidation.cardinality import Held, cardinality_of, learned


def year(number: int) -> datetime:
    """The beginning of a year."""
    return datetime(number, 1, 1, tzinfo=UTC)


def held(subject: str, object_: str, start: int | None = None, end: int | None = None) -> Held:
    """Something that a subject had from a year to a year."""
    return Held(
        subject=subject,
        predicate="Commutes by",
        object=object_,
        valid_from=None if start is None else year(start),
        valid_to=None if end is None else year(end),
    )


ONE_AFTER_ANOTHER = [
    held(subject, object_, start, end)
    for subject in ("Ana", "Ben", "Cleo")
    for object_, start, end in (("bus", 2019, 2021), ("tram", 2021, 2023), ("bike", 2023, None))
]
AT_ONCE = [
    held(subject, object_, 2019)
    for subject in ("Ana", "Ben", "Cleo")
    for object_ in ("bus", "tram")
]


def test_values_that_follow_each_other_are_one_at_a_time() -> None:
    """Where one ends when the next begins, a subject has one."""
    assert cardinality_of("commutes by", ONE_AFTER_ANOTHER) == "one"


def test_values_that_overlap_are_many() -> None:
    """Where subjects have two at once, they may have many."""
    assert cardinality_of("commutes by", AT_ONCE) == "many"


def test_a_long_one_overlaps_those_within_it() -> None:
    """What holds longer than its successor still overlaps the one after that."""
    rows = [
        held(subject, object_, start, end)
        for subject in ("Ana", "Ben", "Cleo")
        for object_, start, end in (("bus", 2010, 2030), ("bus", 2011, 2012), ("tram", 2020, 2021))
    ]
    assert cardinality_of("commutes by", rows) == "many"


def test_too_few_subjects_tell_nothing() -> None:
    """Two subjects, or subjects with one value each, say nothing about how many there can be."""
    assert cardinality_of("commutes by", ONE_AFTER_ANOTHER[:6]) == "unknown"
    assert cardinality_of("commutes by", [held(f"s{n}", "bus") for n in range(9)]) == "unknown"


def test_a_slip_does_not_make_many() -> None:
    """One subject in twenty with two at once is a mistake of the data."""
    rows = [
        held(f"s{n}", object_, start, end)
        for n in range(20)
        for object_, start, end in (("bus", 2019, 2021), ("tram", 2021, None))
    ]
    assert cardinality_of("commutes by", [*rows, held("s0", "bike", 2022)]) == "one"


def test_what_is_declared_wins() -> None:
    """A table given for the predicate is believed before the data, in any case and spacing."""
    assert cardinality_of("Commutes  by", AT_ONCE, {"commutes by": "one"}) == "one"
    assert cardinality_of("lives in", []) == "one"
    assert cardinality_of("Likes", []) == "many"


YEARS = st.none() | st.integers(1990, 2030)


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz"), YEARS, YEARS), max_size=20)
)
def test_the_order_of_rows_does_not_matter(
    rows: list[tuple[str, str, int | None, int | None]],
) -> None:
    """The same rows in any order tell the same."""
    made = [held(*row) for row in rows]
    assert learned(made) == learned(made[::-1])
