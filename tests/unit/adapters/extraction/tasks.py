"""What the worker process is asked to do in tests instead of reading."""

from __future__ import annotations

import os
import signal
import time

from perspective.adapters.extraction.read_passages import (
    Answer,
    Answers,
    ReadPassages,
    read_passages,
)
from perspective.domain.extraction.reading import Fact, Mention, Reading


def at_risk(request: ReadPassages) -> Answers:
    """Reads, unless a text asks for something else."""
    texts = [one.content for one in request.texts]
    if "die" in texts:
        os.kill(os.getpid(), signal.SIGKILL)
    if "hang" in texts:
        time.sleep(600)
    if "stumble" in texts:
        raise ZeroDivisionError
    if "too few" in texts:
        return Answers(answers=(), name="rules")
    if "nonsense" in texts:
        outside = Fact(text="nothing", start=5, end=500)
        invented = Mention(name="Lisbon", start=0, end=6)
        return Answers(
            answers=(
                Answer(reading=Reading(facts=(outside,))),
                Answer(reading=Reading(mentions=(invented,))),
                Answer(error="SystemExit", message="no"),
            ),
            name="rules",
        )
    return read_passages(request)
