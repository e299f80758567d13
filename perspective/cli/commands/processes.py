"""What goes on in the background, seen and stopped from a terminal?"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import click

from perspective.cli import output
from perspective.cli.invocation import TEXT, Invocation, client_options, current


@click.command()
@click.argument("process_id", metavar="[ID]", required=False, type=TEXT)
@click.option("--stop", is_flag=True, help="End this process; what it did stays.")
@client_options
@current
def processes(invocation: Invocation, process_id: str | None, stop: bool) -> None:
    """List background work, or show one process, or stop it."""
    if process_id is None:
        if stop:
            raise click.UsageError("Give the ID of the process to stop.")
        answer = invocation.client.get("/api/processes")
        found = answer["items"]
    else:
        path = f"/api/processes/{quote(process_id, safe='')}"
        client = invocation.client
        answer = client.post(f"{path}/stop") if stop else client.get(path)
        found = [answer]
    if invocation.is_json:
        output.show(answer)
    elif not found:
        output.say("Nothing goes on in the background.")
    else:
        heads = ("id", "kind", "tenant", "state", "done", "since")
        output.table([_row(one) for one in found], heads)
        for one in found:
            if one.get("error"):
                output.say(f"{one['id']}: {output.clean(one['error'])}", is_note=True)


def _row(process: dict[str, Any]) -> tuple[str, ...]:
    total = f" of {process['total']}" if process["total"] is not None else ""
    since = output.age(process["started_at"]) if process["started_at"] else ""
    done = f"{process['done']}{total}"
    return (process["id"], process["kind"], process["tenant_id"], process["state"], done, since)
