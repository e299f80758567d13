"""Whom does a memory mean by a name? The entities that may be meant, as the records know them.

What is known of an entity is read from the memories that mention it, as they stand: so an edit or an
erasure takes its part of that knowledge with it.
"""

from __future__ import annotations

from perspective.domain.extraction.names.known import (
    Known,
    Said,
    aliases_told,
    keys_of,
    keys_told,
    stem,
    told,
)
from perspective.domain.extraction.names.resolution import resolve
from perspective.domain.extraction.names.sounding import Likeness
from perspective.domain.extraction.reading import Mention, Passage
from perspective.domain.graph import Entity
from perspective.domain.text.normal import normal_form
from perspective.ports.analyzer import Analyzer
from perspective.ports.transaction import EntityKeys, RecordTransaction
from perspective.services.entities.entities import Entities

_N_MEMORIES = 8  # of an entity are read to know it
_MAX_CHARS = 400  # of each of them, and of the sentence around a name


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
        self._here: dict[str, Known] = {}  # those that this memory has named already

    def meant(self, mention: Mention, passage: Passage) -> tuple[Entity, str, bool]:
        """The entity, made if there is none yet; the name that its sentence means; and whether the
        text states that it is called so."""
        sentence = _around(passage.content, mention)
        words = frozenset(self._analyzer.query_terms(sentence))
        said = Said(name=mention.name, kind=mention.kind, sentence=sentence, words=words)
        keys = keys_of(said.name, said.kind, self._likeness)
        found = {one.id: one for one in self._tx.entities_under(keys)}
        if (exact := self._tx.entity(normal_form(said.meant))) is not None:
            found[exact.id] = exact
        beside = [one for one in self._here if one not in found]
        found |= {one.id: one for one in self._tx.entities(beside)}
        known = [self._known(one) for one in found.values()]
        resolved = resolve(said, known, self._likeness)
        if resolved.entity is None:
            entity = self._entities.begun(said.meant, said.kind)
        else:
            entity = found[resolved.entity]
        is_stated = resolved.how == "stated"
        filed = keys_told(said, self._likeness)
        self._tx.add(EntityKeys(entity.id, self._memory_id, filed))
        self._here[entity.id] = told(self._known(entity), said, as_alias=is_stated)
        return entity, said.meant, is_stated

    def _known(self, entity: Entity) -> Known:
        if entity.id in self._here:
            return self._here[entity.id]
        names: dict[str, int] = {}
        aliases = set(entity.aliases)
        words: set[str] = set()
        for one in self._tx.called(entity.id, limit=_N_MEMORIES):
            normal = normal_form(one.name)
            names[normal] = names.get(normal, 0) + 1
            if one.is_stated:
                aliases.add(normal)
            aliases |= aliases_told(Said(name=one.name, kind=entity.kind, sentence=one.content))
            words |= {stem(word) for word in self._analyzer.query_terms(one.content[:_MAX_CHARS])}
        return Known(
            id=entity.id,
            name=entity.name,
            kind=entity.kind,
            names=names,
            aliases=frozenset(aliases),
            words=frozenset(words),
        )


def _around(content: str, mention: Mention) -> str:
    """The text around a name, without what is far from it."""
    start = max(0, mention.start - _MAX_CHARS // 2)
    return content[start : mention.end + _MAX_CHARS // 2]
