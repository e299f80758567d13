"""Can memories and tenants be looked at and changed from a terminal?"""

from tests.unit.cli.conftest import Shell


def _one(ask: Shell, tenant: str, text: str) -> str:
    """The id of a memory in a tenant made for it."""
    ask("tenants", "create", tenant)
    return str(ask("store", "--json", "--tenant", tenant, text).json["id"])


def test_list_is_a_table_newest_first(ask: Shell) -> None:
    """The list has a line for each memory, the newest first, and filters narrow it."""
    first = _one(ask, "list", "Rivers run to the sea")
    second = ask("store", "--json", "--tenant", "list", "-t", "hill", "Hills stand still").json[
        "id"
    ]
    lines = ask("memories", "--tenant", "list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["id", second, first]
    page = ask("memories", "list", "--json", "--tenant", "list", "--tag", "hill").json
    assert [one["id"] for one in page["items"]] == [second]
    assert ask("memories", "list", "--tenant", "list", "--tag", "none").out == "There are none.\n"


def test_pages_go_on(ask: Shell) -> None:
    """A full page names the command for the next one."""
    first = _one(ask, "pages", "Rivers run to the sea")
    ask("store", "--tenant", "pages", "Hills stand still")
    typed = ask("memories", "list", "--tenant", "pages", "--limit", "1")
    cursor = typed.err.split("--cursor ")[1].strip()
    page = ask("memories", "list", "--json", "--tenant", "pages", "--cursor", cursor).json
    assert [one["id"] for one in page["items"]] == [first]


def test_edit_keeps_what_was(ask: Shell) -> None:
    """An edit changes the words; all versions can be shown."""
    memory_id = _one(ask, "edit", "Ana lives in Lisbon")
    ask("memories", "edit", "--tenant", "edit", memory_id, "Ana lives in Porto", "-t", "moved")
    out = ask("memories", "show", "--tenant", "edit", "--versions", memory_id).out
    assert out.startswith("Ana lives in Porto\n")
    assert "version 1" in out
    assert "    Ana lives in Lisbon" in out
    assert "moved" in out
    assert "Say what to change" in ask("memories", "edit", memory_id, code=2).err


def test_pin_and_unpin(ask: Shell) -> None:
    """A pinned memory says so, and not after it was unpinned."""
    memory_id = _one(ask, "pin", "The wedding is in June")
    assert ask("memories", "pin", "--json", "--tenant", "pin", memory_id).json["pinned"] is True
    assert "pinned" in ask("memories", "show", "--tenant", "pin", memory_id).out
    assert ask("memories", "pin", "--off", "--tenant", "pin", memory_id).out.startswith("Unpinned")
    shown = ask("memories", "show", "--json", "--tenant", "pin", memory_id).json
    assert shown["pinned"] is False


def test_archive_and_restore(ask: Shell) -> None:
    """A memory is put into the archive by hand, and restore brings it back."""
    memory_id = _one(ask, "shelf", "Ana lives in Lisbon")
    typed = ask("memories", "archive", "--tenant", "shelf", memory_id)
    assert typed.out == f"Archived {memory_id}: Ana lives in Lisbon\n"
    assert (
        ask("memories", "restore", "--json", "--tenant", "shelf", memory_id).json["state"]
        == "active"
    )
    archived = ask("memories", "archive", "--json", "--tenant", "shelf", memory_id).json
    assert archived["state"] == "archived"


def test_an_id_is_never_part_of_a_path(ask: Shell) -> None:
    """An id with slashes and dots names a memory that is not there, and nothing else."""
    for memory_id in ("../tenants", "a/b", "?x=1", "%2e%2e"):
        assert ask("memories", "show", memory_id, code=None).code in {7, 8}


def test_tenants_are_made_listed_and_deleted(ask: Shell) -> None:
    """A tenant appears in the list and is gone after its delete; a second one of its name is refused."""
    ask("tenants", "create", "wall", "--max-memories", "5", "--no-decay")
    shown = ask("tenants", "list", "--json").json["items"]
    (wall,) = [one for one in shown if one["id"] == "wall"]
    assert (wall["settings"]["max_memories"], wall["settings"]["decay"]) == (5, False)
    assert "wall" in ask("tenants").out
    assert "wall" in ask("tenants", "create", "wall", code=8).err
    assert "--yes" in ask("tenants", "delete", "wall", code=2).err
    assert (
        "Deleted the tenant wall and its 0 memories"
        in ask("tenants", "delete", "wall", "--yes").out
    )
    assert "wall" not in ask("tenants").out
    ask("tenants", "delete", "wall", "--yes", code=7)
    assert "lower case" in ask("tenants", "create", "Bad/Name", code=8).err


def test_outcomes_of_a_procedure(ask: Shell) -> None:
    """Counted, and taken back."""
    stored = ask("store", "--json", "--type", "procedural", "Deploy: tag, push, wait for green")
    name = stored.json["id"]
    assert ask("memories", "outcome", name, "success").out == f"{name}: 1 success, 0 failures.\n"
    ask("memories", "outcome", name, "failure", "--note", "it hung")
    taken = ask("memories", "outcome", "--json", name, "success", "--take-back").json
    counts = taken["current"]["detail"]
    assert (counts["success_count"], counts["failure_count"]) == (0, 1)
