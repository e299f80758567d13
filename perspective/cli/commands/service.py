"""How is the daemon started, stopped and looked at?"""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from perspective.adapters.system.data_dir_lock import Owner, find_owner
from perspective.cli import output
from perspective.cli.invocation import (
    Invocation,
    client_options,
    current,
    local_options,
)
from perspective.daemon import process
from perspective.errors import AlreadyRunning, NotRunning


def _server_options(command: Any) -> Any:
    """Flags that are settings of the server."""
    command = click.option("--host", help="Address to bind.")(command)
    return click.option("--port", type=int, help="Port; 0 takes any free one.")(command)


@click.command()
@click.option("--foreground", is_flag=True, help="Stay here; the log goes to the terminal too.")
@_server_options
@local_options
@current
def start(
    invocation: Invocation, foreground: bool, host: str | None, port: int | None
) -> int | None:
    """Start the daemon; returns when it is ready.

    One that is running already is left alone, and that is a success (in the foreground it is an
    error: exit code 4).
    """
    invocation.flags = {"server.host": host, "server.port": port}
    if foreground:
        return _stay(invocation)
    if _say_if_running(invocation):
        return None
    started_s = time.perf_counter()
    try:
        owner = process.start(invocation.loaded)
    except AlreadyRunning:
        if _say_if_running(invocation):  # another start was faster by a moment
            return None
        raise
    _say_started(invocation, owner, time.perf_counter() - started_s)
    return None


@click.command()
@click.option("--force", is_flag=True, help="End it even if it does not end by itself.")
@local_options
@current
def stop(invocation: Invocation, force: bool) -> None:
    """Stop the daemon; requests under way are finished first."""
    owner = _stop(invocation, is_forced=force)
    if invocation.is_json:
        output.show({"stopped": True, "pid": owner.pid})
    else:
        output.say(f"Perspective has stopped (pid {owner.pid}).")


@click.command()
@_server_options
@local_options
@current
def restart(invocation: Invocation, host: str | None, port: int | None) -> None:
    """Stop the daemon if it runs, and start it with the settings as they are now."""
    invocation.flags = {"server.host": host, "server.port": port}
    try:
        _stop(invocation, is_forced=False)
    except NotRunning:
        output.say("It was not running.", is_note=True)
    started_s = time.perf_counter()
    owner = process.start(invocation.loaded)
    _say_started(invocation, owner, time.perf_counter() - started_s)


@click.command()
@client_options
@current
def status(invocation: Invocation) -> None:
    """Say whether the daemon runs, and what it holds."""
    answer = invocation.client.get("/api/status")
    if invocation.is_json:
        output.show(answer)
        return
    url = invocation.client.url
    output.say(f"Perspective {answer['version']} is running: {output.strong(url)}")
    rows = [
        ("up for", output.span(answer["uptime_s"])),
        ("data", str(answer["data_dir"])),
        ("tenants", _tenants(answer)),
        ("memories", _memories(answer)),
        ("model", _model(answer["health"]["model"])),
    ]
    if answer["health"]["extraction"]["state"] != "none":
        rows.append(("reads with", _model(answer["health"]["extraction"])))
    if invocation.remote_url is None:
        _, owner = find_owner(invocation.loaded.data_dir)
        if owner is not None:
            rows.insert(0, ("process", str(owner.pid)))
    for name, value in rows:
        output.say(f"  {name:<10} {output.clean(value)}")
    for part, reason in answer["health"]["degraded"].items():
        output.say(f"  {output.mark('warn')} {part}: {output.clean(reason)}")
    for tenant in answer["tenants"]:
        if tenant.get("warning"):
            output.say(f"  {output.mark('warn')} tenant {tenant['id']}: {tenant['warning']}")


def _stay(invocation: Invocation) -> int:
    """Runs the daemon in this process."""
    from perspective.daemon import run  # the engine and the server: only here

    def announce(owner: Owner) -> None:
        _say_started(invocation, owner, None)

    is_terminal = sys.stderr.isatty()
    return run.run(
        invocation.loaded, announce, terminal=sys.stderr, for_eyes=True if is_terminal else None
    )


def _say_if_running(invocation: Invocation) -> bool:
    """Whether a daemon runs already, and then says so."""
    try:
        data_dir = invocation.loaded.data_dir
        owner = process.find_daemon(data_dir, ready_within_s=process.START_S)
    except NotRunning:
        return False
    if invocation.is_json:
        output.show({"running": True, "started": False, "url": owner.url, "pid": owner.pid})
    else:
        output.say(f"Perspective is running already: {owner.url} (pid {owner.pid})")
    return True


def _say_started(invocation: Invocation, owner: Owner, took_s: float | None) -> None:
    if invocation.is_json:
        output.show({"running": True, "started": True, "url": owner.url, "pid": owner.pid})
    else:
        took = f", ready after {took_s:.1f} s" if took_s is not None else ""
        output.say(
            f"Perspective is running: {output.strong(str(owner.url))} (pid {owner.pid}{took})"
        )
    sys.stdout.flush()


def _stop(invocation: Invocation, *, is_forced: bool) -> Owner:
    loaded = invocation.loaded
    within_s = loaded.settings.server.shutdown_timeout_s + process.CLOSING_S
    return process.stop(loaded.data_dir, within_s=within_s, is_forced=is_forced)


def _tenants(answer: dict[str, Any]) -> str:
    names = [tenant["id"] for tenant in answer["tenants"]]
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    return f"{answer['n_tenants']} ({shown})" if names else "0"


def _memories(answer: dict[str, Any]) -> str:
    """The count, over the tenants that are open."""
    totals = answer["totals"]
    by_type = ", ".join(f"{n} {name}" for name, n in sorted(totals["by_type"].items()) if n)
    n_open = sum(tenant.get("counts") is not None for tenant in answer["tenants"])
    closed = answer["n_tenants"] - n_open
    rest = f"; {output.counted(closed, 'tenant')} not open, not counted" if closed else ""
    return f"{totals['memories']}{f' ({by_type})' if by_type else ''}{rest}"


def _model(model: dict[str, Any]) -> str:
    reason = f": {model['reason']}" if model.get("reason") else ""
    return f"{model['name'] or 'none'} ({model['state']}{reason})"
