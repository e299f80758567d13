"""What does a language model answer from the memories, as far as they say so?"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

import msgspec

from perspective.domain.answer import RecalledMemory
from perspective.domain.reflection.answer import CitedSentence
from perspective.domain.reflection.written import Claim, Source, says
from perspective.domain.text.token_count import estimate
from perspective.errors import ModelOutputInvalid
from perspective.ports.analyzer import Analyzer
from perspective.ports.models.language_model import LanguageModel, Message
from perspective.prompts.render import render

_MAX_ANSWER_TOKENS = 1_024
_TOKENS_A_SENTENCE = 120
_LEAST_ROOM = 64
_MOST_CHARS = 4_000  # of one memory
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_BEGIN = re.compile(r"\{")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")


class _Sentence(msgspec.Struct, frozen=True):
    text: str
    ids: list[int] = []


class _Answer(msgspec.Struct, frozen=True):
    known: bool = True
    sentences: list[_Sentence] = []


class Written(msgspec.Struct, frozen=True):
    """The sentences that the memories support; `is_known` is false where the model found no
    answer in them, and `n_dropped` sentences were not supported."""

    sentences: tuple[CitedSentence, ...]
    is_known: bool
    n_dropped: int


class Writer:
    """Asks a language model, and believes only what the cited memories say."""

    def __init__(self, model: LanguageModel, analyzer: Analyzer, zone: tzinfo) -> None:
        self._model = model
        self._analyzer = analyzer
        self._zone = zone

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    async def write(
        self, question: str, memories: Sequence[RecalledMemory], *, max_sentences: int
    ) -> Written:
        """Its answer, as far as it is supported. Raises a ModelError, ModelOutputInvalid where it
        is no answer, too."""
        most = min(_MAX_ANSWER_TOKENS, _LEAST_ROOM + _TOKENS_A_SENTENCE * max_sentences)
        max_tokens = min(most, self._model.context_tokens // 3)
        prompt, shown = self._prompt(question, memories, max_tokens)
        completion = await self._model.complete(
            prompt, schema=_schema(len(shown), max_sentences), max_tokens=max_tokens
        )
        answer = _read(completion.text)
        if not answer.known or not answer.sentences:
            return Written((), is_known=False, n_dropped=0)
        return await asyncio.to_thread(self._believed, question, answer, shown, max_sentences)

    def _prompt(
        self, question: str, memories: Sequence[RecalledMemory], max_tokens: int
    ) -> tuple[list[Message], list[RecalledMemory]]:
        """As many of the memories, the best ones first, as there is room for."""
        system = render("reflect_system_v1")
        asked = question.translate(_SURROGATES)
        room = self._model.context_tokens - max_tokens - estimate(system) - estimate(asked)
        room -= _LEAST_ROOM
        shown: list[RecalledMemory] = []
        texts: list[dict[str, Any]] = []
        for memory in memories:
            text = self._as_data(len(shown) + 1, memory)
            room -= estimate(json.dumps(text, ensure_ascii=False)) + 2
            if room < 0:
                break
            shown.append(memory)
            texts.append(text)
        user = render("reflect_question_v1", question=asked, texts=texts)
        return [Message("system", system), Message("user", user)], shown

    def _as_data(self, number: int, memory: RecalledMemory) -> dict[str, Any]:
        at = (memory.event_at or memory.recorded_at).astimezone(self._zone)
        content = memory.content[:_MOST_CHARS].translate(_SURROGATES)
        speaker = (memory.speaker or "").translate(_SURROGATES) or None
        return {"id": number, "date": at.date().isoformat(), "speaker": speaker, "text": content}

    def _believed(
        self, question: str, answer: _Answer, shown: Sequence[RecalledMemory], n: int
    ) -> Written:
        asked = frozenset(self._analyzer.query_terms(question))
        kept: dict[str, CitedSentence] = {}
        for one in answer.sentences[:n]:
            numbers = dict.fromkeys(k for k in one.ids if 1 <= k <= len(shown))
            cited = [shown[k - 1] for k in numbers]
            text = " ".join(_UNPRINTABLE.sub(" ", one.text).split())
            if (sentence := self._supported(text, asked, cited)) is not None:
                kept.setdefault(sentence.text, sentence)
        n_dropped = len(answer.sentences) - len(kept)
        return Written(tuple(kept.values()), is_known=True, n_dropped=n_dropped)

    def _supported(
        self, text: str, asked: frozenset[str], cited: Sequence[RecalledMemory]
    ) -> CitedSentence | None:
        """The sentence with the span that is nearest to it, or None if that does not say so."""
        if not text or not cited:
            return None
        words = self._analyzer.query_words(text)
        memory, start, end = self._nearest(words, cited)
        sources = [self._source(one) for one in cited]
        claim = Claim(text=text, words=words, question=asked)
        if not says(claim, sources, memory.content[start:end]):
            return None
        others = [one.id for one in cited if one.id != memory.id]
        return CitedSentence(
            text=text,
            memory_id=memory.id,
            start=start,
            end=end,
            at=(memory.event_at or memory.recorded_at).astimezone(self._zone),
            speaker=memory.speaker,
            memory_ids=(memory.id, *others),
        )

    def _nearest(
        self, words: Sequence[Sequence[str]], cited: Sequence[RecalledMemory]
    ) -> tuple[RecalledMemory, int, int]:
        """The sentence of the cited memories that has most of the words; the first of equals."""
        best: tuple[int, RecalledMemory, int, int] | None = None
        for memory in cited:
            for span in self._analyzer.sentences(memory.content[:_MOST_CHARS]):
                said = memory.content[span.start : span.end]
                terms = set(self._analyzer.terms(said))
                n_held = sum(not terms.isdisjoint(word) for word in words)
                if best is None or n_held > best[0]:
                    start = span.start + len(said) - len(said.lstrip())
                    best = (n_held, memory, start, span.start + len(said.rstrip()))
        assert best is not None  # a memory has a character at least
        return best[1:]

    def _source(self, memory: RecalledMemory) -> Source:
        content = memory.content[:_MOST_CHARS]
        terms = frozenset(self._analyzer.terms(f"{memory.speaker or ''} {content}"))
        at = (memory.event_at or memory.recorded_at).astimezone(self._zone)
        return Source(content=content, terms=terms, at=at, speaker=memory.speaker)


def writer_of(model: LanguageModel | None, analyzer: Analyzer, zone: tzinfo) -> Writer | None:
    """What asks the model, where there is one."""
    return None if model is None else Writer(model, analyzer, zone)


def _read(text: str) -> _Answer:
    """The model's JSON, whatever stands around it."""
    begin = _BEGIN.search(text)
    if begin is None:
        raise ModelOutputInvalid("the model's answer has no JSON")
    try:
        value, _ = json.JSONDecoder().raw_decode(text, begin.start())
        return msgspec.convert(value, _Answer, strict=False)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise ModelOutputInvalid("the model's answer has another form") from error


def _schema(n_memories: int, n_sentences: int) -> dict[str, Any]:
    number = {"type": "integer", "minimum": 1, "maximum": max(1, n_memories)}
    sentence = {
        "type": "object",
        "properties": {
            "text": {"type": "string", "maxLength": 400},
            "ids": {"type": "array", "items": number, "minItems": 1, "maxItems": 8},
        },
        "required": ["text", "ids"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {
            "known": {"type": "boolean"},
            "sentences": {"type": "array", "items": sentence, "maxItems": n_sentences},
        },
        "required": ["known", "sentences"],
        "additionalProperties": False,
    }
