"""What does the worker answer in tests instead of a model? What it was asked, or what it is told."""

from __future__ import annotations

import os
import signal
import time

import msgspec

from perspective.adapters.models.llama_worker import Complete
from perspective.errors import ContextTooLong, ModelMissing
from perspective.ports.models.language_model import Completion


def complete(request: Complete) -> Completion:
    """Says what it was asked, unless the text asks for something else."""
    text = request.text or ""
    if text == "missing":
        raise ModelMissing("it cannot be loaded")
    if text == "long":
        raise ContextTooLong("too long")
    if text == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "hang":
        time.sleep(600)
    return Completion(msgspec.json.encode(request).decode())
