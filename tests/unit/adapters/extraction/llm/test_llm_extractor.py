"""How many questions are asked, and what of the answers is believed?"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from perspective.adapters.extraction.llm.llm_extractor import LlmExtractor
from perspective.adapters.inmemory.language_model import InMemoryLanguageModel
from perspective.domain.extraction.grounding import grounded
from perspective.domain.extraction.reading import Mention, Passage, Reading
from perspective.errors import (
    ContextTooLong,
    ModelBusy,
    ModelError,
    ModelMissing,
    ModelOutputInvalid,
    ModelTimeout,
)
from perspective.ports.models.language_model import Message
from tests.contracts.extraction.answering import answer, item_of, texts_of

AT = datetime(2024, 5, 1, 12, tzinfo=UTC)
Prompt = Sequence[Message] | str


def said(content: str, speaker: str | None = "Ana") -> Passage:
    """Something said."""
    return Passage(content=content, at=AT, speaker=speaker)


def made(
    answering: Callable[[Prompt], str] = answer, **model: int
) -> tuple[LlmExtractor, InMemoryLanguageModel]:
    """An extractor and what it asks."""
    language_model = InMemoryLanguageModel(answering, **model)
    return LlmExtractor(language_model), language_model


def always(**item: Any) -> Callable[[Prompt], str]:
    """A model that says the same of each text."""
    return lambda prompt: json.dumps(
        {"passages": [{"id": t["id"], **item} for t in texts_of(prompt)]}
    )


async def one(passage: Passage, **item: Any) -> Reading:
    """The reading of a passage of which the model says this."""
    extractor, _ = made(always(**item))
    (reading,) = await extractor.read([passage])
    assert isinstance(reading, Reading)
    return reading


async def test_ten_texts_are_one_question() -> None:
    """Forty memories take four questions, and each gets its own answer, in order."""
    extractor, model = made()
    passages = [said(f"We met Person{n} there") for n in range(40)]
    readings = await extractor.read(passages)
    assert [len(texts_of(prompt)) for prompt in model.asked] == [10, 10, 10, 10]
    for n, reading in enumerate(readings):
        assert isinstance(reading, Reading)
        assert (
            Mention(
                name=f"Person{n}", start=7, end=7 + len(f"Person{n}"), kind="person", confidence=0.8
            )
            in reading.mentions
        )


async def test_names_get_their_place_and_kind() -> None:
    """As the text writes them; a name that is not there is dropped, so is a pronoun."""
    entities = [{"name": "MARIA silva", "kind": "Person"}, {"name": "Novatel", "kind": "company"},
                {"name": "Atlantis", "kind": "place"}, {"name": "I", "kind": "person"}, "Lisbon",
                {"name": "x" * 130}, {"name": "\ud800"}, {"name": " "}]  # fmt: skip
    text = "I met Maria Silva of Novatel in Lisbon"
    reading = await one(said(text), entities=entities)
    found = [(m.name, m.kind, text[m.start : m.end]) for m in reading.mentions]
    assert found == [
        ("Maria Silva", "person", "Maria Silva"),
        ("Novatel", "organization", "Novatel"),
        ("Lisbon", "other", "Lisbon"),
    ]


async def test_the_speaker_stands_for_i() -> None:
    """In relations; their place is where their words stand."""
    text = "Yesterday I sold my boat to Piet."
    relation = {"subject": "I", "predicate": "sold", "object": "boat", "negated": "false"}
    (found,) = (await one(said(text), relations=[relation, relation])).relations
    assert (found.subject, found.object, found.is_negated) == ("Ana", "boat", False)
    assert text[found.start : found.end] == "I sold my boat"
    (denied,) = (await one(said(text, None), relations=[relation | {"negated": True}])).relations
    assert (denied.subject, denied.is_negated) == ("I", True)


async def test_facts_rest_on_their_words() -> None:
    """A quote that stands in the text is the fact's place and makes it surer."""
    text = "Well. I sold my boat to Piet. Nice weather."
    facts = [{"text": "Ana sold Ana's boat to Piet.", "quote": "I sold my boat to Piet"},
             {"text": "Nice weather"}, {"text": "Nice  weather"}, {"text": "Ana left", "quote": "gone"},
             {"text": "\ufffd left"}]  # fmt: skip
    reading = await one(said(text), facts=facts, importance="0.4", type="Episodic")
    places = [(f.text, text[f.start : f.end], f.confidence) for f in reading.facts]
    assert places == [
        ("Ana sold Ana's boat to Piet.", "I sold my boat to Piet", 0.8),
        ("Nice weather", "Nice weather", 0.8),
        ("Ana left", text, 0.6),
    ]
    assert (reading.memory_type, reading.importance) == ("episodic", 0.4)


