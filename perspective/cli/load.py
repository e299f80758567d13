"""How are many texts stored from a file? Line by line, with a count of how far it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from perspective.cli import output
from perspective.cli.invocation import Invocation, usage
from perspective.daemon.exit_codes import Exit
from perspective.errors import InvalidRequest

_BLOCK_LINES = 256
_BLOCK_BYTES = 256 * 1024
_SHOWN_ERRORS = 20
_PROGRESS_S = 0.2


def store_lines(
    invocation: Invocation, words: tuple[str, ...], file: str | None, key: str | None
) -> int:
    """Each line of the file, or of stdin, is stored; returns FAILED when one could not be."""
    if file is not None and words:
        usage("Give --file, or - to read stdin, not both.")
    if file is None and words != ("-",):
        usage("--ndjson reads --file, or stdin with -.")
    if file is None:
        return _store(invocation, sys.stdin.buffer, key)
    try:
        with Path(file).open("rb") as source:
            return _store(invocation, source, key)
    except OSError as error:
        message = f"{file} cannot be read: {error.strerror or error}"
        raise InvalidRequest(message) from error


def _store(invocation: Invocation, source: BinaryIO, key: str | None) -> int:
    answers = invocation.client.exchange(
        "/api/store/batch",
        _blocks(source),
        query={"tenant_id": invocation.tenant_id},
        headers={"Idempotency-Key": key} if key else {},
    )
    progress = _Progress()
    n_failed = 0
    totals = {}
    for number, answer in enumerate(answers, start=1):
        if "totals" in answer:
            totals = answer["totals"]
            break
        if invocation.is_json:
            output.show_line(answer)
        elif "error" in answer:
            n_failed += 1
            if n_failed <= _SHOWN_ERRORS:
                progress.clear()
                output.say(f"line {number}: {output.clean(_reason(answer['error']))}", is_note=True)
        progress.show(number)
    progress.clear()
    if invocation.is_json:
        output.show_line({"totals": totals})
    else:
        _say(totals, n_failed)
    return Exit.OK if totals.get("complete") and not totals["failed"] else Exit.FAILED


def _say(totals: dict[str, int], n_failed: int) -> None:
    if n_failed > _SHOWN_ERRORS:
        output.say(f"… and {n_failed - _SHOWN_ERRORS} more.", is_note=True)
    failed = f", {totals['failed']} could not be" if totals["failed"] else ""
    output.say(f"Stored {output.counted(totals['stored'], 'memory', 'memories')}{failed}.")
    if not totals["complete"]:
        output.say("It was stopped before the end.", is_note=True)


def _reason(problem: dict[str, object]) -> str:
    return str(problem.get("detail") or problem.get("title"))


def _blocks(source: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that are not empty, some at a time; lines are numbered without the empty ones."""
    block: list[bytes] = []
    n_bytes = 0
    for line in source:
        if not line.strip():
            continue
        block.append(line.rstrip(b"\r\n"))
        n_bytes += len(line)
        if len(block) == _BLOCK_LINES or n_bytes >= _BLOCK_BYTES:
            yield block
            block, n_bytes = [], 0
    if block:
        yield block


class _Progress:
    """A line on a terminal that says how many are done; nothing elsewhere."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._next = time.monotonic() + _PROGRESS_S

    def show(self, n: int) -> None:
        """So many are done."""
        if self._is_shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + _PROGRESS_S
            sys.stderr.write(f"\r{n:,} stored")
            sys.stderr.flush()

    def clear(self) -> None:
        """The line is free for something else."""
        if self._is_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
