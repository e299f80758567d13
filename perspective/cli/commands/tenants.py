"""How are tenants listed, made and deleted from a terminal?"""

from __future__ import annotations

import sys
from typing import Any, get_args
from urllib.parse import quote

import click

from perspective.cli import output
from perspective.cli.invocation import TEXT, Invocation, client_options, current, usage
from perspective.cli.options import given
from perspective.domain.tenant import EmbeddingChoice


@click.group(invoke_without_command=True)
@client_options
@click.pass_context
def tenants(ctx: click.Context) -> None:
    """List, create and delete tenants: the walls between users."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_)


@tenants.command("list")
@client_options
@current
def list_(invocation: Invocation) -> None:
    """List all tenants with what they hold."""
    client = invocation.client
    items: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        page = client.get("/api/tenants", limit=500, cursor=cursor)
        items += page["items"]
        cursor = page.get("next_cursor")
        if cursor is None:
            break
    if invocation.is_json:
        output.show({"items": items, "next_cursor": None})
        return
    rows = [
        (one["id"], output.age(one["created_at"]), one.get("embedding_model") or "no vectors yet")
        for one in items
    ]
    output.table(rows, ("tenant", "made", "model"))


@tenants.command()
@click.argument("tenant_id", metavar="ID", type=TEXT)
@click.option("--max-memories", type=click.IntRange(0), help="0 is no limit.")
@click.option("--extraction/--no-extraction", default=None, help="Find entities and facts.")
@click.option("--decay/--no-decay", default=None, help="Let unused memories fade.")
@click.option("--consolidation/--no-consolidation", default=None, help="Merge and promote.")
@click.option("--embedding", type=click.Choice(get_args(EmbeddingChoice)), help="Which model.")
@client_options
@current
def create(invocation: Invocation, /, tenant_id: str, **settings: Any) -> None:
    """Make a tenant."""
    body = {"id": tenant_id, "settings": given(**settings)}
    answer = invocation.client.post("/api/tenants", body)
    if invocation.is_json:
        output.show(answer)
    else:
        output.say(f"Made the tenant {answer['id']}. Use it with: --tenant {answer['id']}")


@tenants.command()
@click.argument("tenant_id", metavar="ID", type=TEXT)
@click.option("--yes", is_flag=True, help="Do not ask.")
@client_options
@current
def delete(invocation: Invocation, tenant_id: str, yes: bool) -> None:
    """Delete a tenant with all its memories, for good."""
    client = invocation.client
    path = f"/api/tenants/{quote(tenant_id, safe='')}"
    tenant = client.get(path)
    n_memories = (tenant.get("counts") or {}).get("memories", 0)
    if not yes:
        if not sys.stdin.isatty():
            usage("Nobody can be asked here: add --yes to delete for good.")
        what = output.counted(n_memories, "memory", "memories")
        click.confirm(f"Delete the tenant {tenant_id} and its {what} for good?", abort=True)
    answer = client.ask("DELETE", path, query={"confirm": tenant_id})
    if invocation.is_json:
        output.show(answer)
    else:
        what = output.counted(n_memories, "memory", "memories")
        output.say(f"Deleted the tenant {tenant_id} and its {what}.")