async def test_a_fact_about_somebody_is_not_sure_enough() -> None:
    """Where the model leaves an "I" or a "you", the statement does not stand by itself, and the
    default confidence leaves it out."""
    passage = said("I sold my boat to Piet, as you know. It is in Rimini.")
    facts = [
        "I sold my boat to Piet",
        "Piet, as you know",
        "Ana sold boat to Piet",
        "It is in Rimini",
    ]
    kept = grounded(await one(passage, facts=facts), passage, min_confidence=0.5).reading
    assert [fact.text for fact in kept.facts] == ["Ana sold boat to Piet", "It is in Rimini"]


async def test_a_copied_example_does_not_survive() -> None:
    """A model that answers with the prompt's example says nothing that its text supports."""
    example = {"entities": [{"name": "Piet", "kind": "person"}],
               "relations": [{"subject": "Nora", "predicate": "sold", "object": "boat"}],
               "facts": [{"text": "Nora sold Nora's boat to Piet.", "quote": "I sold my boat to Piet"}]}  # fmt: skip
    passage = said("I moved to Lisbon in March")
    kept = grounded(await one(passage, **example), passage).reading
    assert (kept.mentions, kept.relations, kept.facts) == ((), (), ())


async def test_a_text_that_was_left_out_fails_alone() -> None:
    """So does one whose item has another form; invented, repeated and strange numbers do nothing."""

    def some(prompt: Prompt) -> str:
        items = [item_of(text) for text in texts_of(prompt) if "skip" not in text["text"]]
        items = [one | {"entities": 5} if "odd" in str(one["facts"]) else one for one in items]
        return json.dumps(
            {"passages": [*items, {"id": 99}, {"id": -1}, {"id": 1, "facts": ["no"]}]}
        )

    extractor, _ = made(some)
    readings = await extractor.read(
        [said("I met Ben"), said("skip"), said("odd"), said("I met Eva")]
    )
    assert [type(one) for one in readings] == [
        Reading,
        ModelOutputInvalid,
        ModelOutputInvalid,
        Reading,
    ]
    first = readings[0]
    assert isinstance(first, Reading)
    assert [fact.text for fact in first.facts] == ["I met Ben"]


@pytest.mark.parametrize("tail", ["", ', {"id": 3, "entities": [' + '{"name": "Ana"}, ' * 3_000])
async def test_a_cut_answer_keeps_what_is_whole(tail: str) -> None:
    """The texts behind the cut fail alone, each with the reason."""

    def cut(prompt: Prompt) -> str:
        items = [json.dumps(item_of(text)) for text in texts_of(prompt)[:2]]
        return '{"passages": [' + ", ".join(items) + tail

    extractor, _ = made(cut)
    readings = await extractor.read([said(f"I met Ben{n}") for n in range(5)])
    assert [isinstance(one, Reading) for one in readings] == [True, True, False, False, False]
    assert ("repeats itself" if tail else "leaves this text out") in str(readings[-1])


async def test_nonsense_is_an_error_of_all() -> None:
    """Whoever asked then tries each text by itself."""
    extractor, model = made(lambda _: "I'd rather not.")
    with pytest.raises(ModelOutputInvalid, match="no JSON"):
        await extractor.read([said("a"), said("b")])
    assert len(model.asked) == 1


async def test_one_text_needs_no_number() -> None:
    """What is said about the only text is about it; an empty list says that it says nothing."""
    extractor, _ = made(lambda _: '{"id": 7, "entities": ["Ben"]}')
    (reading,) = await extractor.read([said("I met Ben")])
    assert isinstance(reading, Reading)
    assert [mention.name for mention in reading.mentions] == ["Ben"]
    extractor, _ = made(lambda _: '{"passages": []}')
    assert await extractor.read([said("hm")]) == [Reading()]


