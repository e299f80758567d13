"""Is everything well: settings, folder, disk, lock, model, indexes, and a real round trip?

With a daemon the round trip goes through its API, in a tenant made for it and deleted after. Without
one the engine is opened here, in a temporary folder: the user's memories are never touched.
"""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

import click

from perspective.cli import output
from perspective.cli.client import Client
from perspective.cli.invocation import Invocation, client_options, current
from perspective.daemon.exit_codes import Exit
from perspective.errors import AlreadyRunning, DaemonError, NotRunning, PerspectiveError
from perspective.settings_loader import LoadedSettings

_FEW_BYTES = 1024**3
_TOO_FEW_BYTES = 100 * 1024**2
_LOADING_S = 30.0
_FACT = "The lighthouse keeper of {place} feeds a heron every morning."
_QUESTION = "What does the lighthouse keeper of {place} feed?"


class Finding(NamedTuple):
    """What one check found, and what to do if it is not well."""

    name: str
    state: Literal["ok", "warn", "fail"]
    text: str
    remedy: str = ""


@click.command()
@client_options
@current
def doctor(invocation: Invocation) -> int:
    """Check everything, with a real store, recall and delete.

    Ends with 1 if something fails; warnings are not failures.
    """
    findings = []
    for finding in _examine(invocation):
        findings.append(finding)
        if not invocation.is_json:
            output.say(f"{output.mark(finding.state)} {finding.name:<11} {finding.text}")
            if finding.remedy:
                output.say(f"     {'':<11} {output.dim(finding.remedy)}")
    is_well = all(finding.state != "fail" for finding in findings)
    if invocation.is_json:
        output.show({"ok": is_well, "findings": [one._asdict() for one in findings]})
    return Exit.OK if is_well else Exit.FAILED


def _examine(invocation: Invocation) -> Iterator[Finding]:
    """The checks, from the ground up."""
    loaded = None
    if invocation.remote_url is None:
        try:
            loaded = invocation.loaded
        except PerspectiveError as error:
            yield Finding("settings", "fail", str(error), "correct it; then run doctor again")
            return
        yield Finding("settings", "ok", str(loaded.path or "defaults (no perspective.toml)"))
        yield _folder(loaded.data_dir)
        yield _disk(loaded.data_dir)
    try:
        client = invocation.client
        live = client.get("/api/health")
    except NotRunning as error:
        if loaded is None:
            yield Finding("daemon", "fail", str(error), "look at the address")
            return
        yield Finding("daemon", "warn", "not running", "perspective start")
        yield from _without_daemon(loaded)
        return
    except AlreadyRunning as error:
        yield Finding("daemon", "warn", str(error))
        return
    except (DaemonError, PerspectiveError) as error:
        yield Finding("daemon", "fail", str(error), "perspective logs; perspective restart")
        return
    yield Finding("daemon", "ok", f"answers at {client.url}")
    yield _model(live["model"])
    if live["extraction"]["state"] != "none":
        yield _reading(live["extraction"])
    yield _indexes(live)
    yield _through_api(client)


def _folder(data_dir: Path) -> Finding:
    """Whether the data directory can be written, and by nobody else."""
    if not data_dir.exists():
        return Finding("data", "ok", f"{data_dir} (is made by the first start)")
    try:
        with tempfile.TemporaryFile(dir=data_dir):
            pass
        mode = data_dir.stat().st_mode & 0o777
    except OSError as error:
        remedy = "let this user write there, or choose another with --data-dir"
        return Finding("data", "fail", f"{data_dir}: {error.strerror or error}", remedy)
    if mode & 0o077:
        text = f"{data_dir} can be read by other users (mode {mode:o})"
        return Finding("data", "warn", text, f"chmod 700 {data_dir}")
    return Finding("data", "ok", str(data_dir))


def _disk(data_dir: Path) -> Finding:
    """Whether there is room."""
    place = next(one for one in (data_dir, *data_dir.parents) if one.exists())
    free = shutil.disk_usage(place).free
    text = f"{free / 1024**3:.1f} GiB free"
    if free < _TOO_FEW_BYTES:
        return Finding("disk", "fail", text, "make room: nothing can be stored soon")
    if free < _FEW_BYTES:
        return Finding("disk", "warn", text, "make room")
    return Finding("disk", "ok", text)


def _model(model: dict[str, Any]) -> Finding:
    """Whether the embedding model can be used."""
    text = f"{model['name'] or 'none'}: {model['state']}"
    if model["state"] == "missing":
        reason = model.get("reason") or "it cannot be used"
        return Finding("model", "fail", f"{text}: {reason}", "see [embedding] in perspective.toml")
    if model["state"] == "none":
        return Finding("model", "warn", "none: nothing is found by meaning")
    return Finding("model", "ok", text)


