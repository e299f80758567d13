"""How is what was changed seen and undone, and how are reviews decided, from a terminal?"""

from __future__ import annotations

from typing import Any, get_args
from urllib.parse import quote

import click

from perspective.cli import output
from perspective.cli.invocation import TEXT, Invocation, client_options, current, tenant_option
from perspective.cli.options import given
from perspective.domain.changes.review import ReviewKind, ReviewState

LIMIT = click.IntRange(1, 500)


@click.group(invoke_without_command=True)
@tenant_option
@client_options
@click.pass_context
def changes(ctx: click.Context) -> None:
    """List and show what jobs and decisions changed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_changes)


@changes.command("list")
@click.option("--limit", "-l", type=LIMIT, help="How many [50].")
@click.option("--cursor", type=TEXT, help="Where the page before ended.")
@tenant_option
@client_options
@current
def list_changes(invocation: Invocation, limit: int | None, cursor: str | None) -> None:
    """List change sets, the newest first."""
    page = invocation.client.get(
        "/api/changes", tenant_id=invocation.tenant_id, limit=limit, cursor=cursor
    )
    if invocation.is_json:
        output.show(page)
        return
    if not page["items"]:
        output.say("Nothing was changed by a job or a decision.")
        return
    rows = [
        (
            one["id"],
            output.age(one["created_at"]),
            f"{one['job']}: {one['phase']}",
            one["state"],
            f"{one['n_applied']} of {one['n_steps']}",
        )
        for one in page["items"]
    ]
    output.table(rows, ("id", "when", "what", "state", "steps done"))
    _say_more(page, "changes list")


@changes.command("show")
@click.argument("change_id", metavar="ID", type=TEXT)
@click.option("--limit", "-l", type=LIMIT, help="Steps shown [50].")
@click.option("--cursor", type=TEXT, help="Where the page before ended.")
@tenant_option
@client_options
@current
def show_change(
    invocation: Invocation, change_id: str, limit: int | None, cursor: str | None
) -> None:
    """Show what a change set did, step by step."""
    shown = invocation.client.get(
        _path("changes", change_id), tenant_id=invocation.tenant_id, limit=limit, cursor=cursor
    )
    if invocation.is_json:
        output.show(shown)
        return
    _say_change(shown["change"])
    for step in shown["steps"]:
        note = f" ({output.clean(step['note'])})" if step["note"] else ""
        output.say(f"{step['number']}. {step['kind']}, {step['state']}{note}: {step['reason']}")
        for one in step["changes"]:
            output.say(f"   {_row(one)}")
    _say_more(shown, f"changes show {change_id}")


@click.command()
@click.argument("change_id", metavar="ID", type=TEXT)
@click.option("--step", type=click.IntRange(min=1), help="Only the step with this number.")
@click.option("--partial", is_flag=True, help="Undo what can be undone, and leave the rest.")
@tenant_option
@client_options
@current
def undo(invocation: Invocation, change_id: str, step: int | None, partial: bool) -> None:
    """Undo a change set: all that it changed is as it was before."""
    path = f"{_path('changes', change_id)}/undo"
    undone = invocation.client.post(
        path, tenant_id=invocation.tenant_id, step=step, partial=partial or None
    )
    if invocation.is_json:
        output.show(undone)
    else:
        _say_change(undone)


@click.group(invoke_without_command=True)
@tenant_option
@client_options
@click.pass_context
def reviews(ctx: click.Context) -> None:
    """List, show and decide what waits for your word."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_reviews)


@reviews.command("list")
@click.option("--state", type=click.Choice([*get_args(ReviewState), "any"]), default="open")
@click.option("--kind", type=click.Choice(get_args(ReviewKind)))
@click.option("--limit", "-l", type=LIMIT, help="How many [50].")
@click.option("--cursor", type=TEXT, help="Where the page before ended.")
@tenant_option
@client_options
@current
def list_reviews(invocation: Invocation, /, state: str, **filters: Any) -> None:
    """List reviews, the newest first; those that are open, unless you say else."""
    wanted = {} if state == "any" else {"state": state}
    page = invocation.client.get(
        "/api/reviews", tenant_id=invocation.tenant_id, **wanted, **given(**filters)
    )
    if invocation.is_json:
        output.show(page)
        return
    if not page["items"]:
        output.say("Nothing waits for your word." if state == "open" else "There are none.")
        return
    rows = [
        (
            one["id"],
            output.age(one["created_at"]),
            one["kind"],
            one["state"],
            str(one["n_memories"]),
            output.one_line(one["reason"], indent=90),
        )
        for one in page["items"]
    ]
    output.table(rows, ("id", "since", "kind", "state", "memories", "why"))
    _say_more(page, "reviews list")


