"""Does `perspective eval` say what is wrong with its arguments and its data, before it measures?"""

from __future__ import annotations

from pathlib import Path

import pytest

from perspective.cli.commands.eval import Numbers
from perspective.cli.evaluation_tables import say_evaluation
from perspective.daemon.exit_codes import Exit
from tests.unit.cli.conftest import Shell
from tests.unit.evaluation.chart.test_svg import an_evaluation
from tests.unit.evaluation.sample import TALK, write


def test_a_missing_file_is_a_usage_error(shell: Shell) -> None:
    """It is named, and nothing is measured."""
    typed = shell("eval", "nowhere.json", code=Exit.USAGE)
    assert "nowhere.json: there is no such file or folder" in typed.err
    assert typed.out == ""


def test_a_garbled_file_is_a_usage_error(shell: Shell, tmp_path: Path) -> None:
    """File and line are named."""
    (tmp_path / "talks.json").write_text('[\n{"id": 1,\n "turns": oops}]', encoding="utf-8")
    assert "talks.json: line 3: JSON is malformed" in shell("eval", ".", code=Exit.USAGE).err


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (("--k", "5,x"), "'5,x' is no list of numbers"),
        (("--k", "0"), "each must be from 1 to 1,000"),
        (("--scale", "1000,-1"), "each must be from 1"),
        (("--only", "nobody"), "no talk nobody; there are harbour"),
        (("--json", "no/folder/a.json"), "no/folder/a.json is no file that can be written"),
        (("--chart", "."), ". is no file that can be written"),
        (("--limit-talks", "0"), "0 is not in the range"),
    ],
)
def test_options_are_checked_first(
    shell: Shell, tmp_path: Path, options: tuple[str, ...], part: str
) -> None:
    """What cannot work is refused before an hour of work."""
    write(tmp_path / "talks.json", [TALK])
    assert part in " ".join(shell("eval", "talks.json", *options, code=Exit.USAGE).err.split())


def test_numbers_are_sorted_and_single() -> None:
    """As they are asked for, in any order."""
    assert Numbers(100).convert("20,5,10,5", None, None) == (5, 10, 20)


def test_the_tables_have_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """Categories, systems, latency, tokens; the curve where it was measured."""
    say_evaluation(an_evaluation("Perspective", "BM25", n_sizes=2))
    out = capsys.readouterr().out
    for part in ("Talks: t (5 turns, 3 questions)", "recall@5", "all@10", "MRR", ".250", "p99 ms"):
        assert part in out
    assert "10,000" in out
    assert "stopped" not in out
