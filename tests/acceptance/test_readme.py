"""Every command of README.md does what a reader expects of it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.daemons import COMMAND, Daemon, Home

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
LINES = [line[2:] for block in CONSOLE for line in block.splitlines() if line.startswith("$ ")]
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def typed(home: Home, words: list[str]) -> str:
    """What is printed when a reader types this."""
    finished = subprocess.run(
        words, cwd=home.folder, env=home.environ, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, f"{words}\n{finished.stdout}{finished.stderr}"
    assert "Traceback" not in finished.stderr
    return finished.stdout


def test_the_commands_of_the_tour_work_in_their_order(daemon: Daemon) -> None:
    """Typed one after another they succeed, and the question is answered."""
    commands = [line for line in LINES if line.startswith("perspective ")]
    printed = {line: typed(daemon.home, [*COMMAND, *shlex.split(line)[1:]]) for line in commands}
    (asked,) = [line for line in commands if line.startswith("perspective recall")]
    assert "Ana moved to Lisbon in March" in printed[asked].splitlines()[0]
    assert len(commands) >= 9


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not on this machine")
def test_the_calls_of_the_tour_work(daemon: Daemon) -> None:
    """Sent as they stand (the port is the test's own), they store a memory and find it."""
    calls = [line.replace("http://127.0.0.1:2085", daemon.url) for line in LINES if "curl" in line]
    printed = [typed(daemon.home, shlex.split(line)) for line in calls]
    assert '"stored":true' in printed[0]
    assert "Ben is allergic to peanuts" in printed[1]
    assert "Ben: Ben is allergic to peanuts" in printed[2]
    assert '"status":"ok"' in printed[3]


def test_the_library_example_runs(home: Home) -> None:
    """The README's program stores a memory and finds it again, and logs nothing."""
    (program,) = PYTHON
    printed = typed(home, [sys.executable, "-W", "error", "-c", program])
    assert "Ana moved to Lisbon in March" in printed
