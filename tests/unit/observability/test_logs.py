"""Does what happens reach the log, whole, in order, and without what must not be there?"""

import io
import json
import logging
import queue
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from perspective.errors import StoreUnavailable
from perspective.observability import logs
from perspective.observability.events import event_log
from perspective.observability.log_tail import log_path
from perspective.observability.logs import LogWriter, start_logging
from perspective.settings import LoggingSettings


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """Takes back what start_logging sets for the whole process."""
    root, ours = logging.getLogger(), logging.getLogger("perspective")
    levels, handlers = (root.level, ours.level), list(root.handlers)
    yield
    root.setLevel(levels[0])
    ours.setLevel(levels[1])
    root.handlers[:] = handlers
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def _read(folder: Path) -> list[dict[str, Any]]:
    text = log_path(LoggingSettings(), folder).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _write(folder: Path, **settings: Any) -> LogWriter:
    return start_logging(LoggingSettings(**settings), folder)


def test_an_event_is_one_line_of_json(tmp_path: Path) -> None:
    """Each event becomes a JSON object with time, level, event, logger and fields."""
    writer = _write(tmp_path)
    event_log("perspective.x").info("memory_stored", tenant="ana", n_items=2)
    writer.close()
    (line,) = _read(tmp_path)
    at = line.pop("at")
    assert at.endswith("Z")
    assert "T" in at
    assert line == {
        "level": "info", "event": "memory_stored", "logger": "perspective.x", "tenant": "ana",
        "n_items": 2,
    }  # fmt: skip


def test_letters_of_all_scripts_stay_as_they_are(tmp_path: Path) -> None:
    """Non-ASCII text is written as itself, not as escapes."""
    writer = _write(tmp_path)
    event_log("perspective.x").info("tenant_made", name="Łódź ภาษาไทย 😀")
    writer.close()
    assert "Łódź ภาษาไทย 😀" in log_path(LoggingSettings(), tmp_path).read_text(encoding="utf-8")


def test_contents_and_secrets_are_not_logged(tmp_path: Path) -> None:
    """Fields that would hold a memory's words or a secret are replaced by their length."""
    writer = _write(tmp_path)
    event_log("perspective.x").info("memory_stored", content="my diary", token="s3cret")
    logging.getLogger("other").warning("stored", extra={"content": "my diary"})
    writer.close()
    text = log_path(LoggingSettings(), tmp_path).read_text()
    assert "diary" not in text
    assert "s3cret" not in text
    assert "[8 not logged]" in text


def test_a_failure_carries_its_trace(tmp_path: Path) -> None:
    """An exception is written with its trace on the same line."""
    writer = _write(tmp_path)
    try:
        raise ValueError("broken")
    except ValueError:
        event_log("perspective.x").exception("job_failed", job="decay")
    writer.close()
    (line,) = _read(tmp_path)
    assert line["level"] == "error"
    assert 'raise ValueError("broken")' in line["exception"]


def test_other_libraries_are_heard(tmp_path: Path) -> None:
    """Records of the standard library, plain structlog loggers and warnings reach the same file."""
    writer = _write(tmp_path)
    logging.getLogger("aiohttp.server").error("Error handling request from %s", "127.0.0.1")
    logging.getLogger("aiohttp.server").info("chatter")
    structlog.get_logger("perspective.y").warning("index_set_aside", name="text")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old thing", DeprecationWarning, stacklevel=1)
    writer.close()
    events = [line["event"] for line in _read(tmp_path)]
    assert events[:2] == ["Error handling request from 127.0.0.1", "index_set_aside"]
    assert "old thing" in events[2]


def test_level_is_the_least_written(tmp_path: Path) -> None:
    """What is below the level is left out."""
    writer = _write(tmp_path, level="warning")
    log = event_log("perspective.x")
    log.info("a_fact")
    log.warning("a_warning")
    writer.close()
    assert [line["event"] for line in _read(tmp_path)] == ["a_warning"]


def test_values_that_json_lacks_are_written_as_text(tmp_path: Path) -> None:
    """An object of any kind in a field never loses the line."""
    writer = _write(tmp_path)
    event_log("perspective.x").info("odd", path=Path("/a"), error=ValueError("x"), kind={1, 2})
    writer.close()
    (line,) = _read(tmp_path)
    assert line["path"] == "/a"
    assert line["error"] == "x"


