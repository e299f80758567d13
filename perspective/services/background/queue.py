"""How does a person steer single texts in the queue of those to be read?"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from perspective.ports.transaction import QueueItem, QueueState, RecordTransaction
from perspective.services.host import Space


async def queue_again(space: Space, memory_ids: Sequence[str]) -> int:
    """What has failed of these texts waits again with no attempt counted; returns how many."""
    return await _changed(space, memory_ids, {"failed"}, "pending")


async def queue_without(space: Space, memory_ids: Sequence[str]) -> int:
    """These texts, if they wait or have failed, are not read; returns how many. One that is being
    read just now is read to its end."""
    return await _changed(space, memory_ids, {"failed", "pending"}, "done")


async def _changed(
    space: Space, memory_ids: Sequence[str], of: set[QueueState], state: QueueState
) -> int:
    def change(tx: RecordTransaction) -> int:
        n_changed = 0
        for memory_id in dict.fromkeys(memory_ids):
            now = tx.queued(memory_id)
            if now is not None and now.state in of:
                changed: QueueItem = msgspec.structs.replace(now, state=state, attempts=0)
                tx.add(changed)
                n_changed += 1
        return n_changed

    n_changed = await space.stores.records.write(change) if memory_ids else 0
    if n_changed:
        space.wake()
    return n_changed
