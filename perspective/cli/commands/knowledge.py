"""How is what was read of memories seen and put right from a terminal: entities, graph, queue?"""

from __future__ import annotations

from typing import Any, get_args
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
from perspective.cli.options import given
from perspective.domain.graph import EntityKind
from perspective.domain.trust.subgraph import MAX_HOPS
from perspective.ports.transaction import QueueState

LIMIT = click.IntRange(1, 500)


@click.group(invoke_without_command=True)
@tenant_option
@client_options
@click.pass_context
def entities(ctx: click.Context) -> None:
    """List, show, merge and split the named things that memories speak of."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@entities.command("list")
@click.argument("name", metavar="[NAME]", required=False, type=TEXT)
@click.option("--kind", type=click.Choice(get_args(EntityKind)))
@click.option("--limit", "-l", type=LIMIT, help="How many [50].")
@click.option("--cursor", type=TEXT, help="Where the page before ended.")
@tenant_option
@client_options
@current
def list_(invocation: Invocation, /, **filters: Any) -> None:
    """List entities by name; NAME is how a name begins."""
    page = invocation.client.get(
        "/api/entities", tenant_id=invocation.tenant_id, **given(**filters)
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
            one["kind"],
            str(one["n_mentions"]),
            output.one_line(", ".join([one["name"], *one["aliases"]]), indent=60),
        )
        for one in page["items"]
    ]
    output.table(rows, ("id", "kind", "mentions", "name"))
    if page.get("next_cursor"):
        output.say(f"More: perspective entities list --cursor {page['next_cursor']}", is_note=True)


@entities.command()
@click.argument("entity_id", metavar="ID", type=TEXT)
@click.option("--limit", "-l", type=LIMIT, help="Neighbours shown [50].")
@tenant_option
@client_options
@current
def show(invocation: Invocation, entity_id: str, limit: int | None) -> None:
    """Show an entity: its names, what mentions it, and what was said of it and others."""
    path = f"/api/entities/{quote(entity_id, safe='')}"
    answer = invocation.client.get(path, tenant_id=invocation.tenant_id, limit=limit)
    if invocation.is_json:
        output.show(answer)
    else:
        _say_entity(answer)


@entities.command()
@click.argument("entity_id", metavar="ID", type=TEXT)
@click.argument("other", metavar="OTHER", type=TEXT)
@tenant_option
@client_options
@current
def merge(invocation: Invocation, entity_id: str, other: str) -> None:
    """Say that two entities are one: OTHER is shown as ID from now on."""
    path = f"/api/entities/{quote(entity_id, safe='')}/merge"
    answer = invocation.client.post(path, {"other": other}, tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(answer)
    else:
        _say_entity(answer)


@entities.command()
@click.argument("entity_id", metavar="ID", type=TEXT)
@click.option("--name", type=TEXT, help="What goes by this name is somebody else.")
@click.option("--memory", "memory_ids", multiple=True, type=TEXT, help="What this one mentions.")
@tenant_option
@client_options
@current
def split(
    invocation: Invocation, entity_id: str, name: str | None, memory_ids: tuple[str, ...]
) -> None:
    """Say that one entity is two, by a name or by memories; takes a merge back."""
    if (name is None) == (not memory_ids):
        usage("Give either --name or --memory.")
    path = f"/api/entities/{quote(entity_id, safe='')}/split"
    body: dict[str, Any] = {"memory_ids": memory_ids} if name is None else {"name": name}
    answer = invocation.client.post(path, body, tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(answer)
        return
    _say_entity(answer["entity"])
    output.say()
    _say_entity(answer["split_off"])


def _say_entity(entity: dict[str, Any]) -> None:
    output.say(f"{output.strong(output.clean(entity['name']))} ({entity['kind']})")
    mentions = output.counted(entity["n_mentions"], "memory mentions it", "memories mention it")
    output.say(output.dim(f"{entity['id']}, {mentions}"))
    names = {**dict.fromkeys(entity["aliases"], None), **entity["names"]}
    for name, n_times in names.items():
        output.say(f"  called {output.clean(name)}{f' ({n_times})' if n_times else ''}")
    for one in entity["neighbors"]:
        what = one["predicate"] or one["kind"]
        text = output.one_line(one["name"] or one["content"] or "", indent=30)
        output.say(f"  {one['weight']:.2f} {output.clean(what)}: {text}")


@click.command()
@click.option("--center", type=TEXT, help="A memory's or entity's id.")
@click.option("--hops", type=click.IntRange(1, MAX_HOPS), help="How far around it [2].")
@click.option("--limit", "-l", type=LIMIT, help="Edges shown [100].")
@click.option("--cursor", type=TEXT, help="Where the page before ended.")
@tenant_option
@client_options
@current
def graph(invocation: Invocation, /, **asked: Any) -> None:
    """Show how large the graph is, or what lies around one memory or entity."""
    answer = invocation.client.get("/api/graph", tenant_id=invocation.tenant_id, **given(**asked))
    if invocation.is_json:
        output.show(answer)
    elif "figures" in answer:
        _say_figures(answer["figures"])
    else:
        _say_around(answer["around"])


def _say_figures(figures: dict[str, Any]) -> None:
    memories = output.counted(figures["memories"], "memory", "memories")
    output.say(f"{memories}, {output.counted(figures['entities'], 'entity', 'entities')}")
    rows = [(kind, str(n)) for kind, n in figures["edges"].items()]
    if rows:
        output.table(rows, ("edges", "number"))
    degree = figures["degree"]
    output.say(
        f"Edges at a node: {degree['mean']:.1f} on average, {degree['median']} at half of them,"
        f" {degree['max']} at most; {degree['isolated']} have none."
    )
    if figures["communities"]:
        output.say(f"{figures['communities']} communities; the largest:")
    for one in figures["largest"]:
        begins = output.clean(one["summary"][0]) if one["summary"] else ""
        output.say(f"  {one['members']} memories: {begins}")


def _say_around(around: dict[str, Any]) -> None:
    labels = {one["id"]: one["label"] for one in around["nodes"]}
    rows = [
        (
            f"{one['weight']:.2f}",
            output.clean(one["predicate"] or one["kind"]),
            output.clean(labels[one["source"]])[:36],
            output.clean(labels[one["target"]])[:36],
        )
        for one in around["edges"]
    ]
    if rows:
        output.table(rows, ("weight", "what", "from", "to"))
    else:
        output.say("Nothing is linked with it.")
    if around.get("next_cursor"):
        more = f"perspective graph --center {around['center']} --cursor {around['next_cursor']}"
        output.say(f"More: {more}", is_note=True)


@click.group(invoke_without_command=True)
@click.option("--state", type=click.Choice(get_args(QueueState)), help="Which texts [failed].")
@click.option("--limit", "-l", type=LIMIT, help="How many [50].")
@tenant_option
@client_options
@click.pass_context
def queue(ctx: click.Context, state: str | None, limit: int | None) -> None:
    """See which texts are still to be read for entities, or could not be."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(_list_queue, state=state, limit=limit)


