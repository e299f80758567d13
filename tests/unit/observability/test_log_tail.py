"""Are the right lines of the log found, from its end and as it grows, whatever rotates?"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from perspective.observability import log_tail
from perspective.observability.log_tail import LogEntry, LogFilter, follow, read_tail

_MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)


def _line(number: int, level: str = "info", **fields: Any) -> str:
    at = (_MIDNIGHT + timedelta(seconds=number)).isoformat()
    return json.dumps({"at": at, "level": level, "event": "e", "n": number, **fields}) + "\n"


def _numbers(entries: list[LogEntry]) -> list[int]:
    return [entry["n"] for entry in entries]


def test_the_newest_lines_come_oldest_first(tmp_path: Path) -> None:
    """The last `limit` lines are returned in the order of writing."""
    log = tmp_path / "p.log"
    log.write_text("".join(_line(number) for number in range(10)))
    assert _numbers(read_tail(log, limit=3)) == [7, 8, 9]
    assert _numbers(read_tail(log)) == list(range(10))
    assert read_tail(log, limit=0) == []


def test_rotated_files_belong_to_the_log(tmp_path: Path) -> None:
    """The tail goes on in the predecessors, newest first."""
    log = tmp_path / "p.log"
    for name, numbers in (("p.log.2", (0, 1)), ("p.log.1", (2, 3)), ("p.log", (4, 5))):
        (tmp_path / name).write_text("".join(_line(number) for number in numbers))
    assert _numbers(read_tail(log, limit=5)) == [1, 2, 3, 4, 5]


def test_filters_count_wanted_lines_only(tmp_path: Path) -> None:
    """Level is a least one, text is found in any case, and the limit counts what fits."""
    log = tmp_path / "p.log"
    levels = ("debug", "info", "warning", "error", "critical")
    log.write_text("".join(_line(n, level, who="Zoë") for n, level in enumerate(levels)))
    assert _numbers(read_tail(log, LogFilter(level="warning"))) == [2, 3, 4]
    assert _numbers(read_tail(log, LogFilter(level="info"), limit=2)) == [3, 4]
    assert _numbers(read_tail(log, LogFilter(text='"N": 3'))) == [3]


def test_letters_are_found_unescaped(tmp_path: Path) -> None:
    """A text in any script is found as it was written."""
    log = tmp_path / "p.log"
    log.write_text('{"level":"info","event":"e","n":1,"name":"ภาษาไทย"}\n', encoding="utf-8")
    assert _numbers(read_tail(log, LogFilter(text="ภาษา"))) == [1]


def test_time_is_half_open(tmp_path: Path) -> None:
    """`since` is in, `until` is out."""
    log = tmp_path / "p.log"
    log.write_text("".join(_line(number) for number in range(5)))
    since, until = (datetime(2026, 1, 1, 0, 0, s, tzinfo=UTC) for s in (1, 3))
    assert _numbers(read_tail(log, LogFilter(since=since, until=until))) == [1, 2]


def test_what_is_older_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks each second what came since reads the end of a log, however long that is; a line that
    came a little late is found."""
    log = tmp_path / "p.log"
    log.write_text("".join(map(_line, (*range(1_000, 2_000), 1_998))))
    parse, read = log_tail._parsed, []

    def noting(line: str) -> LogEntry:
        read.append(line)
        return parse(line)

    monkeypatch.setattr(log_tail, "_parsed", noting)
    wanted = LogFilter(since=_MIDNIGHT + timedelta(seconds=1_998))
    assert _numbers(read_tail(log, wanted)) == [1_998, 1_999, 1_998]
    assert len(read) < 200


def test_a_line_being_written_is_left_out(tmp_path: Path) -> None:
    """The unfinished last line is not read as a whole one."""
    log = tmp_path / "p.log"
    log.write_text(_line(1) + _line(2)[:-10])
    assert _numbers(read_tail(log)) == [1]


def test_lines_longer_than_a_block_are_whole(tmp_path: Path) -> None:
    """Reading backwards in blocks cuts no line."""
    log = tmp_path / "p.log"
    log.write_text("".join(_line(number, pad="x" * 50_000) for number in range(6)))
    assert _numbers(read_tail(log)) == list(range(6))


def test_foreign_lines_are_kept_as_text(tmp_path: Path) -> None:
    """A line that is no JSON object, or holds bytes that are no text, is an event of its own."""
    log = tmp_path / "p.log"
    log.write_bytes(b"Traceback\n[1]\n\xff\n")
    assert [entry["event"] for entry in read_tail(log)] == ["Traceback", "[1]", "�"]


def test_no_log_is_an_empty_one(tmp_path: Path) -> None:
    """Before the first line there is nothing, and no error."""
    assert read_tail(tmp_path / "p.log") == []


class _Steps:
    """Does one thing each time the follower looks whether to end; ends after the last."""

    def __init__(self, *steps: Callable[[], object]) -> None:
        self._steps: Iterator[Callable[[], object]] = iter(steps)

    def __call__(self) -> bool:
        step = next(self._steps, None)
        if step is None:
            return True
        step()
        return False


def _append(path: Path, *numbers: int) -> Callable[[], object]:
    def step() -> None:
        with path.open("a") as file:
            file.writelines(_line(number) for number in numbers)

    return step


def _rotate(path: Path, n_kept: int = 9) -> Callable[[], object]:
    def step() -> None:
        for number in range(n_kept, 0, -1):
            older = path.with_name(f"{path.name}.{number}")
            if older.exists():
                older.rename(path.with_name(f"{path.name}.{number + 1}"))
        path.rename(path.with_name(f"{path.name}.1"))
        path.touch()

    return step


@pytest.mark.parametrize("n_rotations", [0, 1, 3])
def test_following_survives_rotations(tmp_path: Path, n_rotations: int) -> None:
    """Every line from now on is seen once, however often the file rotated between two looks."""
    log = tmp_path / "p.log"
    log.write_text(_line(0))

    def burst() -> None:
        _append(log, 2)()
        for number in range(n_rotations):
            _rotate(log)()
            _append(log, 10 + number)()

    seen = follow(log, until=_Steps(_append(log, 1), burst, _append(log, 50)), poll_s=0)
    rotated = [10 + number for number in range(n_rotations)]
    assert _numbers(list(seen)) == [1, 2, *rotated, 50]


def test_following_waits_for_a_log_to_appear(tmp_path: Path) -> None:
    """A log that does not exist yet is followed from its first line."""
    log = tmp_path / "p.log"
    seen = follow(log, until=_Steps(lambda: None, _append(log, 1, 2)), poll_s=0)
    assert _numbers(list(seen)) == [1, 2]


def test_following_joins_a_line_written_in_pieces(tmp_path: Path) -> None:
    """A line that arrives in two writes is one entry."""
    log = tmp_path / "p.log"
    log.touch()
    line = _line(7)

    def write(piece: str) -> Callable[[], object]:
        def step() -> None:
            with log.open("a") as file:
                file.write(piece)

        return step

    seen = follow(log, until=_Steps(write(line[:9]), write(line[9:])), poll_s=0)
    assert _numbers(list(seen)) == [7]
