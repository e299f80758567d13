"""Can a memory be erased and inspected from a terminal, and only by who is sure?"""

from tests.unit.cli.conftest import Shell


def _one(ask: Shell, tenant: str, text: str) -> str:
    """The id of a memory in a tenant made for it."""
    ask("tenants", "create", tenant)
    return str(ask("store", "--json", "--tenant", tenant, text).json["id"])


def test_erasing_says_what_went(ask: Shell) -> None:
    """It names the receipt, and the memory is found nowhere afterwards."""
    memory_id = _one(ask, "erase", "Rivers run to the sea")
    out = ask("forget", "--erase", "--yes", "--tenant", "erase", memory_id).out
    assert out.startswith("Erased 1 memory with 1 version. Receipt: ")
    ask("memories", "show", "--tenant", "erase", memory_id, code=7)
    assert "Nothing was found" in ask("recall", "--tenant", "erase", "rivers").out


def test_the_one_stored_last_is_erased(ask: Shell) -> None:
    """`--last` means the same as without `--erase`; programs get the receipt as it is."""
    first = _one(ask, "last", "Rivers run to the sea")
    second = ask("store", "--json", "--tenant", "last", "Hills stand still").json["id"]
    receipt = ask("forget", "--erase", "--yes", "--last", "--json", "--tenant", "last").json
    assert (receipt["target_id"], receipt["state"]) == (second, "done")
    page = ask("memories", "list", "--json", "--tenant", "last").json
    assert [one["id"] for one in page["items"]] == [first]


def test_nobody_to_ask_is_no_yes(ask: Shell) -> None:
    """Where nobody can be asked nothing is erased without `--yes`; an unknown id is an error."""
    memory_id = _one(ask, "ask", "Rivers run to the sea")
    assert "--yes" in ask("forget", "--erase", "--tenant", "ask", memory_id, code=2).err
    assert "Rivers" in ask("memories", "show", "--tenant", "ask", memory_id).out
    ask("forget", "--erase", "--yes", "--tenant", "ask", "nobody", code=7)


def test_what_is_known_is_told(ask: Shell) -> None:
    """Strength now and ahead, links with their weights, and where it can be found."""
    ask("tenants", "create", "inspect")
    stored = ask("store", "--json", "--tenant", "inspect", "-t", "water", "Rivers run to the sea")
    memory_id = stored.json["id"]
    out = ask("inspect", "--tenant", "inspect", memory_id).out
    assert "1.00 now, 0.79 in 7 days, 0.37 in 30 days, 0.05 in 90 days" in out
    assert "searchable" in out
    assert "water" in out
    known = ask("inspect", "--json", "--tenant", "inspect", memory_id).json
    assert known["id"] == memory_id
    ask("inspect", "--tenant", "inspect", "nobody", code=7)
