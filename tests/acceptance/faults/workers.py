"""Which process is the worker of a daemon?"""

from __future__ import annotations

from pathlib import Path

from perspective.adapters import worker


def worker_pid(daemon_pid: int) -> int | None:
    """The child that runs the worker's module, or None when there is none."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if worker.__name__.encode() not in words:
                continue
            # The name in parentheses may hold spaces: state and parent follow it.
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:  # it has just ended
            continue
        if int(parent) == daemon_pid:
            return int(folder.name)
    return None
