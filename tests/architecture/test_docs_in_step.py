"""Do the tables and documents beside the code name everything that the code has?"""

import inspect
from collections.abc import Iterator

import perspective
from perspective import errors
from perspective.api.problems import KINDS


def _family(root: type[errors.PerspectiveError]) -> Iterator[type[errors.PerspectiveError]]:
    """An error and all errors below it, as far as errors.py defines them."""
    if root.__module__ == errors.__name__:
        yield root
    for child in root.__subclasses__():
        yield from _family(child)


def test_every_error_has_its_problem() -> None:
    """The table of HTTP answers names each error by itself: none falls to an ancestor by accident."""
    assert set(KINDS) == set(_family(errors.PerspectiveError))


def test_every_error_is_drawn_in_the_tree() -> None:
    """The picture at the top of errors.py shows each error."""
    picture = inspect.getdoc(errors) or ""
    missing = [e.__name__ for e in _family(errors.PerspectiveError) if e.__name__ not in picture]
    assert missing == []


def test_every_error_has_a_sentence() -> None:
    """The docstring of an error is its default message, so it is one sentence that ends."""
    unfinished = [
        error.__name__
        for error in _family(errors.PerspectiveError)
        if not (error.__doc__ or "").strip().endswith(".")
    ]
    assert unfinished == []


def test_public_names_are_sorted_and_exist() -> None:
    """`perspective.__all__` is sorted, without repeats, and each name can be imported."""
    assert perspective.__all__ == sorted(set(perspective.__all__))
    assert [name for name in perspective.__all__ if not hasattr(perspective, name)] == []
