"""Is long work shown now and then, with how fast it goes and what is left?"""

from __future__ import annotations

import pytest

from perspective.cli import progress
from perspective.cli.progress import ProgressLine, described


class _Clock:
    """Time that a test moves."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def monotonic(self) -> float:
        """See `time.monotonic`."""
        return self.now_s


@pytest.mark.parametrize(
    ("n_done", "took_s", "text"),
    [
        (100, 1.0, "work: 100 of 2,000"),
        (100, 5.0, "work: 100 of 2,000, 20 a second, 1 minute left"),
        (10, 10.0, "work: 10 of 2,000, 1.0 a second, 33 minutes left"),
        (2000, 10.0, "work: 2,000 of 2,000, 200 a second, 0 seconds left"),
    ],
)
def test_progress_tells_rate_and_time_left(n_done: int, took_s: float, text: str) -> None:
    """Not before it can be known."""
    assert described("work", n_done, 2000, took_s) == text


def test_a_file_gets_few_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a piece a second, a line every fifteen; each work has a rate of its own; nothing on
    stdout."""
    clock = _Clock()
    monkeypatch.setattr(progress, "time", clock)
    line = ProgressLine()
    for what in ("first", "second"):
        for n in range(1, 31):
            clock.now_s += 1.0
            line(what, n, 30)
    line.clear()
    out, err = capsys.readouterr()
    assert out == ""
    assert [text.split(":")[0] for text in err.splitlines()] == ["first"] * 2 + ["second"] * 2
    assert "second: 15 of 30, 1.1 a second, 14 seconds left" in err
