"""Are words found where they stand, in any script and width?"""

from __future__ import annotations

import pytest

from perspective.adapters.extraction.llm.located import Source


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("I met Ana in Lisbon.", "ana", "Ana"),
        ("a banana for Ana", "Ana", "Ana"),
        ("a banana", "Ana", None),
        ("we  met\n Maria   Silva", "Maria Silva", "Maria   Silva"),
        ("Zoe\u0308 and Zoë", "Zoë", "Zoe\u0308"),
        ("die STRASSE am Park", "Straße", "STRASSE"),
        ("Ｔｏｋｙｏ in full width", "Tokyo", "Ｔｏｋｙｏ"),
        ("田中さんは東京で働く", "東京", "東京"),
        ("김민수씨는 서울에 살아요", "서울", "서울"),
        ("คุณสมชายไปเชียงใหม่", "เชียงใหม่", "เชียงใหม่"),
        ("Вчера встретил ОЛЬГУ", "Ольгу", "ОЛЬГУ"),
        ("O’Brien called", "O'Brien", "O’Brien"),
        ("ﬁnal draft", "final", "ﬁnal"),
        ("\u0130stanbul", "i\u0307stanbul", "\u0130stanbul"),
        ("anything", "", None),
        ("anything", " \n ", None),
        ("", "anything", None),
        ("\U0001f469\u200d\U0001f467 party", "party", "party"),
    ],
)
def test_words_are_found_as_the_text_has_them(text: str, words: str, found: str | None) -> None:
    """Case, width, composition and blanks may differ; parts of words do not count."""
    span = Source(text).locate(words)
    assert (None if span is None else text[span[0] : span[1]]) == found