@click.command()
@current
def _list_queue(invocation: Invocation, state: str | None, limit: int | None) -> None:
    answer = invocation.client.get(
        "/api/queue", tenant_id=invocation.tenant_id, state=state, limit=limit
    )
    if invocation.is_json:
        output.show(answer)
        return
    counts = [f"{n} {name}" for name, n in answer["counts"].items()]
    output.say(", ".join(counts) if counts else "Nothing waits to be read.")
    rows = [
        (
            one["memory_id"],
            one["state"],
            output.age(one["enqueued_at"]),
            str(one["attempts"]),
            output.one_line(one["reason"] or "", indent=70),
        )
        for one in answer["items"]
    ]
    if rows:
        output.table(rows, ("memory", "state", "since", "attempts", "why"))


@queue.command()
@click.argument("ids", metavar="[ID]...", nargs=-1, type=TEXT)
@tenant_option
@client_options
@current
def retry(invocation: Invocation, ids: tuple[str, ...]) -> None:
    """Read texts again that have failed: these, or all."""
    body = {"ids": ids} if ids else None
    _say_changed(invocation, "/api/queue/retry", body, "waits again", "wait again")


@queue.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True, type=TEXT)
@tenant_option
@client_options
@current
def skip(invocation: Invocation, ids: tuple[str, ...]) -> None:
    """Leave texts unread that wait or have failed."""
    _say_changed(invocation, "/api/queue/skip", {"ids": ids}, "is not read", "are not read")


def _say_changed(
    invocation: Invocation, path: str, body: dict[str, Any] | None, one: str, several: str
) -> None:
    answer = invocation.client.post(path, body, tenant_id=invocation.tenant_id)
    if invocation.is_json:
        output.show(answer)
    else:
        output.say(output.counted(answer["queued"], f"text {one}", f"texts {several}") + ".")
