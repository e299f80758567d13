"""How does a model answer that does as it is asked? Capitalised words are names, a text is a fact."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from perspective.ports.models.language_model import Message


def texts_of(prompt: Sequence[Message] | str) -> list[dict[str, Any]]:
    """The numbered texts of a question, as a model reads them."""
    if isinstance(prompt, str):
        lines = prompt.partition("### Text:\n")[2].partition("\n\n<|output|>")[0].split("\n")
        parts = [line[1:].partition("] ") for line in lines]
        return [{"id": n, "text": text} for n, _, text in parts]
    return [json.loads(line) for line in prompt[-1].content.split("\n") if line]


def item_of(text: dict[str, Any]) -> dict[str, Any]:
    """What a model says of one text."""
    names = [word.strip(".,!。") for word in text["text"].split() if word[:1].isupper()]
    return {
        "id": text["id"],
        "type": "episodic",
        "importance": 0.5,
        "entities": [
            {"name": name, "kind": "person"} for name in dict.fromkeys(names) if name != "I"
        ][:10],
        "relations": [],
        "facts": [{"text": text["text"][:80], "quote": text["text"][:80]}],
    }


def answer(prompt: Sequence[Message] | str) -> str:
    """The whole answer."""
    items = [item_of(one) for one in texts_of(prompt)]
    return json.dumps({"passages": items}, ensure_ascii=False)
