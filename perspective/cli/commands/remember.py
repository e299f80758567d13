"""How is something stored, recalled and asked about from a terminal?"""

from __future__ import annotations

from typing import Any

import click

from perspective.cli import load, output
from perspective.cli.invocation import (
    MOMENT,
    TEXT,
    Invocation,
    client_options,
    current,
    tenant_option,
    usage,
)
from perspective.cli.options import PROFILES, ROLES, SHARE, TYPES, given, read_object, read_text
from perspective.daemon.exit_codes import Exit

_ARMS = {"vector": "meaning", "text": "words", "entity": "names", "temporal": "neighbours",
         "semantic": "likeness"}  # fmt: skip


@click.command()
@click.argument("words", metavar="[TEXT | -]", nargs=-1, type=TEXT)
@click.option("--file", "-f", help="Store this file's text.")
@click.option("--namespace", "-n", type=TEXT, help="Part of the tenant, such as a project.")
@click.option("--type", "memory_type", type=TYPES, help="What kind of memory [episodic].")
@click.option("--tag", "-t", "tags", multiple=True, type=TEXT, help="May be repeated.")
@click.option("--session", type=TEXT, help="The conversation it belongs to.")
@click.option("--speaker", type=TEXT, help="Who said it.")
@click.option("--role", type=ROLES, help="The speaker's role.")
@click.option("--source", type=TEXT, help="Where it came from.")
@click.option("--event-at", type=MOMENT, help="When it happened.")
@click.option("--valid-from", type=MOMENT, help="Since when it holds.")
@click.option("--valid-to", type=MOMENT, help="Until when it holds.")
@click.option("--importance", type=SHARE, help="0 to 1 [0.5].")
@click.option("--confidence", type=SHARE, help="0 to 1 [1].")
@click.option("--entity", "entities", multiple=True, type=TEXT, help="NAME or NAME:KIND.")
@click.option("--metadata", type=TEXT, help="A JSON object.")
@click.option(
    "--id", "memory_id", type=TEXT, help="An id of your own: a retry stores nothing twice."
)
@click.option("--no-wait", is_flag=True, help="Answer before it can be found.")
@click.option("--ndjson", is_flag=True, help="The file, or stdin, has many: a JSON object a line.")
@click.option("--key", type=TEXT, help="With --ndjson: a retry with it stores nothing twice.")
@tenant_option
@client_options
@current
def store(
    invocation: Invocation,
    /,
    words: tuple[str, ...],
    file: str | None,
    metadata: str | None,
    entities: tuple[str, ...],
    memory_id: str | None,
    session: str | None,
    no_wait: bool,
    ndjson: bool,
    key: str | None,
    **fields: Any,
) -> int:
    """Remember a text: the arguments, stdin (-), or a file. With --ndjson, many texts."""
    if ndjson:
        if any(given(m=metadata, e=entities, i=memory_id, s=session, **fields)):
            usage("With --ndjson each line says everything; only --tenant and --key are taken.")
        return load.store_lines(invocation, words, file, key)
    if key is not None:
        usage("--key goes with --ndjson; a single text takes --id.")
    body = {
        "tenant_id": invocation.tenant_id,
        "content": read_text(words, file),
        "wait": not no_wait,
        **given(
            id=memory_id,
            source_session=session,
            metadata=read_object(metadata, "--metadata"),
            entities=[_entity(one) for one in entities] or None,
            **fields,
        ),
    }
    answer = invocation.client.post("/api/store", body)
    if invocation.is_json:
        output.show(answer)
        return Exit.OK
    for line in _what_became(answer):
        output.say(line)
    return Exit.OK


