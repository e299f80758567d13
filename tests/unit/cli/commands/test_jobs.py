"""Can jobs be seen, run, foreseen and stopped from a terminal?"""

from __future__ import annotations

import pytest

from tests.unit.cli.conftest import Shell


@pytest.fixture
def tenant(ask: Shell) -> str:
    """A tenant with a text."""
    if ask("tenants", "create", "worked", code=None).code == 0:
        ask("store", "--tenant", "worked", "The boat of Bob is blue")
    return "worked"


def test_jobs_are_listed(ask: Shell) -> None:
    """By name, with their state and when they run next."""
    lines = ask("jobs").out.splitlines()
    assert lines[0].split() == ["job", "state", "last", "run", "took", "changed", "next", "run"]
    names = [line.split()[0] for line in lines[1:]]
    assert {"extraction", "upkeep"} <= set(names)
    listed = ask("jobs", "list", "--json").json["items"]
    assert [one["id"] for one in listed] == names
    assert all(one["kind"] == "job" for one in listed)


def test_a_job_runs_over_a_tenant(ask: Shell, tenant: str) -> None:
    """To its end with --wait, and stands in the history of that tenant."""
    run = ask("jobs", "run", "upkeep", "--tenant", tenant, "--wait", "--json").json
    assert (run["state"], run["tenant_id"]) == ("done", tenant)
    told = ask("jobs", "run", "upkeep", "--tenant", tenant, "--wait").out
    assert told == "upkeep over worked: done, nothing to do\n"
    history = ask("jobs", "history", "upkeep", "--tenant", tenant, "--json").json["items"]
    assert run in history
    lines = ask("jobs", "history", "upkeep", "--limit", "1").out.splitlines()
    assert len(lines) == 2
    assert lines[1].split()[-6:-4] == ["done", tenant]


def test_a_job_runs_over_all(ask: Shell, tenant: str) -> None:
    """Without --wait the command ends at once and says where to look."""
    assert "perspective jobs history upkeep" in ask("jobs", "run", "upkeep").out
    run = ask("jobs", "run", "upkeep", "--wait", "--json").json
    assert (run["state"], run["tenant_id"]) == ("done", None)
    assert "done" in ask("jobs").out


def test_a_run_that_fails_is_an_exit_code(ask: Shell, tenant: str) -> None:
    """With the reason in words."""
    typed = ask("jobs", "run", "extraction", "--tenant", tenant, "--wait", code=1)
    assert "failed" in typed.out
    assert "extraction.mode is off" in typed.out
    assert "extraction.mode is off" in ask("jobs").err


def test_a_preview_changes_nothing(ask: Shell, tenant: str) -> None:
    """A job that changes no memory says so."""
    assert ask("jobs", "preview", "upkeep", "--tenant", tenant).out == "It changes no memory.\n"
    assert ask("jobs", "preview", "upkeep", "--json").json["is_none"] is True


def test_a_job_is_stopped(ask: Shell) -> None:
    """Reading pauses; what runs seldom is idle."""
    assert ask("jobs", "stop", "extraction").out == "extraction: paused\n"
    assert ask("jobs", "stop", "upkeep", "--json").json["state"] == "idle"


def test_an_unknown_job_names_the_known_ones(ask: Shell) -> None:
    """And ends as any other unknown thing does."""
    typed = ask("jobs", "run", "../x", code=None)
    assert typed.code != 0
    assert "extraction, upkeep" in typed.err
    assert ask("jobs", "history", "nothing", code=None).code == typed.code
