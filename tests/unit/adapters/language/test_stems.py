"""Do the forms of one word meet, in any language that is stemmed, and is English left alone?"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.adapters.language.guess import guess
from perspective.adapters.language.stems import STEMMED, Stemmers
from perspective.adapters.language.stop_word_lists import STOP_WORDS
from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.adapters.language.words import tokens
from tests.unit.adapters.language.samples import TEXTS

ANALYZER = UnicodeAnalyzer()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("билеты", "билетов"),
        ("Москве", "Москва"),
        ("ёлками", "елки"),
        ("книжки", "книжкою"),
        ("зустрічі", "зустрічами"),
        ("олівцями", "олівців"),
        ("άνθρωποι", "ανθρώπους"),
        ("ΟΔΟΝΤΙΑΤΡΟΣ", "οδοντίατρο"),
        ("الغسالة", "غسالة"),
        ("الغساله", "غسّالة"),
        ("وللكتاب", "كتابهم"),
        ("किताबें", "किताबों"),
        ("आँधी", "आंधी"),
        ("फ़सल", "फसल"),
        ("քաղաքի", "քաղաքներ"),
    ],
)
def test_outside_latin_letters_a_word_alone_finds_its_other_forms(one: str, other: str) -> None:
    """No word beside it is needed to tell its language."""
    assert ANALYZER.query_words(one) == [tuple(ANALYZER.terms(other))]


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        ("Die Häuser in der Straße sind verkauft.", "Wem gehört das Haus?"),
        ("Wir haben die Haeuser gestrichen, und das war nicht leicht.", "Welche Häuser sind es?"),
        ("Los camiones están en el taller.", "¿Dónde compré el camión?"),
        ("Compre un camion y no me gusta.", "¿Qué camiones tiene la empresa?"),
        ("Les journaux sont dans la cuisine.", "Où est mon journal ?"),
        ("Le città sono più belle che mai.", "Quando siamo stati in quella citta?"),
        ("As casas são dos meus avós, mas não é tudo.", "Quando foi comprada a casa?"),
        ("De huizen staan in de straat, maar niet te koop.", "Waar is mijn huis?"),
        ("Båtarna är i hamnen och jag har nyckeln.", "Var är båten?"),
        ("Książki są w szafie, a nie na biurku.", "Gdzie jest moja książka?"),
        ("Kapının anahtarı bende kaldı.", "Kapılar neden açık?"),
    ],
)
def test_in_latin_letters_a_sentence_finds_the_forms_of_its_language(
    passage: str, question: str
) -> None:
    """One word of the question at least is in the passage, in the language's own stem."""
    terms = set(ANALYZER.terms(passage))
    assert [word for word in ANALYZER.query_words(question) if terms.intersection(word)]


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        ("Häuser", "Wo sind die Häuser, die wir nicht gekauft haben?"),
        ("Die Häuser sind noch nicht verkauft.", "Häuser"),
        ("Les journaux sont dans la cuisine.", "Which journaux did the Smiths read?"),
        ("Bütün kapılar kapalı, anahtar da yok.", "kapılar"),
    ],
)
def test_a_wrong_guess_on_one_side_loses_no_word_that_is_written_alike(
    passage: str, question: str
) -> None:
    """The English stem is on both sides whatever the language."""
    terms = set(ANALYZER.terms(passage))
    assert [word for word in ANALYZER.query_words(question) if terms.intersection(word)]


def test_english_text_has_english_stems_alone() -> None:
    """No second form, with foreign names in it or none, in a sentence or a word."""
    english = (
        TEXTS["en"],
        TEXTS["en_chat"],
        TEXTS["code"],
        TEXTS["url"],
        "We met José and Zoë at the café in São Paulo.",
        "Take care! Talk soon.",
        "Die Hard",
        "Bought milk",
    )
    for text in english:
        assert guess(tokens(text), tokens(text), certain=True) in (None, "en")
        assert all(len(word) == 1 for word in ANALYZER.query_words(text))


def test_every_stemmed_language_has_stop_words_to_be_told_by() -> None:
    """And is told by them: a dozen of its own, as they stand, are its own."""
    assert STOP_WORDS.keys() >= STEMMED
    for language in STEMMED:
        words = STOP_WORDS[language].split()
        assert guess(words, words, certain=True) == language


def test_no_form_is_in_two_words_of_a_question() -> None:
    """Words that share a form are one: what a text holds counts once."""
    words = ANALYZER.query_words("Wo ist das Haus neben den Häusern, und wem gehören die Häuser?")
    forms = [form for word in words for form in word]
    assert len(forms) == len(set(forms))
    assert [word for word in words if {"haus", "häuser", "häusern"} == set(word)]


def test_threads_get_the_same_stems() -> None:
    """Snowball's stemmers are not safe to share; ours are."""
    texts = [text for text in TEXTS.values() for _ in range(10)]
    alone = [ANALYZER.terms(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(UnicodeAnalyzer().terms, texts)) == alone


@given(st.text(), st.sampled_from(sorted(STEMMED)))
def test_any_word_has_a_stem(word: str, language: str) -> None:
    """Whatever the letters: never nothing of something."""
    stemmers = Stemmers()
    assert bool(stemmers.stem(word)) == bool(word)
    assert stemmers.stem_as(word, language) != ""
