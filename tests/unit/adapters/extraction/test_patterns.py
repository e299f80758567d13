"""Which names are told by how they are written?"""

from __future__ import annotations

import time

import pytest

from perspective.adapters.extraction import patterns
from perspective.domain.extraction.reading import Mention

NAMED = {
    "田中さんはスターバックスで働いています。": {"田中", "スターバックス"},
    "房東陳先生說下個月要漲房租。": {"陳先生"},
    "我的房東叫陳志明。": {"陳志明"},
    "김민수 씨는 서울에 살아요.": {"김민수 씨", "서울"},
    "Вчера я встретил Ольгу Смирнову в Новосибирске.": {"Ольгу Смирнову", "Новосибирске"},
    "Ο λογιστής μας λέγεται Γεώργιος Παπαδόπουλος.": {"Γεώργιος Παπαδόπουλος"},
    "Frau Müller hat heute angerufen.": {"Frau Müller"},
    "آقای کریمی گفت بهتر شده است.": {"آقای کریمی"},
    "Ayer hablé con María José García en Sevilla.": {"María José García", "Sevilla"},
    "看了《三体》以后": {"三体"},
}
REFERENCES = {
    "ask @maria_s about it": "@maria_s",
    "see https://example.org/a?b=1 now": "https://example.org/a?b=1",
    "mail ana@example.org today": "ana@example.org",
    "in src/app/main.py there": "src/app/main.py",
    "call read_file() first": "read_file()",
    "the `make lock` step": "make lock",
    "since 3.11.2 it works": "3.11.2",
    "so #teamblue won": "#teamblue",
}
HOSTILE = [
    "a.b@",
    "/a",
    "`a",
    "Aa ",
    "@a.-",
    "http://",
    "a_",
    "aB",
    "1.1.",
    "王",
    "カ・",
    '"A ',
    "A’",
]


def _names(found: list[Mention]) -> set[str]:
    return {one.name for one in found}


@pytest.mark.parametrize("text", NAMED)
def test_names_of_many_scripts(text: str) -> None:
    """Titles, capitals and katakana tell names without a model."""
    assert NAMED[text] <= _names(patterns.mentions(text, has_syntax=False, language=None))


@pytest.mark.parametrize("text", REFERENCES)
def test_references_are_found_and_not_called_names(text: str) -> None:
    """Addresses, handles, files, code and versions, surer than nothing and less than one half."""
    found = patterns.mentions(text, has_syntax=True, language="en")
    (one,) = (mention for mention in found if mention.name == REFERENCES[text])
    assert 0 < one.confidence < 0.5


def test_sentence_beginnings_are_no_names() -> None:
    """A capital at the beginning of a sentence says nothing, nor does a shouted text."""
    assert (
        patterns.mentions("Вчера было тепло. Потом шёл дождь.", has_syntax=False, language="ru")
        == []
    )
    assert patterns.mentions("ВЧЕРА БЫЛО ТЕПЛО И ШЁЛ ДОЖДЬ", has_syntax=False, language="ru") == []


def test_nouns_of_german_are_no_names() -> None:
    """German writes every noun with a capital."""
    found = patterns.mentions("Gestern war das Wetter am See gut.", has_syntax=False, language="de")
    assert found == []


@pytest.mark.parametrize("piece", HOSTILE)
def test_patterns_are_linear(piece: str) -> None:
    """100,000 characters of what a pattern might try again and again take less than 2 s."""
    text = piece * (100_000 // len(piece))
    started = time.process_time()
    patterns.mentions(text, has_syntax=False, language=None)
    assert time.process_time() - started < 2


def test_script_tells_the_language() -> None:
    """Where letters are not Latin; of several languages of a script the commonest."""
    texts = ("こんにちは", "你好", "안녕", "Привет", "Привіт", "Γειά", "שלום", "hello", "")
    told = [patterns.language_of(text) for text in texts]
    assert told == ["ja", "zh", "ko", "ru", "uk", "el", "he", None, None]


def test_overlaps_go_to_the_surer() -> None:
    """Of two mentions of one stretch one stays."""
    sure = Mention(name="b c", start=2, end=5, confidence=0.8)
    vague = Mention(name="a b", start=0, end=3, confidence=0.5)
    assert patterns.without_overlaps([vague, sure]) == [sure]
