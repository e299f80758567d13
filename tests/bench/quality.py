"""How well does the daemon find the turns that answer questions about talks?

Each talk is a tenant of a real daemon and is asked over REST. Beside it, in the same run and on
the same text: plain BM25, one arm alone, and all arms but one, by restarts over the same data.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from perspective.evaluation.ask import order_of
from perspective.evaluation.systems.plain_bm25 import PlainBM25
from perspective.evaluation.systems.ranked import Ranked
from perspective.evaluation.talk import ADVERSARIAL, Question, Talk
from perspective.settings_loader import changed_settings
from tests.bench import metrics
from tests.bench.client import Client, bodies
from tests.bench.metrics import Outcome, difference, mean, measure
from tests.bench.report import keep, say, show
from tests.bench.server import daemon, data_folder, settings_for

BUDGET = 20
_BATCH = 500

ALL_ARMS = "all arms"
FLOOR = "plain BM25"
VARIANTS = {
    ALL_ARMS: "vector,text,entity,temporal",
    "without text": "vector,entity,temporal",
    "without vector": "text,entity,temporal",
    "without temporal": "vector,text,entity",
    "without entity": "vector,text,temporal",
    "vector alone": "vector",
    "text alone": "text",
}

Outcomes = dict[str, list[Outcome]]


def run(talks: Sequence[Talk], *, is_quick: bool) -> None:
    """Prints the tables and writes quality.json."""
    talks = talks[:2] if is_quick else talks
    n_questions = sum(len(talk.answerable) for talk in talks)
    say(f"quality: {len(talks)} talks, {sum(len(t.turns) for t in talks)} turns, "
        f"{n_questions} questions with evidence")  # fmt: skip
    outcomes: Outcomes = {}
    confidence: dict[str, dict[str, float]] = {}
    with data_folder() as folder:
        for name, arms in VARIANTS.items():
            started = time.perf_counter()
            extra = {"PERSPECTIVE_RETRIEVAL_ARMS": arms}
            with daemon(folder, extra) as server, server.client() as client:
                if name == ALL_ARMS:
                    _load(client, talks)
                _open(client, talks)
                outcomes[name], confidence[name] = _ask_daemon(client, talks)
            say(f"  {name}: {time.perf_counter() - started:.0f} s")
        changed = changed_settings(settings_for(folder).settings)
    for name, window in ((FLOOR, 0), (f"{FLOOR}, 2 neighbours", 2)):
        outcomes[name] = _ask_floor(talks, window)
    _print(outcomes, confidence, talks, changed)
    path = keep("quality", {"talks": [talk.id for talk in talks],
                            "results": _results(outcomes, talks), "confidence": confidence}, changed)  # fmt: skip
    say(f"\nwritten to {path}")


def _load(client: Client, talks: Sequence[Talk]) -> None:
    """Stores each talk in a tenant of its own, in the order of its turns."""
    for talk in talks:
        client.post("/api/tenants", {"id": _tenant(talk)})
        client.store(_tenant(talk), bodies(talk.turns), size=_BATCH)


def _open(client: Client, talks: Sequence[Talk]) -> None:
    """Opens every tenant and waits until all of it can be found."""
    for talk in talks:
        client.recall(_tenant(talk), "hello", 1)
    client.wait_indexed([_tenant(talk) for talk in talks])


def _ask_daemon(client: Client, talks: Sequence[Talk]) -> tuple[list[Outcome], dict[str, float]]:
    """The outcome of each question, and the share of answers that were confident."""
    sure: dict[bool, list[bool]] = {True: [], False: []}

    def ask(talk: Talk, question: Question) -> list[str]:
        answer = client.recall(_tenant(talk), question.text, BUDGET)
        if answer.get("degraded"):
            raise SystemExit(f"recall was degraded: {answer['degraded']}")
        sure[question.is_adversarial].append(bool(answer["confident"]))
        # A long turn is stored in parts; its first part found counts.
        return list(dict.fromkeys(str(found["metadata"]["turn"]) for found in answer["results"]))

    outcomes = _asked(talks, ask)
    return outcomes, {
        "answerable": sum(sure[False]) / max(1, len(sure[False])),
        ADVERSARIAL: sum(sure[True]) / max(1, len(sure[True])),
    }


def _ask_floor(talks: Sequence[Talk], window: int) -> list[Outcome]:
    indexes = {talk.id: PlainBM25(talk.turns, window=window) for talk in talks}
    turns = {talk.id: Ranked(talk.turns) for talk in talks}

    def ask(talk: Talk, question: Question) -> list[str]:
        scores = indexes[talk.id].scores(question.text)
        return order_of(turns[talk.id].best(scores, BUDGET))

    return _asked(talks, ask)


def _asked(talks: Sequence[Talk], ask: Callable[[Talk, Question], list[str]]) -> list[Outcome]:
    return [
        Outcome(talk.id, question.id, question.category,
                measure(ask(talk, question), question.evidence))
        for talk in talks
        for question in talk.answerable
    ]  # fmt: skip


def _tenant(talk: Talk) -> str:
    """A tenant's id for the talk, whatever the talk's own looks like."""
    return "bench-" + "".join(c if c.isascii() and c.isalnum() else "-" for c in talk.id.lower())


def _print(
    outcomes: Outcomes,
    confidence: dict[str, dict[str, float]],
    talks: Sequence[Talk],
    changed: dict[str, object],
) -> None:
    if changed:
        say(f"settings that are not at their defaults: {changed}")
    header = ("four categories", *metrics.NAMES, "all arms are better by", "95 %")
    main = {name: _four(found) for name, found in outcomes.items()}
    rows = [(name, *mean(found), *_gain(main[ALL_ARMS], found)) for name, found in main.items()]
    show("Four categories together", header, rows)
    apart = [
        (name, *mean([one for one in found if one.category == ADVERSARIAL]))
        for name, found in outcomes.items()
    ]
    show("Adversarial questions, apart", ("adversarial", *metrics.NAMES), apart)
    _print_groups("By category, all arms", outcomes[ALL_ARMS], lambda one: one.category)
    _print_groups("By talk, all arms, four categories", main[ALL_ARMS], lambda one: one.talk)
    by_talk = [
        (name, *(mean([o for o in found if o.talk == talk.id])[metrics.RECALL_AT_10]
                 for talk in talks))
        for name, found in main.items()
    ]  # fmt: skip
    show("recall@10 by talk, four categories", ("", *(talk.id for talk in talks)), by_talk)
    sure = [
        (name, shares["answerable"], shares[ADVERSARIAL]) for name, shares in confidence.items()
    ]
    show("Share of answers that were confident", ("", "answerable", ADVERSARIAL), sure)


def _print_groups(title: str, found: list[Outcome], key: Callable[[Outcome], str]) -> None:
    groups: dict[str, list[Outcome]] = {}
    for one in found:
        groups.setdefault(key(one), []).append(one)
    rows = [(name, str(len(group)), *mean(group)) for name, group in sorted(groups.items())]
    show(title, ("", "questions", *metrics.NAMES), rows)


def _four(found: list[Outcome]) -> list[Outcome]:
    return [one for one in found if one.category != ADVERSARIAL]


def _gain(ours: list[Outcome], theirs: list[Outcome]) -> tuple[object, str]:
    if ours is theirs:
        return "", ""
    gain, low, high = difference(ours, theirs)
    return gain, f"{low:+.3f} to {high:+.3f}"


def _results(outcomes: Outcomes, talks: Sequence[Talk]) -> dict[str, Any]:
    """Every measure of every variant: together, by category, by talk."""

    def named(found: list[Outcome]) -> dict[str, float]:
        return {"questions": len(found), **dict(zip(metrics.NAMES, mean(found), strict=True))}

    return {
        name: {
            "four categories": named(_four(found)),
            "by category": {
                category: named([one for one in found if one.category == category])
                for category in sorted({one.category for one in found})
            },
            "by talk": {
                talk.id: named([one for one in _four(found) if one.talk == talk.id])
                for talk in talks
            },
        }
        for name, found in outcomes.items()
    }
