"""A few names told one after another: which of them are one entity's?"""

from __future__ import annotations

from collections.abc import Sequence

from perspective.adapters.language.likeness import NameLikeness
from perspective.domain.extraction.names.known import Known, Said, begun, told
from perspective.domain.extraction.names.resolution import resolve
from perspective.domain.graph import EntityKind

LIKENESS = NameLikeness()


def said(name: str, kind: EntityKind = "person", sentence: str = "") -> Said:
    """A name in its sentence, whose longer words are its context."""
    words = frozenset(word.strip(".,;:") for word in sentence.casefold().split())
    return Said(
        name=name,
        kind=kind,
        sentence=sentence or name,
        words=frozenset(word for word in words if len(word) > 3),
    )


def entities_of(names: Sequence[str | tuple[str, str]], kind: EntityKind = "person") -> list[int]:
    """The number of the entity that each name is given to; a name may come with its sentence."""
    known: list[Known] = []
    numbers: list[int] = []
    for one in names:
        mention = said(one, kind) if isinstance(one, str) else said(one[0], kind, one[1])
        found = resolve(mention, known, LIKENESS)
        if found.entity is None:
            known.append(begun(str(len(known)), mention))
            numbers.append(len(known) - 1)
            continue
        number = int(found.entity)
        known[number] = told(known[number], mention, as_alias=found.how == "stated")
        numbers.append(number)
    return numbers
