"""What goes on in the daemon, and what did it write to its log? The log is shown also when it does not
run."""

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
from perspective.daemon.exit_codes import Exit

_LOOK_S = 1.0
_COLOURS = {"debug": "blue", "info": "green", "warning": "yellow", "error": "red"}


@click.command()
@click.option("--follow", "-f", is_flag=True, help="Go on with what is written from now on.")
@click.option(
    "--level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="debug",
    help="Least level shown [debug].",
)
@click.option("--grep", "text", type=TEXT, default="", help="Only lines with this text.")
@click.option("--since", type=MOMENT, help="Only from this time on.")
@click.option("--lines", "-n", type=click.IntRange(0), default=50, help="How many [50].")
@client_options
@current
def logs(
    invocation: Invocation, follow: bool, level: Any, text: str, since: str | None, lines: int
) -> None:
    """Show the last lines of the daemon's log."""
    if invocation.remote_url:
        if follow:
            usage("--follow reads the file, and works only on the daemon's own machine.")
        query = {"level": level, "text": text or None, "since": since}
        answer = invocation.client.get("/api/logs", limit=min(max(lines, 1), 1000), **query)
        _write(invocation, answer["items"])
        return
    from datetime import datetime

    from perspective.observability import log_tail

    path = log_tail.log_path(invocation.loaded.settings.logging, invocation.loaded.data_dir)
    moment = datetime.fromisoformat(since).astimezone() if since else None
    wanted = log_tail.LogFilter(level=level, text=text, since=moment)
    if not path.exists():
        output.say(f"There is no log yet: {path}", is_note=True)
    _write(invocation, log_tail.read_tail(path, wanted, limit=lines))
    if follow:
        for entry in log_tail.follow(path, wanted):
            _write(invocation, [entry])


