"""Which job do the proofs run? One that changes each memory, in small steps, and can go on."""

from __future__ import annotations

from functools import partial

import msgspec

from perspective.domain.process import JobPreview
from perspective.ports.transaction import RecordTransaction
from perspective.services.host import Space
from perspective.services.jobs.job import Run
from perspective.settings import IndexSettings, Settings

NAMES = ("ann", "bo", "cy", "di", "ed")
QUIET = Settings(index=IndexSettings(semantic_links=0))


class PinningJob:
    """Pins every memory that is not pinned, one in a transaction."""

    name = "consolidation"
    summary = "Pins what is not pinned."
    only_changed = True

    def __init__(self) -> None:
        self.visited: list[str] = []

    async def run(self, space: Space, run: Run) -> None:
        """One memory a step."""
        self.visited.append(space.tenant.id)
        dump = await space.stores.records.dump()
        rows = [msgspec.json.decode(line) for line in dump]
        memories = [row for row in rows if row.get("table") == "memories"]
        run.progress(0, len(memories))
        for n, row in enumerate(memories):
            is_changed = not row["pinned"]  # to write nothing would count as a change
            if is_changed:
                await space.stores.records.write(partial(_pin, row["id"]))
            run.note(accepted=1, changed=int(is_changed), skipped=int(not is_changed))
            run.progress(n + 1, len(memories))
            await run.breathe()

    async def preview(self, space: Space) -> JobPreview | None:
        """It is not asked."""
        return None


def _pin(memory_id: str, tx: RecordTransaction) -> None:
    found = tx.memory(memory_id)
    if found is not None:
        tx.replace(msgspec.structs.replace(found.memory, pinned=True))
