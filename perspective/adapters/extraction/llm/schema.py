"""Which form should a model's answer have? As JSON Schema, which grammars are made of."""

from __future__ import annotations

from typing import Any, get_args

from perspective.domain.graph import EntityKind
from perspective.domain.memory import MemoryType

# A small model that has lost the thread says the same for ever: where a grammar forces the form,
# bounds end that, and what it said before can be read.
_NAME_CHARS = 60
_FACT_CHARS = 300
_LEAST_ITEMS = 3
_MOST_ITEMS = 10
_CHARS_AN_ITEM = 60


def schema_of(n_texts: int, *, n_chars: int, is_nuextract: bool) -> dict[str, Any]:
    """The form of an answer about so many texts, the longest of which has so many characters.
    NuExtract writes text alone, as in its template."""
    most = min(_MOST_ITEMS, _LEAST_ITEMS + n_chars // _CHARS_AN_ITEM)
    name = {"type": "string", "maxLength": _NAME_CHARS}
    quote = {"type": "string", "maxLength": min(_FACT_CHARS, 20 + n_chars)}
    statement = {"type": "string", "maxLength": min(_FACT_CHARS, 40 + n_chars * 3 // 2)}
    kind: dict[str, Any] = {"type": "string", "enum": list(get_args(EntityKind))}
    relation: dict[str, Any] = {"subject": name, "predicate": name, "object": name}
    fact: dict[str, Any] = {"text": statement}
    item: dict[str, Any]
    if is_nuextract:
        item = {"id": name, "type": name}
        kind = name
    else:
        memory_type = {"type": "string", "enum": list(get_args(MemoryType))}
        item = {"id": {"type": "integer"}, "type": memory_type, "importance": {"type": "number"}}
        relation["negated"] = {"type": "boolean"}
        fact["quote"] = quote
    item |= {
        "entities": _listed(_object({"name": name, "kind": kind}), most),
        "relations": _listed(_object(relation), most),
        "facts": _listed(_object(fact), most),
    }
    return _object({"passages": _listed(_object(item), n_texts, least=n_texts)})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _listed(item: dict[str, Any], most: int, *, least: int = 0) -> dict[str, Any]:
    bounds = {"minItems": least} if least else {}
    return {"type": "array", "items": item, "maxItems": most} | bounds
