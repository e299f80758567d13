"""Where is the log, what do its last lines say, and what comes next?

Reads the file and its rotated predecessors; needs no daemon. The reader's cost is bounded by the
log's own size limits; callers on an event loop use a thread.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

from perspective.settings import LoggingSettings

LOG_FOLDER = "logs"
LOG_FILE = "perspective.log"

Level = Literal["debug", "info", "warning", "error"]
LogEntry = dict[str, Any]

_RANK = {"debug": 0, "info": 1, "warning": 2, "error": 3, "critical": 4, "exception": 3}
_BLOCK = 64 * 1024
_MAX_LINE = 1024 * 1024
_POLL_S = 0.2
_LATE = timedelta(minutes=1)  # threads hand lines over, and clocks are set, a little out of order


def log_path(settings: LoggingSettings, data_dir: Path) -> Path:
    """Where the daemon of this data directory writes its log."""
    return Path(settings.file) if settings.file else data_dir / LOG_FOLDER / LOG_FILE


class LogFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which lines are wanted: at least this level, with this text (any case), in this time."""

    level: Level = "debug"
    text: str = ""
    since: datetime | None = None
    until: datetime | None = None

    def entry(self, line: str) -> LogEntry | None:
        """The line as fields if it is wanted. A line that is not JSON counts as an `info`."""
        if self.text and self.text.casefold() not in line.casefold():
            return None
        entry = _parsed(line)
        if _RANK.get(str(entry.get("level")), 1) < _RANK[self.level]:
            return None
        if self.since is not None or self.until is not None:
            at = _time(entry)
            if at is None or (self.since is not None and at < self.since):
                return None
            if self.until is not None and at >= self.until:
                return None
        return entry

    def is_before(self, line: str) -> bool:
        """Whether the line is so much older than what is wanted that no line before it is wanted."""
        if self.since is None:
            return False
        at = _time(_parsed(line))
        return at is not None and at < self.since - _LATE


EVERYTHING = LogFilter()


def read_tail(path: Path, wanted: LogFilter = EVERYTHING, *, limit: int = 200) -> list[LogEntry]:
    """The last `limit` wanted entries, oldest first; none when there is no log."""
    found: list[LogEntry] = []
    for line in _lines_backwards(path):
        if len(found) >= limit or wanted.is_before(line):
            break
        entry = wanted.entry(line)
        if entry is not None:
            found.append(entry)
    found.reverse()
    return found


def follow(
    path: Path,
    wanted: LogFilter = EVERYTHING,
    *,
    until: Callable[[], bool] = lambda: False,
    poll_s: float = _POLL_S,
) -> Iterator[LogEntry]:
    """Wanted entries as they are written from now on, through rotations, until `until()`."""
    file = _open(path)
    if file is not None:
        file.seek(0, os.SEEK_END)
    rest = b""
    try:
        while True:
            is_last_round = until()
            chunk = file.read() if file is not None else b""
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                entry = wanted.entry(line.decode("utf-8", "replace")) if line else None
                if entry is not None:
                    yield entry
            if chunk:
                continue
            following = _next(path, file)
            if following is not None:
                if file is not None:
                    file.close()
                file, rest = following, b""
            elif is_last_round:
                return
            else:
                time.sleep(poll_s)
    finally:
        if file is not None:
            file.close()


def _parsed(line: str) -> LogEntry:
    """The line's fields; a line that is not a JSON object becomes an event of its own."""
    try:
        return msgspec.json.decode(line, type=LogEntry)
    except msgspec.MsgspecError:
        return {"level": "info", "event": line}


def _time(entry: LogEntry) -> datetime | None:
    """When the entry was logged."""
    try:
        return datetime.fromisoformat(str(entry.get("at")))
    except ValueError:
        return None


def _generations(path: Path) -> Iterator[Path]:
    """The log and its predecessors, newest first, as far as there are any."""
    yield path
    number = 1
    while (older := path.with_name(f"{path.name}.{number}")).exists():
        yield older
        number += 1


def _lines_backwards(path: Path) -> Iterator[str]:
    """Whole lines from the newest to the oldest, over all generations."""
    for generation in _generations(path):
        file = _open(generation)
        if file is None:
            continue
        with file:
            for line in _file_backwards(file):
                if line:
                    yield line.decode("utf-8", "replace")


def _file_backwards(file: BinaryIO) -> Iterator[bytes]:
    """The lines of one file, last first; what follows the last line's end is being written."""
    position = file.seek(0, os.SEEK_END)
    rest = b""
    is_end = True
    while position > 0:
        size = min(_BLOCK, position)
        position = file.seek(position - size)
        first, *lines = (file.read(size) + rest).split(b"\n")
        if is_end and lines:
            lines.pop()
            is_end = False
        yield from reversed(lines)
        rest = first if len(first) < _MAX_LINE else b""
    if rest and not is_end:
        yield rest


def _open(path: Path) -> BinaryIO | None:
    """The file, or None when it is not there (before the first line, in the middle of a rotation)."""
    try:
        return path.open("rb")
    except FileNotFoundError:
        return None


def _next(path: Path, file: BinaryIO | None) -> BinaryIO | None:
    """The file that continues the one being read; None while that is the newest itself.

    Several rotations may have passed: the one read is looked for among the predecessors.
    """
    if file is None:
        return _open(path)
    mine = os.fstat(file.fileno())
    newer: Path | None = None
    for generation in _generations(path):
        try:
            there = generation.stat()
        except FileNotFoundError:
            continue
        if (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino):
            if newer is None:
                if there.st_size < file.tell():  # emptied in place
                    file.seek(0)
                return None
            return _open(newer)
        newer = generation
    return _open(newer) if newer is not None else None
