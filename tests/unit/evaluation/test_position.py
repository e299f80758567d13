"""Is the line of a value found, whatever stands around it?"""

from __future__ import annotations

import pytest

from perspective.evaluation.position import line_of, steps_in

TEXT = b"""{
 "a": [1,
  2, {"b:": "b",
  "b": "b"}],
 "\\u00e9": 1, "c":
   7
}"""


def test_a_path_is_taken_apart() -> None:
    """Numbers in brackets and names after dots; the rest is unknown."""
    assert steps_in("[0].turns[13].text") == [0, "turns", 13, "text"]
    assert steps_in(".a[...].b") == ["a"]
    assert steps_in("") == []


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        ((), 1),
        (("a",), 2),
        (("a", 1), 3),
        (("a", 2, "b:"), 3),
        (("a", 2, "b"), 4),
        (("nothing",), 1),
        (("a", 9), 2),
        (("a", "b"), 2),
    ],
)
def test_the_line_of_a_value(steps: tuple[int | str, ...], line: int) -> None:
    """It is that on which the value begins, or the nearest around it that is there."""
    assert line_of(TEXT, steps) == line


def test_a_key_in_other_writing_hides_no_more_than_its_object() -> None:
    """A key that is written with an escape leads to the line of the object around."""
    assert line_of(TEXT, ("c",)) == 1
