"""How many objects does a predicate have for one subject at a time, one or many?

A declared table wins; else the data tell: a predicate of one value has objects that follow each
other (one's end is the next one's beginning, or only one is open), of many values several at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

import msgspec

from perspective.domain.text.normal import normal_form

Cardinality = Literal["one", "many", "unknown"]

MIN_SUBJECTS = 3  # with more than one object, before the data are believed
MAX_TOGETHER = 0.1  # the share of subjects that may have two objects at once by mistake

_ONE = (
    "is called|is named|was born in|was born on|lives in|lives at|resides in|is married to|works at|works for|reports to|"
    "is owned by|is located in|is due on|costs|weighs|is aged|turns|has the number|has the address|is headquartered in|"
    "wohnt in|lebt in|heißt|arbeitet bei|ist verheiratet mit|kostet|住在|叫|живёт в|живет в|зовут|работает в|habite à|vive en"
)
_MANY = (
    "likes|loves|hates|enjoys|knows|speaks|visited|has visited|owns|has|plays|reads|read|watched|is allergic to|"
    "is friends with|met|wrote|supports|uses|eats|drinks|wants|mag|liebt|kennt|spricht|hat|spielt|喜欢|会说|认识|любит|знает|говорит на"
)
DECLARED: Mapping[str, Cardinality] = {
    **{normal_form(one): "one" for one in _ONE.split("|")},
    **{normal_form(many): "many" for many in _MANY.split("|")},
}


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A subject had an object from a time to another; None is open. Times are aware."""

    subject: str
    predicate: str
    object: str
    valid_from: datetime | None = None
    valid_to: datetime | None = None


def cardinality_of(
    predicate: str, held: Iterable[Held], declared: Mapping[str, Cardinality] = DECLARED
) -> Cardinality:
    """Whether the predicate holds one value or many; unknown when too few subjects tell."""
    return learned(held, declared).get(normal_form(predicate)) or declared.get(
        normal_form(predicate), "unknown"
    )


def learned(
    held: Iterable[Held], declared: Mapping[str, Cardinality] = DECLARED
) -> dict[str, Cardinality]:
    """The cardinality of each predicate that the table or the data tell, by its normal form.

    A subject with several objects of which no two hold at once speaks for one value, a subject
    with two at once for many.
    """
    rows: dict[str, dict[str, list[Held]]] = defaultdict(lambda: defaultdict(list))
    for one in held:
        rows[normal_form(one.predicate)][normal_form(one.subject)].append(one)
    found: dict[str, Cardinality] = {}
    for predicate, subjects in rows.items():
        if predicate in declared:
            found[predicate] = declared[predicate]
            continue
        telling = [row for row in subjects.values() if len(_objects(row)) > 1]
        if len(telling) < MIN_SUBJECTS:
            continue
        n_together = sum(_at_once(row) for row in telling)
        found[predicate] = "one" if n_together <= MAX_TOGETHER * len(telling) else "many"
    return found


def _objects(row: list[Held]) -> set[str]:
    return {normal_form(one.object) for one in row}


def _at_once(row: list[Held]) -> bool:
    """Whether two different objects hold at one time. Sorted by their beginnings, one that begins
    before the latest end so far overlaps."""
    spans = [one for one in row if one.valid_from is None]
    spans += sorted(
        (one for one in row if one.valid_from is not None),
        key=lambda one: (one.valid_from, one.object),
    )
    ends: dict[str, datetime | None] = {}
    for one in spans:
        name = normal_form(one.object)
        for other, end in ends.items():
            if other != name and (end is None or one.valid_from is None or one.valid_from < end):
                return True
        if name not in ends or (ends[name] is not None and _later(one.valid_to, ends[name])):
            ends[name] = one.valid_to
    return False


def _later(end: datetime | None, than: datetime | None) -> bool:
    return end is None or (than is not None and end > than)
