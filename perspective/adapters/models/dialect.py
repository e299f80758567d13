"""In which form does a server take a question to a language model, and what if it does not?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from perspective.ports.models.language_model import Message

# What the strict form of OpenAI's schemas does not take.
_BOUNDS = frozenset({"maxItems", "minItems", "maxLength", "minLength", "minimum", "maximum"})
_NO_SUCH_PATH = frozenset({404, 405, 501})
_NOT_SO = frozenset({400, 404, 415, 422, 501})
_LIMIT = re.compile(r"max_completion_tokens")
_TEMPERATURE = re.compile(r"temperature")


class Dialect(msgspec.Struct, frozen=True, kw_only=True):
    """What a server is known to take. `json` is how it is told to answer in JSON."""

    json: Literal["schema", "object", "plain"] = "schema"
    limit: str = "max_tokens"
    has_temperature: bool = True
    has_completions: bool = True

    def request(
        self,
        model: str,
        prompt: Sequence[Message] | str,
        schema: dict[str, Any] | None,
        max_tokens: int,
    ) -> tuple[str, dict[str, Any]]:
        """The path and the body of a request."""
        body: dict[str, Any] = {"model": model, self.limit: max_tokens, "stream": False}
        if self.has_temperature:
            body["temperature"] = 0
        if schema is not None and self.json == "schema":
            answer = {"name": "answer", "strict": True, "schema": _unbounded(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": answer}
        elif schema is not None and self.json == "object":
            body["response_format"] = {"type": "json_object"}
        if isinstance(prompt, str) and self.has_completions:
            return "/completions", body | {"prompt": prompt}
        messages = [Message("user", prompt)] if isinstance(prompt, str) else prompt
        return "/chat/completions", body | {"messages": [_plain(one) for one in messages]}

    def simpler(self, request: dict[str, Any], status: int, said: str) -> Dialect | None:
        """What may be taken instead of a request that was refused; None if nothing is left."""
        if "prompt" in request and status in _NO_SUCH_PATH:
            return msgspec.structs.replace(self, has_completions=False)
        if status not in _NOT_SO:
            return None
        if self.limit == "max_tokens" and _LIMIT.search(said):
            return msgspec.structs.replace(self, limit="max_completion_tokens")
        if self.has_temperature and _TEMPERATURE.search(said):
            return msgspec.structs.replace(self, has_temperature=False)
        if "response_format" in request and status != 404:
            less: Literal["object", "plain"] = "object" if self.json == "schema" else "plain"
            return msgspec.structs.replace(self, json=less)
        return None


def _plain(message: Message) -> dict[str, str]:
    return {"role": message.role, "content": message.content}


def _unbounded(schema: Any) -> Any:
    """The schema without bounds on lengths and numbers."""
    if isinstance(schema, dict):
        return {name: _unbounded(one) for name, one in schema.items() if name not in _BOUNDS}
    return [_unbounded(one) for one in schema] if isinstance(schema, list) else schema
