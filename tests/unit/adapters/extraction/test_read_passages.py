"""Is everything that is read supported by its text, whatever the text?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perspective.adapters.extraction import read_passages, spacy_syntax
from perspective.adapters.extraction.read_passages import ReadPassages, ToRead
from perspective.domain.extraction.grounding import grounded
from perspective.domain.extraction.reading import Passage, Reading
from perspective.errors import ModelMissing
from tests.engines import NOON
from tests.unit.adapters.extraction.reader import read_text

# Words that agree with another person, and those that stand for a contraction.
AGREEING = {"is", "has", "does", "goes", "was", "will", "doesn", "hasn", "isn"}
TEXTS = [
    "I'm a nurse at Mercy Hospital and I've worked there since 2015. My wife teaches physics.",
    "Hey Jon, my dog Rex ate the couch; I wasn't amused, but he's fine now.",
    "We migrated billing to PostgreSQL 16. The old cluster was deleted on Friday (see #432).",
    "I carry my passport, I try to fix things, and I go running. I don't have a car.",
    "“Becoming” by Michelle Obama — I loved it; I'll re-read it with my sister-in-law's club.",
    "My brother doesn't eat meat... my parents do! I do too, and I have told him so.",
    "RT @bob: I am sooo in love with Berlin <3 http://t.co/x my phone's dead lol",
    "I gave my sister the keys, and she gave me hers. I think I might've lost mine.",
    "yesterday i met maria in lisbon and i told her about my job at google",
    "Ich wohne in Berlin und arbeite bei der Deutschen Bahn.",
    "昨日、田中さんとスターバックスに行きました。",
]
WORDS = st.sampled_from(
    [
        "I",
        "my",
        "me",
        "'m",
        "’ve",
        "am",
        "have",
        "go",
        "try",
        "Maria",
        "Lisbon",
        "moved",
        "to",
        "and",
        ",",
        ".",
        "?",
        "!",
        '"',
        "(",
        "@bob",
        "#",
        "`x`",
        "don't",
        "said",
        "that",
        "her",
        "\n",
        "\t",
        "\x00",
        "你好",
        "さん",
        "Иван",
        "😀",
        "�",
        "a/b.py",
        "3.1.4",
        "is",
        "was",
        "will",
        "not",
        "Dr.",
        "the",
        "of",
    ]
)


@pytest.fixture
def fresh() -> Iterator[None]:
    """The model is looked for again, in the test and after it."""
    read_passages._syntax.cache_clear()
    yield
    read_passages._syntax.cache_clear()


def _plain(text: str) -> str:
    return "".join(c.lower() if c.isalnum() else " " for c in text.replace("’", "'"))


def _unsupported(statement: str, text: str, speaker: str) -> list[str]:
    """The words of a statement that neither the text nor the speaker's name holds, a final -s of
    agreement left out."""
    known = {*_plain(text).split(), *_plain(speaker).split(), "s", "t"}
    stems = {word.removesuffix("y") for word in known}
    return [
        word
        for word in _plain(statement).split()
        if word not in known | AGREEING
        and word.removesuffix("s") not in known
        and word.removesuffix("es") not in known
        and word.removesuffix("ies") not in stems
    ]


def _assert_is_supported(text: str, reading: Reading, speaker: str) -> None:
    for mention in reading.mentions:
        assert text[mention.start : mention.end] == mention.name
    for fact in reading.facts:
        stretch = text[fact.start : fact.end]
        assert stretch.strip()
        assert _unsupported(fact.text, stretch, speaker) == []
    for relation in reading.relations:
        stretch = text[relation.start : relation.end]
        for words in (relation.subject, relation.predicate, relation.object):
            assert words.strip()
            assert _unsupported(words, stretch, speaker) == []


@pytest.mark.parametrize("text", TEXTS)
def test_words_come_from_the_text(text: str) -> None:
    """Names, relations and statements are made of the text's words and the speaker's name."""
    _assert_is_supported(text, read_text(text, "Zoë O'Hara"), "Zoë O'Hara")


def test_varied_texts_say_something() -> None:
    """The texts above are not passed over."""
    readings = [read_text(text) for text in TEXTS]
    assert sum(len(reading.facts) for reading in readings) >= 10
    assert sum(len(reading.relations) for reading in readings) >= 10


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(max_size=300), st.lists(WORDS, max_size=40).map(" ".join)))
def test_any_text_is_read(text: str) -> None:
    """No text raises; spans are valid, and what is not dropped afterwards is in the text's words."""
    text = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    reading = read_text(text)
    for mention in reading.mentions:
        assert text[mention.start : mention.end] == mention.name
    passage = Passage(content=text, at=NOON, speaker="Ana")
    for fact in grounded(reading, passage).reading.facts:
        assert text[fact.start : fact.end].strip()
        assert _unsupported(fact.text, text, "Ana") == []
    for relation in grounded(reading, passage).reading.relations:
        said = f"{relation.subject} {relation.predicate} {relation.object}"
        assert _unsupported(said, text, "Ana") == []


@pytest.mark.usefixtures("fresh")
def test_without_spacy_scripts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is missing or another costs syntax only, and the name says so."""

    def missing() -> None:
        raise ModelMissing

    monkeypatch.setattr(spacy_syntax, "load", missing)
    request = ReadPassages(texts=(ToRead(content="Yesterday I met Maria Silva."),))
    answers = read_passages.read_passages(request)
    assert answers.name == "rules-2"
    (answer,) = answers.answers
    assert answer.reading is not None
    assert [mention.name for mention in answer.reading.mentions] == ["Maria Silva"]


def test_changed_model_is_not_loaded(tmp_path: Path) -> None:
    """A weight file with another sha256, or none, is ModelMissing."""
    with pytest.raises(ModelMissing):
        spacy_syntax.check(tmp_path)
    for name in spacy_syntax.SHA256:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"other weights")
    with pytest.raises(ModelMissing):
        spacy_syntax.check(tmp_path)


@pytest.mark.usefixtures("fresh")
def test_one_bad_text_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the model stumbles over a batch, each text is read by itself."""
    good = spacy_syntax.load()

    class Stumbling:
        name = "stumbling"

        def read(self, texts: list[tuple[str, str | None]]) -> list[read_passages.English]:
            if any("bad" in text for text, _ in texts):
                raise ValueError("bad")
            return good.read(texts)

    monkeypatch.setattr(spacy_syntax, "load", Stumbling)
    texts = tuple(
        ToRead(content=text, speaker="Ana") for text in ("I like tea.", "bad", "I like tea.")
    )
    answers = read_passages.read_passages(ReadPassages(texts=texts)).answers
    assert [answer.error for answer in answers] == ["", "ModelOutputInvalid", ""]
