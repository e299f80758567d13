"""What runs in the worker process? It takes tasks from stdin and answers on stdout, until EOF.

An error of our own tree is an answer; anything else ends the process with its traceback on
stderr, and the daemon starts another. It never outlives the daemon.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, get_type_hints

import msgspec

from perspective.adapters.worker.messages import LENGTH, Done, Failed, Reply, Task, frame
from perspective.errors import PerspectiveError

_NICENESS = 10
_PR_SET_PDEATHSIG = 1


def main(parent_pid: int) -> None:
    """Answers tasks until the daemon closes the pipe."""
    _die_with(parent_pid)
    os.nice(_NICENESS)
    # What a library prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks = sys.stdin.buffer
    while (body := _read_frame(tasks)) is not None:
        reply = _run(msgspec.msgpack.decode(body, type=Task))
        answers.write(frame(reply))
        answers.flush()


def _run(task: Task) -> Reply:
    try:
        function = _function(task.function)
        request_type = next(t for name, t in get_type_hints(function).items() if name != "return")
        answer = function(msgspec.msgpack.decode(task.request, type=request_type))
    except PerspectiveError as error:
        return Failed(type(error).__name__, str(error))
    return Done(msgspec.Raw(msgspec.msgpack.encode(answer)))


def _function(path: str) -> Callable[[Any], msgspec.Struct]:
    module, _, name = path.partition(":")
    found: Callable[[Any], msgspec.Struct] = getattr(import_module(module), name)
    return found


def _read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    return body if len(body) == length else None


def _die_with(parent_pid: int) -> None:
    """The kernel kills this process when the daemon ends; elsewhere the closed pipe tells."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:
        sys.exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
