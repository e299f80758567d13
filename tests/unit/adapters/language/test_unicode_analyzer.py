"""Which words, names and sentences does a text hold?"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.domain.text.normal import normal_form
from tests.unit.adapters.language.samples import TEXTS, TIKTOKEN

ANALYZER = UnicodeAnalyzer()
TOKENIZER = Path(__file__).parents[4] / "models/all-MiniLM-L6-v2/tokenizer.json"

any_text = st.text() | st.text(st.characters(categories=["Cs", "Mn", "Lo", "So", "Cf", "Cc"]))


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        ("She was running along the shores", "run shore"),
        ("cafe\u0301", "CAFÉ"),
        ("ＡＢＣ ﾊﾝｶｸ", "abc ハンカク"),
        ("Die Straße", "STRASSE"),
        ("İstanbul'da", "istanbul"),
        ("كِتَابٌ كتـــاب", "كتاب"),
        ("שָׁלוֹם", "שלום"),
        ("Ёлка", "елка"),
        ("Αθήνα", "ΑΘΗΝΑ"),
        ("٢٠٢٤", "2024"),
        ("커피를 마셨다", "커피"),
        ("我的猫很可爱", "猫"),
        ("他喜欢喝茶", "他喝什么茶？"),
        ("東京タワーに行った", "東京"),
        ("ฉันชอบกินข้าวผัด", "ข้าวผัด"),
        ("l'homme et la mer", "homme"),
        ("Alice's book", "alice"),
        ("send an e-mail", "email"),
        ("we use GPT-4", "gpt4"),
        ("camelCase snake_case", "camel snake"),
        ("see src/app/main.py", "main.py"),
        ("mail bob@example.com", "example.com"),
        ("version 1.2.3 is out", "1.2.3"),
        ("https://docs.example.com/guide", "docs.example.com guide"),
        ("it cost 1,000,000", "1000000"),
        ("written in C++ and C#", "c++ c#"),
        ("at 10am", "10"),
        ("love it ❤️ 👍🏽", "❤ 👍"),
        ("👨‍👩‍👧 at home", "👨‍👩‍👧"),
    ],
)
def test_a_question_finds_the_word_however_it_is_written(passage: str, question: str) -> None:
    """Every term of the question is a term of the passage, up to the compound's own whole."""
    terms = set(ANALYZER.terms(passage))
    asked = set(ANALYZER.query_terms(question))
    assert asked & terms
    if " " in question or len(asked) == 1:
        assert asked <= terms


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_composed_and_decomposed_text_has_the_same_terms(text: str) -> None:
    """NFC, NFD and NFKC of a text are one to the index, in every script."""
    terms = ANALYZER.terms(text)
    for form in ("NFC", "NFD", "NFKC"):
        assert ANALYZER.terms(unicodedata.normalize(form, text)) == terms


@given(any_text)
def test_no_text_breaks_the_analyzer(text: str) -> None:
    """Any string at all: terms without spaces, spans that join, counts that are not negative."""
    assert not [term for term in ANALYZER.terms(text) if not term or any(c.isspace() for c in term)]
    asked = ANALYZER.query_terms(text)
    assert len(asked) == len(set(asked))
    assert all(name == normal_form(name) for name in ANALYZER.names(text))
    assert ANALYZER.n_tokens(text) >= 0
    spans = ANALYZER.sentences(text)
    assert "".join(text[span.start : span.end] for span in spans) == text
    assert all(span.start < span.end for span in spans)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("What is the name of Bob's dog?", ["name", "bob", "dog"]),
        ("Who am I?", ["who", "am", "i"]),
        ("Where does WHO sit", ["who", "sit"]),
        ("when did the plant die", ["plant", "die"]),
        ("Wo hat die Katze geschlafen?", ["katz", "geschlafen|geschlaf"]),
        ("когда я был в Москве?", ["москв"]),
        ("¿Dónde está la casa?", ["casa|cas"]),
    ],
)
def test_stop_words_leave_a_question_unless_nothing_else_remains(
    question: str, kept: list[str]
) -> None:
    """Function and question words of the question's own language are dropped; acronyms stay."""
    assert ["|".join(forms) for forms in ANALYZER.query_words(question)] == kept
    assert "|".join(ANALYZER.query_terms(question)) == "|".join(kept)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Does Alice's friend know?", "Alice"),
        ("in New York City today", "New York City"),
        ("we use C++ here", "C++"),
        ("moved to Node.js (finally)", "Node.js"),
        ("Acme, Inc. sued", "Acme, Inc."),
        ("a .NET shop", ".NET"),
        ("王小明去北京了", "王小明"),
        ("王小明去北京了", "北京"),
        ("철수는 갔다", "철수"),
        ("สมชายไปตลาด", "สมชาย"),
        ("встретил Анну Каренину", "Анну Каренину"),
        ("ＡＣＭＥ と", "acme"),
        ("ジョン・スミスさん", "ジョン・スミス"),
    ],
)
def test_a_name_is_among_the_candidates(text: str, name: str) -> None:
    """The normal form of any name of one to four words that stands in the text."""
    assert normal_form(name) in ANALYZER.names(text)