@click.command()
@click.argument("words", metavar="QUERY", nargs=-1, required=True, type=TEXT)
@click.option("--budget", "-b", type=click.IntRange(1), help="Memories at most [10].")
@click.option("--max-tokens", type=click.IntRange(1), help="Tokens of all of them at most.")
@click.option("--namespace", "-n", "namespaces", multiple=True, type=TEXT, help="May be repeated.")
@click.option("--type", "types", multiple=True, type=TYPES, help="May be repeated.")
@click.option(
    "--tag", "-t", "tags", multiple=True, type=TEXT, help="Must have it; may be repeated."
)
@click.option("--session", type=TEXT, help="Only of this conversation.")
@click.option("--speaker", type=TEXT, help="Only of this speaker.")
@click.option("--since", type=MOMENT, help="Happened at this time or later.")
@click.option("--until", type=MOMENT, help="Happened before this time.")
@click.option("--as-of", type=MOMENT, help="What was true then.")
@click.option("--known-at", type=MOMENT, help="What was recorded by then.")
@click.option("--min-confidence", type=SHARE, help="0 to 1.")
@click.option("--profile", type=PROFILES, help="How scores are combined.")
@click.option("--no-faded", is_flag=True, help="Without faded memories.")
@click.option("--no-archived", is_flag=True, help="Without archived memories.")
@click.option("--no-reinforce", is_flag=True, help="Leave no trace of having been asked.")
@click.option("--explain", is_flag=True, help="Show each signal's share of the score.")
@tenant_option
@client_options
@current
def recall(
    invocation: Invocation,
    /,
    words: tuple[str, ...],
    no_faded: bool,
    no_archived: bool,
    no_reinforce: bool,
    explain: bool,
    **fields: Any,
) -> None:
    """Find what answers a question: for each memory its text, then why and how old."""
    body = {
        "tenant_id": invocation.tenant_id,
        "query": " ".join(words),
        "include_faded": not no_faded,
        "include_archived": not no_archived,
        "reinforce": not no_reinforce,
        "explain": explain or not invocation.is_json,
        **given(**fields),
    }
    answer = invocation.client.post("/api/recall", body)
    if invocation.is_json:
        output.show(answer)
        return
    results = answer["results"]
    if not results:
        output.say("Nothing was found.")
    elif not answer["confident"]:
        output.say("None of these is a confident answer.", is_note=True)
    for number, memory in enumerate(results, start=1):
        say_recalled(number, memory, is_explained=explain)
    for part, reason in answer.get("degraded", {}).items():
        output.say(f"{part} took no part: {output.clean(str(reason))}", is_note=True)


@click.command()
@click.argument("words", metavar="QUESTION", nargs=-1, required=True, type=TEXT)
@click.option("--max-sentences", "-m", type=click.IntRange(1, 100), help="At most [8].")
@click.option("--namespace", "-n", "namespaces", multiple=True, type=TEXT, help="May be repeated.")
@click.option("--type", "types", multiple=True, type=TYPES, help="May be repeated.")
@click.option(
    "--tag", "-t", "tags", multiple=True, type=TEXT, help="Must have it; may be repeated."
)
@click.option("--session", type=TEXT, help="Only of this conversation.")
@click.option("--speaker", type=TEXT, help="Only of this speaker.")
@click.option("--since", type=MOMENT, help="Happened at this time or later.")
@click.option("--until", type=MOMENT, help="Happened before this time.")
@click.option("--as-of", type=MOMENT, help="What was true then.")
@click.option("--known-at", type=MOMENT, help="What was recorded by then.")
@click.option("--min-confidence", type=SHARE, help="0 to 1.")
@click.option("--include-suspect", is_flag=True, help="With memories that order an agent about.")
@click.option("--no-model", is_flag=True, help="Only sentences of the memories themselves.")
@click.option("--no-reinforce", is_flag=True, help="Leave no trace of having been asked.")
@tenant_option
@client_options
@current
def reflect(
    invocation: Invocation,
    /,
    words: tuple[str, ...],
    include_suspect: bool,
    no_model: bool,
    no_reinforce: bool,
    **fields: Any,
) -> None:
    """Answer a question in sentences, each with the memory that it rests on."""
    body = {
        "tenant_id": invocation.tenant_id,
        "query": " ".join(words),
        "include_suspect": include_suspect,
        "use_model": not no_model,
        "reinforce": not no_reinforce,
        **given(**fields),
    }
    answer = invocation.client.post("/api/reflect", body)
    if invocation.is_json:
        output.show(answer)
        return
    if not answer["known"]:
        output.say("Not known: no memory answers this.")
    for line in answer["answer"].splitlines():
        output.say(output.clean(line))
    for one in answer["conflicts"]:
        output.say(_disagreement(one), is_note=True)
    for part, reason in answer["degraded"].items():
        output.say(f"{part} took no part: {output.clean(str(reason))}", is_note=True)