@reviews.command("show")
@click.argument("review_id", metavar="ID", type=TEXT)
@click.option("--limit", "-l", type=LIMIT, help="Memories shown [50].")
@click.option("--cursor", type=TEXT, help="Where the page before ended.")
@tenant_option
@client_options
@current
def show_review(
    invocation: Invocation, review_id: str, limit: int | None, cursor: str | None
) -> None:
    """Show a review with the memories that it is about."""
    shown = invocation.client.get(
        _path("reviews", review_id), tenant_id=invocation.tenant_id, limit=limit, cursor=cursor
    )
    if invocation.is_json:
        output.show(shown)
        return
    _say_review(shown["review"])
    if content := shown["review"]["detail"].get("content"):
        output.say(f"  proposed: {output.clean(str(content))}")
    for one in shown["memories"]:
        when = output.age(one["current"]["event_at"] or one["recorded_at"])
        text = output.one_line(one["current"]["content"], indent=60)
        output.say(f"  {one['id']}  {when}: {text}")
    _say_more(shown, f"reviews show {review_id}")


@reviews.command()
@click.argument("review_id", metavar="ID", type=TEXT)
@click.option("--memory", "memory_ids", multiple=True, type=TEXT, help="Forget this one alone.")
@tenant_option
@client_options
@current
def confirm(invocation: Invocation, review_id: str, memory_ids: tuple[str, ...]) -> None:
    """Do what the review proposes; it can be undone."""
    _decide(invocation, review_id, decision="confirm", memory_ids=memory_ids)


@reviews.command()
@click.argument("review_id", metavar="ID", type=TEXT)
@tenant_option
@client_options
@current
def reject(invocation: Invocation, review_id: str) -> None:
    """Leave all as it is, and do not ask again."""
    _decide(invocation, review_id, decision="reject")


@reviews.command()
@click.argument("review_id", metavar="ID", type=TEXT)
@click.argument("memory_id", metavar="MEMORY", type=TEXT)
@tenant_option
@client_options
@current
def pick(invocation: Invocation, review_id: str, memory_id: str) -> None:
    """Say which of two statements holds."""
    _decide(invocation, review_id, decision="pick", memory_id=memory_id)


def _decide(invocation: Invocation, review_id: str, **fields: Any) -> None:
    answer = invocation.client.post(
        _path("reviews", review_id), given(**fields), tenant_id=invocation.tenant_id
    )
    if invocation.is_json:
        output.show(answer)
        return
    _say_review(answer["review"])
    _say_change(answer["change"])
    output.say(f"To take it back: perspective undo {answer['change']['id']}", is_note=True)


def _say_review(review: dict[str, Any]) -> None:
    about = output.counted(review["n_memories"], "memory", "memories")
    output.say(output.strong(f"{review['kind']}, {review['state']}: {about}"))
    output.say(f"{output.dim(review['id'])} {output.clean(review['reason'])}")


def _say_change(change: dict[str, Any]) -> None:
    skipped = f", {change['n_skipped']} skipped" if change["n_skipped"] else ""
    done = f"{change['n_applied']} of {output.counted(change['n_steps'], 'step')} done{skipped}"
    output.say(f"{change['id']} {change['job']}: {change['phase']}, {change['state']}; {done}")
    if change["note"]:
        output.say(f"  {output.clean(change['note'])}")


def _row(one: dict[str, Any]) -> str:
    """One thing that was made, changed or removed."""
    name = one.get("id") or f"{one['kind']} from {one['source']} to {one['target']}"
    before, after = one.get("before", {}), one.get("after", {})
    fields = [
        f"{field}: {_value(before, field)} → {_value(after, field)}"
        for field in dict.fromkeys((*before, *after))
    ]
    return output.one_line(f"{one['what']} {name} {one['action']}; {', '.join(fields)}", indent=3)


def _value(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    return "–" if value is None else str(value)


def _say_more(page: dict[str, Any], command: str) -> None:
    if page.get("next_cursor"):
        output.say(f"More: perspective {command} --cursor {page['next_cursor']}", is_note=True)


def _path(what: str, name: str) -> str:
    return f"/api/{what}/{quote(name, safe='')}"
