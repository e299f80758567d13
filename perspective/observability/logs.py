"""How do the daemon's events get into logs/perspective.log, and onto a terminal?

Whoever logs only puts a record into a queue; a thread of its own formats, writes and rotates, so
that a slow disk never holds the event loop. The file has one JSON object a line, always, since
`perspective logs` and GET /api/logs read it; a terminal gets JSON or a form for eyes. The library
calls nothing of this.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from typing import TextIO

import msgspec
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

from perspective.errors import StoreUnavailable
from perspective.observability.events import BEFORE_RENDERING, ROOT_LOGGER, hide_contents
from perspective.observability.log_tail import log_path
from perspective.settings import LoggingSettings

_MAX_WAITING = 10_000
_FLUSH_S = 2.0


class LogWriter:
    """Logging as the daemon has it, from `start_logging` until `close`."""

    def __init__(self, handlers: list[logging.Handler], level: str) -> None:
        self._outlets = handlers
        self._inlet = _Inlet(queue.Queue(_MAX_WAITING))
        self._listener = _Listener(self._inlet.queue, *handlers)
        self._level = level.upper()

    def start(self) -> None:
        """From here on every record of this process is written."""
        root = logging.getLogger()
        root.addHandler(self._inlet)
        root.setLevel(logging.WARNING)  # other libraries; what they tell at info is their business
        logging.getLogger(ROOT_LOGGER).setLevel(self._level)
        logging.captureWarnings(capture=True)
        structlog.configure(
            processors=list(BEFORE_RENDERING),
            logger_factory=structlog.stdlib.LoggerFactory(),
            wrapper_class=structlog.stdlib.BoundLogger,
            cache_logger_on_first_use=True,
        )
        self._listener.start()

    def close(self) -> None:
        """Writes what is waiting and closes the file. Safe to repeat."""
        logging.getLogger().removeHandler(self._inlet)
        if self._listener.ended():  # else its thread still holds them
            for handler in self._outlets:
                handler.close()


def start_logging(
    settings: LoggingSettings,
    data_dir: Path,
    *,
    terminal: TextIO | None = None,
    for_eyes: bool | None = None,
) -> LogWriter:
    """Writes the log file, and the terminal too when one is given.

    `for_eyes` chooses the terminal's form; None takes it from the settings. Raises
    StoreUnavailable when the file cannot be written.
    """
    path = log_path(settings, data_dir)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = _LogFile(
            path,
            maxBytes=settings.rotate_bytes,
            backupCount=settings.rotate_files,
            encoding="utf-8",
            errors="backslashreplace",
        )
    except OSError as error:
        message = f"the log {path} cannot be written: {error.strerror or error}"
        raise StoreUnavailable(message) from error
    if file.stream is not None and _is_torn(path):
        file.stream.write("\n")  # goes out with the first line
    file.setFormatter(_formatter(_as_json_line))
    handlers: list[logging.Handler] = [file]
    if terminal is not None:
        stream = logging.StreamHandler(terminal)
        if for_eyes is None:
            for_eyes = settings.format == "console"
        stream.setFormatter(_formatter(*(_for_eyes(terminal) if for_eyes else (_as_json_line,))))
        handlers.append(stream)
    writer = LogWriter(handlers, settings.level)
    writer.start()
    return writer


def _is_torn(path: Path) -> bool:
    """Whether the last line has no end: a disk was full, or the machine died."""
    with path.open("rb") as file:
        if not file.seek(0, os.SEEK_END):
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


class _Inlet(QueueHandler):
    """Takes records as they are; when the writer cannot follow, counts instead of waiting."""

    queue: queue.Queue[logging.LogRecord]
    _n_dropped = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """Nothing: the writer's thread formats."""
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        """Never waits. How many were dropped is told as soon as there is room again."""
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            self._n_dropped += 1
            return
        if self._n_dropped:
            with suppress(queue.Full):
                self.queue.put_nowait(_dropped(self._n_dropped))
                self._n_dropped = 0


def _dropped(n_lines: int) -> logging.LogRecord:
    """The event that tells of lines that were dropped."""
    event = {"event": "log_lines_dropped", "level": "warning", "n_lines": n_lines}
    record = logging.LogRecord(__name__, logging.WARNING, "", 0, event, None, None)
    record._logger = None  # noqa: SLF001 - the marks of our own events
    record._name = "warning"  # noqa: SLF001
    return record


class _Listener(QueueListener):
    """The writing thread."""

    queue: queue.Queue[logging.LogRecord | None]

    _thread: threading.Thread | None

    def ended(self) -> bool:
        """Whether all that waited could be written soon. Safe to repeat."""
        thread = self._thread
        if thread is None:
            return True
        with suppress(queue.Full):
            self.queue.put(None, timeout=_FLUSH_S)
        thread.join(_FLUSH_S)
        if thread.is_alive():  # a disk that hangs; the thread ends with the process
            return False
        self._thread = None
        return True


class _LogFile(RotatingFileHandler):
    """The log file. A full disk loses lines, and disturbs nothing else."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - stdlib's name
        """Nothing: there is no better place to complain than this file."""


def _formatter(*renderers: Processor) -> logging.Formatter:
    """A formatter for our own events and for records of other libraries alike."""
    return ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            hide_contents,
        ],
        processors=[
            _add_time,
            ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            *renderers,
        ],
    )


def _add_time(_logger: object, _method: str, event: EventDict) -> EventDict:
    """The time at which it was logged, RFC 3339 in UTC, first in the line."""
    record: logging.LogRecord = event["_record"]
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds")
    return {"at": at.replace("+00:00", "Z"), **event}


def _as_json_line(_logger: object, _method: str, event: EventDict) -> str:
    """JSON on one line; letters of all scripts as they are; what JSON does not know as its text."""
    first = {name: event.pop(name) for name in ("at", "level", "event") if name in event}
    return msgspec.json.encode({**first, **event}, enc_hook=str).decode()


def _for_eyes(terminal: TextIO) -> tuple[Processor, ...]:
    """A line a fact with columns; colours only on a terminal."""

    def short_time(_logger: object, _method: str, event: EventDict) -> EventDict:
        event["timestamp"] = event.pop("at")[11:23]
        return event

    renderer = structlog.dev.ConsoleRenderer(colors=terminal.isatty(), pad_event_to=28)
    return (short_time, renderer)
