"""How many times in texts are read, and read right? `python -m tests.bench.times --data DIR`.

Reads `timex*.json` (a list of text, reference, expression, type, values) and, with `--talk-times`,
a file of hand-labelled times in the talks of the same folder. A time is *right* when it equals one
of the values, *unread* when nothing is found at the expression, else *wrong*. *last* is a range
that equals a value but for its last day, month or year, which the values leave out. Never a gate.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from perspective.domain.times.find import TimeMention, find_times
from perspective.evaluation.read import read_talks
from tests.bench.report import say, show

_OUTCOMES = ("right", "last", "wrong", "unread")
_NO_VALUE = "not resolved"


class Item(msgspec.Struct, frozen=True):
    """An expression in a text, and what it may mean."""

    text: str
    reference: str
    expression: str
    type: str
    values: list[tuple[str | None, str | list[str | None] | None]]


class TalkTime(msgspec.Struct, frozen=True):
    """An expression in a turn of a talk; `end` is exclusive, and what is vague has no time."""

    talk: str
    turn: str
    expression: str
    start: str | None = None
    end: str | None = None
    vague: bool = False


def main() -> None:
    """Prints right, wrong and unread by type."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.times", description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="folder with timex*.json and talks"
    )
    parser.add_argument("--talk-times", type=Path, help="file of labelled times in the talks")
    parser.add_argument("--show", action="store_true", help="list what is wrong")
    parser.add_argument("--unread", action="store_true", help="list what is unread")
    parser.add_argument("--month-first", action="store_true", help="5/6/2023 is the 6th of May")
    options = parser.parse_args()
    is_month_first = True if options.month_first else None
    for file in sorted(options.data.glob("timex*.json")):
        items = msgspec.json.decode(file.read_bytes(), type=list[Item])
        _specified(file.name, items, options, is_month_first=is_month_first)
    if options.talk_times is not None and options.talk_times.exists():
        _talks(options.data, options.talk_times, options)


def _specified(
    name: str, items: Sequence[Item], options: Any, *, is_month_first: bool | None
) -> None:
    """Expressions with the values of a specification."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    listed = []
    for item in items:
        reference = datetime.fromisoformat(item.reference).replace(tzinfo=UTC)
        mentions = find_times(item.text, reference, is_month_first=is_month_first)
        start = item.text.lower().find(item.expression.lower())
        mention = at_expression(mentions, start, start + len(item.expression))
        outcome = _judged(item, mention)
        if outcome == "wrong" and _is_last_included(item, mention):
            outcome = "last"
        counts[item.type or "other"][outcome] += 1
        if (options.show and outcome == "wrong") or (options.unread and outcome == "unread"):
            listed.append(
                f"{outcome:7}{item.type}: {item.expression!r} in {item.text[:60]!r} at "
                f"{item.reference[:16]}: {_shown(mention)}, not {[v for _, v in item.values]}"
            )
    _table(name, counts)
    for line in sorted(listed):
        say(line)


def at_expression(mentions: Sequence[TimeMention], start: int, end: int) -> TimeMention | None:
    """The mention that shares most with a place in the text."""
    shared = [(min(m.end, end) - max(m.start, start), m) for m in mentions]
    best = max(shared, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] > 0 else None


def _judged(item: Item, mention: TimeMention | None) -> str:
    values = [value for _, value in item.values if value not in (_NO_VALUE, None)]
    if mention is None:
        return "unread" if values and item.type != "duration" else "right"
    return "right" if any(_equals(item.type, value, mention) for value in values) else "wrong"


def _equals(kind: str, value: str | list[str | None] | None, mention: TimeMention) -> bool:
    """Whether a mention is that value. A single date is also right when the expression's time of
    day was read with it."""
    found = [_naive(mention.from_at), _naive(mention.to_at)]
    if isinstance(value, list):
        wanted = [_moment(bound) for bound in value]
        return all(_is_near(a, b) for a, b in zip(found, wanted, strict=True))
    moment = _moment(value)
    if moment is None or found[0] is None:
        return False
    if kind == "date":
        day = timedelta(days=1)
        if mention.precision in {"time", "part", "range"} and found[1] is not None:
            return moment <= found[0] and found[1] <= moment + day
        return found == [moment, moment + day]
    return found[0] == moment if len(value or "") > len("00:00:00") else (
        found[0].time() == moment.time()
    )  # fmt: skip


def _is_last_included(item: Item, mention: TimeMention | None) -> bool:
    """Whether a range begins as a value does and ends one day, month or year later."""
    if mention is None or mention.precision != "range" or mention.to_at is None:
        return False
    end = mention.to_at.replace(tzinfo=None)
    for _, value in item.values:
        if not isinstance(value, list) or _moment(value[0]) != _naive(mention.from_at):
            continue
        wanted = _moment(value[1])
        if wanted is not None and end in {
            wanted + timedelta(days=1),
            (wanted.replace(day=1) + timedelta(days=31)).replace(day=1),
            wanted.replace(year=wanted.year + 1, day=1),
        }:
            return True
    return False


def _is_near(a: datetime | None, b: datetime | None) -> bool:
    """The last second of a day and its end are the same."""
    if a is None or b is None:
        return a is b
    return abs(a - b) <= timedelta(seconds=1)


def _naive(at: datetime | None) -> datetime | None:
    return None if at is None else at.replace(tzinfo=None)


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text if "-" in text else f"2000-01-01 {text}")
    except ValueError:
        return None


def _talks(data: Path, file: Path, options: Any) -> None:
    """Times in talks: right when the interval is the labelled one, or nothing is found in what is
    vague."""
    turns = {(talk.id, turn.id): turn for talk in read_talks(data) for turn in talk.turns}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for label in msgspec.json.decode(file.read_bytes(), type=list[TalkTime]):
        turn = turns[label.talk, label.turn]
        reference = turn.at.replace(tzinfo=UTC)
        start = turn.text.lower().find(label.expression.lower())
        mention = at_expression(
            find_times(turn.text, reference), start, start + len(label.expression)
        )
        if label.vague:
            outcome = "right" if mention is None else "wrong"
        elif mention is None:
            outcome = "unread"
        else:
            bounds = [_moment(label.start), _moment(label.end)]
            outcome = (
                "right" if bounds == [_naive(mention.from_at), _naive(mention.to_at)] else "wrong"
            )
        counts["vague" if label.vague else "a time"][outcome] += 1
        if (options.show and outcome == "wrong") or (options.unread and outcome == "unread"):
            say(
                f"{outcome:7}{label.expression!r} at {turn.at:%Y-%m-%d %H:%M}: {_shown(mention)}, not "
                f"{label.start}..{label.end} in {turn.text[:100]!r}"
            )
    _table(file.name, counts)


def _shown(mention: TimeMention | None) -> str:
    if mention is None:
        return "nothing"
    return f"{_naive(mention.from_at)}..{_naive(mention.to_at)} ({mention.precision})"


def _table(name: str, counts: dict[str, Counter[str]]) -> None:
    rows: list[list[object]] = []
    for kind, found in sorted(counts.items()):
        n = found.total()
        rows.append([kind, n, *[found[o] for o in _OUTCOMES], *[found[o] / n for o in _OUTCOMES]])
    show(name, ("type", "n", *_OUTCOMES, *[f"{o} share" for o in _OUTCOMES]), rows)


if __name__ == "__main__":
    main()
