"""Which form should a model's answer have? As JSON Schema, which grammars are made of."""

from __future__ import annotations

from typing import Any, get_args

from perspective.domain.graph import EntityKind
from perspective.domain.memory import MemoryType


def schema_of(n_texts: int, *, most: int, is_nuextract: bool) -> dict[str, Any]:
    """The form of an answer about so many texts, with `most` names, relations and facts of each.
    NuExtract writes text alone, as in its template."""
    text = {"type": "string"}
    kind: dict[str, Any] = {"type": "string", "enum": list(get_args(EntityKind))}
    relation: dict[str, Any] = {"subject": text, "predicate": text, "object": text}
    fact: dict[str, Any] = {"text": text}
    item: dict[str, Any]
    if is_nuextract:
        item = {"id": text, "type": text}
        kind = text
    else:
        memory_type = {"type": "string", "enum": list(get_args(MemoryType))}
        item = {"id": {"type": "integer"}, "type": memory_type, "importance": {"type": "number"}}
        relation["negated"] = {"type": "boolean"}
        fact["quote"] = text
    item |= {
        "entities": _listed(_object({"name": text, "kind": kind}), most),
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
