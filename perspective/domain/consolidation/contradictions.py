"""Does the newer of two statements replace the older, contradict it, say more, or leave it alone?

An older statement is closed only if it is a state (what happened once has no end), both are of one
subject and one matter, and the newer tells a change or another value of a matter that has one.
Silence is better than a wrong closing.

**Source** engine design, consolidation, phase 5; measured with `python -m tests.bench.contradictions`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from perspective.domain.consolidation.aligned import Difference, difference
from perspective.domain.consolidation.cardinality import Cardinality
from perspective.domain.consolidation.claim import Claim
from perspective.domain.consolidation.rivals import are_rivals
from perspective.domain.consolidation.slots import ADDS_UP, PERSONAL, SINGLE, SLOTS, slots_of_word
from perspective.domain.consolidation.statement import Part, Statement
from perspective.domain.consolidation.stems import GENERIC, stem
from perspective.domain.consolidation.subject import Shared, shared
from perspective.domain.extraction.reading import Relation
from perspective.domain.text.normal import normal_form

Effect = Literal["closes", "conflicts", "refines", "none"]

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_FORMERLY = re.compile(
    r"used to|former|previous|früher|ehemalig|раньше|бывш|прежн|以前|之前|原来|ancien|antes"
)


class Verdict(msgspec.Struct, frozen=True):
    """What the newer statement does to the older. `confidence` 0–1; `reason` is for people."""

    effect: Effect
    confidence: float
    reason: str


_NOTHING = Verdict("none", 0.0, "the texts do not speak against each other")


def judge(
    older: Claim,
    newer: Claim,
    cosine: float | None,
    *,
    older_relations: Sequence[Relation] = (),
    newer_relations: Sequence[Relation] = (),
    cardinality: Callable[[str], Cardinality] | None = None,
) -> Verdict:
    """What `newer` does to `older`; None as the cosine: the model cannot read one of them.

    Relations are used where both are known, with the cardinality of their predicates. What is given
    in the wrong order in time never closes.
    """
    verdict = _of_texts(older, newer, cosine)
    if cardinality is not None and verdict.effect in {"none", "refines"}:
        related = _of_relations(older, newer, older_relations, newer_relations, cardinality)
        verdict = related or verdict
    if verdict.effect == "closes" and newer.at < older.at:
        return Verdict("conflicts", verdict.confidence, f"{verdict.reason}, but was said before")
    return verdict


def _of_texts(older: Claim, newer: Claim, cosine: float | None) -> Verdict:
    if older.hash == newer.hash or _asks(older) or _asks(newer):
        return _NOTHING
    a, b = older.statement, newer.statement
    common = shared(older, newer)
    if common.is_other_subject or _speaks_of_the_past(older, newer):
        return _NOTHING
    is_state = _is_state(a, common)
    if is_state and not b.is_added:
        turned = _change(a, b, common, cosine)
        if turned is not None:
            return turned
    return (
        _negated(older, newer, common)
        or (_other_value(older, newer, common, is_near=_is_near(cosine)) if is_state and not b.is_added else None)
        or _refined(a, b, common)
        or _NOTHING
    )


def _asks(one: Claim) -> bool:
    return one.statement.is_question


def _is_state(a: Statement, common: Shared) -> bool:
    """Whether the older tells something that goes on, of what both speak of."""
    if a.states is not None:
        return bool(a.states & common.things) or not common.things
    return not a.has_happened or a.is_established


def _change(a: Statement, b: Statement, common: Shared, cosine: float | None) -> Verdict | None:
    """The newer tells that something is otherwise, of what the older says."""
    before = frozenset().union(*(part.changed for part in a.parts))
    verdicts = [_part_change(part, part.changed - before, common, cosine) for part in b.parts]
    found = [verdict for verdict in verdicts if verdict is not None]
    if not found or _is_same_place(a, b, common):
        return None
    return max(found, key=lambda verdict: verdict.confidence)


def _part_change(
    part: Part, changed: frozenset[str], common: Shared, cosine: float | None
) -> Verdict | None:
    if not changed:
        return None
    slots = common.slots & part.slots - ADDS_UP
    things = common.things & part.topics
    if not things:
        slots &= slots if common.is_named_alike else PERSONAL
        if all(map(_FORMERLY.search, changed)) or not slots or not common.is_one_subject:
            return None
    n_signs = min(len(things), 2) + bool(slots) + common.is_one_subject
    is_near = _is_near(cosine)
    if (n_signs < 2 and not is_near) or (cosine is not None and cosine < _FAR and n_signs < 3):
        return None
    confidence = 0.55 + 0.1 * min(n_signs, 3) + 0.05 * is_near
    matter = ", ".join(sorted(slots)) or ", ".join(sorted(things))
    sign = max(changed, key=lambda word: (len(word), word))
    return Verdict("closes", confidence, f"the newer tells a change (“{sign}”) of: {matter}")


def _is_same_place(a: Statement, b: Statement, common: Shared) -> bool:
    """Whether both name the place where somebody lives, so that the newer only tells it anew."""
    places = a.names - a.lead_names
    return (
        "residence" in common.slots and bool(places) and places <= b.names and not b.is_negated
        and not _LEAVES.search(" ".join(word for part in b.parts for word in part.changed))
    )  # fmt: skip


_LEAVES = re.compile(r"left|no longer|more|sold|from|gone|nicht|mehr|verlass|verkauft|уехал|продал|不|离|卖")


def _is_near(cosine: float | None) -> bool:
    return cosine is not None and cosine >= _NEAR


_SHORT = 14  # words of a text that says one thing
_FAR, _NEAR = 0.1, 0.5


def _negated(older: Claim, newer: Claim, common: Shared) -> Verdict | None:
    """One says what the other denies."""
    a, b = older.statement, newer.statement
    if a.is_negated == b.is_negated or not common.is_one_subject:
        return None
    change = difference(older.words, newer.words)
    is_only_negation = change is not None and all(
        kind in {"negation", "qualifier"} for _, kind in (*change.older, *change.newer)
    )
    if is_only_negation:
        if newer.at.date() > older.at.date() and not a.has_happened:
            return Verdict("closes", 0.7, "the newer denies what the older says")
        return Verdict("conflicts", 0.7, "one denies what the other says")
    if len(common.things | common.names) >= 2 and (a.denies_ever or b.denies_ever):
        return Verdict("conflicts", 0.5, "one says that what the other tells never was")
    return None


def _other_value(older: Claim, newer: Claim, common: Shared, *, is_near: bool) -> Verdict | None:
    """The texts give another value to a matter that has one at a time."""
    if common.has_other_kinds or not (common.is_one_subject or common.objects):
        return None
    change = difference(older.words, newer.words)
    if change is not None:
        if are_rivals(change.older, change.newer):
            return Verdict("closes", 0.65, "the newer says the opposite")
        if _is_value(change, common):
            return Verdict("closes", 0.7, f"the newer has another value: {change}")
    a, b = older.statement, newer.statement
    if b.has_happened:
        return None
    is_short = max(len(older.bag), len(newer.bag)) <= _SHORT
    if is_short and are_rivals(older.bag - newer.bag, newer.bag - older.bag, directions=False):
        return Verdict("closes", 0.6, "the newer says the opposite of a word of the older")
    counted = _other_count(a, b, common, is_near=is_near)
    if counted:
        return counted
    if common.slots & _ROLES and common.things and a.names and b.names - a.names - b.days:
        if any(slots_of_word(thing) & _ROLES or thing in _ROLE_STEMS for thing in common.things):
            return Verdict("closes", 0.55, "another name in the role")
    slots = (common.slots if not is_near else a.slots | b.slots) & _MEASURED
    if slots and (common.objects or common.is_named_alike) and _are_other_values(a, b):
        return Verdict("closes", 0.55, f"another value of: {', '.join(sorted(slots))}")
    return None


def _other_count(a: Statement, b: Statement, common: Shared, *, is_near: bool) -> Verdict | None:
    """Both count one thing, and not the same number of it."""
    for unit, number in a.counts.items():
        other = b.counts.get(unit)
        if other is None or not number.isdisjoint(other):
            continue
        n_signs = len(common.things - {unit}) + common.is_one_subject + is_near
        is_thing = unit not in GENERIC and unit not in _MONEY
        if n_signs >= 2 and (is_thing or common.things - {unit}):
            return Verdict("closes", 0.6, f"the newer counts {_one(other)}, the older {_one(number)}")
    return None


def _one(numbers: frozenset[str]) -> str:
    return min(numbers)


_MONEY = frozenset(stem(word, "en") for word in ["euro", "dollar", "pound", "€", "$", "£", "%", "percent", "hour", "minute", "year", "month", "day", "week"])
_ROLES = frozenset({"role", "superior", "owner"})
_ROLE_STEMS = frozenset(stem(word, "en") for word in SLOTS["role"].replace("*", "").split())
_MEASURED = frozenset({"hours", "price", "time", "contact"})


def _are_other_values(a: Statement, b: Statement) -> bool:
    """Whether both name figures, or else days, and none of them alike."""
    if a.figures and b.figures:
        return a.figures.isdisjoint(b.figures) and not (a.days and a.days & b.days)
    return bool(a.days and b.days) and a.days.isdisjoint(b.days)


def _is_value(change: Difference, common: Shared) -> bool:
    """Whether what differs is a value: figures or times, or a name in a matter of one value."""
    kinds = {kind for _, kind in (*change.older, *change.newer)}
    if kinds <= {"number", "time", "sign", "marker"} and min(kinds, default="") != "marker":
        return change.n_shared >= 2
    is_short = max(len(change.older), len(change.newer)) <= 3
    is_plain = kinds <= {"content", "number", "marker"}
    if not is_short or not is_plain or change.n_shared < 2:
        return False
    if not change.n_before:
        return bool(common.slots & _ROLES)
    slots = SINGLE - {"owner", "residence", "work"}
    return bool(common.slots & slots or common.topics & (_UNIQUE | _LIVES))


_LIVES = frozenset({"live", "liv", "wohn", "wohnt", "lebt", "resid", "work", "arbeite", "жив", "работ"})
_UNIQUE = frozenset(stem(word, "en") for word in ["favourite", "favorite", "default", "main", "current", "primary", "official", "name", "called"])


def _refined(a: Statement, b: Statement, common: Shared) -> Verdict | None:
    n_common = len(common.things | common.names)
    if common.is_one_subject and n_common and len(b.topics) > len(a.topics) and not b.is_added:
        if n_common * 2 >= len(a.topics):
            return Verdict("refines", 0.5, "the newer says more of the same")
    return None


def _speaks_of_the_past(older: Claim, newer: Claim) -> bool:
    """Whether the newer tells of years that were over when the older was said, or both tell of
    different years."""
    before = [int(year) for year in _YEAR.findall(newer.content)]
    return bool(before) and max(before) < older.at.year


def _of_relations(
    older: Claim,
    newer: Claim,
    older_relations: Sequence[Relation],
    newer_relations: Sequence[Relation],
    cardinality: Callable[[str], Cardinality],
) -> Verdict | None:
    """What two read relations of one subject and predicate do to each other."""
    if _asks(older) or _asks(newer) or newer.statement.is_added:
        return None
    for one in older_relations:
        for other in newer_relations:
            if not _is_same(one.subject, other.subject) or one.tense == "past" != other.tense:
                continue
            if stem(normal_form(one.predicate), "en") != stem(normal_form(other.predicate), "en"):
                continue
            is_same_object = _is_same(one.object, other.object)
            if is_same_object and one.is_negated != other.is_negated:
                return Verdict("conflicts", 0.6, f"one denies: {one.predicate} {one.object}")
            if is_same_object or one.is_negated or other.is_negated:
                continue
            if cardinality(one.predicate) == "one":
                reason = f"{one.subject} {one.predicate}: {other.object} instead of {one.object}"
                return Verdict("closes", 0.75, reason)
    return None


def _is_same(one: str, other: str) -> bool:
    return normal_form(one) == normal_form(other)
