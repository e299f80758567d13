"""Whom does a memory mean by a name? The entities that may be meant, as the records know them.

What is known of an entity is read from the memories that mention it, as they stand: so an edit or an
erasure takes its part of that knowledge with it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from perspective.domain.extraction.merger import SPLIT_FROM, merged_into
from perspective.domain.extraction.names.known import (
    Known,
    Said,
    keys_of,
    keys_told,
    stem,
    told,
)
from perspective.domain.extraction.names.resolution import resolve
from perspective.domain.extraction.names.sounding import Likeness
from perspective.domain.extraction.names.stated import stated_aliases
from perspective.domain.extraction.reading import Mention, Passage
from perspective.domain.graph import Entity
from perspective.domain.text.normal import normal_form
from perspective.ports.analyzer import Analyzer
from perspective.ports.transaction import EntityKeys, RecordTransaction
from perspective.services.entities.entities import Entities

_N_MEMORIES = 8  # of an entity are read to know it
_MAX_TERMS = 60  # of each of them
_MAX_CHARS = 400  # of the text around a name


class Whom:
    """Finds the entities of one memory's names, within its transaction."""

    def __init__(
        self,
        tx: RecordTransaction,
        entities: Entities,
        analyzer: Analyzer,
        likeness: Likeness,
        memory_id: str,
    ) -> None:
        self._tx = tx
        self._entities = entities
        self._analyzer = analyzer
        self._likeness = likeness
        self._memory_id = memory_id
        self._read: dict[str, frozenset[str]] = {}
        self._here: dict[str, Known] = {}  # those that this memory has named already

    def meant(self, mention: Mention, passage: Passage) -> tuple[Entity, dict[str, bool]]:
        """The entity, made if there is none yet; and the names that its sentence gives to it, with
        whether the text states that it is called so."""
        sentence = _around(passage.content, mention)
        words = self._words(sentence)
        said = Said(name=mention.name, kind=mention.kind, sentence=sentence, words=words)
        keys = keys_of(said.name, said.kind, self._likeness)
        found = {one.id: one for one in self._tx.entities_under(keys)}
        if (exact := self._tx.entity(normal_form(said.meant))) is not None:
            found[exact.id] = exact
        beside = [one for one in self._here if one not in found]
        found |= {one.id: one for one in self._tx.entities(beside)}
        apart = list(found.values())
        found = {one.id: one for one in map(self._top, apart)}
        is_stated = False
        if (pinned := self._pinned(said)) is not None:
            entity = pinned
        else:
            known = [self._known(one, apart) for one in found.values()]
            resolved = resolve(said, known, self._likeness)
            is_stated = resolved.how == "stated"
            if resolved.entity is None:
                entity = self._entities.begun(said.meant, said.kind)
            else:
                entity = self._member(found[resolved.entity], normal_form(said.meant))
        filed = keys_told(said, self._likeness)
        self._tx.add(EntityKeys(entity.id, self._memory_id, filed))
        top = self._top(entity)
        self._here[top.id] = told(self._known(top, apart), said, as_alias=is_stated)
        aliases = stated_aliases(said.sentence, said.name, said.kind)
        return entity, {**dict.fromkeys(aliases, True), said.meant: is_stated}

    def _words(self, sentence: str) -> frozenset[str]:
        """The words of the text around a name; a short text is all around each of its names."""
        if sentence not in self._read:
            self._read[sentence] = frozenset(self._analyzer.query_terms(sentence))
        return self._read[sentence]

    def _pinned(self, said: Said) -> Entity | None:
        """The entity that a person said this memory means by the name."""
        normal = normal_form(said.meant)
        for one in self._tx.entities_under((pin_of(self._memory_id),)):
            if normal == one.normal_name or normal in self._names(one):
                return one
        return None

    def _top(self, entity: Entity) -> Entity:
        """The entity as which this one is shown."""
        seen = {entity.id}
        while (into := merged_into(entity)) is not None and into not in seen:
            seen.add(into)
            above = self._tx.entities([into])
            if not above:
                break
            entity = above[0]
        return entity

    def _member(self, top: Entity, normal: str) -> Entity:
        """Of those that are shown as one the entity that has this name."""
        members = group(self._tx, top)
        by_name = [one for one in members if one.normal_name == normal]
        by_call = (one for one in members if normal in self._names(one))
        return next(iter(by_name), None) or next(by_call, top)

    def _names(self, entity: Entity) -> set[str]:
        return {normal_form(one.name) for one in self._tx.called(entity.id, limit=_N_MEMORIES)}

    def _known(self, top: Entity, beside: Sequence[Entity] = ()) -> Known:
        """What is known of an entity and of those that were merged into it; names of what was split
        off, if that is beside it, it does not take again."""
        if top.id in self._here:
            return self._here[top.id]
        known: Known | None = None
        for entity in group(self._tx, top):
            one = self._known_alone(entity)
            if known is None:
                known = one
                continue
            names = {**known.names}
            for name, n_times in one.names.items():
                names[name] = names.get(name, 0) + n_times
            known = msgspec.structs.replace(
                known,
                names=names,
                aliases=known.aliases | one.aliases | {entity.normal_name},
                words=known.words | one.words,
            )
        assert known is not None
        refused = {one.normal_name for one in beside if one.extra.get(SPLIT_FROM) == top.id} - {
            top.normal_name
        }
        return msgspec.structs.replace(known, refused=frozenset(refused))

    def _known_alone(self, entity: Entity) -> Known:
        names: dict[str, int] = {}
        aliases = set(entity.aliases)
        words: set[str] = set()
        for one in self._tx.called(entity.id, limit=_N_MEMORIES):
            normal = normal_form(one.name)
            names[normal] = names.get(normal, 0) + 1
            if one.is_stated:
                aliases.add(normal)
            words |= set(map(stem, one.terms.split(maxsplit=_MAX_TERMS)[:_MAX_TERMS]))
        return Known(
            id=entity.id,
            name=entity.name,
            kind=entity.kind,
            names=names,
            aliases=frozenset(aliases),
            words=frozenset(words),
        )


def pin_of(memory_id: str) -> str:
    """The key under which an entity is filed that a person said a memory means."""
    return f"memory:{memory_id}"


def group(tx: RecordTransaction, top: Entity) -> list[Entity]:
    """The entity and all that were merged into it, at whatever remove."""
    found = [top]
    for one in found:  # grows while it is walked
        found += [new for new in tx.merged(one.id) if all(new.id != had.id for had in found)]
    return found


def _around(content: str, mention: Mention) -> str:
    """The text around a name, without what is far from it."""
    if len(content) <= _MAX_CHARS:
        return content
    start = max(0, mention.start - _MAX_CHARS // 2)
    return content[start : mention.end + _MAX_CHARS // 2]
