"""When are two texts, or two names, the same?"""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.text.normal import content_hash, normal_form, normalize, unstorable

WORDS = ["Müller", "Ångström", "한국어", "Việt Nam", "ガギグ", "नमस्ते", "שָׁלוֹם", "café"]


@pytest.mark.parametrize("word", WORDS)
def test_composed_and_decomposed_spellings_are_one(word: str) -> None:
    """NFC and NFD of one word have one normal form and one hash."""
    composed, decomposed = unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word)
    assert normal_form(composed) == normal_form(decomposed)
    assert content_hash(composed) == content_hash(decomposed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ＡＢＣ", "abc"),
        ("ﾊﾝｶｸ", "ハンカク"),
        ("Straße", "STRASSE"),
        ("İstanbul", "istanbul"),
        ("ISPARTA", "ısparta"),
        ("Σοφός", "ΣΟΦΌΣ"),
        ("New  York\n", "new york"),
        ("co\u00adoperate", "cooperate"),
        ("zero\u200dwidth", "zerowidth"),
    ],
)
def test_names_meet_whatever_their_case_width_and_spacing(one: str, other: str) -> None:
    """Two ways to type one name have one normal form."""
    assert normal_form(one) == normal_form(other)


@given(st.text())
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    """`normal_form` is idempotent on any text, half characters included."""
    assert normal_form(normal_form(text)) == normal_form(text)


def test_the_hash_keeps_case_and_inner_spacing_but_not_the_ends() -> None:
    """Outer whitespace and line ends do not count; case and indentation do."""
    assert content_hash(" a\r\nb ") == content_hash("a\nb")
    assert content_hash("Polish") != content_hash("polish")
    assert content_hash("if x:\n  y") != content_hash("if x:\n    y")


@pytest.mark.parametrize(
    "flood", ["\u0301\u0316", "a" + "\u0316\u0301" * 400, "\u0f73\u0f75", "\uff9e\u0301", "\u0344"]
)
def test_a_flood_of_marks_takes_no_quadratic_time(flood: str) -> None:
    """Half a million combining marks in the worst order are normalised in linear time."""
    text = flood * (500_000 // len(flood))
    start = time.perf_counter()
    normalize("NFKC", text)
    assert time.perf_counter() - start < 20  # the standard library alone takes minutes


def test_what_cannot_be_kept_is_named() -> None:
    """NUL and lone surrogates are refused with their position; everything else is storable."""
    assert unstorable("a\0b") == "has a NUL character at position 1"
    assert unstorable("ab\ud800") is not None
    assert all(unstorable(text) is None for text in ("", "plain", "👩‍👩‍👧 ü \U0010ffff \x01"))
