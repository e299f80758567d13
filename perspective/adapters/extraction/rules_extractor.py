"""How are passages read by rules? In the worker process, a few at a time, within a time limit.

It neither loads a model nor judges what was found: `read_passages` reads, the caller judges.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence

import msgspec

from perspective import errors
from perspective.adapters.extraction.read_passages import (
    MODEL,
    MODEL_PACKAGES,
    Answer,
    Answers,
    ReadPassages,
    ToRead,
    name_with,
)
from perspective.domain.answer import ModelHealth
from perspective.domain.extraction.reading import Mention, Passage, Reading
from perspective.errors import ContextTooLong, ModelError, ModelOutputInvalid, ModelTimeout
from perspective.ports.worker import Worker

TASK = "read_passages"
MAX_CHARS = 1_000_000  # of a passage; of a long one only the beginning is read
_BATCH_TEXTS = 16
_BATCH_CHARS = 40_000
_GUESSED_CHARS = 2_000

_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class RulesExtractor:
    """An `Extractor` that needs no download.

    `guess_language` tells the language of a text in Latin letters, if it can. `timeout_s` is the
    time that one batch may take in the worker.
    """

    def __init__(
        self,
        worker: Worker,
        *,
        guess_language: Callable[[str], str | None] = lambda _: None,
        timeout_s: float = 60.0,
    ) -> None:
        self._worker = worker
        self._guess_language = guess_language
        self._timeout_s = timeout_s
        self._name = name_with(MODEL) if _is_installed() else name_with(None)

    @property
    def name(self) -> str:
        """`rules-2+…` with the model: the one installed, then the one that has read; `rules-2`
        where there is none or it is not the pinned one."""
        return self._name

    async def read(self, passages: Sequence[Passage]) -> list[Reading | ModelError]:
        """See `Extractor`. A batch that fails costs its own passages; all of them: an error."""
        answers: list[Reading | ModelError] = []
        n_failed = 0
        failure: ModelError | None = None
        for batch in _batches(passages):
            try:
                answers += await self._read(batch)
            except ModelError as error:
                failure = error
                n_failed += len(batch)
                answers += [error] * len(batch)
        if failure is not None and n_failed == len(passages):
            raise failure
        return answers

    def health(self) -> ModelHealth:
        """Always ready: rules need nothing that could be missing."""
        return ModelHealth(name=self._name, state="ready")

    async def close(self) -> None:
        """Ends the worker's process. Safe to repeat."""
        await self._worker.close()

    async def _read(self, batch: Sequence[Passage]) -> list[Reading | ModelError]:
        short = [one for one in batch if len(one.content) <= MAX_CHARS]
        found: Iterator[Reading | ModelError] = iter(())
        if short:
            request = ReadPassages(texts=tuple(map(self._to_read, short)))
            answers = await self._worker.run(
                TASK, request, Answers, timeout_s=self._timeout_s, otherwise=ModelTimeout
            )
            if len(answers.answers) != len(short):
                raise ModelOutputInvalid("the worker answered for other passages than were asked")
            self._name = answers.name
            found = map(_checked, short, answers.answers)
        return [
            next(found)
            if len(one.content) <= MAX_CHARS
            else ContextTooLong(f"a passage of {len(one.content)} characters is not read")
            for one in batch
        ]

    def _to_read(self, passage: Passage) -> ToRead:
        content = passage.content.translate(_SURROGATES)
        speaker = (passage.speaker or "").translate(_SURROGATES).strip()
        return ToRead(
            content=content,
            speaker=speaker or None,
            language=self._guess_language(content[:_GUESSED_CHARS]),
        )


def _is_installed() -> bool:
    """Whether there are packages that the worker could load; nothing is imported for it."""
    return all(importlib.util.find_spec(name) is not None for name in MODEL_PACKAGES)


def _batches(passages: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    start, n_chars = 0, 0
    for end, passage in enumerate(passages):
        n_chars += len(passage.content)
        if end > start and (end - start == _BATCH_TEXTS or n_chars > _BATCH_CHARS):
            yield passages[start:end]
            start, n_chars = end, len(passage.content)
    if start < len(passages):
        yield passages[start:]


def _checked(passage: Passage, answer: Answer) -> Reading | ModelError:
    """The reading, without mentions that the text does not hold, or what went wrong."""
    if answer.reading is None:
        kind = getattr(errors, answer.error, ModelOutputInvalid)
        is_ours = isinstance(kind, type) and issubclass(kind, ModelError)
        return (kind if is_ours else ModelOutputInvalid)(answer.message)
    reading = answer.reading
    n = len(passage.content)
    stretches = [(one.start, one.end) for one in reading.relations]
    stretches += [(one.start, one.end) for one in reading.facts]
    if any(not 0 <= start < end <= n for start, end in stretches):
        return ModelOutputInvalid("a statement lies outside its passage")

    def is_there(mention: Mention) -> bool:
        return (
            0 <= mention.start < mention.end
            and passage.content[mention.start : mention.end] == mention.name
        )

    if all(map(is_there, reading.mentions)):
        return reading
    checked: Reading = msgspec.structs.replace(
        reading, mentions=tuple(filter(is_there, reading.mentions))
    )
    return checked
