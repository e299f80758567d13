"""What did `make prove` show? A report of every proof, as JSON and as a page of text.

A pytest plugin, active with `--report FOLDER`. Proofs stand under the row of the issue that asks
for them, which is the argument of their mark: `@pytest.mark.proof("Durable")`.
"""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

from tests.figures import Figure, figures_of

_ROOT = Path(__file__).resolve().parents[1]


def row_of(item: pytest.Item) -> str | None:
    """The row that this test proves, or None."""
    mark = item.get_closest_marker("proof")
    return None if mark is None else str(mark.args[0])


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """A test that proves something, how it ended, and what it measured."""

    row: str
    test: str
    fact: str
    outcome: str
    seconds: float
    figures: list[Figure]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All proofs of a run, and on what they ran."""

    version: str
    commit: str
    began_at: datetime
    seconds: float
    machine: str
    python: str
    is_full: bool
    n_passed: int
    n_failed: int
    n_skipped: int
    proofs: list[Proof]


class Reporter:
    """Collects while the tests run, and writes at the end."""

    def __init__(self, folder: Path, *, is_full: bool) -> None:
        self._folder = folder
        self._is_full = is_full
        self._began_at = datetime.now(UTC)
        self._marked: dict[str, tuple[str, str]] = {}
        self._proofs: list[Proof] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Which tests are proofs, and of what?"""
        for item in session.items:
            row = row_of(item)
            if row is not None:
                doc = getattr(getattr(item, "obj", None), "__doc__", None) or ""
                self._marked[item.nodeid] = (row, " ".join(doc.split()))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test ended, or never began."""
        is_end = report.when == "call" or (report.when == "setup" and not report.passed)
        if is_end and report.nodeid in self._marked:
            row, fact = self._marked[report.nodeid]
            self._proofs.append(
                Proof(
                    row=row,
                    test=report.nodeid,
                    fact=fact,
                    outcome=report.outcome,
                    seconds=round(report.duration, 2),
                    figures=figures_of(report),
                )
            )

    def pytest_sessionfinish(self) -> None:
        """The report is written, whatever happened."""
        self._folder.mkdir(parents=True, exist_ok=True)
        report = self._report()
        encoded = msgspec.json.format(msgspec.json.encode(report))
        (self._folder / "report.json").write_bytes(encoded + b"\n")
        (self._folder / "report.txt").write_text(page(report), encoding="utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The page, and where it lies."""
        terminalreporter.write_line(page(self._report()))
        terminalreporter.write_line(f"the report lies in {self._folder}")

    def _report(self) -> Report:
        outcomes = [proof.outcome for proof in self._proofs]
        return Report(
            version=version("perspective-memory"),
            commit=_commit(),
            began_at=self._began_at,
            seconds=round((datetime.now(UTC) - self._began_at).total_seconds(), 1),
            machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
            python=platform.python_version(),
            is_full=self._is_full,
            n_passed=outcomes.count("passed"),
            n_failed=outcomes.count("failed"),
            n_skipped=outcomes.count("skipped"),
            proofs=sorted(self._proofs, key=lambda proof: (proof.row, proof.test)),
        )


def page(report: Report) -> str:
    """The report as text: a line a proof, and below it what it measured."""
    size = "full size" if report.is_full else "small size"
    moment = f"{report.began_at:%Y-%m-%d %H:%M} UTC"
    lines = [
        f"Perspective {report.version}, commit {report.commit}: every proof at {size}",
        f"{report.machine}, Python {report.python}, {moment}, {report.seconds:.0f} s",
        f"{report.n_passed} passed, {report.n_failed} failed, {report.n_skipped} skipped",
    ]
    row = None
    for proof in report.proofs:
        if proof.row != row:
            row = proof.row
            lines += ["", row]
        lines.append(f"  {proof.outcome:8}{proof.seconds:8.1f} s  {proof.fact or proof.test}")
        lines += [f"{'':22}{_line(figure)}" for figure in proof.figures]
    return "\n".join([*lines, ""])


def _line(figure: Figure) -> str:
    text = f"{figure.name}: {figure.value:,.4g} {figure.unit}".rstrip()
    if figure.is_met is None:
        return text
    sign, bound = ("≤", figure.at_most) if figure.at_most is not None else ("≥", figure.at_least)
    return f"{text} ({sign} {bound:,.4g}: {'met' if figure.is_met else 'MISSED'})"


def _commit() -> str:
    """The commit that is checked out, with a mark when files were changed."""
    command = ("git", "describe", "--always", "--dirty", "--abbrev=12")
    try:
        found = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()
