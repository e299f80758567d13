"""Of which kind is a name? By its own words, then by those beside it, then by spaCy's label."""

from __future__ import annotations

from spacy.tokens import Doc

from perspective.adapters.extraction import gazetteer
from perspective.domain.graph import EntityKind

_LABELS: dict[str, EntityKind] = {
    "PERSON": "person",
    "NORP": "concept",
    "FAC": "place",
    "ORG": "organization",
    "GPE": "place",
    "LOC": "place",
    "PRODUCT": "tool",
    "EVENT": "event",
    "WORK_OF_ART": "concept",
    "LAW": "concept",
    "LANGUAGE": "concept",
}
NAMED = frozenset(_LABELS)
_BY_PREPOSITION: dict[str, EntityKind] = {"in": "place", "near": "place", "at": "organization"}
_NEAR = 3  # words before a name in which a word of the trade counts


def kind_of(doc: Doc, first: int, end: int) -> EntityKind:
    """The kind of the name that the words from `first` to `end` are."""
    name = doc[first:end].text.lower()
    before = [token.lower_ for token in doc[max(0, first - _NEAR) : first]]
    last = doc[end - 1].lower_.rstrip(".")
    by_words = _by_words(name, last, before)
    if by_words is not None:
        return by_words
    after = doc[end].lower_ if end < len(doc) else ""
    if before[-1:] == ["project"] or after in gazetteer.PROJECT_CUES:
        return "project"
    if doc[first].lower_.rstrip(".") in gazetteer.TITLES:
        return "person"
    beside = before[-2:-1] if before[-1:] == [","] else before[-1:]
    if beside and beside[0].rstrip(".") in gazetteer.PERSON_CUES | gazetteer.TITLES:
        return "person"
    if end - first == 1 and _is_called(doc, first, end):
        return "person"
    label = next((token.ent_type_ for token in doc[first:end] if token.ent_type_), "")
    kind = _LABELS.get(label, "other")
    if kind != "person" and before[-1:] and before[-1] in gazetteer.TOOL_CUES:
        return "tool"
    if kind == "other" and before[-1:]:
        return _BY_PREPOSITION.get(before[-1], "other")
    return kind


def _is_called(doc: Doc, first: int, end: int) -> bool:
    """Whether a name calls somebody: "Hey Jon!", "Way to go, Jon!"."""
    before = doc[first - 1].lower_ if first else ""
    after = doc[end].text if end < len(doc) else ""
    is_last = after in {"", "!", ".", "?"}
    return before in gazetteer.GREETINGS or (
        before == "," and is_last and doc[first].dep_ in {"npadvmod", "intj", "ROOT", "dep"}
    )


def _by_words(name: str, last: str, before: list[str]) -> EntityKind | None:
    if gazetteer.tool(name):
        return "tool"
    if name in gazetteer.AMBIGUOUS and gazetteer.TOOL_CUES.intersection(before):
        return "tool"
    if name in gazetteer.SERVICES:
        return "organization"
    if name in gazetteer.PLACES:
        return "place"
    if " " not in name:
        return None
    if last in gazetteer.ORGANIZATION_ENDS:
        return "organization"
    if last in gazetteer.PLACE_ENDS:
        return "place"
    return "event" if last in gazetteer.EVENT_ENDS else None
