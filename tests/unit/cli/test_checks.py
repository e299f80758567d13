"""Do status, doctor, demo and logs tell the truth about a running API?"""

import pytest

from perspective.cli.commands.doctor import _indexes, _reading
from perspective.demo.sample import LINES, QUESTIONS
from tests.unit.cli.conftest import Shell


def test_status_for_people_and_programs(ask: Shell, served: str) -> None:
    """Status names address, version, counts and model; --json is the API's answer."""
    out = ask("status").out
    assert f"is running: {served}" in out
    for word in ("up for", "tenants", "memories", "model"):
        assert word in out
    assert "uptime_s" in ask("status", "--json").json


def test_doctor_makes_a_round_trip_and_leaves_nothing(ask: Shell) -> None:
    """Doctor stores, recalls and deletes, ends with 0, and its tenant is gone afterwards."""
    typed = ask("doctor", "--json")
    states = {one["name"]: one["state"] for one in typed.json["findings"]}
    assert states["round trip"] == "ok"
    assert "fail" not in states.values()
    tenants = ask("tenants", "--json").json["items"]
    assert [one["id"] for one in tenants if one["id"].startswith("doctor")] == []


def test_doctor_names_what_reads_and_why_it_does_not() -> None:
    """A missing language model is a warning of its own, and no fault of the indexes."""
    missing = {"name": "m", "state": "missing", "reason": "no file m.gguf"}
    finding = _reading(missing)
    assert (finding.state, finding.text) == ("warn", "m: no file m.gguf")
    assert "waits" in finding.remedy
    assert _reading({"name": "rules-1", "state": "ready"}).state == "ok"
    assert _indexes({"degraded": {"extraction": "no file m.gguf"}, "tenants": {}}).state == "ok"


def test_demo_can_be_repeated_and_removed(ask: Shell) -> None:
    """The demo stores its sample once, answers three questions, and goes without a trace."""
    first = ask("demo", "--json").json
    assert first["stored"] == len(LINES)
    assert [one["query"] for one in first["recalls"]] == list(QUESTIONS)
    assert all(one["results"] for one in first["recalls"])
    again = ask("demo")
    assert "all there already" in again.out
    page = ask("memories", "list", "--json", "--tenant", "demo", "--limit", "500").json
    assert len(page["items"]) == len(LINES)
    assert ask("demo", "--remove").out == "The sample is gone.\n"
    assert ask("demo", "--remove").out == "There is no sample here.\n"


def test_demo_does_not_bring_back_what_was_forgotten(ask: Shell) -> None:
    """A line that the user deleted stays deleted when the demo runs again."""
    ask("demo")
    ask("forget", "--tenant", "demo", "demo-01")
    assert "all there already" in ask("demo").out
    ask("demo", "--remove")


def test_remote_logs_come_from_the_api(ask: Shell) -> None:
    """With an address the log is read over REST; following it there is refused."""
    assert ask("logs").out == ""
    assert "--follow" in ask("logs", "-f", code=2).err


@pytest.mark.parametrize("name", ["status", "recall x", "store x", "tenants", "demo", "memories"])
def test_nobody_there_is_said_with_the_remedy(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Without a daemon a command ends with 3 and names the command that starts one."""
    typed = shell(*name.split(), code=3)
    assert "perspective start" in typed.err
    assert typed.out == ""
    monkeypatch.setenv("PERSPECTIVE_URL", "http://127.0.0.1:9")
    assert "http://127.0.0.1:9" in shell(*name.split(), code=3).err
