"""How well are the messages of chats with an assistant found, and does the newer statement lead?

Each chat is a tenant of a real daemon, its messages stored with their roles and asked over REST;
a long message comes in parts, and its first part found counts. Beside it plain BM25 over the whole
messages, of both roles and of the user's alone.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from tests.bench import metrics
from tests.bench.client import Client
from tests.bench.metrics import Outcome, mean, measure
from tests.bench.plain_bm25 import PlainBM25
from tests.bench.report import keep, say, show
from tests.bench.server import changed_settings, daemon, data_folder, settings_for
from tests.bench.talks import AskedQuestion, Talk, Turn

_BUDGET = 20
_DEEP = 200
_BATCH = 200


class Message(msgspec.Struct, frozen=True):
    """What the user or the assistant wrote."""

    id: int | str
    role: Literal["user", "assistant"]
    at: str
    text: str


class ChatQuestion(msgspec.Struct, frozen=True):
    """A question, the messages that answer it, and what each is to it."""

    id: str
    kind: str
    text: str
    evidence: tuple[int | str, ...]
    groups: dict[str, Any] = {}


class Chat(msgspec.Struct, frozen=True):
    """Messages in order, and questions about them."""

    id: str
    messages: tuple[Message, ...]
    questions: tuple[ChatQuestion, ...]


def read_chats(folder: Path) -> list[Chat]:
    """All chats of the folder (or of one file), by id; none where there are none."""
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.json*"))
    chats = [chat for file in files for chat in _read(file)]
    return sorted(chats, key=lambda chat: chat.id)


def run(chats: Sequence[Chat], *, is_quick: bool) -> None:
    """Prints the tables and writes chats.json."""
    chats = chats[:2] if is_quick else chats
    say(f"chats: {len(chats)}, {sum(len(chat.messages) for chat in chats)} messages")
    outcomes: list[Outcome] = []
    updates: list[bool] = []
    with data_folder() as folder, daemon(folder) as server, server.client() as client:
        for number, chat in enumerate(chats):
            tenant = f"chat-{number}"
            client.post("/api/tenants", {"id": tenant})
            client.store(tenant, [_body(one) for one in chat.messages], size=_BATCH)
            client.wait_indexed([tenant])
            found, newer = _ask(client, tenant, chat)
            outcomes += found
            updates += newer
            say(f"  {chat.id}: recall@10 {mean(found)[metrics.RECALL_AT_10]:.3f}")
        changed = changed_settings(settings_for(folder))
    floors = {
        "plain BM25": _floor(chats, ("user", "assistant")),
        "plain BM25, the user's messages": _floor(chats, ("user",)),
    }
    named = {"all arms": outcomes, **floors}
    show("Messages of chats", ("", *metrics.NAMES), [(n, *mean(o)) for n, o in named.items()])
    kinds = sorted({one.category for one in outcomes})
    by_kind = {kind: [one for one in outcomes if one.category == kind] for kind in kinds}
    show("By kind, all arms", ("", "questions", *metrics.NAMES),
         [(kind, str(len(some)), *mean(some)) for kind, some in by_kind.items()])  # fmt: skip
    share = sum(updates) / max(1, len(updates))
    say(f"the newer statement above the older: {share:.2f} of {len(updates)} update questions")
    results: dict[str, Any] = {
        name: dict(zip(metrics.NAMES, mean(some), strict=True)) for name, some in named.items()
    }
    path = keep("chats", {"results": results, "newer_above_older": share}, changed)
    say(f"\nwritten to {path}")


def _read(file: Path) -> list[Chat]:
    text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    try:
        return msgspec.json.decode(text, type=list[Chat])
    except msgspec.MsgspecError:
        return []


def _body(message: Message) -> dict[str, object]:
    at = datetime.strptime(message.at, "%B-%d-%Y")  # noqa: DTZ007 - the daemon takes its own zone
    return {
        "content": message.text,
        "role": message.role,
        "source_session": message.at,
        "event_at": at.isoformat(),
        "metadata": {"message": message.id},
    }


def _ask(client: Client, tenant: str, chat: Chat) -> tuple[list[Outcome], list[bool]]:
    """The outcome of each question, and for each update whether the newer came first."""
    outcomes: list[Outcome] = []
    updates: list[bool] = []
    for question in chat.questions:
        if not question.evidence:
            continue
        order = _order(client, tenant, question.text, _BUDGET)
        found = measure(order, [str(name) for name in question.evidence])
        outcomes.append(Outcome(chat.id, question.id, question.kind, found))
        old = question.groups.get("original_info")
        new = question.groups.get("updated_info")
        if question.kind == "knowledge_update" and old and new:
            deep = _order(client, tenant, question.text, _DEEP)
            updates.append(_first(deep, new) < _first(deep, old))
    return outcomes, updates


def _order(client: Client, tenant: str, question: str, budget: int) -> list[str]:
    answer = client.recall(tenant, question, budget)
    if answer.get("degraded"):
        raise SystemExit(f"recall was degraded: {answer['degraded']}")
    return list(dict.fromkeys(str(one["metadata"]["message"]) for one in answer["results"]))


def _first(order: Sequence[str], wanted: Sequence[object]) -> int:
    names = {str(name) for name in wanted}
    return next((n for n, name in enumerate(order) if name in names), len(order))


def _floor(chats: Sequence[Chat], roles: Sequence[str]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for chat in chats:
        turns = tuple(
            Turn(str(one.id), one.at, one.at, one.role, one.text)
            for one in chat.messages
            if one.role in roles
        )
        questions = tuple(
            AskedQuestion(one.id, one.text, one.kind, tuple(map(str, one.evidence)))
            for one in chat.questions
            if one.evidence
        )
        index = PlainBM25(Talk(chat.id, (), turns, questions), window=0)
        outcomes += [
            Outcome(chat.id, q.id, q.category, measure(index.order(q.text)[:_BUDGET], q.evidence))
            for q in questions
        ]
    return outcomes
