"""How sentences are packed into parts."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.text.parts import pack

Lengths = list[int]
sizes = st.lists(st.integers(0, 12), max_size=30)


@pytest.mark.parametrize(
    ("lengths", "limit", "overlap", "expected"),
    [
        ([], 10, 1, []),
        ([4], 10, 1, [(0, 1)]),
        ([4, 4], 10, 1, [(0, 2)]),
        ([4, 4, 4], 10, 0, [(0, 2), (2, 3)]),
        ([4, 4, 4], 10, 1, [(0, 2), (1, 3)]),
        ([4, 4, 4, 4], 10, 1, [(0, 2), (1, 3), (2, 4)]),
        ([50], 10, 1, [(0, 1)]),
        ([2, 50, 2], 10, 1, [(0, 1), (1, 2), (2, 3)]),
        ([9, 9, 9], 10, 1, [(0, 1), (1, 2), (2, 3)]),
    ],
)
def test_packing_by_hand(
    lengths: Lengths, limit: int, overlap: int, expected: list[tuple[int, int]]
) -> None:
    """As many sentences as fit, one repeated where there is room, a giant one by itself."""
    assert pack(lengths, limit=limit, overlap=overlap) == expected


@given(sizes, st.integers(1, 20), st.integers(0, 3))
def test_no_sentence_is_lost(lengths: Lengths, limit: int, overlap: int) -> None:
    """The parts cover all sentences, in order, and each brings a new one."""
    parts = pack(lengths, limit=limit, overlap=overlap)
    covered = 0
    for start, end in parts:
        assert start <= covered < end
        covered = end
    assert covered == len(lengths)


@given(sizes, st.integers(1, 20), st.integers(0, 3))
def test_no_part_is_too_long(lengths: Lengths, limit: int, overlap: int) -> None:
    """A part holds at most the limit, unless it is one sentence that is longer."""
    for start, end in pack(lengths, limit=limit, overlap=overlap):
        assert sum(lengths[start:end]) <= limit or end - start == 1


@given(sizes, st.integers(1, 20), st.integers(0, 3))
def test_no_part_repeats_too_much(lengths: Lengths, limit: int, overlap: int) -> None:
    """Neighbouring parts share at most the overlap."""
    parts = pack(lengths, limit=limit, overlap=overlap)
    for (_, end), (start, _) in itertools.pairwise(parts):
        assert end - start <= overlap
