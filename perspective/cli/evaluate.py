"""Where is an evaluation measured? In an engine of its own, in a temporary folder that goes away.

An interrupt ends it early; what was finished by then is the result.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from perspective.cli import output
from perspective.cli.progress import ProgressLine
from perspective.evaluation.result import Evaluation
from perspective.evaluation.run import Plan, Run
from perspective.evaluation.talk import Talk
from perspective.settings import Settings
from perspective.settings_loader import changed_settings
from perspective.wiring import make_embedder, open_engine


def measured(
    settings: Settings, data: str, talks: Sequence[Talk], ks: Sequence[int], sizes: Sequence[int]
) -> Evaluation:
    """The talks were measured with these settings, but that vectors lie in files (a server would
    keep what was put there), and that reading does not wait for more texts."""
    index = msgspec.structs.replace(settings.index, vectors="embedded")
    used = msgspec.structs.replace(settings, index=index)
    if used != settings:
        output.say("note: vectors are measured in files, not on the Qdrant server", is_note=True)
    extraction = msgspec.structs.replace(used.extraction, batch_interval_s=0.0)
    opened = msgspec.structs.replace(used, extraction=extraction)
    plan = Plan(
        data=data, talks=tuple(talks), ks=tuple(ks), sizes=tuple(sizes),
        settings=changed_settings(used), is_read=used.extraction.mode != "off",
    )  # fmt: skip
    run = Run(plan)
    progress = ProgressLine()
    with tempfile.TemporaryDirectory(prefix="perspective-eval-") as folder:
        try:
            asyncio.run(_measure(run, opened, Path(folder) / "data", progress))
        except (KeyboardInterrupt, asyncio.CancelledError):
            progress.clear()
            output.say("interrupted", is_note=True)
        finally:
            progress.clear()
    return run.result()


async def _measure(run: Run, settings: Settings, data_dir: Path, progress: ProgressLine) -> None:
    """Opens what is needed, and closes it whatever happens."""
    task = asyncio.current_task()
    assert task is not None
    with contextlib.suppress(NotImplementedError):  # where there are no signals but Ctrl-C
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    embedder = make_embedder(settings.embedding)
    try:
        memory = open_engine(settings, data_dir=data_dir)
        try:
            await memory.open()
            await run.measure(memory, embedder, progress)
        finally:
            await memory.close()
    finally:
        if embedder is not None:
            await embedder.close()


def in_json(result: Evaluation) -> Any:
    """The evaluation in plain values, as it is written down."""
    return msgspec.to_builtins(result, str_keys=True)
