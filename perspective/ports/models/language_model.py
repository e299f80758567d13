"""Who writes text? A language model: an answer to a conversation, or the rest of a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from perspective.domain.answer import ModelHealth


class Message(msgspec.Struct, frozen=True):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Completion(msgspec.Struct, frozen=True):
    """What a model wrote. `is_cut`: it was not done when its tokens were used up."""

    text: str
    is_cut: bool = False


class LanguageModel(Protocol):
    """Answers in any language. What it writes is an opinion: whoever asked checks it."""

    @property
    def name(self) -> str:
        """The model's name, without blanks: part of the origin of what is made with it."""
        ...

    @property
    def context_tokens(self) -> int:
        """How many tokens a prompt and its answer may have together."""
        ...

    async def complete(
        self,
        prompt: Sequence[Message] | str,
        *,
        schema: dict[str, Any] | None = None,
        max_tokens: int,
    ) -> Completion:
        """The answer to messages, by the model's chat template; or what follows a text as it is,
        without any template. The likeliest one: the same question has the same answer.

        `schema` (JSON Schema) says what the answer's JSON should be like; a server that cannot
        force it may still answer with something else. At most `max_tokens` are written. No
        character of a message is an order to the model's template (adapters see to it), and half
        characters are replaced.

        Raises ModelMissing when there is no such model, ModelTimeout when it crashed or took too
        long, ModelBusy when it asks for patience, ContextTooLong when the prompt leaves no room
        for the answer, and ModelOutputInvalid when what came back is no answer at all.
        """
        ...

    def health(self) -> ModelHealth:
        """Whether it can be asked, as far as is known; never waits, never loads it."""
        ...

    async def close(self) -> None:
        """Lets go of everything. Safe to repeat."""
        ...
