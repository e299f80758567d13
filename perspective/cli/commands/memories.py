"""How are single memories looked at, changed and brought back from a terminal?"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import click

from perspective.cli import output
from perspective.cli.invocation import (
    MOMENT,
    TEXT,
    Invocation,
    client_options,
    current,
    tenant_option,
    usage,
)
from perspective.cli.options import SHARE, TYPES, given, read_object, read_text

STATES = click.Choice(["active", "archived", "retired", "deleted"])


@click.group(invoke_without_command=True)
@tenant_option
@client_options
@click.pass_context
def memories(ctx: click.Context) -> None:
    """List, show, edit, archive, restore and pin memories."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@memories.command("list")
@click.option("--limit", "-l", type=click.IntRange(1, 500), help="How many [50].")
@click.option("--cursor", type=TEXT, help="Where the page before ended.")
@click.option("--type", "type", type=TYPES)
@click.option("--tag", "-t", type=TEXT)
@click.option("--namespace", "-n", type=TEXT)
@click.option("--session", type=TEXT)
@click.option("--speaker", type=TEXT)
@click.option("--state", type=STATES)
@click.option("--since", type=MOMENT)
@click.option("--until", type=MOMENT)
@click.option("--source-id", type=TEXT, help="The parts of one long text.")
@click.option("-q", "--query", "q", type=TEXT, help="As recall finds them.")
@tenant_option
@client_options
@current
def list_(invocation: Invocation, /, **filters: Any) -> None:
    """List memories, newest first."""
    page = invocation.client.get(
        "/api/memories", tenant_id=invocation.tenant_id, **given(**filters)
    )
    if invocation.is_json:
        output.show(page)
        return
    if not page["items"]:
        output.say("There are none.")
        return
    rows = [
        (
            one["id"],
            output.age(one["current"]["event_at"] or one["recorded_at"]),
            "deleted" if one["deleted_at"] else one["type"],
            output.one_line(one["current"]["content"], indent=70),
        )
        for one in page["items"]
    ]
    output.table(rows, ("id", "when", "what", "text"))
    if page.get("next_cursor"):
        output.say(f"More: perspective memories list --cursor {page['next_cursor']}", is_note=True)


@memories.command()
@click.argument("memory_id", metavar="ID", type=TEXT)
@click.option("--versions", is_flag=True, help="All its versions.")
@tenant_option
@client_options
@current
def show(invocation: Invocation, memory_id: str, versions: bool) -> None:
    """Show a memory, or the whole of a long text (by its source id)."""
    memory = invocation.client.get(
        _path(memory_id), tenant_id=invocation.tenant_id, versions=versions or None
    )
    _tell(invocation, memory)


@memories.command()
@click.argument("memory_id", metavar="ID", type=TEXT)
@click.argument("words", metavar="[TEXT | -]", nargs=-1, type=TEXT)
@click.option("--file", "-f", help="Take this file's text.")
@click.option("--tag", "-t", "tags", multiple=True, type=TEXT, help="All its tags from now on.")
@click.option("--metadata", type=TEXT, help="A JSON object.")
@click.option("--event-at", type=MOMENT)
@click.option("--valid-from", type=MOMENT)
@click.option("--valid-to", type=MOMENT)
@click.option("--importance", type=SHARE)
@click.option("--confidence", type=SHARE)
@tenant_option
@client_options
@current
def edit(
    invocation: Invocation,
    /,
    memory_id: str,
    words: tuple[str, ...],
    file: str | None,
    metadata: str | None,
    **fields: Any,
) -> None:
    """Change a memory; what it said before stays on record."""
    content = read_text(words, file) if words or file else None
    change = given(content=content, metadata=read_object(metadata, "--metadata"), **fields)
    if not change:
        usage("Say what to change: a text, or an option.")
    memory = invocation.client.ask(
        "PATCH", _path(memory_id), body=change, query={"tenant_id": invocation.tenant_id}
    )
    _tell(invocation, memory)