def test_names_are_bounded() -> None:
    """A megabyte gives no more candidates than its first 2,000 characters."""
    assert len(ANALYZER.names("名" * 500 + "ab cd " * 200_000)) < 20_000


@pytest.mark.parametrize("name", TEXTS)
def test_the_token_estimate_is_not_below_the_truth(name: str) -> None:
    """Against MiniLM's tokenizer, run here, and cl100k and o200k as measured."""
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    minilm = len(tokenizer.encode(TEXTS[name], add_special_tokens=False).ids)
    estimate = ANALYZER.n_tokens(TEXTS[name])
    assert estimate >= max(minilm, TIKTOKEN[name])
    assert estimate <= 4 * max(minilm, TIKTOKEN[name])


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Dr. Smith went home. He slept! Did he?", ["Dr. Smith went home. ", "He slept! ", "Did he?"]),
        ("你好。再见！😀 好吗？", ["你好。", "再见！", "😀 好吗？"]),
        ("मैं घर जा रहा हूँ। तुम कहाँ हो?", ["मैं घर जा रहा हूँ। ", "तुम कहाँ हो?"]),
        ("ខ្ញុំទៅផ្សារ។ អ្នកនៅឯណា?", ["ខ្ញុំទៅផ្សារ។ ", "អ្នកនៅឯណា?"]),
        ("a\ud800b. Next \0 one.", ["a\ud800b. ", "Next \0 one."]),
    ],
)  # fmt: skip
def test_sentences_end_where_a_reader_would_say(text: str, sentences: list[str]) -> None:
    """Spans count code points, after emoji and half characters too."""
    assert [text[span.start : span.end] for span in ANALYZER.sentences(text)] == sentences


def test_no_sentence_is_longer_than_a_part_may_be() -> None:
    """What has no full stop is cut at spaces, and where there are none between signs."""
    for text in ("word " * 2_000, "x" * 20_000, "字" * 5_000, "e\u0301" * 5_000, "'" * 5_000):
        spans = ANALYZER.sentences(text)
        pieces = [text[span.start : span.end] for span in spans]
        assert "".join(pieces) == text
        assert max(map(ANALYZER.n_tokens, pieces)) <= 160
    assert all(piece.endswith(" ") for piece in _pieces("word " * 2_000))


def test_sentences_do_not_depend_on_where_the_blocks_end() -> None:
    """A sentence that crosses the inner block's end comes out whole."""
    text = "".join(f"Sentence number {n} is about the cat of neighbour {n}. " for n in range(300))
    assert all(piece.startswith("Sentence") for piece in _pieces(text))
    assert len(_pieces(text)) == 300


@pytest.mark.parametrize(
    "pattern",
    ["a", "a.", "a_", "aB", "'", '"', "«", "你", "ก", "e\u0301", "\u0301\u0316", "😀", "\u200d",
     "\n", "1,", "\0", "\ud800", "ក", "://", "가"],
)  # fmt: skip
@pytest.mark.parametrize("method", ["terms", "query_terms", "names", "n_tokens", "sentences"])
def test_hostile_text_takes_linear_time(pattern: str, method: str) -> None:
    """100,000 characters of anything are analysed in a second or two, not in minutes."""
    text = (pattern * 100_000)[:100_000]
    call: Callable[[str], object] = getattr(ANALYZER, method)
    start = time.perf_counter()
    call(text)
    assert time.perf_counter() - start < 20


def _pieces(text: str) -> list[str]:
    return [text[span.start : span.end] for span in ANALYZER.sentences(text)]