def _write(invocation: Invocation, entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        if invocation.is_json:
            output.show_line(entry)
            continue
        rest = dict(entry)
        at = str(rest.pop("at", ""))[:23].replace("T", " ")
        level = str(rest.pop("level", ""))
        event = str(rest.pop("event", ""))
        rest.pop("logger", None)
        trace = rest.pop("exception", None)
        fields = " ".join(f"{name}={value}" for name, value in rest.items())
        word = click.style(f"{level:<7}", fg=_COLOURS.get(level))
        line = f"{output.dim(at)} {word} {output.strong(output.clean(event))} "
        output.say(f"{line}{output.clean(fields)}".rstrip())
        if trace:
            output.say(output.dim(output.clean(str(trace))))


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
        return
    found = [
        one for one in found if process_id or one["kind"] != "job" or one["state"] == "running"
    ]
    if not found:
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
    tenant = process["tenant_id"] or "all"
    return (process["id"], process["kind"], tenant, process["state"], done, since)


@click.group(invoke_without_command=True)
@client_options
@click.pass_context
def jobs(ctx: click.Context) -> None:
    """See, run, foresee and stop what is done again and again."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(_list_jobs)


@jobs.command("list")
@client_options
@current
def _list_jobs(invocation: Invocation) -> None:
    """List the jobs with their last and next runs."""
    items = invocation.client.get("/api/processes")["items"]
    items = [one for one in items if one["kind"] == "job"]
    if invocation.is_json:
        output.show({"items": items})
        return
    heads = ("job", "state", "last run", "took", "changed", "next run")
    output.table([_job_row(one) for one in items], heads)
    for one in items:
        if one["error"]:
            output.say(f"{one['id']}: {output.clean(one['error'])}", is_note=True)


def _job_row(job: dict[str, Any]) -> tuple[str, ...]:
    ended = f"{job['outcome']} {output.age(job['started_at'])}" if job["outcome"] else "never"
    took = "" if job["took_s"] is None else output.span(job["took_s"])
    changed = str(job["counts"]["changed"]) if job["counts"] else ""
    next_run = "when texts come" if job["waiting"] is not None else "only by hand"
    if job["next_run_at"]:
        next_run = output.age(job["next_run_at"])
    state = job["state"]
    if state == "running":
        ended = f"began {output.age(job['started_at'])}" if job["started_at"] else "now"
        state = f"{state} {_far(job)}".rstrip()
        next_run = ""
    return (job["id"], state, ended, took, changed, next_run)


def _far(run: dict[str, Any]) -> str:
    """How far it is, where that is known."""
    return "" if run["total"] is None else f"({run['done']} of {run['total']})"


@jobs.command("run")
@click.argument("name", type=TEXT)
@click.option("--wait", is_flag=True, help="Show how far it is, until its end.")
@tenant_option
@client_options
@current
def _run_job(invocation: Invocation, name: str, wait: bool) -> Exit:
    """Run a job now: over one tenant (--tenant), else over all that need it."""
    tenant_id = invocation.given_tenant_id
    run = invocation.client.post(
        f"{_path(name)}/run", None if tenant_id is None else {"tenant_id": tenant_id}
    )
    if wait:
        run = _ended(invocation, run)
    if invocation.is_json:
        output.show(run)
    else:
        output.say(_told(run))
    return Exit.FAILED if run["state"] in {"failed", "interrupted"} else Exit.OK


def _ended(invocation: Invocation, run: dict[str, Any]) -> dict[str, Any]:
    """The run as it ended; how far it is, is shown on the way."""
    from perspective.cli.progress import ProgressLine

    shown = ProgressLine()
    where = f"{_path(run['job'])}/runs/{quote(run['id'], safe='')}"
    while run["state"] == "running":
        run = invocation.client.get(where, wait_s=_LOOK_S)
        if run["total"]:
            shown(run["job"], run["done"], run["total"])
    shown.clear()
    return run


def _told(run: dict[str, Any]) -> str:
    """A run in one line."""
    whom = "all tenants that need it" if run["tenant_id"] is None else run["tenant_id"]
    if run["state"] == "running":
        return f"{run['job']} runs over {whom}. See: perspective jobs history {run['job']}"
    counts = ", ".join(f"{n} {what}" for what, n in run["counts"].items() if n)
    line = f"{run['job']} over {whom}: {run['state']}, {counts or 'nothing to do'}"
    return f"{line}: {output.clean(run['error'])}" if run["error"] else line


@jobs.command("stop")
@click.argument("name", type=TEXT)
@client_options
@current
def _stop_job(invocation: Invocation, name: str) -> None:
    """Stop what runs of a job; what it did stays. `extraction` pauses until it is run, or a restart."""
    job = invocation.client.post(f"{_path(name)}/stop")
    if invocation.is_json:
        output.show(job)
    else:
        output.say(f"{name}: {job['state']}")


@jobs.command("preview")
@click.argument("name", type=TEXT)
@tenant_option
@client_options
@current
def _preview_job(invocation: Invocation, name: str) -> None:
    """Show what a job would change now, and why."""
    body = {"tenant_id": invocation.tenant_id}
    preview = invocation.client.post(f"{_path(name)}/preview", body)
    if invocation.is_json:
        output.show(preview)
        return
    counts = ", ".join(f"{n} {what}" for what, n in preview["counts"].items())
    nothing = "It changes no memory." if preview["is_none"] else "It would change nothing now."
    output.say(counts or nothing)
    rows = [(one["kind"], " ".join(one["ids"]), one["reason"]) for one in preview["changes"]]
    if rows:
        output.table([tuple(map(output.clean, row)) for row in rows], ("what", "which", "why"))


@jobs.command("history")
@click.argument("name", type=TEXT)
@click.option("--limit", "-l", type=click.IntRange(1, 500), help="How many [50].")
@tenant_option
@client_options
@current
def _job_history(invocation: Invocation, name: str, limit: int | None) -> None:
    """List a job's runs, the newest first."""
    tenant_id = invocation.given_tenant_id
    answer = invocation.client.get(f"{_path(name)}/runs", tenant_id=tenant_id, limit=limit)
    if invocation.is_json:
        output.show(answer)
        return
    rows = [
        (
            output.age(one["started_at"]),
            one["state"],
            one["tenant_id"] or "all",
            *(str(n) for n in one["counts"].values()),
            output.clean(one["error"] or ""),
        )
        for one in answer["items"]
    ]
    if rows:
        heads = ("when", "state", "tenant", "accepted", "changed", "skipped", "failed", "why")
        output.table(rows, heads)
    else:
        output.say("It has not run yet.")


def _path(name: str) -> str:
    return f"/api/processes/{quote(name, safe='')}"
