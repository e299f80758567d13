"""Is it seen from a terminal how memories stand, and what is due for them?"""

from __future__ import annotations

import pytest

from tests.unit.cli.conftest import Shell


@pytest.fixture
def stored(ask: Shell) -> str:
    """The id of the one memory of a tenant."""
    ask("tenants", "create", "one", code=None)
    found = ask("memories", "--json", "--tenant", "one").json["items"]
    if found:
        return str(found[0]["id"])
    return str(ask("store", "--json", "--tenant", "one", "The heron stands still").json["id"])


def test_stats_are_shown(ask: Shell, stored: str) -> None:
    """By tier, with how full each is, and by type."""
    assert stored
    out = ask("stats", "--tenant", "one").out
    assert out.startswith("1 memory, about ")
    assert "working" in out
    assert "episodic" in out
    found = ask("stats", "--json", "--tenant", "one").json
    assert [one["tier"] for one in found["tiers"]] == ["working", "recent", "settled", "archived"]
    assert found["tiers"][0]["limit_tokens"] == 2000


def test_what_is_due_is_shown(ask: Shell, stored: str) -> None:
    """Of a fresh memory nothing, and what it would free."""
    assert stored
    out = ask("maintenance", "--tenant", "one").out
    assert "1 stay as they are" in out
    assert "free about 0 tokens" in out
    found = ask("maintenance", "--json", "--tenant", "one").json
    assert (found["n_memories"], found["freed_tokens"]) == (1, 0)


def test_inspect_foretells(ask: Shell, stored: str) -> None:
    """When it fades, is archived and offered to be let go, and what promotes it."""
    out = ask("inspect", "--tenant", "one", stored).out
    lines = {line.split()[1]: line for line in out.splitlines() if line.startswith("  will ")}
    assert list(lines) == ["fade", "archive", "forgettable", "promote"]
    assert "in 2 months" in lines["fade"]
    assert "after 6 more uses" in lines["promote"]
    assert "tier        working" in out
