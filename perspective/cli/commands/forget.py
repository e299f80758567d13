"""How is a memory deleted, or erased for good, from a terminal?"""

from __future__ import annotations

import sys
import time
from typing import Any
from urllib.parse import quote

import click

from perspective.cli import output
from perspective.cli.invocation import (
    TEXT,
    Invocation,
    client_options,
    current,
    tenant_option,
    usage,
)
from perspective.domain.memory import EXTRACTED
from perspective.errors import MemoryNotFound

_PATIENCE_S = 30.0
_LOOK_EVERY_S = 0.1
_LISTED = 50


@click.command()
@click.argument("memory_id", metavar="[ID]", required=False, type=TEXT)
@click.option("--last", is_flag=True, help="The memory stored last.")
@click.option("--erase", is_flag=True, help="Leave no copy of its words; cannot be taken back.")
@click.option("--yes", is_flag=True, help="Do not ask before erasing.")
@tenant_option
@client_options
@current
def forget(
    invocation: Invocation, memory_id: str | None, last: bool, erase: bool, yes: bool
) -> None:
    """Delete a memory: no recall finds it, but it can be restored, unless it is erased."""
    if (memory_id is None) == (not last):
        usage("Give an ID, or --last.")
    client, tenant_id = invocation.client, invocation.tenant_id
    if memory_id is None:
        newest = _last_stored(invocation)
        if newest is None:
            _say_deleted(invocation, None, 0)
            return
        memory_id = str(newest.get("source_id") or newest["id"])
    if erase:
        _erase(invocation, memory_id, is_sure=yes)
        return
    path = f"/api/memories/{quote(memory_id, safe='')}"
    try:
        memory = client.get(path, tenant_id=tenant_id)
        n_deleted = client.ask("DELETE", path, query={"tenant_id": tenant_id})["deleted"]
    except MemoryNotFound as error:
        message = f"deleted 0 memories: there is none with the id {memory_id} in {tenant_id}"
        raise MemoryNotFound(message) from error
    _say_deleted(invocation, memory, n_deleted, memory_id)


def _last_stored(invocation: Invocation) -> dict[str, Any] | None:
    """The newest memory that somebody stored: not what was read in one."""
    cursor = None
    while True:
        page = invocation.client.get(
            "/api/memories", tenant_id=invocation.tenant_id, limit=_LISTED, cursor=cursor
        )
        for one in page["items"]:
            if one["source"] != EXTRACTED:
                found: dict[str, Any] = one
                return found
        cursor = page["next_cursor"]
        if cursor is None:
            return None


def _erase(invocation: Invocation, memory_id: str, *, is_sure: bool) -> None:
    """Asks, erases, and waits for a while until no file holds any of it."""
    client, tenant_id = invocation.client, invocation.tenant_id
    path = f"/api/memories/{quote(memory_id, safe='')}"
    if not is_sure:
        if not sys.stdin.isatty():
            usage("Nobody can be asked here: add --yes to erase for good.")
        memory = client.get(path, tenant_id=tenant_id)
        text = output.one_line(memory["current"]["content"], indent=22)
        click.confirm(f"Erase for good: {text}?", abort=True)
    receipt = client.post(f"{path}/erase", {"confirm": memory_id}, tenant_id=tenant_id)
    deadline = time.monotonic() + _PATIENCE_S
    while receipt["state"] == "pending" and time.monotonic() < deadline:
        time.sleep(_LOOK_EVERY_S)
        receipt = client.get(f"/api/erasures/{receipt['id']}", tenant_id=tenant_id)
    if invocation.is_json:
        output.show(receipt)
        return
    what = output.counted(receipt["n_memories"], "memory", "memories")
    versions = output.counted(receipt["n_versions"], "version")
    output.say(f"Erased {what} with {versions}. Receipt: {receipt['id']}")
    if receipt["state"] == "pending":
        output.say("Nothing reads it any more; its last bytes are still being removed.")


def _say_deleted(
    invocation: Invocation, memory: dict[str, Any] | None, n_deleted: int, memory_id: str = ""
) -> None:
    if invocation.is_json:
        output.show({"deleted": n_deleted, "id": memory_id or None})
        return
    if not n_deleted or memory is None:
        reason = "there is none" if memory is None else f"{memory_id} was deleted before"
        output.say(f"Deleted 0 memories: {reason} in {invocation.tenant_id}.")
        return
    text = output.one_line(memory["current"]["content"], indent=22)
    output.say(f"Deleted {output.counted(n_deleted, 'memory', 'memories')}: {text}")
    tenant = f" --tenant {invocation.tenant_id}" if invocation.tenant_id != "default" else ""
    output.say(f"Restore with: perspective memories restore {memory_id}{tenant}")
