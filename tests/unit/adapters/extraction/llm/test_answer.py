"""What can be read out of an answer that is not quite what was asked for?"""

from __future__ import annotations

import json

import pytest

from perspective.adapters.extraction.llm.answer import Item, is_looping, number, read_answer
from perspective.errors import ModelOutputInvalid

ITEM = {"id": 1, "entities": [{"name": "Ana", "kind": "person"}], "facts": ["Ana left"]}
WHOLE = json.dumps({"passages": [ITEM, {"id": 2}]})


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        f"```json\n{WHOLE}\n```",
        f"Here you are:\n{WHOLE}\nI hope it helps {{}}",
        f"<think>[1, 2] {{</think>{WHOLE}",
        json.dumps([ITEM, {"id": "2"}]),
        json.dumps({"passages": [ITEM | {"id": "1", "importance": "high", "extra": 1}, {"id": 2.0}]}),
    ],
)  # fmt: skip
def test_json_is_found_in_what_is_around_it(text: str) -> None:
    """Fences, talk, thoughts, a bare list and numbers as text do no harm."""
    answer = read_answer(text)
    assert answer.is_whole
    (one, first), (two, _) = answer.items
    assert (one, two) == (1, 2)
    assert isinstance(first, Item)
    assert first.entities is not None


@pytest.mark.parametrize("n_chars", range(len(WHOLE) - 12, 60, -7))
def test_a_cut_answer_keeps_its_whole_items(n_chars: int) -> None:
    """Wherever it was cut behind the first item, the first item is read, and nothing invented."""
    end_of_first = WHOLE.index('{"id": 2')
    if n_chars < end_of_first - 2:
        with pytest.raises(ModelOutputInvalid):
            read_answer(WHOLE[:n_chars])
        return
    answer = read_answer(WHOLE[:n_chars])
    assert not answer.is_whole
    assert next(n for n, _ in answer.items) == 1


@pytest.mark.parametrize(
    "text", ["", "no", "{", '{"passages": ', '{"passages": [1', "[" * 100_000, '{"a":' * 50_000]
)
def test_no_json_is_an_error_that_says_so(text: str) -> None:
    """Also if it is deep enough to exhaust whoever reads it."""
    with pytest.raises(ModelOutputInvalid, match="JSON"):
        read_answer(text)


def test_an_item_of_another_form_is_an_error_alone() -> None:
    """Its number is kept, so that its text alone is asked about again."""
    items = [
        {"id": 1, "entities": 5},
        {"id": 2, "facts": [{"no": "text"}]},
        {"id": 3},
        7,
        {"id": {}},
    ]
    answer = read_answer(json.dumps({"passages": items}))
    states = [(n, isinstance(item, Item)) for n, item in answer.items]
    assert states == [(1, False), (2, False), (3, True), (None, False), (None, False)]


def test_loops_are_recognised() -> None:
    """A text that ends by repeating itself, and not one that merely is long."""
    assert is_looping('{"facts": [' + '{"text": "Ana left"}, ' * 40)
    assert is_looping("[" + "a" * 500)
    assert not is_looping("".join(f'{{"text": "fact {n}"}}, ' for n in range(60)))
    assert not is_looping("aaaa")


@pytest.mark.parametrize(
    ("written", "read"),
    [(0.5, 0.5), ("0.7", 0.7), (7, 1.0), (-1, 0.0), ("high", None), (None, None), (float("nan"), None), ([], None)],
)  # fmt: skip
def test_shares_are_bounded(written: object, read: float | None) -> None:
    """Whatever a model takes for a number."""
    assert number(written) == read


def test_number_beyond_all_bounds_is_none() -> None:
    """An integer of four hundred digits is no share, and no harm."""
    assert number(10**400) is None
