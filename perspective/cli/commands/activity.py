"""What goes on in the daemon, and what did it write to its log? The log is shown also when it does not
run."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import click

from perspective.cli import output
from perspective.cli.invocation import MOMENT, TEXT, Invocation, client_options, current, usage

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