def _reading(extraction: dict[str, Any]) -> Finding:
    """Whether what is stored can be read for names and facts."""
    if extraction["state"] == "missing":
        reason = extraction.get("reason") or "it cannot be used"
        remedy = "what is stored waits to be read; see [extraction] and [llm]"
        return Finding("reading", "warn", f"{extraction['name']}: {reason}", remedy)
    return Finding("reading", "ok", f"{extraction['name']}: {extraction['state']}")


def _indexes(health: dict[str, Any]) -> Finding:
    """Whether every index that is open has everything."""
    degraded = health["degraded"].items()
    wrong = [f"{part}: {reason}" for part, reason in degraded if part != "extraction"]
    n_open = n_pending = n_failed = 0
    for tenant in health["tenants"].values():
        for index in tenant.values():
            n_open += 1
            n_pending += index["pending"]
            n_failed += index["failed"]
    if wrong or n_failed:
        text = "; ".join(wrong) or f"{n_failed} could not be indexed"
        return Finding("indexes", "warn", text, "recall goes on without them; perspective logs")
    waiting = f", {n_pending} waiting" if n_pending else ""
    return Finding("indexes", "ok", f"{output.counted(n_open, 'index', 'indexes')} open{waiting}")


def _through_api(client: Client) -> Finding:
    """Store, recall and delete in a tenant of their own."""
    tenant_id = f"doctor-{secrets.token_hex(4)}"
    place = secrets.token_hex(3)
    started_s = time.perf_counter()
    try:
        client.post("/api/tenants", {"id": tenant_id})
        try:
            body = {"tenant_id": tenant_id, "content": _FACT.format(place=place)}
            stored = client.post("/api/store", body)["id"]
            question = {"tenant_id": tenant_id, "query": _QUESTION.format(place=place)}
            found = [one["id"] for one in client.post("/api/recall", question)["results"]]
            deleted = client.ask(
                "DELETE", f"/api/memories/{stored}", query={"tenant_id": tenant_id}
            )["deleted"]
            left = [one["id"] for one in client.post("/api/recall", question)["results"]]
        finally:
            with suppress(PerspectiveError):
                client.ask("DELETE", f"/api/tenants/{tenant_id}", query={"confirm": tenant_id})
    except PerspectiveError as error:
        return Finding("round trip", "fail", str(error), "perspective logs --level warning")
    return _verdict(stored, found, deleted, left, time.perf_counter() - started_s)


def _without_daemon(loaded: LoadedSettings) -> Iterator[Finding]:
    """The same with an engine opened here, and what its model says."""
    import asyncio

    try:
        yield from asyncio.run(_in_process(loaded))
    except PerspectiveError as error:
        yield Finding("engine", "fail", str(error))


async def _in_process(loaded: LoadedSettings) -> list[Finding]:
    """The round trip in a temporary folder."""
    import asyncio

    from perspective.wiring import open_engine  # the engine: only here

    place = secrets.token_hex(3)
    with tempfile.TemporaryDirectory(prefix="perspective-doctor-") as folder:
        memory = open_engine(loaded.settings, data_dir=Path(folder) / "data")
        try:
            await memory.open()
            deadline = time.monotonic() + _LOADING_S
            while (health := await memory.health()).model.state == "loading":
                if time.monotonic() > deadline:
                    break
                await asyncio.sleep(0.05)
            model = health.model
            started_s = time.perf_counter()
            stored = (await memory.store(_FACT.format(place=place))).id or ""
            question = _QUESTION.format(place=place)
            found = [one.id for one in (await memory.recall(question)).results]
            deleted = await memory.memories.delete(stored)
            left = [one.id for one in (await memory.recall(question)).results]
            took_s = time.perf_counter() - started_s
        finally:
            await memory.close()
    seen = {"name": model.name, "state": model.state, "reason": model.reason}
    return [_model(seen), _verdict(stored, found, deleted, left, took_s)]


def _verdict(
    stored: str, found: list[str], n_deleted: int, left: list[str], took_s: float
) -> Finding:
    """What the round trip says."""
    remedy = "perspective logs --level warning"
    if stored not in found:
        return Finding("round trip", "fail", "what was stored was not recalled", remedy)
    if n_deleted != 1 or stored in left:
        return Finding("round trip", "fail", "what was deleted is still recalled", remedy)
    return Finding("round trip", "ok", f"stored, recalled, deleted in {took_s * 1000:.0f} ms")
