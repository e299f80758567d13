"""What does one run of a local embedding model give? Loading and running, without any waiting.

Importing this takes a second or two (fastembed, onnxruntime), so it is done in the thread that
loads the model. Nothing is downloaded: a model is in the installation, in a folder of the user's,
or already in fastembed's cache.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from tokenizers import Encoding, Tokenizer

from perspective.errors import ModelMissing, ModelOutputInvalid
from perspective.ports.feed import Vector

_WINDOW = 256  # tokens; what MiniLM was trained to read, and enough for a part of a text
_CHARACTERS_A_TOKEN = 12  # longer text is cut before it is tokenized: a megabyte takes seconds
_RUN_TOKENS = 1_024  # a run's memory and length grow with texts × longest text; larger is no faster
_RUN_TEXTS = 16
_UNKNOWN = ("[UNK]", "<unk>", "<UNK>")
_FILES = ("tokenizer.json", "tokenizer_config.json")
# fastembed's registry belongs to the process; two embedders may load at once.
_registering = threading.Lock()


class LocalModel:
    """A loaded model. `embed` may run in several threads at once; other threads go on."""

    def __init__(self, embedding: TextEmbedding, *, max_unknown_share: float) -> None:
        self._embedding = embedding
        self._max_unknown_share = max_unknown_share
        shared = getattr(embedding.model, "tokenizer", None)
        if not isinstance(shared, Tokenizer):
            raise ModelMissing(f"{embedding.model_name} has no tokenizer")
        own = Tokenizer.from_str(shared.to_str())
        own.no_padding()
        own.enable_truncation(_WINDOW)
        self._tokenizer = own
        known = (own.token_to_id(token) for token in _UNKNOWN)
        self._unknown_id = next((token for token in known if token is not None), None)
        self.dimensions = len(next(iter(embedding.embed(["dimensions"]))))

    def runs(self, texts: Sequence[str]) -> Iterator[list[tuple[int, Vector | None]]]:
        """Places in `texts` and their vectors, run by run, so that the caller can stop between.

        Texts of like length go together, since a run pads all to the longest.
        """
        cut = [_without_surrogates(text[: _WINDOW * _CHARACTERS_A_TOKEN]) for text in texts]
        encodings = self._tokenizer.encode_batch(cut, add_special_tokens=False)
        unread = [n for n, one in enumerate(encodings) if not self._can_read(one)]
        if unread:
            yield [(place, None) for place in unread]
        skipped = set(unread)
        order = sorted(
            (n for n in range(len(texts)) if n not in skipped), key=lambda n: len(encodings[n])
        )
        while order:
            places = _take(order, [len(one) for one in encodings])
            window = [_within(cut[n], encodings[n]) for n in places]
            yield list(zip(places, self._vectors(window), strict=True))

    def _can_read(self, encoding: Encoding) -> bool:
        if not encoding.ids:
            return False
        n_unknown = encoding.ids.count(self._unknown_id) if self._unknown_id is not None else 0
        return n_unknown <= self._max_unknown_share * len(encoding.ids)

    def _vectors(self, texts: list[str]) -> list[Vector]:
        rows = np.stack(list(self._embedding.embed(texts, batch_size=len(texts))))
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(norms).all() or not norms.all():
            raise ModelOutputInvalid(
                f"{self._embedding.model_name} gave a vector that has no direction"
            )
        return list((rows / norms).astype(np.float32))


def load_default(
    weights: Path, sha256: str, *, threads: int | None, max_unknown_share: float
) -> LocalModel:
    """all-MiniLM-L6-v2, whose tokenizer comes with Perspective; the weights must be the pinned
    ones."""
    folder = _tokenizer_folder()
    _check(weights, sha256)
    embedding = _custom(weights, folder, PoolingType.MEAN, threads)
    return LocalModel(embedding, max_unknown_share=max_unknown_share)


def load_path(path: Path, *, threads: int | None, max_unknown_share: float) -> LocalModel:
    """A model of the user's: a folder, or an .onnx file with its tokenizer beside it."""
    weights = path
    if path.is_dir():
        found = (path / name for name in ("model.onnx", "onnx/model.onnx", "model_optimized.onnx"))
        weights = next((file for file in found if file.is_file()), path / "model.onnx")
    folder = path if path.is_dir() else path.parent
    for file in (weights, *(folder / name for name in _FILES)):
        if not file.is_file():
            raise ModelMissing(f"embedding.model_path: the file {file} is missing")
    embedding = _custom(weights, folder, _pooling(folder), threads)
    return LocalModel(embedding, max_unknown_share=max_unknown_share)


