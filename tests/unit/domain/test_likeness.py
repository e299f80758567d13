"""Is a memory linked with what is unusually like it, and with nothing else?"""

from __future__ import annotations

from perspective.domain.graph import UsualLikeness, most_alike


def test_what_is_usual_is_learnt_from_pairs() -> None:
    """Too few pairs say nothing; then one in a hundred lies above the limit."""
    usual = UsualLikeness()
    usual.learn([0.5] * 99)
    few = usual.limit
    usual.learn(n / 1000 for n in range(1001))
    many = usual.limit
    assert few is None
    assert many is not None
    assert 0.98 < many < 1.0


def test_old_pairs_are_forgotten() -> None:
    """What is usual follows what is stored."""
    usual = UsualLikeness()
    usual.learn([0.9] * 1000)
    usual.learn([0.1] * 4000)
    assert usual.limit == 0.1


def test_the_most_alike_are_chosen() -> None:
    """The nearest, at most n, and what was linked before, all above the limit and at most 1."""
    nearest = [("a", 1.0000001), ("b", 0.9), ("c", 0.7), ("d", 0.6)]
    assert most_alike(nearest, [], 0.6, n=9) == {"a": 1.0, "b": 0.9, "c": 0.7}
    linked = [("c", 0.7), ("e", 0.61), ("f", 0.2)]
    assert most_alike(nearest, linked, 0.6, n=1) == {"a": 1.0, "c": 0.7, "e": 0.61}
    assert most_alike(nearest, linked, 1.1, n=9) == {}
