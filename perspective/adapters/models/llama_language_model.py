"""How does a language model on this machine answer? llama.cpp runs a GGUF file in a process.

The process starts with the first question and ends when idle, so the model's memory is the
machine's again. A crash or a hang there costs the question that was asked, nothing else.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perspective.adapters.models.http_endpoint import sendable
from perspective.adapters.models.llama_worker import PACKAGE, Complete, Model, schema_text
from perspective.domain.answer import ModelHealth
from perspective.errors import ModelMissing, ModelTimeout
from perspective.ports.models.language_model import Completion, Message
from perspective.ports.worker import Worker
from perspective.settings import LlmSettings

TASK = "complete"


class LlamaLanguageModel:
    """A `LanguageModel` in a worker process.

    `remedy` is what to do if the file is missing. With `sha256` no other file is loaded.
    """

    def __init__(
        self,
        worker: Worker,
        settings: LlmSettings,
        path: Path,
        *,
        name: str,
        sha256: str | None = None,
        remedy: str = "",
    ) -> None:
        self._worker = worker
        self._settings = settings
        self._path = path
        self._name = "".join(name.split())
        self._sha256 = sha256
        self._remedy = remedy
        self._reason: str | None = None

    @property
    def name(self) -> str:
        """The file's name, or the one in the manifest."""
        return self._name

    @property
    def context_tokens(self) -> int:
        """What the settings say; less if the model was trained with less."""
        return self._settings.context_tokens

    async def complete(
        self,
        prompt: Sequence[Message] | str,
        *,
        schema: dict[str, Any] | None = None,
        max_tokens: int,
    ) -> Completion:
        """See `LanguageModel`. The JSON is forced by a grammar."""
        missing = self._missing()
        if missing is not None:
            raise ModelMissing(missing)
        request = Complete(
            model=Model(
                path=str(self._path),
                sha256=self._sha256,
                context_tokens=self._settings.context_tokens,
                threads=self._settings.threads or max(1, (os.cpu_count() or 2) // 2),
            ),
            messages=() if isinstance(prompt, str) else tuple(map(_sendable, prompt)),
            text=sendable(prompt) if isinstance(prompt, str) else None,
            schema=schema_text(schema),
            max_tokens=max_tokens,
        )
        try:
            answer = await self._worker.run(
                TASK,
                request,
                Completion,
                timeout_s=self._settings.timeout_s,
                otherwise=ModelTimeout,
            )
        except ModelMissing as error:
            self._reason = str(error)
            raise
        self._reason = None
        return answer

    def health(self) -> ModelHealth:
        """Whether the package and the file are there, and what loading it said."""
        reason = self._missing() or self._reason
        state = "ready" if reason is None else "missing"
        return ModelHealth(name=self._name, state=state, reason=reason)

    async def close(self) -> None:
        """Ends the process. Safe to repeat."""
        await self._worker.close()

    def _missing(self) -> str | None:
        """What is not there, and what to do; nothing is loaded to see it."""
        if importlib.util.find_spec(PACKAGE) is None:
            return "llama-cpp-python is missing: pip install 'perspective-memory[llm]'"
        if not self._path.is_file():
            remedy = f"; {self._remedy}" if self._remedy else ""
            return f"llm.model_path: the file {self._path} is missing{remedy}"
        return None


def _sendable(message: Message) -> Message:
    return Message(message.role, sendable(message.content))