def _disagreement(one: dict[str, Any]) -> str:
    """What another memory says against a cited one, in a line."""
    other = one["other"]
    verb = "contradicts" if one["kind"] == "contradicts" else "was replaced by"
    first, second = one["memory_id"], other["memory_id"]
    if one.get("by") == first:
        first, second = second, first
    said = output.one_line(other["text"])
    return output.clean(f"{first} {verb} {second}; {other['at'][:10]}: {said}")


def say_recalled(number: int, memory: dict[str, Any], *, is_explained: bool) -> None:
    """One memory: its text, then why it was found and how old it is."""
    head = f"{number}. "
    output.say(f"{head}{output.strong(output.one_line(memory['content'], indent=len(head)))}")
    output.say(output.dim(f"   {_why(memory)}"))
    if is_explained and memory.get("why"):
        shares = memory["why"].get("shares") or {}
        parts = [f"{name} {value:.3f}" for name, value in shares.items()]
        numbers = ("fused", "recency", "importance", "strength")
        parts += [f"{name} {memory['why'][name]:.3f}" for name in numbers]
        output.say(output.dim(f"   {'; '.join(parts)}"))


def _why(memory: dict[str, Any]) -> str:
    """What found it, how well it fits, when it happened, what it is."""
    why = memory.get("why") or {}
    arms = [_ARMS.get(arm, arm) for arm in why.get("arms") or ()]
    found_by = " and ".join([", ".join(arms[:-1]), arms[-1]] if len(arms) > 1 else arms)
    parts = [
        f"found by {found_by}" if found_by else "found",
        f"relevance {memory['relevance']:.2f}",
        output.age(memory.get("event_at") or memory["recorded_at"]),
        memory["type"],
    ]
    if memory.get("speaker"):
        parts.append(f"said by {memory['speaker']}")
    if memory.get("superseded_by"):
        parts.append("superseded")
    if memory.get("faded"):
        parts.append("faded")
    parts += [f"#{tag}" for tag in memory.get("tags") or ()]
    parts.append(memory["id"])
    return output.clean(", ".join(parts).replace("\n", " "))


def _what_became(answer: dict[str, Any]) -> list[str]:
    """What a store did, in lines."""
    if not answer["stored"]:
        return [f"Not stored: {answer.get('gated', 'nothing to remember in it')}."]
    if answer.get("duplicate_of"):
        return [f"Known already, strengthened: {answer['duplicate_of']}"]
    ids = answer.get("ids") or ()
    name = answer.get("source_id") if ids else answer["id"]
    lines = [f"Stored {name}" + (f" in {len(ids)} parts" if ids else "")]
    if answer["masked"]:
        lines.append(f"{output.counted(answer['masked'], 'secret')} masked.")
    if answer.get("suspect"):
        lines.append("It orders an agent about: tagged suspect, and left out of contexts.")
    if answer.get("gated"):
        lines.append(f"Nothing will be extracted from it: {answer['gated']}.")
    if process_id := answer.get("process_id"):
        lines.append(f"Durable; it is split in the background: perspective processes {process_id}")
    elif not answer["indexed"]:
        lines.append("Durable, and soon to be found: indexing goes on.")
    return lines


def _entity(text: str) -> dict[str, str]:
    """`Ana:person` as the API takes it."""
    name, separator, kind = text.rpartition(":")
    return {"name": name, "kind": kind} if separator else {"name": text}
