"""Are the right sentences taken, none twice?"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.reflection.choosing import Statement, choose


def said(
    text: str, place: int = 0, covered: float = 0.0, start: int = 0, **more: bool
) -> Statement:
    """A statement of so many words."""
    return Statement(
        place=place, start=start, end=start + len(text), said=text,
        n_words=len(text.split()), covered=covered, **more,
    )  # fmt: skip


def chosen(statements: list[Statement], n: int = 8) -> list[str]:
    """What is taken, as its words."""
    return [one.said for one in choose(statements, n)]


def test_the_best_of_each_memory_comes_first() -> None:
    """A second sentence of the best memory comes behind the first ones of the next three."""
    found = [
        said("a b", 0, 0.5),
        said("c d", 0, 0.4, 4),
        *(said(f"m{n}", n, 0.1) for n in range(1, 6)),
    ]
    assert chosen(found) == ["a b", "m1", "m2", "c d", "m3", "m4", "m5"]


def test_of_equals_the_longer() -> None:
    """It says more."""
    assert chosen([said("yes"), said("it is blue and old", start=4)], 1) == ["it is blue and old"]


def test_further_sentences_must_speak_of_the_question() -> None:
    """Without a word of it they stay away, and so does a question."""
    found = [
        said("a b", covered=0.5),
        said("hello there", start=4),
        said("a?", covered=0.4, asks=True),
    ]
    assert chosen(found) == ["a b"]


def test_who_asks_does_not_answer() -> None:
    """Of two with the same words the statement goes before the question."""
    found = [said("where is it", covered=0.5, asks=True), said("it is here", covered=0.5, start=12)]
    assert chosen(found, 1) == ["it is here"]


def test_nothing_is_said_twice() -> None:
    """What stands in a sentence that is there already is left out."""
    assert chosen([said("the boat is blue"), said("boat is blue", 1)]) == ["the boat is blue"]


STATEMENTS = st.lists(
    st.builds(
        said, st.text("ab ", min_size=1, max_size=5), st.integers(0, 4), st.floats(0, 1),
        st.integers(0, 9),
    )
)  # fmt: skip


@given(STATEMENTS, st.integers(1, 9))
def test_never_more_than_asked_for(statements: list[Statement], n: int) -> None:
    """Each of them given, none twice, whatever there is."""
    found = choose(statements, n)
    assert len(found) <= n
    assert all(one in statements for one in found)
    assert len({one.said for one in found}) == len(found)
