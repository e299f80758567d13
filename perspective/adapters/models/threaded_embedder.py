"""How does a model in this process embed for many callers? Who waits for whom is decided here.

What loads and runs is given: `fastembed_embedder` and `nano_e5_embedder` each bring theirs. The
model loads in a thread from the moment the embedder is made. Passages of all calls are taken in
turn, so that they share batches and a short call does not wait for a long one; questions have a
thread of their own beside them. Runs of the model are short and let other threads go on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeVar

import msgspec

from perspective.adapters.models import heap
from perspective.domain.answer import ModelHealth
from perspective.domain.ranking.calibration import Calibration
from perspective.errors import ModelError, ModelMissing, ModelOutputInvalid, ModelTimeout
from perspective.ports.feed import Vector
from perspective.settings import EmbeddingSettings

_TRIM_AFTER_S = 10.0

T = TypeVar("T")


class LoadedModel(Protocol):
    """A model that is in memory. `runs` may be called in several threads at once."""

    @property
    def dimensions(self) -> int:
        """d, the length of a vector."""
        ...

    def runs(
        self, texts: Sequence[str], *, is_query: bool
    ) -> Iterator[list[tuple[int, Vector | None]]]:
        """Places in `texts` and their vectors, run by run, so that the caller can stop between."""
        ...


class _Call(msgspec.Struct):
    """A call of `embed_passages` on its way; `n_taken` of its texts are embedded or under way."""

    texts: list[str]
    vectors: list[Vector | None]
    answer: asyncio.Future[list[Vector | None]]
    n_taken: int = 0


class ThreadedEmbedder:
    """An `Embedder` over a model that `load` brings; `load` raises a ModelError, or whatever a
    library raises over a broken file. `dimensions` are those known before it is loaded; `missing`
    is what is known to be missing without trying."""

    def __init__(
        self,
        name: str,
        load: Callable[[], LoadedModel],
        settings: EmbeddingSettings,
        *,
        dimensions: int | None,
        calibration: Calibration,
        missing: str | None = None,
    ) -> None:
        self._name = name
        self._settings = settings
        self._dimensions = dimensions
        self._calibration = calibration
        self._passages = ThreadPoolExecutor(1, thread_name_prefix="embed-passages")
        self._queries = ThreadPoolExecutor(1, thread_name_prefix="embed-queries")
        self._loading: Future[LoadedModel] = Future()
        if missing is None:
            self._loading = self._passages.submit(load)
        else:
            self._loading.set_exception(ModelMissing(missing))
        self._calls: list[_Call] = []
        self._worker: asyncio.Task[None] | None = None
        self._trimming: asyncio.TimerHandle | None = None
        self._is_closed = False

    @property
    def model(self) -> str:
        """The model's name; a model of the user's has its path in it."""
        return self._name

    @property
    def dimensions(self) -> int | None:
        """d, the length of a vector; None until a model that is not known before is loaded."""
        if self._loading.done() and self._failure() is None:
            return self._loading.result().dimensions
        return self._dimensions

    @property
    def calibration(self) -> Calibration:
        """How its cosines are brought onto the scale that ranking reads."""
        return self._calibration

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question; does not wait for passages."""
        model = await self._loaded()
        return (await self._run(self._queries, model, [text], is_query=True))[0]

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """The vectors of texts, in their order. Calls that wait together share batches."""
        await self._loaded()
        if not texts:
            return []
        answer = asyncio.get_running_loop().create_future()
        call = _Call(list(texts), [None] * len(texts), answer)
        self._calls.append(call)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name="embed-passages")
        return await call.answer

    def health(self) -> ModelHealth:
        """Whether the model can be used; never waits."""
        if not self._loading.done():
            return ModelHealth(name=self.model, state="loading", dimensions=self.dimensions)
        failure = self._failure()
        if failure is not None:
            return ModelHealth(name=self.model, state="missing", reason=str(failure))
        return ModelHealth(name=self.model, state="ready", dimensions=self.dimensions)

    async def close(self) -> None:
        """Lets the model go; who still waits is told so. Safe to repeat."""
        self._is_closed = True
        if self._trimming is not None:
            self._trimming.cancel()
        if self._worker is not None and not self._worker.done():
            self._worker.cancel()
            await asyncio.wait([self._worker])
        for call in self._calls:
            _fail(call, ModelMissing(f"{self.model} was closed"))
        self._calls.clear()
        self._passages.shutdown(wait=False, cancel_futures=True)
        self._queries.shutdown(wait=False, cancel_futures=True)

    def _failure(self) -> ModelError | None:
        """Why loading failed. A library may raise anything over a broken file."""
        if self._loading.cancelled():
            return ModelMissing(f"{self.model} was closed")
        error = self._loading.exception()
        if error is None or isinstance(error, ModelError):
            return error
        return ModelMissing(f"{self.model} cannot be loaded: {' '.join(str(error).split())}")

    async def _loaded(self) -> LoadedModel:
        if not self._loading.done():
            waiting = asyncio.wrap_future(self._loading)
            waiting.add_done_callback(_look_at)
            # Waited for, not awaited: a caller who gives up must not cancel it for all.
            await self._in_time(asyncio.wait([waiting]))
        if self._is_closed:
            raise ModelMissing(f"{self.model} was closed")
        failure = self._failure()
        if failure is not None:
            raise ModelMissing(str(failure)) from self._loading.exception()
        return self._loading.result()

    async def _in_time(self, work: Awaitable[T]) -> T:
        try:
            return await asyncio.wait_for(work, self._settings.timeout_s)
        except TimeoutError as error:
            raise ModelTimeout(
                f"{self.model} gave no answer within {self._settings.timeout_s:g} s"
            ) from error

    async def _work(self) -> None:
        """Embeds what waits, a batch at a time, until nothing waits."""
        while self._calls:
            taken = self._take()
            texts = [call.texts[place] for call, place in taken]
            # Whatever a run raises must reach those who wait for it, not end this task.
            (found,) = await asyncio.gather(self._batch(texts), return_exceptions=True)
            if isinstance(found, BaseException):
                error = found if isinstance(found, ModelError) else _invalid(self.model, found)
                for call in {id(call): call for call, _ in taken}.values():
                    _fail(call, error)
            else:
                for (call, place), vector in zip(taken, found, strict=True):
                    call.vectors[place] = vector
            self._calls = [call for call in self._calls if not _is_answered(call)]
        if self._trimming is None:
            self._trimming = asyncio.get_running_loop().call_later(_TRIM_AFTER_S, self._trim)

    def _trim(self) -> None:
        """What the runs of a while needed goes back to the system, whether more come or not."""
        self._trimming = None
        if not self._is_closed:
            self._passages.submit(heap.trim)

    def _take(self) -> list[tuple[_Call, int]]:
        """The next texts, an equal share of each call's at first."""
        taken: list[tuple[_Call, int]] = []
        room = self._settings.batch_items
        waiting = self._calls[:room]
        for n_before, call in enumerate(waiting):
            share = max(1, room // (len(waiting) - n_before))
            for place in range(call.n_taken, min(len(call.texts), call.n_taken + share)):
                taken.append((call, place))
                call.n_taken = place + 1
                room -= 1
        return taken

    async def _batch(self, texts: list[str]) -> list[Vector | None]:
        return await self._run(self._passages, await self._loaded(), texts, is_query=False)

    async def _run(
        self, threads: ThreadPoolExecutor, model: LoadedModel, texts: list[str], *, is_query: bool
    ) -> list[Vector | None]:
        """Run by run, each within `timeout_s`; what is given up ends with the run under way."""
        loop = asyncio.get_running_loop()
        vectors: list[Vector | None] = [None] * len(texts)
        runs = model.runs(texts, is_query=is_query)
        while True:
            run = loop.run_in_executor(threads, next, runs, None)
            found = await self._in_time(run)
            if found is None:
                return vectors
            for place, vector in found:
                vectors[place] = vector


def _look_at(loading: asyncio.Future[LoadedModel]) -> None:
    """Marks a failure as seen: `health` tells it, also when nobody waits any more."""
    if not loading.cancelled():
        loading.exception()


def _fail(call: _Call, error: ModelError) -> None:
    if not call.answer.done():
        call.answer.set_exception(error)


def _is_answered(call: _Call) -> bool:
    """Answers a call whose texts are all embedded; true for one that is over."""
    if not call.answer.done() and call.n_taken == len(call.texts):
        call.answer.set_result(call.vectors)
    return call.answer.done()


def _invalid(model: str, error: BaseException) -> ModelOutputInvalid:
    return ModelOutputInvalid(f"{model} failed: {' '.join(str(error).split())}")
