"""What do tests of a real language model need? `make test-llm` installs it; elsewhere they are not
collected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from perspective import wiring
from perspective.adapters.model_files.manifest import entry, place_of
from perspective.adapters.models.llama_language_model import LlamaLanguageModel
from perspective.adapters.worker.process import WorkerProcess
from perspective.settings import LlmSettings

collect_ignore_glob = [] if find_spec("llama_cpp") else ["test_*.py"]


def weights() -> Path:
    """The file of the small model."""
    known = entry("smollm2")
    assert known is not None
    return place_of(known, Path())


class Llama:
    """A model with the process it runs in."""

    def __init__(self, path: Path | None = None, **settings: float) -> None:
        given = {"context_tokens": 2048, "timeout_s": 600.0, "idle_s": 600.0} | settings
        llm = LlmSettings(**given)  # type: ignore[arg-type]
        self.worker = WorkerProcess(wiring.WORKER_TASKS, idle_s=llm.idle_s)
        self.model = LlamaLanguageModel(self.worker, llm, path or weights(), name="smollm2")

    async def close(self) -> None:
        """Ends the process."""
        await self.model.close()


@pytest.fixture
async def llama() -> AsyncIterator[Llama]:
    """The small model, not loaded yet."""
    made = Llama()
    yield made
    await made.close()
