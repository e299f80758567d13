"""How are passages read by a language model? Ten in one question, numbered, answered by number.

It neither runs a model nor believes one: the port answers, `read_answer` and `reading_of` take
what is of use, and what the passage does not support is dropped by whoever keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from perspective.adapters.extraction.llm.answer import Item, is_looping, read_answer
from perspective.adapters.extraction.llm.believed import reading_of
from perspective.adapters.extraction.llm.schema import schema_of
from perspective.domain.answer import ModelHealth
from perspective.domain.extraction.reading import Passage, Reading
from perspective.domain.text.token_count import estimate
from perspective.errors import (
    ContextTooLong,
    ModelBusy,
    ModelError,
    ModelMissing,
    ModelOutputInvalid,
)
from perspective.ports.models.language_model import Completion, LanguageModel, Message
from perspective.prompts.render import render

VERSION = "llm-1"  # to be raised with every change of what is asked or believed
_TEXTS = 10  # a question
_LEAST_CHARS = 100
_MOST_CHARS = 40_000  # of a passage; what is longer was split before, and has no place in a context
_OUT_OF_STEP = "the model's answer leaves this text out"

# An answer's tokens: brackets and names around it, and what is said of a text's own tokens; at
# most, and in the ordinary case, by which it is reckoned how many texts an answer has room for.
_ORDINARY_TEXT_TOKENS = 100
_ORDINARY_TOKENS_A_TOKEN = 2
_ANSWER_TOKENS = 150
_TEXT_TOKENS = 350
_TOKENS_A_TOKEN = 4

_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class LlmExtractor:
    """An `Extractor` that asks a `LanguageModel`.

    `is_nuextract`: the model knows NuExtract's template instead of a conversation.
    """

    def __init__(
        self, model: LanguageModel, *, is_nuextract: bool = False, max_output_tokens: int = 3_072
    ) -> None:
        self._model = model
        self._is_nuextract = is_nuextract
        self._max_output = min(max_output_tokens, model.context_tokens // 2)
        self._overhead = estimate(_prompt_text(self._prompt([])))

    @property
    def name(self) -> str:
        """`llm-1+` and the model's name."""
        return f"{VERSION}+{self._model.name}"

    async def read(self, passages: Sequence[Passage]) -> list[Reading | ModelError]:
        """See `Extractor`. A question that fails costs its own passages; all of them: an error."""
        texts = [_readable(one) for one in passages]
        answers: list[Reading | ModelError] = []
        failure: ModelError | None = None
        n_failed = 0
        for batch in self._batches(texts):
            try:
                answers += await self._read(batch)
            except ModelError as error:
                is_away = isinstance(error, ModelMissing | ModelBusy)
                n_lost = len(texts) - len(answers) if is_away else len(batch)
                failure = error
                n_failed += n_lost
                answers += [error] * n_lost
                if is_away:  # asking on would help nobody
                    break
        if failure is not None and n_failed == len(passages):
            raise failure
        return answers

    def health(self) -> ModelHealth:
        """The model's."""
        return self._model.health()

    async def close(self) -> None:
        """Lets the model go. Safe to repeat."""
        await self._model.close()

    def _batches(self, texts: Sequence[Passage]) -> Iterator[list[Passage]]:
        """As many as a question may have; a text that is too long for one alone is cut."""
        room = max(1, self._model.context_tokens - self._max_output - self._overhead)
        batch: list[Passage] = []
        n_tokens = n_answer = 0
        for text in texts:
            n_own = self._n_tokens(text)
            while n_own > room and len(text.content) > _LEAST_CHARS:
                share = max(0.1, 0.9 * room / n_own)
                text = _cut(text, max(_LEAST_CHARS, int(len(text.content) * share)))
                n_own = self._n_tokens(text)
            own_answer = _ORDINARY_TEXT_TOKENS + _ORDINARY_TOKENS_A_TOKEN * estimate(text.content)
            is_full = n_tokens + n_own > room or n_answer + own_answer > self._max_output
            if batch and (is_full or len(batch) == _TEXTS):
                yield batch
                batch, n_tokens, n_answer = [], 0, 0
            batch.append(text)
            n_tokens += n_own
            n_answer += own_answer
        if batch:
            yield batch

    def _n_tokens(self, text: Passage) -> int:
        """About what a text takes in the question."""
        return estimate(_prompt_text(self._prompt([text]))) - self._overhead

    async def _read(self, batch: Sequence[Passage]) -> list[Reading | ModelError]:
        """What the model says of each; asked in halves if the question was too long for it."""
        try:
            completion = await self._ask(batch)
        except ContextTooLong:
            if len(batch) > 1:
                half = len(batch) // 2
                return [*await self._half(batch[:half]), *await self._half(batch[half:])]
            (text,) = batch
            if len(text.content) <= _LEAST_CHARS:
                raise
            return await self._read([_cut(text, max(_LEAST_CHARS, len(text.content) // 2))])
        return _understood(batch, completion)

    async def _half(self, batch: Sequence[Passage]) -> list[Reading | ModelError]:
        """The same for a part of a question: what goes wrong there costs the other part nothing."""
        try:
            return await self._read(batch)
        except (ModelMissing, ModelBusy):
            raise
        except ModelError as error:
            return [error] * len(batch)

    async def _ask(self, batch: Sequence[Passage]) -> Completion:
        lengths = [estimate(one.content) for one in batch]
        n_tokens = sum(_TEXT_TOKENS + _TOKENS_A_TOKEN * length for length in lengths)
        n_chars = max(len(one.content) for one in batch)
        return await self._model.complete(
            self._prompt(batch),
            schema=schema_of(len(batch), n_chars=n_chars, is_nuextract=self._is_nuextract),
            max_tokens=min(self._max_output, _ANSWER_TOKENS + n_tokens),
        )

    def _prompt(self, batch: Sequence[Passage]) -> Sequence[Message] | str:
        texts = [_numbered(n, one) for n, one in enumerate(batch, start=1)]
        if self._is_nuextract:
            return render("extract_nuextract_v1", texts=texts)
        return [
            Message("system", render("extract_system_v1")),
            Message("user", render("extract_texts_v1", texts=texts)),
        ]


def _understood(batch: Sequence[Passage], completion: Completion) -> list[Reading | ModelError]:
    """A reading for each passage that has a whole item, an error for each other one."""
    why = _OUT_OF_STEP
    if completion.is_cut:
        is_loop = is_looping(completion.text)
        why = "the model repeats itself" if is_loop else "the model's answer has no end"
    try:
        answer = read_answer(completion.text)
    except ModelOutputInvalid as error:
        raise ModelOutputInvalid(f"{why}; {error}" if completion.is_cut else str(error)) from error
    if len(batch) == 1 and answer.is_whole and len(answer.items) <= 1:  # whatever its number
        items = {1: answer.items[0][1] if answer.items else Item()}
    else:
        items = {}
        for n, item in answer.items:
            if n is not None:
                items.setdefault(n, item)
    found: list[Reading | ModelError] = []
    for n, passage in enumerate(batch, start=1):
        item = items.get(n) or ModelOutputInvalid(why)
        found.append(item if isinstance(item, ModelError) else reading_of(item, passage))
    return found


def _numbered(n: int, passage: Passage) -> dict[str, Any]:
    text: dict[str, Any] = {"id": n, "speaker": passage.speaker}
    return text | {"date": passage.at.date().isoformat(), "text": passage.content}


def _prompt_text(prompt: Sequence[Message] | str) -> str:
    return prompt if isinstance(prompt, str) else "\n".join(one.content for one in prompt)


def _readable(passage: Passage) -> Passage:
    """The passage as a prompt can carry it: of the same length, unless it is endless."""
    speaker = (passage.speaker or "").translate(_SURROGATES).strip()
    return Passage(
        content=passage.content[:_MOST_CHARS].translate(_SURROGATES),
        at=passage.at,
        speaker=speaker or None,
        role=passage.role,
    )


def _cut(passage: Passage, n_chars: int) -> Passage:
    return Passage(
        content=passage.content[:n_chars],
        at=passage.at,
        speaker=passage.speaker,
        role=passage.role,
    )
