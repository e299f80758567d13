"""Which language model says what it is told to? One for tests, with a real one's limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from perspective.domain.answer import ModelHealth
from perspective.domain.text.token_count import estimate
from perspective.errors import ContextTooLong
from perspective.ports.models.language_model import Completion, Message

Answering = Callable[[Sequence[Message] | str], str]


class InMemoryLanguageModel:
    """A `LanguageModel` whose answers a function gives; it may raise a ModelError.

    Its tokens are estimates. `asked` keeps every prompt that was answered.
    """

    def __init__(self, answer: Answering, *, context_tokens: int = 8_192) -> None:
        self._answer = answer
        self._context_tokens = context_tokens
        self.asked: list[Sequence[Message] | str] = []

    @property
    def name(self) -> str:
        """Says that it is none."""
        return "in-memory"

    @property
    def context_tokens(self) -> int:
        """As it was made."""
        return self._context_tokens

    async def complete(
        self,
        prompt: Sequence[Message] | str,
        *,
        schema: dict[str, Any] | None = None,  # noqa: ARG002 - the function knows what is wanted
        max_tokens: int,
    ) -> Completion:
        """What the function says, cut to about so many tokens."""
        messages = [Message("user", prompt)] if isinstance(prompt, str) else prompt
        n_tokens = sum(estimate(one.content) for one in messages)
        if n_tokens + max_tokens > self._context_tokens:
            raise ContextTooLong(f"{n_tokens} tokens leave no room for {max_tokens}")
        self.asked.append(prompt)
        text = self._answer(prompt)
        n_chars = 0
        while n_chars < len(text) and estimate(text[: n_chars + 16]) <= max_tokens:
            n_chars += 16
        return Completion(text[:n_chars], is_cut=n_chars < len(text))

    def health(self) -> ModelHealth:
        """Ready."""
        return ModelHealth(name=self.name, state="ready")

    async def close(self) -> None:
        """Nothing to let go of."""
