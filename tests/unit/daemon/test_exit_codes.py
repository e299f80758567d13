"""Is the table of exit codes whole and unambiguous?"""

from collections.abc import Iterator

import pytest

from perspective import errors
from perspective.daemon.exit_codes import Exit, exit_code_of


def _family(root: type[errors.PerspectiveError]) -> Iterator[type[errors.PerspectiveError]]:
    if root.__module__ == errors.__name__:  # adapters have private ones below these
        yield root
    for child in root.__subclasses__():
        yield from _family(child)


@pytest.mark.parametrize("error", sorted(_family(errors.PerspectiveError), key=str), ids=str)
def test_every_error_has_a_code(error: type[errors.PerspectiveError]) -> None:
    """Each error ends a command with a code of the table, never with success."""
    assert exit_code_of(error()) not in {Exit.OK, Exit.USAGE}


def test_every_code_says_what_it_means() -> None:
    """Each number has a meaning of its own."""
    meanings = [code.meaning for code in Exit]
    assert len(set(meanings)) == len(meanings)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.UnknownKey, 6), (errors.NotRunning, 3), (errors.AlreadyRunning, 4),
        (errors.PortInUse, 5), (errors.MemoryNotFound, 7), (errors.InvalidRequest, 8),
        (errors.DiskFull, 9), (errors.ModelMissing, 10), (errors.DaemonError, 11),
    ],
)  # fmt: skip
def test_codes_that_scripts_rely_on(error: type[errors.PerspectiveError], code: int) -> None:
    """These numbers never change."""
    assert exit_code_of(error()) == code
