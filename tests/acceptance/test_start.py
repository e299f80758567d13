"""Does a daemon start, tell where it is, and say what keeps it from starting?"""

from __future__ import annotations

import ctypes
import json
import os
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perspective.adapters.system.data_dir_lock import DataDirLock, Owner, find_owner
from tests.daemons import Daemon, Home


def test_start_status_stop(home: Home) -> None:
    """Start returns when it is ready and prints the address; status answers; stop ends it."""
    assert "perspective start" in home.run("status", code=3).err
    out = home.run("start").out
    owner = find_owner(home.data_dir)[1]
    assert owner is not None
    assert out.startswith(f"Perspective is running: {owner.url} (pid {owner.pid}, ready after")
    status = home.run("status").out
    for part in (str(owner.url), str(owner.pid), str(home.data_dir)):
        assert part in status
    assert home.run("stop").out == f"Perspective has stopped (pid {owner.pid}).\n"
    home.run("status", code=3)
    assert "no Perspective is running" in home.run("stop", code=3).err


def test_the_lock_file_says_who_and_where(daemon: Daemon) -> None:
    """perspective.lock holds pid, host, port and start of the daemon as JSON."""
    text = (daemon.home.data_dir / "perspective.lock").read_text()
    owner = json.loads(text)
    assert owner["pid"] == daemon.pid
    assert f"http://{owner['host']}:{owner['port']}" == daemon.url
    assert owner["started_at"].endswith("Z")


def test_the_daemon_is_nobodys_child(daemon: Daemon) -> None:
    """It leads its own session and holds no terminal, stdin or stdout of who started it."""
    assert os.getsid(daemon.pid) == daemon.pid
    for number in (0, 1):
        assert str(Path(f"/proc/{daemon.pid}/fd/{number}").readlink()) == os.devnull


def test_a_second_start_is_a_success(daemon: Daemon) -> None:
    """A second start says that it runs, ends with 0, and changes nothing."""
    typed = daemon.home.run("start")
    assert typed.out == f"Perspective is running already: {daemon.url} (pid {daemon.pid})\n"
    answer = daemon.home.run("start", "--json").json
    assert (answer["started"], answer["pid"]) == (False, daemon.pid)


def test_two_starts_at_once_make_one_daemon(home: Home) -> None:
    """Of several starts at the same moment one daemon comes out, and none of them hangs."""
    starts = [home.popen("start") for _ in range(3)]
    ended = [(start.communicate(timeout=90), start.returncode) for start in starts]
    codes = [code for _, code in ended]
    assert codes == [0, 0, 0], ended
    assert home.run("status", "--json").json["data_dir"] == str(home.data_dir)


def test_foreground_beside_a_daemon_is_an_error(daemon: Daemon) -> None:
    """A second daemon in the foreground ends with 4 and says who is there."""
    typed = daemon.home.run("start", "--foreground", code=4)
    assert f"pid {daemon.pid}" in typed.err


def test_restart_is_a_new_process_with_new_settings(daemon: Daemon) -> None:
    """Restart ends the old process, and the new one has the settings of now and the memories of before."""
    daemon.client.post("/api/store", {"content": "The bridge opens at noon"})
    answer = daemon.home.run(
        "restart", "--json", environ={"PERSPECTIVE_RETRIEVAL_BUDGET": "3"}
    ).json
    assert answer["pid"] != daemon.pid
    daemon.url = answer["url"]
    settings = {one["key"]: one for one in daemon.client.get("/api/config")["items"]}
    assert settings["retrieval.budget"]["value"] == 3
    assert settings["retrieval.budget"]["origin"] == "environment"
    found = daemon.client.post("/api/recall", {"query": "when does the bridge open?"})
    assert found["results"][0]["content"] == "The bridge opens at noon"


def test_a_stale_lock_file_is_no_obstacle(home: Home) -> None:
    """A lock file left by a dead process, its id in use by another program, stops nobody."""
    home.data_dir.mkdir(mode=0o700)
    stale = {"pid": os.getpid(), "started_at": "2020-01-01T00:00:00Z", "role": "daemon",
             "host": "127.0.0.1", "port": 1}  # fmt: skip
    (home.data_dir / "perspective.lock").write_text(json.dumps(stale) + "\n")
    home.run("status", code=3)
    home.run("stop", code=3)
    home.run("start")
    assert home.run("status", "--json").json["n_tenants"] >= 1


