"""How does someone see in a minute what Perspective does? A sample, and three questions to it."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import click

from perspective.cli import output
from perspective.cli.client import Client
from perspective.cli.commands.remember import say_recalled
from perspective.cli.invocation import Invocation, client_options, current
from perspective.cli.sample import LINES, QUESTIONS, TENANT, Line, memory_id
from perspective.errors import Conflict, TenantNotFound

_SHOWN = 3
_INDEXING_S = 30.0


@click.command()
@click.option("--remove", is_flag=True, help="Delete the tenant demo and what is in it.")
@client_options
@current
def demo(invocation: Invocation, remove: bool) -> None:
    """Load a small sample into the tenant demo, and ask it three questions.

    Nothing of yours is touched; loading it again doubles nothing.
    """
    client = invocation.client
    if remove:
        _remove(invocation, client)
        return
    n_new = _load(client)
    answers = [
        client.post(
            "/api/recall",
            {
                "tenant_id": TENANT,
                "query": question,
                "budget": _SHOWN,
                "explain": True,
                "reinforce": False,
            },
        )
        for question in QUESTIONS
    ]
    if invocation.is_json:
        recalls = [{"query": q, **a} for q, a in zip(QUESTIONS, answers, strict=True)]
        output.show({"tenant_id": TENANT, "stored": n_new, "recalls": recalls})
        return
    loaded = f"{n_new} stored" if n_new else "all there already"
    what = output.counted(len(LINES), "memory", "memories")
    output.say(f"The sample in tenant {TENANT}: {what}, {loaded}.")
    for question, answer in zip(QUESTIONS, answers, strict=True):
        output.say(f"\nperspective recall --tenant {TENANT} {question!r}")
        for number, memory in enumerate(answer["results"], start=1):
            say_recalled(number, memory, is_explained=False)
    output.say(f"\nAsk your own:   perspective recall --tenant {TENANT} …")
    output.say("Take it away:   perspective demo --remove")


def _load(client: Client) -> int:
    """Stores the lines that are not there yet; returns how many."""
    with suppress(Conflict):
        client.post("/api/tenants", {"id": TENANT})
    there = set()
    for state in (None, "deleted"):
        page = client.get("/api/memories", tenant_id=TENANT, limit=500, state=state)
        there |= {one["id"] for one in page["items"]}
    today = datetime.now(UTC)
    items = [
        _item(number, line, today)
        for number, line in enumerate(LINES, start=1)
        if memory_id(number) not in there
    ]
    if not items:
        return 0
    answer = client.post("/api/store/batch", {"tenant_id": TENANT, "items": items})
    _wait_for_indexes(client)
    return int(answer["stored"])


def _wait_for_indexes(client: Client) -> None:
    """Returns when all can be found; on the first start the model may still be loading."""
    deadline = time.monotonic() + _INDEXING_S
    while time.monotonic() < deadline:
        indexes = client.get(f"/api/tenants/{TENANT}")["indexes"]
        if not any(index["pending"] for index in indexes.values()):
            return
        time.sleep(0.05)


def _item(number: int, line: Line, today: datetime) -> dict[str, object]:
    at = today - timedelta(days=line.days_ago)
    return {
        "id": memory_id(number),
        "content": line.text,
        "namespace": line.namespace,
        "tags": list(line.tags),
        "event_at": at.isoformat(timespec="seconds"),
        "source": "demo",
        **line.fields,
    }


def _remove(invocation: Invocation, client: Client) -> None:
    try:
        client.ask("DELETE", f"/api/tenants/{TENANT}", query={"confirm": TENANT})
        is_removed = True
    except TenantNotFound:
        is_removed = False
    if invocation.is_json:
        output.show({"deleted": int(is_removed)})
    else:
        output.say("The sample is gone." if is_removed else "There is no sample here.")