@memories.command()
@click.argument("memory_id", metavar="ID", type=TEXT)
@tenant_option
@client_options
@current
def restore(invocation: Invocation, memory_id: str) -> None:
    """Take a delete back, or bring a memory back from the archive."""
    path = f"{_path(memory_id)}/restore"
    memory = invocation.client.post(path, tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(memory)
        return
    output.say(f"Restored {memory_id}: {output.one_line(memory['current']['content'], indent=50)}")


@memories.command()
@click.argument("memory_id", metavar="ID", type=TEXT)
@tenant_option
@client_options
@current
def archive(invocation: Invocation, memory_id: str) -> None:
    """Put a memory into the archive; restore brings it back."""
    path = f"{_path(memory_id)}/archive"
    memory = invocation.client.post(path, tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(memory)
        return
    output.say(f"Archived {memory_id}: {output.one_line(memory['current']['content'], indent=50)}")


@memories.command()
@click.argument("memory_id", metavar="ID", type=TEXT)
@click.option("--off", is_flag=True, help="Let it fade again.")
@tenant_option
@client_options
@current
def pin(invocation: Invocation, memory_id: str, off: bool) -> None:
    """Keep a memory from ever fading."""
    path = f"{_path(memory_id)}/pin"
    body = {"pinned": not off}
    memory = invocation.client.post(path, body, tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(memory)
        return
    output.say(f"{'Unpinned' if off else 'Pinned'} {memory_id}.")


@memories.command()
@click.argument("memory_id", metavar="ID", type=TEXT)
@click.argument("result", type=click.Choice(["success", "failure"]))
@click.option("--note", type=TEXT, help="What there is to say about it.")
@click.option("--take-back", "taken_back", is_flag=True, help="It was counted wrongly.")
@tenant_option
@client_options
@current
def outcome(
    invocation: Invocation, memory_id: str, result: str, note: str | None, taken_back: bool
) -> None:
    """Count how following a procedure went."""
    body = given(success=result == "success", note=note, taken_back=taken_back)
    path = f"{_path(memory_id)}/outcome"
    memory = invocation.client.post(path, body, tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(memory)
        return
    counts = memory["current"]["detail"]
    done = output.counted(counts["success_count"], "success", "successes")
    output.say(f"{memory_id}: {done}, {output.counted(counts['failure_count'], 'failure')}.")


@click.command()
@click.argument("memory_id", metavar="ID", type=TEXT)
@tenant_option
@client_options
@current
def inspect(invocation: Invocation, memory_id: str) -> None:
    """Show what is known of a memory: how it fades, its links, which indexes hold it."""
    known = invocation.client.get(f"{_path(memory_id)}/inspect", tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(known)
        return
    held, origin = known["strength"], known["origin"]
    ahead = ", ".join(f"{held[f'in_{days}_days']:.2f} in {days} days" for days in (7, 30, 90))
    facts = {
        "id": known["id"],
        "strength": f"{held['now']:.2f} now, {ahead}",
        "fades": "it has faded" if held["faded"] else held["fades_at"] or "never",
        "recency": f"{known['recency']:.2f}",
        "importance": f"{known['importance']:.2f} (given: {known['base_importance']:.2f})",
        "recalled": output.counted(known["access_count"], "time"),
        "source": origin["source"],
        "part of": origin["source_id"],
        "history": f"{output.counted(known['n_versions'], 'version')}, "
        f"{output.counted(known['n_events'], 'event')}",
    }
    for name, standing in known["indexes"].items():
        reason = f": {standing['reason']}" if standing["reason"] else ""
        facts[f"in {name}"] = f"{standing['state']}{reason}"
    facts |= _foretold(known["outlook"])
    for name, value in facts.items():
        if value is not None:
            output.say(f"  {name:<11} {output.clean(str(value))}")
    for what in ("sources", "derived"):
        for relative in known["outlook"][what]:
            text = output.one_line(relative["content"], indent=30)
            output.say(f"  {'rests on' if what == 'sources' else 'gave':<11} {text}")
    for one in known["neighbors"]:
        text = output.one_line(one["name"] or one["content"] or one["id"], indent=30)
        output.say(f"  {one['kind']:<11} {one['weight']:.2f}  {text}")


def _foretold(outlook: dict[str, Any]) -> dict[str, str]:
    """The tier, what waits for a word, and what will become of the memory, by name."""
    facts = {"tier": f"{outlook['tier']} (score {outlook['score']:.2f})"}
    for one in outlook["communities"]:
        others = output.counted(one["n_members"] - 1, "other memory", "other memories")
        facts[f"with {one['id'][-4:]}"] = f"{others}: {one['summary'] or one['id']}"
    for one in outlook["reviews"]:
        facts[f"asked: {one['kind']}"] = f"{one['reason']} (perspective reviews show {one['id']})"
    for one in outlook["forecast"]:
        when = "with the next run" if one["is_due"] else output.age(one["at"]) if one["at"] else ""
        facts[f"will {one['action']}"] = f"{when}{', ' if when else ''}{one['why']}"
    return facts


def _path(memory_id: str) -> str:
    return f"/api/memories/{quote(memory_id, safe='')}"


def _tell(invocation: Invocation, memory: dict[str, Any]) -> None:
    """The memory for people: its words, then what is known about it."""
    if invocation.is_json:
        output.show(memory)
        return
    now = memory["current"]
    output.say(output.strong(output.clean(now["content"])))
    state = "deleted" if memory["deleted_at"] else memory["state"]
    facts = {
        "id": memory["id"],
        "type": f"{memory['type']}, {state}{', pinned' if memory['pinned'] else ''}",
        "namespace": memory["namespace"],
        "tags": ", ".join(now["tags"]),
        "happened": now["event_at"],
        "recorded": f"{memory['recorded_at']} ({output.age(memory['recorded_at'])})",
        "holds": _interval(now),
        "said by": memory["speaker"],
        "session": memory["source_session"],
        "source": memory["source"],
        "parts": len(memory["parts"]) or None,
        "version": now["number"],
        "importance": now["importance"],
        "confidence": now["confidence"],
        "strength": f"{memory['strength']:.2f}",
        "recalled": output.counted(memory["access_count"], "time"),
    }
    for name, value in facts.items():
        if value not in {None, ""}:
            output.say(f"  {name:<11} {output.clean(str(value))}")
    for version in memory["versions"]:
        since, until = version["known_from"], version["known_to"] or "now"
        output.say(f"  version {version['number']}, known from {since} to {until}:")
        output.say(f"    {output.clean(version['content'])}")


def _interval(version: dict[str, Any]) -> str | None:
    since, until = version["valid_from"], version["valid_to"]
    return f"{since or '…'} to {until or '…'}" if since or until else None
