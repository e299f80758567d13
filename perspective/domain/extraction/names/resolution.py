"""Which known entity does a name mean, or is it a new one?

A wrong merge is worse than a missed one: where two entities fit equally, the name stays apart. A first
or family name alone is somebody's only while one person known bears it.
**Source** engine contract, §6 Entity resolution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from perspective.domain.extraction.names.comparing import Fit, fit_of, gender_of, is_lone
from perspective.domain.extraction.names.kinship import is_told_of, relative_told, word_before
from perspective.domain.extraction.names.known import Known, Said, stem
from perspective.domain.extraction.names.naming import take_apart
from perspective.domain.extraction.names.sounding import Likeness, is_one_script
from perspective.domain.extraction.names.stated import alias_distance
from perspective.domain.text.normal import normal_form
from perspective.domain.text.spelling import spelling

How = Literal["identical", "alias", "stated", "new"] | Fit

CONFIDENCE: dict[How, float] = {
    "identical": 1.0, "alias": 0.95, "stated": 0.9, "same": 0.95, "seen": 0.85, "fuller": 0.85,
    "initials": 0.8, "inflected": 0.8, "acronym": 0.8, "abbreviated": 0.65,
    "short": 0.8, "part": 0.7, "inner": 0.6, "nickname": 0.6, "typo": 0.65, "script": 0.75,
    "extends": 0.65, "new": 1.0,
}  # fmt: skip
# From the closest to the loosest; the first in which anything fits decides.
_ORDER: tuple[Fit, ...] = (
    "same", "seen", "fuller", "initials", "inflected", "acronym", "short", "abbreviated", "script", "part", "inner",
    "nickname", "typo", "extends",
)  # fmt: skip
# These need a word of the context in common; and where several fit, these may be told by it.
_NEEDS_CONTEXT = frozenset(("abbreviated", "nickname", "typo", "extends"))
_TOLD_BY_CONTEXT = frozenset(
    ("same", "seen", "fuller", "initials", "inflected", "short", "typo", "script")
)


class Resolution(msgspec.Struct, frozen=True, kw_only=True):
    """The id of the entity, or None: a new one. `confidence` 0–1 is that of this decision."""

    entity: str | None
    how: How
    confidence: float


def resolve(said: Said, known: Iterable[Known], likeness: Likeness | None = None) -> Resolution:
    """The one entity that the name means. Of `known` only those matter that share a key with it
    (`keys_of`); their order does not.

    **Ties** between identical names: the one called so most often, then the smaller id.
    """
    normal = normal_form(said.meant)
    rivals = sorted(
        (one for one in known if _agree(said, one) and normal not in one.refused),
        key=lambda one: (-one.names.get(normal, 0), one.id),
    )
    if not normal:
        return _new()
    for one in rivals:
        if normal == normal_form(one.name):
            return _decided(one, "identical")
    for one in rivals:
        if normal in one.aliases:
            return _decided(one, "alias")
    stated = _stated(said, rivals)
    if stated:
        return _decided(stated, "stated")
    fits = [(fit_of(said, one, likeness), one) for one in rivals]
    if any(how == "script" for how, _ in fits):
        fits = [
            ("script" if how == "same" and _is_foreign(said, one) else how, one)
            for how, one in fits
        ]
    for fit in _ORDER:
        fitting = [one for how, one in fits if how == fit]
        if fitting:
            chosen = _chosen(said, fit, fitting, [one for how, one in fits if how])
            return _decided(chosen, fit) if chosen else _new()
    return _new()


def _agree(said: Said, entity: Known) -> bool:
    """Whether the kinds are one, or either is not told."""
    return said.kind == entity.kind or "other" in (said.kind, entity.kind)


def _is_foreign(said: Said, entity: Known) -> bool:
    """Whether the entity's own name is in another script, so that others may sound as this one does."""
    name, own = take_apart(said.meant, said.kind), take_apart(entity.name, entity.kind)
    return bool(name.words and own.words) and not is_one_script(name, own)


def _stated(said: Said, rivals: list[Known]) -> Known | None:
    """The entity that this sentence says is called so: the nearest that it names."""
    text = spelling(said.sentence)
    distances = [
        (distance, one)
        for one in rivals
        for name in one.names
        if spelling(name) in text
        and (distance := alias_distance(said.sentence, name, said.name, said.kind)) is not None
    ]
    least = min((distance for distance, _ in distances), default=None)
    nearest = {one.id: one for distance, one in distances if distance == least}
    return next(iter(nearest.values())) if len(nearest) == 1 else None


def _chosen(said: Said, fit: Fit, fitting: list[Known], rivals: list[Known]) -> Known | None:
    if fit == "same" and len(rivals) > 1 and take_apart(said.meant, said.kind).has_title:
        # "Frau Müller": a full name comes before somebody of whom only "Müller" was heard.
        full = [one for one in rivals if not is_lone(one)]
        if len(full) == 1 and all(is_lone(one) for one in fitting):
            return full[0]
    is_part = fit in ("part", "inner", "nickname")
    relative = relative_told(said.sentence, said.name) if is_part else None
    if relative:
        fitting = [one for one in fitting if is_told_of(relative, one.words)]
    if fit in _NEEDS_CONTEXT:
        fitting = [one for one in fitting if _shared(said, one, [])]
    if len(fitting) > 1:
        fitting = _of_that_sex(said, fitting)
    if len(fitting) > 1 and is_part and (told := word_before(said.sentence, said.name)):
        fitting = [one for one in fitting if is_told_of(told, one.words)] or fitting
    if len(fitting) == 1:
        return fitting[0]
    if not fitting or not (fit in _TOLD_BY_CONTEXT or _has_title(said)):
        return None
    near = [one for one in fitting if _shared(said, one, [o for o in fitting if o is not one])]
    return near[0] if len(near) == 1 else None


def _of_that_sex(said: Said, fitting: list[Known]) -> list[Known]:
    gender = take_apart(said.meant, said.kind).gender
    alike = [one for one in fitting if gender and gender_of(one) == gender]
    return alike or fitting


def _has_title(said: Said) -> bool:
    return take_apart(said.meant, said.kind).has_title


def _shared(said: Said, entity: Known, others: Sequence[Known]) -> frozenset[str]:
    """Words of the context that the sentence has in common with the entity and with no other; the
    names' own words do not count."""
    own = {stem(word) for part in entity.parts for word in part.words}
    own |= {stem(word) for word in spelling(said.name).split()}
    words = frozenset(stem(word) for word in said.words) & entity.words
    for other in others:
        words -= other.words
    return frozenset(word for word in words if word not in own and _has_meaning(word))


def _has_meaning(word: str) -> bool:
    """Three letters at least, or two characters of Han and the like, which have no short words."""
    return len(word) > (1 if word[0] > "\u2fff" else 2)


def _decided(entity: Known, how: How) -> Resolution:
    return Resolution(entity=entity.id, how=how, confidence=CONFIDENCE[how])


def _new() -> Resolution:
    return Resolution(entity=None, how="new", confidence=CONFIDENCE["new"])
