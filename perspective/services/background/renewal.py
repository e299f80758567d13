"""What goes on behind the answers of an open tenant?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from perspective.services.background.extraction import Extraction
from perspective.services.background.linking import Linking
from perspective.services.background.reanalysis import Reanalysis
from perspective.services.host import Space


def renewal(
    reanalysis: Reanalysis, linking: Linking, extraction: Extraction
) -> Callable[[Space], Coroutine[None, None, None]]:
    """Analysing anew, reading and linking, for as long as the tenant is open."""

    async def renew(space: Space) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(extraction.run(space), name=f"extract-{space.tenant.id}")
            await reanalysis.run(space)
            tasks.create_task(linking.run(space), name=f"link-{space.tenant.id}")

    return renew
