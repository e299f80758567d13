"""What the worker process is asked to do in tests: well, badly, and never to end."""

from __future__ import annotations

import os
import signal
import sys
import time

import msgspec

from perspective.errors import DiskFull, InvalidRequest, ModelOutputInvalid


class Words(msgspec.Struct, frozen=True):
    """A question, or an answer."""

    words: str


class Facts(msgspec.Struct, frozen=True):
    """What a process knows of itself."""

    pid: int
    niceness: int


def shout(request: Words) -> Words:
    """Answers, and prints what must not reach the answer."""
    print("noise on stdout")
    print("noise on stderr", file=sys.stderr)
    return Words(request.words.upper())


def facts(request: Words) -> Facts:
    """Who runs this."""
    return Facts(os.getpid(), os.nice(0))


def refuse(request: Words) -> Words:
    """Raises an error of our tree."""
    kinds = {"disk": DiskFull, "model": ModelOutputInvalid, "caller": InvalidRequest}
    raise kinds[request.words](f"no: {request.words}")


def crash(request: Words) -> Words:
    """Dies as native code does."""
    os.kill(os.getpid(), getattr(signal, request.words))
    time.sleep(60)
    return request


def stumble(request: Words) -> Words:
    """Raises what nobody expects."""
    raise RuntimeError("a bug")


def hang(request: Words) -> Words:
    """Does not end in time."""
    time.sleep(600)
    return request
