"""With which number does a command or the daemon end, and what does it mean?

The only table of them; `perspective --help` prints it. Scripts may rely on the numbers.
"""

from __future__ import annotations

from enum import IntEnum

from perspective import errors


class Exit(IntEnum):
    """Exit codes of `perspective` and of the daemon."""

    OK = 0
    FAILED = 1
    USAGE = 2
    NOT_RUNNING = 3
    ALREADY_RUNNING = 4
    PORT_IN_USE = 5
    SETTINGS = 6
    NOT_FOUND = 7
    REFUSED = 8
    STORAGE = 9
    MODEL = 10
    NO_ANSWER = 11
    INTERRUPTED = 130

    @property
    def meaning(self) -> str:
        """What it tells, in one line."""
        return _MEANINGS[self]


_MEANINGS: dict[Exit, str] = {
    Exit.OK: "done; `start` also when it was running already",
    Exit.FAILED: "failed: a fault of Perspective's, or `doctor` found one",
    Exit.USAGE: "the command line is wrong",
    Exit.NOT_RUNNING: "no daemon is running",
    Exit.ALREADY_RUNNING: "another program owns the data directory",
    Exit.PORT_IN_USE: "the port is taken",
    Exit.SETTINGS: "a setting cannot be used",
    Exit.NOT_FOUND: "there is no such tenant or memory",
    Exit.REFUSED: "the request was refused: a wrong field, a conflict, a quota, a token",
    Exit.STORAGE: "the store cannot be used: disk full, damaged, not writable",
    Exit.MODEL: "a model cannot be used",
    Exit.NO_ANSWER: "the daemon did not start, answer or stop in time",
    Exit.INTERRUPTED: "interrupted (Ctrl-C)",
}

_CODES: dict[type[errors.PerspectiveError], Exit] = {
    errors.PerspectiveError: Exit.FAILED,
    errors.CallerError: Exit.REFUSED,
    errors.NotFound: Exit.NOT_FOUND,
    errors.EngineNotOpen: Exit.NOT_RUNNING,
    errors.SettingsError: Exit.SETTINGS,
    errors.StorageError: Exit.STORAGE,
    errors.ModelError: Exit.MODEL,
    errors.ModelTimeout: Exit.NO_ANSWER,
    errors.ModelBusy: Exit.NO_ANSWER,
    errors.DaemonError: Exit.NO_ANSWER,
    errors.AlreadyRunning: Exit.ALREADY_RUNNING,
    errors.NotRunning: Exit.NOT_RUNNING,
    errors.PortInUse: Exit.PORT_IN_USE,
}


def exit_code_of(error: errors.PerspectiveError) -> Exit:
    """The code for an error: that of its class, else of the nearest ancestor."""
    return next(_CODES[cls] for cls in type(error).__mro__ if cls in _CODES)
