"""How is a daemon started in the background, found, and stopped?

The lock on the data directory says whether one runs and which process it is; nothing else is
trusted. `start` waits for the daemon's own word that it is ready. This module imports no engine:
the command line uses it.
"""

from __future__ import annotations

import os
import select
import signal
import site
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from perspective.adapters.system.data_dir_lock import Owner, find_owner
from perspective.daemon import handover
from perspective.errors import AlreadyRunning, DaemonError, NotRunning, StoreUnavailable
from perspective.observability.log_tail import LOG_FOLDER
from perspective.settings_loader import LoadedSettings

STDERR_FILE = "daemon.stderr"
START_S = 60.0
# What a stop may take beyond the time that requests under way are given.
CLOSING_S = 1.8

_POLL_S = 0.02
_KILL_S = 5.0
_STOP_MARGIN_S = 3.0
_TAIL_BYTES = 2000


def find_daemon(data_dir: Path, *, ready_within_s: float = 0.0) -> Owner:
    """The daemon of a data directory; waits for one that is just starting.

    Raises NotRunning when there is none, AlreadyRunning when a program holds the directory
    without serving it, DaemonError when a daemon does not get ready.
    """
    deadline = time.monotonic() + ready_within_s
    while True:
        is_held, owner = find_owner(data_dir)
        if not is_held:
            message = f"no Perspective is running for {data_dir}; start it with: perspective start"
            raise NotRunning(message)
        if owner is not None and owner.url is not None:
            return owner
        if owner is not None and owner.role == "library":
            message = (
                f"a program (pid {owner.pid}) has {data_dir} open as a library and answers no "
                "requests; end it, then: perspective start"
            )
            raise AlreadyRunning(message)
        if time.monotonic() >= deadline:
            name = f"pid {owner.pid}" if owner else "its pid cannot be read"
            message = f"the daemon for {data_dir} ({name}) is starting or stopping; try again"
            raise DaemonError(message)
        time.sleep(_POLL_S)


def start(loaded: LoadedSettings, *, within_s: float = START_S) -> Owner:
    """A daemon runs in the background, in a session of its own, and answers.

    Raises what kept it from starting. The caller has looked whether one is running already; a
    race for the directory is decided by its lock.
    """
    stderr_path = loaded.data_dir / LOG_FOLDER / STDERR_FILE
    try:
        loaded.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        stderr_path.parent.mkdir(mode=0o700, exist_ok=True)
        stderr = stderr_path.open("wb")
    except OSError as error:
        reason = error.strerror or error
        message = f"{loaded.data_dir} cannot be used as a data directory: {reason}"
        raise StoreUnavailable(message) from error
    with stderr:
        child = subprocess.Popen(
            [sys.executable, "-m", "perspective.daemon"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            cwd=loaded.data_dir,
            env=_environment(),
            start_new_session=True,
        )
    assert child.stdin is not None
    assert child.stdout is not None
    with child.stdin, child.stdout:
        try:
            child.stdin.write(handover.encode_settings(loaded))
            child.stdin.close()
            line = _line(child.stdout, within_s)
        except BrokenPipeError:
            line = b""
        except BaseException:
            child.terminate()
            raise
    if line is None:
        child.kill()
        message = f"the daemon was not ready after {within_s:g} s and was ended; see {stderr_path}"
        raise DaemonError(message)
    if not line:
        with suppress(subprocess.TimeoutExpired):
            child.wait(_KILL_S)
        raise DaemonError(_death_message(child.returncode, stderr_path))
    started = handover.decode_started(line)
    if started.owner is None:
        with suppress(subprocess.TimeoutExpired):  # it has let everything go already
            child.wait(_KILL_S)
        raise handover.error_of(started)
    return started.owner


def stop(data_dir: Path, *, within_s: float, is_forced: bool = False) -> Owner:
    """The daemon of the data directory has ended; returns which it was.

    It gets SIGTERM, and SIGKILL after `within_s` if that is wanted (what was acknowledged is
    durable even then). Raises NotRunning, AlreadyRunning (a library holds it) or DaemonError.
    """
    _, owner = find_owner(data_dir)
    if owner is None or owner.role == "library":
        owner = find_daemon(data_dir)
    _signal(owner, signal.SIGTERM)
    if _is_gone(data_dir, owner, within_s + _STOP_MARGIN_S):
        return owner
    if is_forced:
        _signal(owner, signal.SIGKILL)
        if _is_gone(data_dir, owner, _KILL_S):
            return owner
    message = (
        f"the daemon (pid {owner.pid}) has not ended; see its log, or end it with: "
        "perspective stop --force (nothing acknowledged is lost)"
    )
    raise DaemonError(message)


def _environment() -> dict[str, str]:
    """This process's variables, and where Perspective lies if it is not installed."""
    home = str(Path(__file__).resolve().parents[2])
    if home in site.getsitepackages():
        return dict(os.environ)
    paths = [home, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _line(pipe: IO[bytes], within_s: float) -> bytes | None:
    """What the child wrote until its line or its life ended; None when neither did in time."""
    deadline = time.monotonic() + within_s
    text = b""
    while not text.endswith(b"\n"):
        left_s = deadline - time.monotonic()
        if left_s <= 0 or not select.select([pipe], [], [], left_s)[0]:
            return None
        chunk = os.read(pipe.fileno(), 65536)
        if not chunk:
            break
        text += chunk
    return text


def _death_message(code: int | None, stderr_path: Path) -> str:
    """How a daemon that said nothing ended, with the last it wrote."""
    how = "hung" if code is None else f"ended with code {code}"
    if code is not None and code < 0:
        how = f"was ended by signal {-code}"
    tail = stderr_path.read_bytes()[-_TAIL_BYTES:].decode("utf-8", "replace").strip()
    last = tail.splitlines()[-1] if tail else "it wrote nothing"
    return f"the daemon {how} before it was ready: {last} (more in {stderr_path})"


def _signal(owner: Owner, number: signal.Signals) -> None:
    try:
        os.kill(owner.pid, number)
    except ProcessLookupError:
        return  # it has just ended, or lives in another container: waiting will tell
    except PermissionError as error:
        message = f"the daemon (pid {owner.pid}) belongs to another user and cannot be stopped"
        raise DaemonError(message) from error


def _is_gone(data_dir: Path, owner: Owner, within_s: float) -> bool:
    """Whether that very owner let the directory go in time (a successor may hold it by now)."""
    deadline = time.monotonic() + within_s
    while True:
        is_held, present = find_owner(data_dir)
        if not is_held or (present is not None and present.started_at != owner.started_at):
            return True
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_S)
