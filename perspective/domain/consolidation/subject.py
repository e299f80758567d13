"""Do two statements speak of one subject, and what do both speak of?"""

from __future__ import annotations

import msgspec

from perspective.domain.consolidation.claim import Claim
from perspective.domain.consolidation.telling.slots import slots_of_word
from perspective.domain.consolidation.telling.statement import Statement
from perspective.domain.consolidation.wording.stems import GENERIC, WEAK, stem
from perspective.domain.consolidation.wording.vocabulary import listed

_UNSPACED = frozenset({"zh", "ja"})
_PARTNERS = frozenset(
    listed(
        "wife husband girlfriend boyfriend twin friend freund freundin nachbar муж жена друг подруга 老公 老婆 朋友"
    )
)
_ALIKE = 4  # letters that two forms of an inflected name share at least


class Shared(msgspec.Struct, frozen=True):
    """What two statements have in common: matters, topics that are things, names.

    `objects` are things that name no matter. `is_one_subject`: they share a name, or both speak of
    their speaker; `is_named_alike`: one name is the subject of both. `has_other_kinds`: a
    thing of both is of another kind in each (the staging and the production server).
    """

    slots: frozenset[str]
    topics: frozenset[str]
    things: frozenset[str]
    objects: frozenset[str]
    names: frozenset[str]
    is_one_subject: bool
    is_named_alike: bool
    is_other_subject: bool
    has_other_kinds: bool


def shared(older: Claim, newer: Claim) -> Shared:
    """What both claims speak of."""
    a, b = older.statement, newer.statement
    language = newer.words.language or "en"
    topics = frozenset(a.topics) & frozenset(b.topics)
    others = {topic for topic in topics if _is_other_kind(a, b, topic)}
    dropped = frozenset() if language in _UNSPACED else others
    leading = {stem(a.starts_with, language)} & {stem(b.starts_with, language)}
    if a.lead and b.lead and a.lead == b.lead:
        leading |= {a.lead}
    name_stems = {stem(name, language) for name in a.names & b.names} | leading
    names = frozenset(topic for topic in topics if topic in name_stems)
    is_self = _speaks_of_itself(older, newer) and _speaks_of_itself(newer, older)
    subjects = (a.lead_names & b.lead_names) | leading
    things = frozenset(
        topic
        for topic in topics - dropped - subjects
        if not topic[0].isdigit() and topic not in WEAK
    )
    if language in _UNSPACED:
        things = frozenset(sorted(things)[::2])  # pairs of signs overlap
    return Shared(
        slots=a.slots & b.slots,
        topics=topics,
        things=things,
        objects=frozenset(thing for thing in things if not slots_of_word(thing)),
        names=names,
        is_one_subject=is_self or bool(names),
        is_named_alike=bool(names & subjects) and not (a.is_possessed or b.is_possessed),
        is_other_subject=bool(others & a.opening & b.opening) or _is_other(older, newer, topics),
        has_other_kinds=bool(others),
    )


def _speaks_of_itself(one: Claim, other: Claim) -> bool:
    """Whether a text is about who said it, who also said the other: it says I, or names nobody."""
    if one.speaker != other.speaker:
        return False
    return one.statement.is_self or (one.speaker is not None and one.statement.is_elided)


def _is_other_kind(a: Statement, b: Statement, topic: str) -> bool:
    one, other = a.topics[topic], b.topics[topic]
    return bool(
        one and other and one != other
        and one not in GENERIC and other not in GENERIC
        and one not in b.topics and other not in a.topics
    )  # fmt: skip


def _is_other(older: Claim, newer: Claim, topics: frozenset[str]) -> bool:
    """Whether they are certainly of two subjects: two speakers of themselves, two full names that
    share a part, a relative of one, names that differ and nothing else in common."""
    a, b = older.statement, newer.statement
    if (
        a.is_self
        and b.is_self
        and older.speaker
        and newer.speaker
        and older.speaker != newer.speaker
    ):
        return True
    if any(_is_near_name(one, other) for one in a.full_names for other in b.full_names):
        return True
    spared = _PARTNERS if "relationship" in a.slots & b.slots else frozenset[str]()
    if any(
        relative not in (other.text if newer.words.language in _UNSPACED else other.words_in)
        for one, other in ((a, b), (b, a))
        for relative in one.relatives - spared
    ):
        return True
    if (
        a.lead_name
        and b.lead_name
        and not _is_named(a.lead_name, b)
        and not _is_named(b.lead_name, a)
    ):
        return not topics - {stem(a.lead_name, "en"), stem(b.lead_name, "en")}
    return False


def _is_named(name: str, other: Statement) -> bool:
    return any(name[:_ALIKE] == word[:_ALIKE] for word in other.names | other.words_in)


def _is_near_name(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names share a part and differ in another: Martin Cole and Martin Kohl."""
    first, second = set(one), set(other)
    return bool(first & second) and bool(first - second) and bool(second - first)
