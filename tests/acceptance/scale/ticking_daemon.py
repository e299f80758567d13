"""How free is the daemon's event loop? The daemon's own `run`, with a ticker in its loop.

`python -m tests.acceptance.scale.ticking_daemon <file>` writes the ticks there when it stops.
Settings come from the environment.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from perspective.adapters.system.data_dir_lock import Owner
from perspective.daemon import run
from perspective.settings_loader import load_settings
from tests.acceptance.scale.ticks import Ticks


def main(file: Path) -> None:
    """Runs the daemon until it is told to stop."""
    ticks = Ticks()
    tasks: list[asyncio.Task[None]] = []

    def begin(_: Owner) -> None:
        tasks.append(asyncio.get_running_loop().create_task(ticks.run()))

    run.run(load_settings(environ=os.environ), begin)
    ticks.write(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
