"""What does `perspective start` run in the background? Settings come on stdin, the word on stdout."""

from __future__ import annotations

import os
import sys

from perspective.adapters.system.data_dir_lock import Owner
from perspective.daemon import handover, run
from perspective.daemon.exit_codes import Exit, exit_code_of
from perspective.errors import PerspectiveError


def _say(started: handover.Started) -> None:
    """The one line; from then on nothing more is written there."""
    sys.stdout.buffer.write(handover.encode_started(started))
    sys.stdout.buffer.flush()
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _announce(owner: Owner) -> None:
    _say(handover.Started(owner=owner))


def main() -> Exit:
    """Runs the daemon; the exit code says how it ended."""
    loaded = handover.decode_settings(sys.stdin.buffer.read())
    try:
        return run.run(loaded, _announce)
    except PerspectiveError as error:
        _say(handover.Started(error=type(error).__name__, message=str(error)))
        return exit_code_of(error)


if __name__ == "__main__":
    # Everything is closed; a thread that still loads a model is not waited for.
    os._exit(main())