def test_the_file_rotates_by_size(tmp_path: Path) -> None:
    """Old files are kept up to the number set; no line is lost until the oldest goes."""
    writer = _write(tmp_path, rotate_bytes=4096, rotate_files=3)
    log = event_log("perspective.x")
    for number in range(80):
        log.info("filler", number=number, text_free="x" * 50)
    writer.close()
    folder = log_path(LoggingSettings(), tmp_path).parent
    assert sorted(path.name for path in folder.iterdir()) == [
        "perspective.log", "perspective.log.1", "perspective.log.2", "perspective.log.3",
    ]  # fmt: skip
    assert all(path.stat().st_size <= 4096 for path in folder.iterdir())
    newest = _read(tmp_path)
    assert newest[-1]["number"] == 79


def test_whoever_logs_never_waits_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a disk that hangs, logging returns at once; what did not fit is counted in the log."""
    monkeypatch.setattr(logs, "_MAX_WAITING", 10)
    release = threading.Event()
    emit = logs._LogFile.emit

    def slow(self: logging.Handler, record: logging.LogRecord) -> None:
        release.wait(10)
        emit(self, record)

    monkeypatch.setattr(logs._LogFile, "emit", slow)
    writer = _write(tmp_path)
    log = event_log("perspective.x")
    started = time.perf_counter()
    for number in range(100):
        log.info("filler", number=number)
    assert time.perf_counter() - started < 1.0
    release.set()
    while not writer._inlet.queue.empty():
        time.sleep(0.001)
    log.info("after")
    writer.close()
    lines = _read(tmp_path)
    dropped = [line["n_lines"] for line in lines if line["event"] == "log_lines_dropped"]
    written = [line for line in lines if line["event"] == "filler"]
    assert len(written) + sum(dropped) == 100
    assert dropped


def test_closing_does_not_hang_on_a_full_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer that is stuck does not keep the daemon from ending."""
    monkeypatch.setattr(logs, "_MAX_WAITING", 1)
    monkeypatch.setattr(logs, "_FLUSH_S", 0.05)
    release = threading.Event()
    monkeypatch.setattr(logs._LogFile, "emit", lambda *_: release.wait(10))
    writer = _write(tmp_path)
    for _ in range(5):
        event_log("perspective.x").info("filler")
    with pytest.raises(queue.Full):
        writer._inlet.queue.put_nowait(logging.LogRecord("x", 20, "", 0, "x", None, None))
    started = time.perf_counter()
    writer.close()
    assert time.perf_counter() - started < 5
    release.set()
    writer.close()


def test_a_terminal_gets_a_form_for_eyes(tmp_path: Path) -> None:
    """The terminal's lines have no JSON, and no colours when it is none."""
    terminal = io.StringIO()
    writer = start_logging(LoggingSettings(), tmp_path, terminal=terminal, for_eyes=True)
    event_log("perspective.x").info("daemon_ready", port=2085)
    writer.close()
    assert "daemon_ready" in terminal.getvalue()
    assert "port=2085" in terminal.getvalue()
    assert "\x1b" not in terminal.getvalue()
    assert _read(tmp_path)[0]["event"] == "daemon_ready"


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A log in an impossible place is a StoreUnavailable that names it."""
    with pytest.raises(StoreUnavailable, match=r"the log .*cannot be written"):
        start_logging(LoggingSettings(file="/proc/nothing/perspective.log"), tmp_path)


def test_a_library_is_silent(capfd: pytest.CaptureFixture[str]) -> None:
    """Without set-up an event of ours prints nothing anywhere, not even a warning."""
    event_log("perspective.silent").warning("index_set_aside")
    assert capfd.readouterr() == ("", "")


def test_a_torn_line_takes_no_other_with_it(tmp_path: Path) -> None:
    """After a line without an end, as a full disk leaves it, the next start begins a new one."""
    _write(tmp_path).close()
    path = log_path(LoggingSettings(), tmp_path)
    path.write_text('{"at": "2025", "ev', encoding="utf-8")
    writer = _write(tmp_path)
    event_log("perspective.x").info("memory_stored")
    writer.close()
    torn, whole = path.read_text(encoding="utf-8").splitlines()
    assert torn == '{"at": "2025", "ev'
    assert json.loads(whole)["event"] == "memory_stored"
