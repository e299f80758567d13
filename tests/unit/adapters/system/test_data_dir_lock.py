"""Does exactly one process own a data directory, and can the others tell who it is?"""

import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from perspective.adapters.system.data_dir_lock import LOCK_FILE, DataDirLock, Owner, find_owner
from perspective.errors import AlreadyRunning, StoreUnavailable

HOLD = """
import os, sys, time
from datetime import UTC, datetime
from pathlib import Path
from perspective.adapters.system.data_dir_lock import DataDirLock, Owner
lock = DataDirLock(Path(sys.argv[1]))
lock.acquire(Owner(pid=os.getpid(), started_at=datetime.now(UTC), role="daemon", host="::", port=99))
print("held", flush=True)
time.sleep(60)
"""


LOOK = """
import pathlib, sys
from perspective.adapters.system.data_dir_lock import find_owner
print("looking", flush=True)
while True:
    find_owner(pathlib.Path(sys.argv[1]))
"""


def _owner(**changes: object) -> Owner:
    fields: dict[str, object] = {"pid": os.getpid(), "started_at": datetime.now(UTC), **changes}
    return Owner(**fields)  # type: ignore[arg-type]


def _hold(data_dir: Path) -> subprocess.Popen[str]:
    """Another process that owns the directory."""
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(data_dir)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def _end(child: subprocess.Popen[str]) -> None:
    child.kill()
    child.wait()
    assert child.stdout is not None
    child.stdout.close()


def test_the_first_owns_and_says_who(tmp_path: Path) -> None:
    """The directory is made private, and the file names its owner while the lock is held."""
    data_dir = tmp_path / "a" / "b"
    owner = _owner()
    with DataDirLock(data_dir) as lock:
        lock.acquire(owner)
        assert find_owner(data_dir) == (True, owner)
        assert data_dir.stat().st_mode & 0o777 == 0o700
    assert find_owner(data_dir) == (False, None)


def test_the_second_is_told_who_and_what_to_do(tmp_path: Path) -> None:
    """A daemon's owner is named with pid, port, and the ways to reach or end it."""
    child = _hold(tmp_path)
    try:
        with pytest.raises(AlreadyRunning) as caught:
            DataDirLock(tmp_path).acquire(_owner())
        message = str(caught.value)
        assert f"pid {child.pid}, port 99" in message
        assert "http://[::1]:99/api" in message
        assert "perspective stop" in message
    finally:
        _end(child)


def test_a_second_one_in_the_same_process_is_refused(tmp_path: Path) -> None:
    """The lock also keeps one process from opening a directory twice."""
    with DataDirLock(tmp_path) as lock:
        lock.acquire(_owner())
        lock.acquire(_owner())  # the same one may be asked again
        with pytest.raises(AlreadyRunning, match="this process has"):
            DataDirLock(tmp_path).acquire(_owner())


def test_a_library_is_named_as_one(tmp_path: Path) -> None:
    """An owner that answers no requests is called another program."""
    with DataDirLock(tmp_path) as lock:
        lock.acquire(_owner(pid=1))
        with pytest.raises(AlreadyRunning, match=r"pid 1\) .*as a library"):
            DataDirLock(tmp_path).acquire(_owner())


def test_a_kill_frees_the_directory(tmp_path: Path) -> None:
    """After kill -9 the next one owns it at once, whatever the file says."""
    child = _hold(tmp_path)
    os.kill(child.pid, signal.SIGKILL)
    _end(child)
    assert b'"pid"' in (tmp_path / LOCK_FILE).read_bytes()
    assert find_owner(tmp_path) == (False, None)
    with DataDirLock(tmp_path) as lock:
        owner = _owner()
        lock.acquire(owner)
        assert find_owner(tmp_path) == (True, owner)


def test_a_file_of_a_living_process_is_no_lock(tmp_path: Path) -> None:
    """A stale file whose process id was given to another program misleads nobody."""
    left = _owner(pid=os.getppid(), role="daemon", host="x", port=1)
    (tmp_path / LOCK_FILE).write_bytes(msgspec.json.encode(left) + b"\n")
    assert find_owner(tmp_path) == (False, None)


def test_an_unreadable_name_is_none(tmp_path: Path) -> None:
    """An owner whose file holds nonsense is still an owner."""
    with DataDirLock(tmp_path) as lock:
        lock.acquire(_owner())
        (tmp_path / LOCK_FILE).write_text("{nonsense\n")
        assert find_owner(tmp_path) == (True, None)
        with pytest.raises(AlreadyRunning, match="another process owns"):
            DataDirLock(tmp_path).acquire(_owner())


def test_looking_does_not_get_in_the_way(tmp_path: Path) -> None:
    """Someone who looks at the same moment does not make an owner fail."""
    looker = subprocess.Popen(
        [sys.executable, "-c", LOOK, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert looker.stdout is not None
        looker.stdout.readline()
        deadline = time.monotonic() + 0.5
        while time.monotonic() < deadline:
            with DataDirLock(tmp_path) as lock:
                lock.acquire(_owner())
    finally:
        _end(looker)


def test_announcing_changes_what_others_see(tmp_path: Path) -> None:
    """A shorter name leaves nothing of a longer one behind."""
    with DataDirLock(tmp_path) as lock:
        lock.acquire(_owner(role="daemon", host="x" * 200))
        short = _owner(role="daemon", host="h", port=5)
        lock.announce(short)
        assert find_owner(tmp_path) == (True, short)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A data directory that cannot be made is a StoreUnavailable that names it."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="file/data cannot be used as a data directory"):
        DataDirLock(tmp_path / "file" / "data").acquire(_owner())


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:5"),
        ("0.0.0.0", "http://127.0.0.1:5"),
        ("::", "http://[::1]:5"),
        ("fe80::1", "http://[fe80::1]:5"),
        ("", "http://127.0.0.1:5"),
    ],
)
def test_url_is_for_this_machine(host: str, url: str) -> None:
    """A daemon bound to every address is reached on loopback."""
    assert _owner(host=host, port=5).url == url
    assert _owner(host=host).url is None


def test_its_file_keeps_its_place_on_the_disk(tmp_path: Path) -> None:
    """A released lock names nobody and is not empty, so that a full disk holds up no next owner."""
    lock = DataDirLock(tmp_path)
    lock.acquire(_owner())
    lock.release()
    assert (tmp_path / LOCK_FILE).read_bytes() == b"\n"
    assert find_owner(tmp_path) == (False, None)
