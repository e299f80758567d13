"""What do the daemon and its worker process say to each other? Framed msgpack, one at a time.

A frame is four bytes of length, big-endian, and as many of message.
"""

from __future__ import annotations

import struct

import msgspec

LENGTH = struct.Struct(">I")


class Task(msgspec.Struct, frozen=True):
    """Work to do: `function` is `module:name`, `request` what it takes."""

    function: str
    request: msgspec.Raw


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The task's answer."""

    answer: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The task raised an error of our tree, named by its class."""

    error: str
    message: str


Reply = Done | Failed


def frame(message: msgspec.Struct) -> bytes:
    """The bytes that go over the pipe."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body
