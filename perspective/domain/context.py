"""How are memories laid out as one block of text, within a number of tokens?

Packed by score, told in the order of time: the best go in first as long as they fit, then each day
and session becomes a paragraph. What overlaps is said once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from perspective.domain.text.normal import normal_form

_MOST_OVERLAP = 2000  # characters
SESSION_TITLE = "## This session"


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A memory as the block tells it: `at` when it happened; `ordinal` its place in a long text."""

    id: str
    content: str
    at: datetime
    speaker: str | None = None
    session: str | None = None
    source_id: str | None = None
    ordinal: int | None = None


class Block(msgspec.Struct, frozen=True):
    """The text, its tokens, and the places of the passages in it, best first."""

    text: str
    n_tokens: int
    places: tuple[int, ...]


def pack(passages: Sequence[Passage], n_tokens: Callable[[str], int], budget: int) -> Block:
    """As many of the passages as fit, the first ones first; one that is too long is passed over.

    `n_tokens` estimates the tokens of a text. The whole block has at most `budget` of them. A
    passage whose text stands in one that is in already is left out.
    """
    chosen: list[int] = []
    told: list[str] = []
    headings: set[tuple[str, str]] = set()
    n_used = 0
    for place, one in enumerate(passages):
        text = normal_form(one.content)
        if any(text in other for other in told):
            continue
        cost = n_tokens(_line(one) + "\n")
        if _heading(one) not in headings:
            cost += n_tokens(_title(one) + "\n\n")
        if n_used + cost > budget:
            continue
        n_used += cost
        headings.add(_heading(one))
        chosen.append(place)
        told.append(text)
    # The estimate of a whole need not be the sum of its parts' estimates.
    text = lay_out([passages[place] for place in chosen])
    while chosen and n_tokens(text) > budget:
        chosen.pop()
        text = lay_out([passages[place] for place in chosen])
    return Block(text, n_tokens(text), tuple(chosen))


def last_turns(
    newest_first: Sequence[Passage], n_tokens: Callable[[str], int], budget: int
) -> Block:
    """The last turns of a conversation that fit together, oldest first.

    The oldest falls out first: no turn is passed over for an older one. The places are those in
    `newest_first`.
    """
    n_fitting, n_used = 0, n_tokens(f"{SESSION_TITLE}\n")
    for one in newest_first:
        n_used += n_tokens(_line(one) + "\n")
        if n_used > budget:
            break
        n_fitting += 1
    text = _told(newest_first[:n_fitting])
    while n_fitting and n_tokens(text) > budget:
        n_fitting -= 1
        text = _told(newest_first[:n_fitting])
    return Block(text, n_tokens(text), tuple(reversed(range(n_fitting))))


def _told(newest_first: Sequence[Passage]) -> str:
    lines = _lines(list(reversed(newest_first)))
    return "\n".join((SESSION_TITLE, *lines)) if lines else ""


def lay_out(passages: Sequence[Passage]) -> str:
    """The passages as text, in the order of time: a title for each day, a line for each memory or
    for consecutive parts of a long text, sessions apart."""
    groups: dict[tuple[str, str], list[Passage]] = {}
    for one in sorted(passages, key=_moment):
        groups.setdefault(_heading(one), []).append(one)
    paragraphs: list[str] = []
    day = ""
    for (at, _), group in sorted(groups.items(), key=lambda item: item[0][0]):
        titles = () if at == day else (_title(group[0]),)
        paragraphs.append("\n".join((*titles, *_lines(group))))
        day = at
    return "\n\n".join(paragraphs)


def _lines(group: Sequence[Passage]) -> list[str]:
    """A line for each run of passages that go on from one to the next."""
    runs: list[tuple[list[str], str]] = []
    before: Passage | None = None
    for one in group:
        if before is not None and _goes_on(before, one):
            ids, said = runs[-1]
            runs[-1] = ([*ids, one.id], said + _rest(said, one.content))
        else:
            runs.append(([one.id], _said(one)))
        before = one
    return [f"- [{', '.join(ids)}] {said}" for ids, said in runs]


def _goes_on(before: Passage, one: Passage) -> bool:
    """Whether it is the next part of the same long text."""
    if before.source_id is None or before.source_id != one.source_id:
        return False
    return before.ordinal is not None and one.ordinal == before.ordinal + 1


def _rest(said: str, content: str) -> str:
    """What a part adds to the one before it: the end of that may be repeated at its beginning."""
    most = min(len(said), len(content), _MOST_OVERLAP)
    n_same = next((n for n in range(most, 0, -1) if said.endswith(content[:n])), 0)
    return content[n_same:] if n_same else f"\n{content}"


def _said(one: Passage) -> str:
    return one.content if one.speaker is None else f"{one.speaker}: {one.content}"


def _line(one: Passage) -> str:
    return f"- [{one.id}] {_said(one)}"


def _title(one: Passage) -> str:
    return f"## {one.at:%Y-%m-%d}"


def _heading(one: Passage) -> tuple[str, str]:
    return f"{one.at:%Y-%m-%d}", one.session or ""


def _moment(one: Passage) -> tuple[datetime, str, int]:
    return one.at, one.source_id or "", one.ordinal or 0
