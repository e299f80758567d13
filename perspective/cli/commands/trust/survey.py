"""How is it seen from a terminal how memories stand together, and what is due for them?"""

from __future__ import annotations

import click

from perspective.cli import output
from perspective.cli.invocation import Invocation, client_options, current, tenant_option

_WORDS = {
    "promote": "become facts",
    "archive": "are archived",
    "forgettable": "are offered to be let go",
    "check": "are compared with their sources",
    "failing": "fail too often",
    "keep": "stay as they are",
}


@click.command()
@tenant_option
@client_options
@current
def stats(invocation: Invocation) -> None:
    """Show how many memories there are by tier and type, and how full the tiers are."""
    found = invocation.client.get("/api/stats", tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(found)
        return
    memories = output.counted(found["n_memories"], "memory", "memories")
    output.say(f"{memories}, about {output.counted(found['tokens'], 'token')}")
    tiers = [
        (
            one["tier"],
            str(one["n_memories"]),
            str(one["tokens"]),
            "none" if one["limit_tokens"] is None else str(one["limit_tokens"]),
            "" if one["pressure"] is None else f"{one['pressure']:.0%}",
        )
        for one in found["tiers"]
    ]
    output.table(tiers, ("tier", "memories", "tokens", "limit", "full"))
    rows = [
        (
            one["tier"],
            one["type"],
            str(one["n_memories"]),
            str(one["tokens"]),
            f"{one['mean_strength']:.2f}",
            f"{one['mean_score']:.2f}",
        )
        for one in found["rows"]
    ]
    if rows:
        output.say()
        output.table(rows, ("tier", "type", "memories", "tokens", "strength", "score"))


@click.command()
@tenant_option
@client_options
@current
def maintenance(invocation: Invocation) -> None:
    """Show what is due: what the next runs would promote, archive, ask about, and why."""
    found = invocation.client.get("/api/maintenance/preview", tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(found)
        return
    for share in found["shares"]:
        if not share["n_memories"] and share["action"] != "keep":
            continue
        output.say(output.strong(f"{share['n_memories']} {_WORDS[share['action']]}"))
        for one in share["items"]:
            text = output.one_line(one["content"], indent=50)
            output.say(f"  {one['memory_id']}  {output.clean(one['why'])}: {text}")
    output.say(f"This would free about {output.counted(found['freed_tokens'], 'token')}.")
