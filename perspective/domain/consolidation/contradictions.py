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
from perspective.domain.consolidation.slots import ADDS_UP, SINGLE
from perspective.domain.consolidation.statement import Statement
from perspective.domain.consolidation.stems import stem
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
    if older.hash == newer.hash or newer.words.is_question or older.words.is_question:
        return _NOTHING
    a, b = older.statement, newer.statement
    common = shared(older, newer)
    if common.is_other_subject or _speaks_of_the_past(older, newer):
        return _NOTHING
    is_state = not a.has_happened or a.is_established
    if is_state and not b.is_added:
        turned = _change(a, b, common, cosine)
        if turned is not None:
            return turned
    return (
        _negated(older, newer, common)
        or (_other_value(older, newer, common) if is_state and not b.is_added else None)
        or _refined(a, b, common)
        or _NOTHING
    )


def _change(a: Statement, b: Statement, common: Shared, cosine: float | None) -> Verdict | None:
    """The newer tells that something is otherwise, of what the older says."""
    changed = sorted(b.changed - a.changed, key=len, reverse=True)
    if not changed:
        return None
    only_formerly = all(_FORMERLY.search(word) for word in changed)
    slots = common.slots - ADDS_UP
    if not common.things and (only_formerly or not slots or not common.is_one_subject):
        return None
    if not (common.is_one_subject or common.things):
        return None
    n_signs = bool(common.things) + bool(slots) + common.is_one_subject
    confidence = 0.55 + 0.1 * n_signs + 0.05 * min(len(changed) - 1, 1)
    if cosine is not None and cosine < _FAR and n_signs < 2:
        return None
    matter = ", ".join(sorted(slots)) or ", ".join(sorted(common.things))
    return Verdict("closes", confidence, f"the newer tells a change (“{changed[0]}”) of: {matter}")


_FAR = 0.1


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


def _other_value(older: Claim, newer: Claim, common: Shared) -> Verdict | None:
    """The texts give another value to a matter that has one at a time."""
    if common.has_other_kinds or not (common.is_one_subject or common.things):
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
    for unit, number in a.counts.items():
        other = b.counts.get(unit)
        if other not in {None, number} and len(common.things - {unit}) >= 1:
            return Verdict("closes", 0.6, f"the newer counts {other} where the older has {number}")
    slots = common.slots & SINGLE
    if slots and (common.things or common.names) and a.values and b.values:
        if a.values.isdisjoint(b.values) and common.slots & {"hours", "price", "time", "contact"}:
            return Verdict("closes", 0.55, f"another value of: {', '.join(sorted(slots))}")
    return None


def _is_value(change: Difference, common: Shared) -> bool:
    """Whether what differs is a value: figures or times, or a name in a matter of one value."""
    kinds = {kind for _, kind in (*change.older, *change.newer)}
    if kinds <= {"number", "time", "sign", "marker"} and min(kinds, default="") != "marker":
        return change.n_shared >= 2
    is_short = max(len(change.older), len(change.newer)) <= 3
    is_plain = kinds <= {"content", "number", "marker"}
    return (
        is_short and is_plain and change.n_shared >= 2 and bool(common.slots & SINGLE - {"owner"})
    )


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
    if older.words.is_question or newer.words.is_question or newer.statement.is_added:
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
