"""Does the worker process answer, end when idle, and survive its own crashes?"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from perspective.adapters.worker.process import WorkerProcess
from perspective.errors import DiskFull, ModelOutputInvalid, ModelTimeout, StoreUnavailable
from tests.unit.adapters.worker.tasks import Facts, Words

ROOT = Path(__file__).resolve().parents[4]
NAMES = ("shout", "facts", "refuse", "crash", "stumble", "hang")
TASKS = {name: f"tests.unit.adapters.worker.tasks:{name}" for name in NAMES}


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker finds the tests' own tasks."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    """A worker with the tests' tasks, not started yet."""
    made = WorkerProcess(TASKS)
    yield made
    await made.close()


async def _shout(worker: WorkerProcess, words: str = "tea") -> str:
    return (await worker.run("shout", Words(words), Words, timeout_s=60)).words


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


async def test_it_answers_in_its_own_process(worker: WorkerProcess) -> None:
    """Tasks run one after another in one other process, at a lower priority, started when asked."""
    before = worker.pid
    assert before is None
    assert await asyncio.gather(*(_shout(worker, word) for word in "abc")) == ["A", "B", "C"]
    facts = await worker.run("facts", Words(""), Facts, timeout_s=60)
    assert facts.pid == worker.pid != os.getpid()
    assert facts.niceness > os.nice(0)


async def test_large_messages_pass(worker: WorkerProcess) -> None:
    """A request and an answer may be larger than a pipe's buffer."""
    words = "ä" * 1_000_000
    assert await _shout(worker, words) == words.upper()


async def test_what_it_prints_is_logged(
    worker: WorkerProcess, caplog: pytest.LogCaptureFixture
) -> None:
    """Noise of a library goes into the log, never between the answers."""
    caplog.set_level(logging.WARNING, logger="perspective")
    assert await _shout(worker) == "TEA"
    await worker.close()
    assert "noise on stdout" in caplog.text
    assert "noise on stderr" in caplog.text


async def test_errors_arrive_as_they_were_raised(worker: WorkerProcess) -> None:
    """A storage or model error keeps its class and words; others become what the caller names."""
    with pytest.raises(DiskFull, match="no: disk"):
        await worker.run("refuse", Words("disk"), Words, timeout_s=60)
    with pytest.raises(ModelOutputInvalid, match="no: model"):
        await worker.run("refuse", Words("model"), Words, timeout_s=60)
    with pytest.raises(StoreUnavailable, match="no: caller"):
        await worker.run("refuse", Words("caller"), Words, timeout_s=60)
    assert await _shout(worker) == "TEA"


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGKILL", "SIGBUS"])
async def test_a_crash_costs_its_task_only(worker: WorkerProcess, name: str) -> None:
    """A native crash is a retryable error that names the signal; the next task gets a new process."""
    with pytest.raises(StoreUnavailable, match=name):
        await worker.run("crash", Words(name), Words, timeout_s=60)
    assert await _shout(worker) == "TEA"


async def test_a_bug_costs_its_task_only(worker: WorkerProcess) -> None:
    """An error that nobody expects ends the process with its traceback in the log."""
    with pytest.raises(StoreUnavailable, match="exit code 1"):
        await worker.run("stumble", Words(""), Words, timeout_s=60)
    assert await _shout(worker) == "TEA"


async def test_a_hang_is_killed(worker: WorkerProcess) -> None:
    """A task over its time is an error, its process is killed, and the next gets a new one."""
    await _shout(worker)
    pid = worker.pid
    assert pid is not None
    with pytest.raises(ModelTimeout, match=r"longer than 0\.2 s"):
        await worker.run("hang", Words(""), Words, timeout_s=0.2, otherwise=ModelTimeout)
    assert not _is_alive(pid)
    assert await _shout(worker) == "TEA"


async def test_a_cancelled_caller_leaves_no_process(worker: WorkerProcess) -> None:
    """Cancelling the caller ends the work, and the next task is answered."""
    await _shout(worker)
    pid = worker.pid
    assert pid is not None
    task = asyncio.create_task(worker.run("hang", Words(""), Words, timeout_s=60))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not _is_alive(pid)
    assert await _shout(worker) == "TEA"


async def test_it_ends_when_idle() -> None:
    """After a while without work the process is gone, and comes back when asked."""
    worker = WorkerProcess(TASKS, idle_s=0.05)
    await _shout(worker)
    pid = worker.pid
    assert pid is not None
    deadline = time.monotonic() + 20
    while worker.pid is not None and time.monotonic() < deadline:  # noqa: ASYNC110 - a process
        await asyncio.sleep(0.02)
    assert not _is_alive(pid)
    assert await _shout(worker) == "TEA"
    await worker.close()


async def test_closed_says_so(worker: WorkerProcess) -> None:
    """Closing may be repeated; a task afterwards is refused."""
    await _shout(worker)
    await worker.close()
    await worker.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await _shout(worker)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it notices when its task is done")
def test_it_dies_with_its_parent() -> None:
    """Kill the daemon while the worker works: the worker is gone too."""
    program = (
        "import asyncio\n"
        "from tests.unit.adapters.worker.test_process import TASKS, Facts, Words, WorkerProcess\n"
        "async def main():\n"
        "    worker = WorkerProcess(TASKS)\n"
        "    facts = await worker.run('facts', Words(''), Facts, timeout_s=60)\n"
        "    print(facts.pid, flush=True)\n"
        "    await worker.run('hang', Words(''), Words, timeout_s=600)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(0.1)
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while _is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _is_alive(pid)
