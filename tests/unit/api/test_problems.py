"""Does every error become the right problem?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from perspective import errors
from perspective.api import problems


def _all_errors(root: type[errors.PerspectiveError]) -> Iterator[type[errors.PerspectiveError]]:
    yield root
    for child in root.__subclasses__():
        yield from _all_errors(child)


OURS = [e for e in _all_errors(errors.PerspectiveError) if e.__module__ == errors.__name__]


@pytest.mark.parametrize("error", OURS)
def test_table_of_statuses_is_total(error: type[errors.PerspectiveError]) -> None:
    """Each error has an entry of its own, with a status that means a failure."""
    assert 400 <= problems.KINDS[error].status < 600


@pytest.mark.parametrize("error", OURS)
def test_retryable_errors_are_503(error: type[errors.PerspectiveError]) -> None:
    """What may be tried again says so, and when."""
    if error.retryable:
        problem = problems.problem_of(error(), instance="/x")
        assert problem.status == 503
        assert problems.respond(problem).headers["Retry-After"] == "1"


def test_names_of_kinds_tell_one_thing() -> None:
    """Two kinds of one name are the same kind, so `type` is reliable."""
    kinds = set(problems.KINDS.values())
    assert len({kind.name for kind in kinds}) == len(kinds)


def test_full_disk_is_507() -> None:
    """A full disk is not our bug, and has a status of its own."""
    assert problems.problem_of(errors.DiskFull(), instance="/x").status == 507


def test_bad_fields_are_named() -> None:
    """InvalidRequest's fields reach the caller."""
    error = errors.InvalidRequest("no", fields=(("budget", "too large"),))
    problem = problems.problem_of(error, instance="/api/recall")
    assert problem.errors == (problems.BadField("budget", "too large"),)
    assert (problem.detail, problem.instance) == ("no", "/api/recall")


def test_unknown_subclass_takes_its_ancestors_entry() -> None:
    """An error added elsewhere is answered like the nearest one that is known."""

    class Lost(errors.MemoryNotFound):
        """Lost."""

    assert problems.kind_of(Lost()) is problems.KINDS[errors.MemoryNotFound]


def test_fault_tells_nothing_of_our_insides() -> None:
    """A fault of ours names neither the exception nor a place in the code."""
    problem = problems.problem_of_fault(instance="/x")
    assert problem.status == 500
    assert "Traceback" not in problem.detail
