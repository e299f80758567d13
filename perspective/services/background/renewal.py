"""What goes on behind the answers of an open tenant?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from perspective.services.background.evolve import Evolve
from perspective.services.background.extraction import Extraction
from perspective.services.background.linking import Linking
from perspective.services.background.reanalysis import Reanalysis
from perspective.services.host import Host, Space


def renewal(
    reanalysis: Reanalysis, linking: Linking, extraction: Extraction, evolve: Evolve
) -> Callable[[Host, Space], Coroutine[None, None, None]]:
    """Turning to another model, analysing anew, reading and linking, for as long as it is open."""

    async def renew(host: Host, space: Space) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(evolve.run(host, space), name=f"evolve-{space.tenant.id}")
            tasks.create_task(extraction.run(space), name=f"extract-{space.tenant.id}")
            await reanalysis.run(space)
            tasks.create_task(linking.run(space), name=f"link-{space.tenant.id}")

    return renew
