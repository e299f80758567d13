"""Code, secrets, units and small words that tell the part keep two texts apart; prose is free."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.consolidation.claim import claim
from perspective.domain.consolidation.duplicates import merges
from perspective.domain.consolidation.wording.exact import exact_of

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def are_one(a: str, b: str, cosine: float | None) -> bool:
    """Whether two texts of one moment are merged."""
    return merges(claim(a, NOON), claim(b, NOON), cosine) is not None


APART = [
    ("password is hunter2", "password is Hunter2"),
    ("The wifi password is sesame", "The wifi password is Sesame"),
    ("The key is aB3x", "The key is Ab3X"),
    ("Das Passwort lautet Tulpe", "Das Passwort lautet tulpe"),
    ("rm -rf /tmp/a", "rm -rf /tmp/A"),
    ("ls -a", "ls -A"),
    ("tar -xf it", "tar -Xf it"),
    ("http://a.com/x", "http://a.com/X"),
    ("echo $home", "echo $HOME"),
    ("It needs 3 MB", "It needs 3 Mb"),
    ("The rod is 5 Mm long", "The rod is 5 mm long"),
    ("A dose of 5Mg", "A dose of 5mg"),
    ("Call getName first", "Call getname first"),
    ("US won", "us won"),
    ("I met May.", "I met may."),
    ("Ask Mark about it.", "Ask mark about it."),
    ("Haben Sie das?", "Haben sie das?"),
    ("Bier in Massen trinken", "Bier in Maßen trinken"),
    ("if a then b", "if b then a"),
    ("Wenn Ana kommt geht Ben", "Wenn Ben geht kommt Ana"),
    ("Если Аня придёт Боря уйдёт", "Если Боря уйдёт Аня придёт"),
    ("!done", "done"),
    ("Use foo_bar not foo-bar.", "Use foo-bar not foo_bar."),
    ("file a.txt", "file a txt"),
    ("Der Hund beisst den Mann", "Den Hund beisst der Mann"),
    ("Die Katze sieht der Hund", "Der Katze sieht den Hund"),
    ("El año", "El ano"),
    ("Lo sabe él", "Lo sabe el"),
    ("git push", "git push --force"),
    ("Run ls in it", "Run ls -l in it"),
    ("I like this one", "I like that one"),
    ("Take these pills", "Take those pills"),
    ("Ana has left", "Ana is left"),
    ("Ich mag diesen Hund", "Ich mag jenen Hund"),
]

ONE = [
    ("The gate is locked.", "THE GATE IS LOCKED."),
    ("ana lives in berlin", "Ana lives in Berlin"),
    ("It is very COLD outside.", "it is very cold outside"),
    ("Meet at 6 PM.", "meet at 6 p.m."),
    ("Meet at 6PM.", "meet at 6pm"),
    ("It weighs 5kg.", "It weighs 5 kg."),
    ("Call /usr/bin/env here.", "call /usr/bin/env here"),
    ("Die Katze sitzt auf dem Dach.", "Auf dem Dach sitzt die Katze."),
    ("The key is under the Pot.", "the key is under the pot"),
    ("회의는 두 시에 시작합니다.", "회의는 2시에 시작합니다"),
    ("The café is open.", "the cafe is open"),
]


@pytest.mark.parametrize(("a", "b"), APART)
@pytest.mark.parametrize("cosine", [None, 0.999])
def test_what_counts_letter_for_letter_keeps_apart(a: str, b: str, cosine: float | None) -> None:
    """Another case, sign, article or pointing word makes another statement, at any cosine."""
    assert not are_one(a, b, cosine)


@pytest.mark.parametrize(("a", "b"), ONE)
def test_prose_is_the_same_in_another_case(a: str, b: str) -> None:
    """Words of prose are one text however they are written."""
    assert are_one(a, b, None)


@given(st.text(max_size=80), st.sampled_from([None, "en", "de", "es", "zh"]))
def test_any_text_has_exact_parts(text: str, language: str | None) -> None:
    """No text makes it fail, and spacing does not count."""
    assert exact_of(text, language) == exact_of(f"  {text}\n", language)
