"""Which jobs do the tests run? Ones that do as they are told, and remember where they were."""

from __future__ import annotations

import asyncio

from perspective.domain.process import JobPreview, PlannedChange
from perspective.services.host import Space
from perspective.services.jobs.job import Run


class ScriptedJob:
    """Works in three steps over a tenant, unless it is told to fail, or to wait."""

    summary = "Does as it is told."

    def __init__(self, name: str = "consolidation", *, only_changed: bool = True) -> None:
        self.name = name
        self.only_changed = only_changed
        self.visited: list[str] = []
        self.failing: dict[str, Exception] = {}
        self.held: asyncio.Event | None = None
        self.is_deaf = False  # waits without breathing
        self.begun = asyncio.Event()

    async def run(self, space: Space, run: Run) -> None:
        """Three steps."""
        tenant_id = space.tenant.id
        self.visited.append(tenant_id)
        self.begun.set()
        for step in range(3):
            run.progress(step, 3)
            while self.held is not None and not self.held.is_set():
                if self.is_deaf:
                    await self.held.wait()
                await run.breathe()
            if tenant_id in self.failing:
                raise self.failing[tenant_id]
            run.note(accepted=1, changed=step % 2, skipped=1 - step % 2)
            await run.breathe()
        run.progress(3, 3)

    async def preview(self, space: Space) -> JobPreview | None:
        """One change."""
        change = PlannedChange("merge", (space.tenant.id,), "they say the same")
        return JobPreview(counts={"merge": 1}, changes=(change,))
