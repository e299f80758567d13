"""What of a model's answer becomes a reading? Names that stand in the text, statements with a place.

What the text does not support is dropped later, by those who keep readings (`domain/extraction`);
here everything gets its place in the text, and the speaker's name stands for "I".
"""

from __future__ import annotations

import re
from typing import get_args

from perspective.adapters.extraction.llm.answer import (
    MAX_FACT,
    MAX_ITEMS,
    MAX_NAME,
    Entity,
    Fact,
    Item,
    clean,
    is_true,
    number,
)
from perspective.adapters.extraction.llm.answer import Relation as RelationSaid
from perspective.adapters.extraction.llm.located import Source
from perspective.domain.extraction import reading
from perspective.domain.extraction.reading import Mention, Passage, Reading, Relation
from perspective.domain.graph import EntityKind
from perspective.domain.memory import MemoryType

# How sure a model's word is; it cannot say so itself.
_NAME = 0.8
_RELATION = 0.7
_QUOTED = 0.8
_UNQUOTED = 0.6
_UNRESOLVED = 0.4  # below what is kept by default: nobody knows who "I" is
_KINDS: dict[str, EntityKind] = {
    **{kind: kind for kind in get_args(EntityKind)},
    **dict.fromkeys(("organisation", "company", "org", "team"), "organization"),
    **dict.fromkeys(("location", "city", "country", "gpe", "loc"), "place"),
    **dict.fromkeys(("product", "software", "technology", "language"), "tool"),
    "people": "person",
    "name": "person",
    "per": "person",
    "topic": "concept",
}
_TYPES: dict[str, MemoryType] = {one: one for one in get_args(MemoryType)}
_FIRST_PERSON = frozenset({"i", "me", "myself", "speaker", "the speaker"})
_SOMEBODY = re.compile(r"\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Yy]ou|[Yy]our)\b")
_NO_NAMES = _FIRST_PERSON | frozenset(
    [
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "him",
        "her",
        "us",
        "them",
        "my",
        "your",
        "his",
        "its",
        "our",
        "their",
        "this",
        "that",
        "who",
    ]
)


def reading_of(item: Item, passage: Passage) -> Reading:
    """What a model says of a passage, with places in it."""
    source = Source(passage.content)
    found = [_mention(one, source) for one in (item.entities or ())[:MAX_ITEMS]]
    mentions = {one.start: one for one in found if one is not None}
    relations = [_relation(one, passage, source) for one in (item.relations or ())[:MAX_ITEMS]]
    facts = [_fact(one, source) for one in (item.facts or ())[:MAX_ITEMS]]
    return Reading(
        mentions=tuple(mentions[start] for start in sorted(mentions)),
        relations=tuple(dict.fromkeys(one for one in relations if one is not None)),
        facts=tuple({one.text: one for one in facts if one is not None}.values()),
        memory_type=_TYPES.get(str(item.type).strip().lower()),
        importance=number(item.importance),
    )


def _mention(said: Entity | str, source: Source) -> Mention | None:
    entity = Entity(said) if isinstance(said, str) else said
    name = clean(entity.name, longest=MAX_NAME)
    if name is None or name.lower() in _NO_NAMES:
        return None
    span = source.locate(name)
    if span is None:
        return None
    start, end = span
    kind = _KINDS.get(str(entity.kind).strip().lower(), "other")
    return Mention(
        name=source.content[start:end], start=start, end=end, kind=kind, confidence=_NAME
    )


def _relation(said: RelationSaid, passage: Passage, source: Source) -> Relation | None:
    subject, predicate, object_ = (
        clean(one, longest=MAX_NAME) for one in (said.subject, said.predicate, said.object)
    )
    if subject is None or predicate is None or object_ is None:
        return None
    spans = [span for one in (subject, predicate, object_) if (span := source.locate(one))]
    if not source.content:
        return None
    return Relation(
        subject=_whom(subject, passage),
        predicate=predicate,
        object=_whom(object_, passage),
        start=min((start for start, _ in spans), default=0),
        end=max((end for _, end in spans), default=len(source.content)),
        is_negated=is_true(said.negated),
        confidence=_RELATION,
    )


def _fact(said: Fact | str, source: Source) -> reading.Fact | None:
    fact = Fact(said) if isinstance(said, str) else said
    text = clean(fact.text, longest=MAX_FACT)
    if text is None or not source.content:
        return None
    span = source.locate(fact.quote or text)
    start, end = span or (0, len(source.content))
    confidence = _UNQUOTED if span is None else _QUOTED
    if _SOMEBODY.search(text):
        confidence = _UNRESOLVED
    return reading.Fact(text=text, start=start, end=end, confidence=confidence)


def _whom(name: str, passage: Passage) -> str:
    """The speaker's name for "I"."""
    return passage.speaker if passage.speaker and name.lower() in _FIRST_PERSON else name
