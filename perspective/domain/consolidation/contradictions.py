"""Does the newer of two statements replace the older, contradict it, say more, or leave it alone?

An older statement is closed only if it is a state (what happened once has no end), both are of one
subject and one matter, and the newer tells a change or another value of a matter that has one.
Silence is better than a wrong closing.

**Source** engine design, consolidation, phase 5; measured with `python -m tests.bench.contradictions`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from perspective.domain.consolidation.aligned import difference
from perspective.domain.consolidation.beside.apart import are_apart
from perspective.domain.consolidation.beside.conditions import have_other_conditions, is_state
from perspective.domain.consolidation.cardinality import Cardinality
from perspective.domain.consolidation.changes_told import told_change
from perspective.domain.consolidation.claim import Claim
from perspective.domain.consolidation.subject import Shared, shared
from perspective.domain.consolidation.telling.statement import Statement
from perspective.domain.consolidation.values import other_value
from perspective.domain.consolidation.verdict import Verdict
from perspective.domain.consolidation.wording.stems import stem
from perspective.domain.extraction.reading import Relation
from perspective.domain.text.normal import normal_form

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NO_MORE = re.compile(
    r"no longer|any ?more|any longer|stopped|nicht mehr|kein\w* .*mehr|больше не|уже не|不再|ne .*plus|ya no"
)
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
    if older.hash == newer.hash or older.statement.is_question or newer.statement.is_question:
        return _NOTHING
    verdict = _of_texts(older, newer, cosine)
    if cardinality is not None and verdict.effect in {"none", "refines"}:
        related = _of_relations(newer, older_relations, newer_relations, cardinality)
        verdict = related or verdict
    if verdict.effect == "closes" and newer.at < older.at:
        return Verdict("conflicts", verdict.confidence, f"{verdict.reason}, but was said before")
    return verdict


def _of_texts(older: Claim, newer: Claim, cosine: float | None) -> Verdict:
    a, b = older.statement, newer.statement
    common = shared(older, newer)
    if common.is_other_subject or _speaks_of_the_past(older, newer):
        return _NOTHING
    if b.is_unreal or are_apart(older, newer):
        return _NOTHING
    has_other_conditions = have_other_conditions(older, newer)
    may_close = _is_state(a, common) and not b.is_added
    told = told_change(a, b, common, cosine) if may_close else None
    if has_other_conditions:
        return told if told is not None and not is_state(b.changed) else _NOTHING
    return (
        told
        or _denied(older, newer, common)
        or (other_value(older, newer, common, cosine) if may_close else None)
        or _refined(a, b, common)
        or _NOTHING
    )


def _is_state(a: Statement, common: Shared) -> bool:
    """Whether the older tells something that goes on, of what both speak of."""
    if a.states is not None:
        return bool(a.states & common.things) or not common.things
    return not a.has_happened or a.is_established


def _speaks_of_the_past(older: Claim, newer: Claim) -> bool:
    """Whether the newer names only years that were over when the older was said."""
    years = [int(year) for year in _YEAR.findall(newer.statement.text)]
    return bool(years) and max(years) < older.at.year


def _denied(older: Claim, newer: Claim, common: Shared) -> Verdict | None:
    """One says what the other denies."""
    a, b = older.statement, newer.statement
    if a.is_negated == b.is_negated or not common.is_one_subject:
        return None
    if (a if b.is_negated else b).has_happened and _NO_MORE.search((a if a.is_negated else b).text):
        return None  # worked, and no longer works
    if _denies_the_same(older, newer):
        if newer.at.date() > older.at.date() and not a.has_happened:
            return Verdict("closes", 0.7, "the newer denies what the older says")
        return Verdict("conflicts", 0.7, "one denies what the other says")
    if len(common.things | common.names) >= 2 and (a.denies_ever or b.denies_ever):
        return Verdict("conflicts", 0.5, "one says that what the other tells never was")
    return None


def _denies_the_same(older: Claim, newer: Claim) -> bool:
    """Whether the texts differ in nothing but a negation and the forms of words."""
    change = difference(older.words, newer.words)
    if change is None:
        return False
    language = newer.words.language or "en"
    one, other = (
        [stem(word, language) for word, kind in side if kind not in {"negation", "qualifier"}]
        for side in (change.older, change.newer)
    )
    return one == other


def _refined(a: Statement, b: Statement, common: Shared) -> Verdict | None:
    n_common = len(common.things | common.names)
    is_more = len(b.topics) > len(a.topics) and not b.is_added
    if common.is_one_subject and is_more and n_common and n_common * 2 >= len(a.topics):
        return Verdict("refines", 0.5, "the newer says more of the same")
    return None


def _of_relations(
    newer: Claim,
    older_relations: Sequence[Relation],
    newer_relations: Sequence[Relation],
    cardinality: Callable[[str], Cardinality],
) -> Verdict | None:
    """What two relations of one subject and predicate do to each other, if any do."""
    for one in older_relations:
        for other in newer_relations:
            if not _is_same(one.subject, other.subject) or "past" in {one.tense, other.tense}:
                continue
            if stem(normal_form(one.predicate), "en") != stem(normal_form(other.predicate), "en"):
                continue
            is_same_object = _is_same(one.object, other.object)
            if is_same_object and one.is_negated != other.is_negated:
                return Verdict("conflicts", 0.6, f"one denies: {one.predicate} {one.object}")
            if is_same_object or one.is_negated or other.is_negated or newer.statement.is_added:
                continue
            if cardinality(one.predicate) == "one":
                reason = f"{one.subject} {one.predicate}: {other.object} instead of {one.object}"
                return Verdict("closes", 0.75, reason)
    return None


def _is_same(one: str, other: str) -> bool:
    return normal_form(one) == normal_form(other)
