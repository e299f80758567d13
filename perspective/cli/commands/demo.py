"""How does someone see in a minute what Perspective does? A sample, and three questions to it."""

from __future__ import annotations

import time
from typing import Any

import click

from perspective.cli import output
from perspective.cli.client import Client
from perspective.cli.commands.remember import say_recalled
from perspective.cli.invocation import Invocation, client_options, current
from perspective.demo.sample import LINES, TENANT
from perspective.errors import TenantNotFound

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
    loaded = _load(client)
    tenant_id, n_new, questions = loaded["tenant_id"], loaded["stored"], loaded["questions"]
    answers = [
        client.post(
            "/api/recall",
            {
                "tenant_id": tenant_id,
                "query": question,
                "budget": _SHOWN,
                "explain": True,
                "reinforce": False,
            },
        )
        for question in questions
    ]
    if invocation.is_json:
        recalls = [{"query": q, **a} for q, a in zip(questions, answers, strict=True)]
        output.show({"tenant_id": tenant_id, "stored": n_new, "recalls": recalls})
        return
    said = f"{n_new} stored" if n_new else "all there already"
    what = output.counted(len(LINES), "memory", "memories")
    output.say(f"The sample in tenant {tenant_id}: {what}, {said}.")
    for question, answer in zip(questions, answers, strict=True):
        output.say(f"\nperspective recall --tenant {tenant_id} {question!r}")
        for number, memory in enumerate(answer["results"], start=1):
            say_recalled(number, memory, is_explained=False)
    output.say(f"\nAsk your own:   perspective recall --tenant {tenant_id} …")
    output.say("Take it away:   perspective demo --remove")


def _load(client: Client) -> dict[str, Any]:
    """Stores the lines that are not there yet."""
    loaded: dict[str, Any] = client.post("/api/demo")
    if loaded["stored"]:
        _wait_for_indexes(client, loaded["tenant_id"])
    return loaded


def _wait_for_indexes(client: Client, tenant_id: str) -> None:
    """Returns when all can be found; on the first start the model may still be loading."""
    deadline = time.monotonic() + _INDEXING_S
    while time.monotonic() < deadline:
        indexes = client.get(f"/api/tenants/{tenant_id}")["indexes"]
        if not any(index["pending"] for index in indexes.values()):
            return
        time.sleep(0.05)


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