def load_cached(name: str, *, threads: int | None, max_unknown_share: float) -> LocalModel:
    """A model that fastembed knows by name and has in its cache."""
    if all(one["model"].lower() != name.lower() for one in TextEmbedding.list_supported_models()):
        raise ModelMissing(f"embedding.model: fastembed knows no model {name!r}")
    try:
        embedding = TextEmbedding(
            name, threads=threads, local_files_only=True, enable_cpu_mem_arena=False
        )
    except (ValueError, OSError) as error:
        raise ModelMissing(
            f"embedding.model: {name!r} is not in fastembed's cache, and nothing is downloaded"
        ) from error
    return LocalModel(embedding, max_unknown_share=max_unknown_share)


def _custom(
    weights: Path, folder: Path, pooling: PoolingType, threads: int | None
) -> TextEmbedding:
    # fastembed joins the folder of the tokenizer and the file of the weights; an absolute path
    # stays what it is. The registry is the process's, so the name says all that matters.
    name = f"perspective/{pooling.value}:{weights}"
    with _registering:
        if all(one["model"] != name for one in TextEmbedding.list_supported_models()):
            TextEmbedding.add_custom_model(
                model=name,
                pooling=pooling,
                normalization=True,
                sources=ModelSource(hf="perspective/local"),
                dim=1,
                model_file=str(weights.resolve()),
            )
    return TextEmbedding(
        name,
        cache_dir=str(folder),
        specific_model_path=str(folder),
        threads=threads,
        local_files_only=True,
        # The arena keeps the largest run's memory for ever (about 450 MB after 8 long texts).
        enable_cpu_mem_arena=False,
    )


def _pooling(folder: Path) -> PoolingType:
    """As sentence-transformers wrote it down; the mean where nothing is said."""
    try:
        said = json.loads((folder / "1_Pooling" / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return PoolingType.MEAN
    return PoolingType.CLS if said.get("pooling_mode_cls_token") else PoolingType.MEAN


def _check(file: Path, sha256: str) -> None:
    if not file.is_file():
        raise ModelMissing(f"the model file {file} is missing")
    with file.open("rb") as opened:
        if hashlib.file_digest(opened, "sha256").hexdigest() != sha256:
            raise ModelMissing(f"the model file {file} is not the one that was pinned")


def _tokenizer_folder() -> Path:
    """In a wheel the files are package data; in a checkout they lie in `models/`."""
    package = Path(str(importlib.resources.files("perspective")))
    folders = [package / "_models" / "all-MiniLM-L6-v2", package.parent / "models/all-MiniLM-L6-v2"]
    folder = next((one for one in folders if one.is_dir()), folders[0])
    for name in _FILES:
        if not (folder / name).is_file():
            raise ModelMissing(f"the tokenizer file {folder / name} is missing")
    return folder


def _take(order: list[int], lengths: Sequence[int]) -> list[int]:
    """Takes the texts of the next run off the front of `order`, which goes by length."""
    n_taken = 1
    while (
        n_taken < min(len(order), _RUN_TEXTS)
        and (n_taken + 1) * lengths[order[n_taken]] <= _RUN_TOKENS
    ):
        n_taken += 1
    taken = order[:n_taken]
    del order[:n_taken]
    return taken


def _within(text: str, encoding: Encoding) -> str:
    """The part of the text that the window holds."""
    return text[: encoding.offsets[-1][1]] if encoding.overflowing else text


def _without_surrogates(text: str) -> str:
    """A tokenizer takes no half characters."""
    if text.isascii():
        return text
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
