"""How is a tool of another maker run? Without a shell or input, within a time, quiet unless it fails."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_LAST_CHARS = 8000


class Unavailable(Exception):
    """What building needs cannot be had on this machine now; the message says why."""


class BuildFailed(Exception):
    """The source cannot be built as it is; the message has the tool's own words."""


class Ended(NamedTuple):
    """How a tool ended, and what it said last. A code of None: its time was over."""

    code: int | None
    said: str

    @property
    def reason(self) -> str:
        """One line that tells why it failed."""
        if self.code is None:
            return "it took too long"
        lines = [line.strip() for line in self.said.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower() and "log" not in line.lower()]
        return (errors or lines or [f"it ended with {self.code}"])[0][:200]


def run(
    command: Sequence[str | Path],
    *,
    folder: Path,
    within_s: float,
    environ: Mapping[str, str] | None = None,
) -> Ended:
    """The tool has ended, with all that it started."""
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=folder,
                env=dict(os.environ if environ is None else environ),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            return Ended(127, f"{command[0]}: {error.strerror}")
        try:
            code: int | None = process.wait(within_s)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _end(process)
        size = said.seek(0, os.SEEK_END)
        said.seek(max(0, size - _LAST_CHARS))
        return Ended(code, said.read().decode("utf-8", "replace").strip())


def _end(process: subprocess.Popen[bytes]) -> None:
    """Neither the tool nor a child of it goes on."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    except PermissionError:  # what a Mac says of a group that has ended
        pass
    process.wait()
