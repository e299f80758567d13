"""Do two statements give different values to a matter that has one value at a time?"""

from __future__ import annotations

from perspective.domain.consolidation.aligned import Difference, difference
from perspective.domain.consolidation.changes_told import is_long
from perspective.domain.consolidation.claim import Claim
from perspective.domain.consolidation.rivals import are_rivals
from perspective.domain.consolidation.subject import Shared
from perspective.domain.consolidation.telling.slots import SINGLE, SLOTS, slots_of_word
from perspective.domain.consolidation.telling.statement import Statement
from perspective.domain.consolidation.verdict import Verdict, is_near
from perspective.domain.consolidation.wording.stems import GENERIC, stem
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import Word


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word, "en") for word in words.replace("*", "").split())


_SHORT = 14  # words of a text that says one thing
_MAX_VALUE = 3  # words
_PLAIN, _LIKELY = 0.7, 0.6
_ROLES = frozenset({"role", "superior", "owner"})
_ROLE_STEMS = _stems(SLOTS["role"])
_MEASURED = frozenset({"hours", "price", "time", "contact"})
_UNIQUE = _stems("favourite favorite default main current primary official name called")
_LIVES = frozenset(listed("live liv wohn wohnt lebt resid work arbeite жив работ"))
_UNITS = _stems("euro dollar pound € $ £ % percent hour minute year month day week")


def other_value(older: Claim, newer: Claim, common: Shared, cosine: float | None) -> Verdict | None:
    """A closing, if the newer gives another value without telling a change."""
    if common.has_other_kinds or not (common.is_one_subject or common.things):
        return None
    change = difference(older.words, newer.words)
    if change is not None:
        if are_rivals(change.older, change.newer):
            return Verdict("closes", 0.65, "the newer says the opposite")
        if _is_value(change, common, older.named | newer.named):
            confidence = _PLAIN if _is_plain(change, common) else _LIKELY
            return Verdict("closes", confidence, f"the newer has another value: {change}")
    a, b = older.statement, newer.statement
    if b.has_happened or not (common.is_one_subject or common.objects):
        return None
    is_short = max(len(older.bag), len(newer.bag)) <= _SHORT
    if is_short and are_rivals(older.bag - newer.bag, newer.bag - older.bag, directions=False):
        return Verdict("closes", 0.6, "the newer says the opposite of a word of the older")
    if a.names - b.names - a.days and b.names - a.names - b.days and a.figures != b.figures:
        return None  # each has its own number
    return (
        _other_count(a, b, common, cosine)
        or _other_name(a, b, common)
        or _other_measure(a, b, common, cosine)
    )


def _is_value(change: Difference, common: Shared, named: frozenset[str]) -> bool:
    """Whether what differs is a value: figures or times, or a word in a matter of one value."""
    kinds = {kind for _, kind in (*change.older, *change.newer)}
    if change.n_shared < 2 or not change.older or not change.newer:
        return False  # what only one says is said more
    if not _is_one_value(change.older, named) or not _is_one_value(change.newer, named):
        return False
    if kinds <= {"number", "time", "sign", "marker"} and kinds != {"marker"}:
        return True
    is_short = max(len(change.older), len(change.newer)) <= _MAX_VALUE
    if not is_short or not kinds <= {"content", "number", "marker"}:
        return False
    if not change.n_before:
        return bool(common.slots & _ROLES)
    slots = SINGLE - {"owner", "residence", "work"}
    return bool(common.slots & slots or common.topics & (_UNIQUE | _LIVES))


def _is_one_value(side: tuple[Word, ...], named: frozenset[str]) -> bool:
    """Whether it is a number, a word or a name, and not a thing with its value ("Tim, 5")."""
    content = [word for word, kind in side if kind == "content"]
    has_number = any(kind in {"number", "time"} for _, kind in side)
    if content and has_number:
        return False
    return len(content) < 2 or named.issuperset(content)


def _is_plain(change: Difference, common: Shared) -> bool:
    """Whether one can only be instead of the other: not a land and a town in it."""
    kinds = {kind for _, kind in (*change.older, *change.newer)}
    return "content" not in kinds or not common.topics & _LIVES or bool(common.slots & _ROLES)


def _other_count(
    a: Statement, b: Statement, common: Shared, cosine: float | None
) -> Verdict | None:
    """Both count one thing, and not the same number of it."""
    near = is_near(cosine)
    for unit, numbers in a.counts.items():
        others = b.counts.get(unit)
        if others is None or not numbers.isdisjoint(others):
            continue
        things = common.things - {unit}
        if is_long(a, b) and (not near or len(things) < 2):
            continue
        is_thing = unit not in GENERIC and unit not in _UNITS
        if len(things) + common.is_one_subject + near >= 2 and (is_thing or things):
            reason = f"the newer counts {min(others)}, the older {min(numbers)}"
            return Verdict("closes", 0.6, reason)
    return None


def _other_name(a: Statement, b: Statement, common: Shared) -> Verdict | None:
    """Both name who has a role, and the newer somebody else."""
    roles = [t for t in common.things if t in _ROLE_STEMS or slots_of_word(t) & _ROLES]
    if common.slots & _ROLES and roles and a.names and b.names - a.names - b.days:
        return Verdict("closes", 0.55, f"the newer has another name in a role: {min(roles)}")
    return None


def _other_measure(
    a: Statement, b: Statement, common: Shared, cosine: float | None
) -> Verdict | None:
    """Both give hours, a price, a day or a number of one thing, and none of them alike."""
    near = is_near(cosine)
    slots = ((a.slots | b.slots) if near else common.slots) & _MEASURED
    if is_long(a, b) or not slots or not (common.objects or common.is_named_alike):
        return None
    if a.figures and b.figures:
        is_other = a.figures.isdisjoint(b.figures) and not a.days & b.days
    else:
        is_other = bool(a.days and b.days) and a.days.isdisjoint(b.days)
    return (
        Verdict("closes", 0.55, f"another value of: {', '.join(sorted(slots))}")
        if is_other
        else None
    )
