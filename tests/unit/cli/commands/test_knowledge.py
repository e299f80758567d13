"""Can entities, the graph and the queue be seen and put right from a terminal?"""

from __future__ import annotations

import pytest

from tests.unit.cli.conftest import Shell


@pytest.fixture
def known(ask: Shell) -> dict[str, str]:
    """The ids of the entities Bob and Robert of a tenant with two memories, by name."""
    if not ask("entities", "--json", "--tenant", "known", code=None).code:
        ask("tenants", "delete", "--yes", "known")
    ask("tenants", "create", "known")
    for name in ("Bob", "Robert"):
        ask("store", "--tenant", "known", "-t", name, f"The boat of {name} is blue")
    items = ask("entities", "--json", "--tenant", "known").json["items"]
    return {one["name"]: one["id"] for one in items}


def test_entities_are_listed_and_shown(ask: Shell, known: dict[str, str]) -> None:
    """By the beginning of a name; one with what mentions it."""
    lines = ask("entities", "list", "--tenant", "known", "ro").out.splitlines()
    assert [line.split() for line in lines[1:]] == [[known["Robert"], "concept", "1", "Robert"]]
    shown = ask("entities", "show", "--tenant", "known", known["Bob"]).out
    assert shown.startswith("Bob (concept)\n")
    assert "1.00 entity: The boat of Bob is blue" in shown


def test_entities_are_merged_and_split(ask: Shell, known: dict[str, str]) -> None:
    """And back again."""
    merged = ask("entities", "merge", "--tenant", "known", known["Robert"], known["Bob"]).out
    assert "2 memories mention it" in merged
    assert "called bob" in merged
    assert len(ask("entities", "--json", "--tenant", "known").json["items"]) == 1
    split = ask(
        "entities", "split", "--json", "--tenant", "known", known["Robert"], "--name", "Bob"
    ).json
    assert (split["entity"]["id"], split["split_off"]["id"]) == (known["Robert"], known["Bob"])
    assert ask("entities", "split", known["Bob"], code=2).err
    assert ask("entities", "merge", "--tenant", "known", "nobody", known["Bob"], code=None).code


def test_the_graph_is_shown(ask: Shell, known: dict[str, str]) -> None:
    """Its figures, or what lies around a node, page by page."""
    out = ask("graph", "--tenant", "known").out
    assert out.startswith("2 memories, 2 entities\n")
    assert "entity" in out
    around = ask("graph", "--tenant", "known", "--center", known["Bob"], "--limit", "1")
    assert "The boat of Bob" in around.out
    cursor = around.err.split("--cursor ")[1].strip()
    page = ask("graph", "--json", "--tenant", "known", "--center", known["Bob"], "--cursor", cursor)
    assert [one["kind"] for one in page.json["around"]["edges"]] == ["temporal"]
    assert ask("graph", "--tenant", "known", "--center", "nothing", code=None).code


def test_the_queue_is_seen_and_steered(ask: Shell, known: dict[str, str]) -> None:
    """What waits, what is left unread, what has not failed."""
    waiting = ask("queue", "--json", "--tenant", "known", "--state", "pending").json["items"]
    assert len(waiting) == 2
    assert "2 pending" in ask("queue", "--tenant", "known").out
    first = waiting[0]["memory_id"]
    assert ask("queue", "skip", "--tenant", "known", first).out == "1 text is not read.\n"
    assert ask("queue", "retry", "--tenant", "known", first).out == "0 texts wait again.\n"
    assert ask("queue", "retry", "--json", "--tenant", "known").json == {"queued": 0}
    counts = ask("queue", "--json", "--tenant", "known").json["counts"]
    assert counts == {"done": 1, "pending": 1}