def test_a_directory_held_by_a_library_is_told(home: Home) -> None:
    """A program that has the directory open keeps the daemon out, and is named; stop leaves it alone."""
    with DataDirLock(home.data_dir) as lock:
        owner = Owner(pid=os.getpid(), started_at=datetime.now(UTC))
        lock.acquire(owner)
        for command in ("start", "status", "stop"):
            typed = home.run(command, code=4)
            assert f"pid {os.getpid()}" in typed.err


def test_a_port_of_another_program(home: Home) -> None:
    """A port taken by another program ends start with 5 and says how to choose another."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        typed = home.run("start", "--port", port, code=5)
    assert f"port {port} on 127.0.0.1 is taken by another program" in typed.err
    assert "--port N" in typed.err
    assert not find_owner(home.data_dir)[0]


def test_a_port_of_another_perspective(daemon: Daemon, tmp_path: Path) -> None:
    """If another Perspective has the port, its data directory is named."""
    (tmp_path / "other").mkdir()
    other = Home(tmp_path / "other")
    port = daemon.url.rpartition(":")[2]
    typed = other.run("start", "--port", port, code=5)
    assert f"another Perspective with the data directory {daemon.home.data_dir}" in typed.err


def _without_rights() -> None:
    """In a child: root obeys the modes of files like everybody else."""
    if os.geteuid() == 0:
        drop_from_bounding_set, overrides = 24, (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        library = ctypes.CDLL(None)
        for capability in overrides:
            library.prctl(drop_from_bounding_set, capability, 0, 0, 0)


needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="drops rights the Linux way")


@needs_linux
@pytest.mark.parametrize("command", ["start", "start --foreground"])
def test_a_read_only_data_directory_is_told(home: Home, command: str) -> None:
    """A data directory that cannot be written ends start with 9 and a reason, in either way."""
    home.data_dir.mkdir(mode=0o500)
    try:
        typed = home.run(*command.split(), code=9, before=_without_rights)
    finally:
        home.data_dir.chmod(0o700)
    assert f"{home.data_dir} cannot be used as a data directory: Permission denied" in typed.err


@pytest.mark.parametrize(
    ("environ", "code", "expected"),
    [
        ({"PERSPECTIVE_SERVER_HOST": "0.0.0.0"}, 6, "token_file"),
        ({"PERSPECTIVE_SERVER_HOST": "192.0.2.1"}, 6, "server.host"),
        ({"PERSPECTIVE_SERVER_PORT": "x"}, 6, "PERSPECTIVE_SERVER_PORT"),
        ({"PERSPECTIVE_CONFIG": "/no/such.toml"}, 6, "no such file"),
        ({"PERSPECTIVE_LOGGING_FILE": "/proc/x/y.log"}, 9, "the log /proc/x/y.log"),
        ({"PERSPECTIVE_SERVER_DATA_DIR": "/proc/x"}, 9, "cannot be used as a data directory"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_keeps_it_from_starting_is_told(
    home: Home, environ: dict[str, str], code: int, expected: str
) -> None:
    """A setting that cannot be used ends start with its code and a line that says what to change."""
    typed = home.run("start", code=code, environ=environ)
    assert expected in typed.err
    assert typed.out == ""
    assert len(typed.err.strip().splitlines()) == 1


def test_a_daemon_that_dies_at_birth_is_told(home: Home) -> None:
    """A daemon that ends without a word makes start fail with how it ended, not hang."""
    (home.folder / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if sys.orig_argv[-1] == 'perspective.daemon':\n"
        "    os.write(2, b'no model can be loaded\\n')\n"
        "    os.abort()\n"
    )
    typed = home.run("start", code=11, environ={"PYTHONPATH": str(home.folder)})
    assert "was ended by signal 6" in typed.err
    assert "no model can be loaded" in typed.err
