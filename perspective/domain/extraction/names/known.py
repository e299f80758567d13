"""What is known of an entity when a name is to be resolved, and under which keys is it found?

Everything can be read from a database: names with counts, words of the context. `keys_of` bounds
what is compared: only entities that share a key with a name can be it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec

from perspective.domain.extraction.names.naming import Name, as_meant, take_apart
from perspective.domain.extraction.names.sounding import Likeness, sound_keys
from perspective.domain.extraction.names.stated import stated_aliases
from perspective.domain.graph import EntityKind
from perspective.domain.text.normal import normal_form

_HEBREW = ("\u05d0", "\u05ea")
_N_LEADING = 3
_N_STEM = 5
_MAX_WORDS = 200
_MAX_CACHED = 4_096


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A name as it was said. `words` are the words of its sentence that carry meaning."""

    name: str
    kind: EntityKind = "other"
    sentence: str = ""
    words: frozenset[str] = frozenset()

    @property
    def meant(self) -> str:
        """The name as its sentence means it."""
        return as_meant(self.name, self.sentence)


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """An entity. `names` are normal forms that it was called by with their counts, `aliases` those
    that were stated, `refused` those that were split off, `words` words told beside it."""

    id: str
    name: str
    kind: EntityKind = "other"
    names: Mapping[str, int] = {}
    aliases: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()

    @property
    def parts(self) -> tuple[Name, ...]:
        """Its own name, then the others and the aliases, taken apart; those that have words."""
        return _parts(self.name, tuple(self.names), self.aliases, self.kind)


@functools.lru_cache(_MAX_CACHED)
def _parts(
    name: str, names: tuple[str, ...], aliases: frozenset[str], kind: EntityKind
) -> tuple[Name, ...]:
    taken = (
        take_apart(one, kind)
        for one in dict.fromkeys((normal_form(name), *names, *sorted(aliases)))
    )
    return tuple(one for one in taken if one.words)


def begun(entity_id: str, said: Said) -> Known:
    """A new entity of a name."""
    return told(Known(id=entity_id, name=said.meant, kind=said.kind), said)


def aliases_told(said: Said) -> frozenset[str]:
    """Normal forms of the other names that its sentence gives to the name."""
    found = stated_aliases(said.sentence, said.name, said.kind)
    return frozenset(normal_form(alias) for alias in found)


def told(entity: Known, said: Said, *, as_alias: bool = False) -> Known:
    """The entity after it was called so once more; a person's fuller name becomes the own one."""
    normal = normal_form(said.meant)
    names = {**entity.names, normal: entity.names.get(normal, 0) + 1}
    fuller = _n_whole(said.meant, said.kind) > _n_whole(entity.name, entity.kind)
    new = sorted({stem(word) for word in said.words} - entity.words)
    return msgspec.structs.replace(
        entity,
        name=said.meant if fuller and said.kind == "person" else entity.name,
        kind=said.kind if entity.kind == "other" else entity.kind,
        names=names,
        aliases=entity.aliases | ({normal} if as_alias else set()) | aliases_told(said),
        words=entity.words.union(new[: max(0, _MAX_WORDS - len(entity.words))]),
    )


def _n_whole(name: str, kind: EntityKind) -> int:
    parts = take_apart(name, kind)
    if parts.is_eastern:
        return min(2, len(parts.words[0]))  # a family's name and another in one run
    return len(parts.words) - len(parts.initials)


def split_off(entity: Known, name: str) -> Known:
    """The entity without one of its names, which it will not take again."""
    normal = normal_form(name)
    return msgspec.structs.replace(
        entity,
        names={one: n for one, n in entity.names.items() if one != normal},
        aliases=entity.aliases - {normal},
        refused=entity.refused | {normal},
    )


def stem(word: str) -> str:
    """The first five letters: words of the context are compared without their endings."""
    return word[:_N_STEM]


def keys_told(said: Said, likeness: Likeness | None = None) -> tuple[str, ...]:
    """The keys under which an entity is filed once it was called so: those of the aliases too."""
    names = (said.name, *sorted(aliases_told(said)))
    return tuple(sorted({key for name in names for key in keys_of(name, said.kind, likeness)}))


def keys_of(
    name: str, kind: EntityKind = "other", likeness: Likeness | None = None
) -> tuple[str, ...]:
    """The keys under which an entity of this name is filed and looked up: each word and its first
    letters, the words joined, the acronym, the ends of a name in Han or hangul and, with a
    `likeness`, how each word sounds and what a person's may be short for."""
    parts = take_apart(name, kind)
    keys = {f"={parts.normal}", f"={parts.joined}"}
    for word, variants in zip(parts.words, parts.variants, strict=True):
        keys.update(f"={variant}" for variant in variants)
        keys.add(f"^{word[:_N_LEADING]}")
        if _HEBREW[0] <= word[0] <= _HEBREW[1]:
            keys.add(f"^{word[:2]}")  # ארה"ב has two letters of its first word
    keys.update(f"={acronym}" for acronym in parts.acronyms)
    if parts.place:
        keys.add(f"§{parts.place}")
    if parts.is_eastern:
        word = parts.words[0]
        keys.update(f"={end}" for end in (word[:1], word[:2], word[-2:], word[-1:]))
    if likeness:
        keys |= sound_keys(likeness, parts)
        if kind in ("person", "other"):
            keys.update(f"={full}" for word in parts.words for full in likeness.given_names(word))
    return tuple(sorted(keys))