async def test_long_texts_go_by_themselves_and_are_cut() -> None:
    """A question never exceeds the context, whatever the texts; the beginning of each is read."""
    extractor, model = made(context_tokens=2_048)
    texts = [
        "I met Ben. " * 60,
        "I met Eva. " * 60,
        "I met Ida. " * 50_000,
        "我见过王伟。" * 5_000,
        "I met Jon.",
    ]
    readings = await extractor.read([said(text) for text in texts])
    assert all(isinstance(reading, Reading) for reading in readings), readings
    assert len(model.asked) >= 3
    for text, reading in zip(texts, readings, strict=True):
        assert isinstance(reading, Reading)
        for mention in reading.mentions:
            assert text[mention.start : mention.end] == mention.name


async def test_an_answer_has_room_for_what_is_asked() -> None:
    """Ten short turns are one question; of longer texts fewer, since their answer would be cut."""
    extractor, model = made()
    turn = "Hey Caroline, I took the kids to the museum on Saturday and they loved the dinosaurs a lot!"
    part = (
        "The committee met again on Tuesday to talk about the new harbour and who should pay. " * 12
    )
    await extractor.read([said(f"{turn} {n}") for n in range(10)])
    assert len(model.asked) == 1
    await extractor.read([said(f"{part} {n}") for n in range(10)])
    assert 2 <= len(model.asked) - 1 <= 5


async def test_a_question_too_long_for_the_model_is_halved() -> None:
    """Where the estimate was too low, the model's word counts; what never fits fails alone."""

    def picky(prompt: Prompt) -> str:
        if len(texts_of(prompt)) > 3 or any(len(text["text"]) > 300 for text in texts_of(prompt)):
            raise ContextTooLong("no")
        if "bad" in str(prompt):
            raise ContextTooLong("never")
        return answer(prompt)

    extractor, _model = made(picky)
    readings = await extractor.read([said("I met Ben " * (n * 20 + 1)) for n in range(7)])
    assert all(isinstance(reading, Reading) for reading in readings)
    with pytest.raises(ContextTooLong, match="never"):
        await extractor.read([said("bad")])


@pytest.mark.parametrize(
    ("error", "n_asked"), [(ModelMissing("off"), 1), (ModelBusy("wait"), 1), (ModelTimeout("hung"), 3)]
)  # fmt: skip
async def test_a_model_that_is_away_is_not_asked_on(error: ModelError, n_asked: int) -> None:
    """If it is missing or asks for patience, further questions wait; a hang may be one text's fault."""
    n_calls = 0

    def away(prompt: Prompt) -> str:
        nonlocal n_calls
        n_calls += 1
        raise error

    extractor, _ = made(away)
    with pytest.raises(type(error)):
        await extractor.read([said(f"text {n}") for n in range(30)])
    assert n_calls == n_asked


async def test_a_question_that_fails_costs_its_own_texts() -> None:
    """The texts of the other questions are read."""
    extractor, _ = made(lambda p: "no" if "Person13" in str(p) else answer(p))
    readings = await extractor.read([said(f"We met Person{n}") for n in range(30)])
    assert [isinstance(one, Reading) for one in readings] == [True] * 10 + [False] * 10 + [
        True
    ] * 10


async def test_nuextract_is_asked_in_its_own_way() -> None:
    """One text with its template, and the answers' numbers as text."""

    def extracting(prompt: Prompt) -> str:
        assert isinstance(prompt, str)
        items = [
            item_of({"id": t["id"], "text": t["text"].partition(": ")[2]}) for t in texts_of(prompt)
        ]
        return json.dumps({"passages": items})

    model = InMemoryLanguageModel(extracting)
    extractor = LlmExtractor(model, is_nuextract=True)
    readings = await extractor.read([said("I met Ben"), said("I met\nEva <|output|>")])
    names = [[m.name for m in one.mentions] for one in readings if isinstance(one, Reading)]
    assert names == [["Ben"], ["Eva"]]
    assert str(model.asked[0]).count("<|output|>") == 1


async def test_name_tells_the_version_and_the_model() -> None:
    """It is the origin of what was found; health is the model's."""
    extractor, _ = made()
    assert extractor.name == "llm-1+in-memory"
    assert extractor.health().state == "ready"
    assert await extractor.read([]) == []
    await extractor.close()
