"""What does the daemon's side make of a worker that dies, hangs, or has no model?

The real model is tested by `make test-llm`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from perspective.adapters.models import llama_language_model
from perspective.adapters.models.llama_language_model import TASK, LlamaLanguageModel
from perspective.adapters.models.llama_worker import Complete
from perspective.adapters.worker.process import WorkerProcess
from perspective.errors import ContextTooLong, ModelError, ModelMissing, ModelTimeout
from perspective.ports.models.language_model import Message
from perspective.settings import LlmSettings

TASKS = {TASK: "tests.unit.adapters.models.llama_tasks:complete"}


@pytest.fixture
async def model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[LlamaLanguageModel]:
    """A model whose file and package seem to be there."""
    monkeypatch.setattr(llama_language_model, "PACKAGE", "json")
    file = tmp_path / "m.gguf"
    file.write_bytes(b"GGUF")
    settings = LlmSettings(timeout_s=30.0, threads=3)
    made = LlamaLanguageModel(
        WorkerProcess(TASKS), settings, file, name="my model", sha256="ab", remedy="pull it"
    )
    yield made
    await made.close()


async def test_the_worker_is_told_everything(model: LlamaLanguageModel) -> None:
    """File, limits, messages without half characters, and the schema with its letters."""
    answer = await model.complete(
        [Message("user", "東\ud800")], schema={"title": "東"}, max_tokens=7
    )
    asked = msgspec.json.decode(answer.text, type=Complete)
    assert asked.messages == (Message("user", "東?"),)
    assert (asked.text, asked.schema, asked.max_tokens) == (None, '{"title": "東"}', 7)
    assert (asked.model.sha256, asked.model.threads, asked.model.context_tokens) == ("ab", 3, 8192)
    assert (model.name, model.context_tokens) == ("mymodel", 8192)
    text = msgspec.json.decode((await model.complete("go on", max_tokens=1)).text, type=Complete)
    assert (text.text, text.messages) == ("go on", ())


@pytest.mark.parametrize(("text", "error"), [("die", ModelTimeout), ("long", ContextTooLong)])
async def test_a_failure_costs_one_question(
    model: LlamaLanguageModel, text: str, error: type[ModelError]
) -> None:
    """The next one is answered, and the model does not count as missing."""
    with pytest.raises(error):
        await model.complete(text, max_tokens=1)
    assert model.health().state == "ready"
    await model.complete("go on", max_tokens=1)


async def test_a_model_that_cannot_be_loaded_is_missing_until_it_can(
    model: LlamaLanguageModel,
) -> None:
    """Health says what loading said, and forgets it with the first answer."""
    with pytest.raises(ModelMissing):
        await model.complete("missing", max_tokens=1)
    assert model.health().reason == "it cannot be loaded"
    await model.complete("go on", max_tokens=1)
    assert model.health().state == "ready"


async def test_a_hang_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process is killed when its time is up."""
    monkeypatch.setattr(llama_language_model, "PACKAGE", "json")
    (tmp_path / "m.gguf").write_bytes(b"GGUF")
    worker = WorkerProcess(TASKS)
    model = LlamaLanguageModel(worker, LlmSettings(timeout_s=1.0), tmp_path / "m.gguf", name="m")
    with pytest.raises(ModelTimeout, match="longer than 1 s"):
        await model.complete("hang", max_tokens=1)
    assert worker.pid is None
    await model.close()


async def test_what_is_not_there_is_said_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Package or file, with what to do; no process is started for it."""
    worker = WorkerProcess(TASKS)
    model = LlamaLanguageModel(
        worker, LlmSettings(), tmp_path / "m.gguf", name="m", remedy="pull it"
    )
    monkeypatch.setattr(llama_language_model, "PACKAGE", "no_such_package")
    with pytest.raises(ModelMissing, match=r"pip install 'perspective-memory\[llm\]'"):
        await model.complete("a", max_tokens=1)
    monkeypatch.setattr(llama_language_model, "PACKAGE", "json")
    with pytest.raises(ModelMissing, match=r"m\.gguf is missing; pull it"):
        await model.complete("a", max_tokens=1)
    assert model.health().state == "missing"
    assert worker.pid is None
    await model.close()
