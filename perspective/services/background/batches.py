"""Are texts being read, may they wait, and how did the last batch go?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from perspective.domain.process import JobCounts, JobRun
from perspective.ports.system import Clock


class Batches:
    """What people steer of the reading, and see of it; lost with the process: a start reads."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._n_running = 0
        self._n_batches = 0
        self._hurried_at: datetime | None = None
        self.is_paused = False
        self.last: JobRun | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a batch is being read."""
        return self._n_running > 0

    def hurry(self) -> None:
        """What waits now is read without waiting for more."""
        self._hurried_at = self._clock.now()

    def may_wait(self, enqueued_at: datetime) -> bool:
        """Whether a text may wait until there are more."""
        return self._hurried_at is None or enqueued_at > self._hurried_at

    @contextmanager
    def reading(self) -> Iterator[datetime]:
        """A batch is being read while the block runs; gives the time of its beginning."""
        self._n_running += 1
        try:
            yield self._clock.now()
        finally:
            self._n_running -= 1

    def ended(self, tenant_id: str, began_at: datetime, n_texts: int, n_failed: int) -> None:
        """So many texts were read, of which some failed."""
        self._n_batches += 1
        self.last = JobRun(
            id=f"batch-{self._n_batches}",
            job="extraction",
            tenant_id=tenant_id,
            state="failed" if n_failed else "done",
            started_at=began_at,
            finished_at=self._clock.now(),
            counts=JobCounts(accepted=n_texts, changed=n_texts - n_failed, failed=n_failed),
            done=n_texts,
            total=n_texts,
            error="see the reasons in the queue" if n_failed else None,
        )
