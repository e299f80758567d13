"""What do a tenant's files need now and then, that no write and no question does?

Answers kept for retries are let go of when no retry can come any more, and the log of the records is cut
back. The text index merges its parts and the file of vectors is written anew by themselves, when enough
has changed; erased bytes are removed by `services/trust/erase`.
"""

from __future__ import annotations

from datetime import timedelta

from perspective.domain.process import JobPreview
from perspective.ports.system import Clock
from perspective.services.host import Space
from perspective.services.jobs.job import Run


class Upkeep:
    """`upkeep`: keeps the files of a tenant small."""

    name = "upkeep"
    summary = "Lets go of answers kept for retries that cannot come any more, and cuts logs back."
    only_changed = True

    def __init__(self, clock: Clock, *, idempotency_days: float) -> None:
        self._clock = clock
        self._kept_for = timedelta(days=idempotency_days)

    async def run(self, space: Space, run: Run) -> None:
        """The files are as small as they can be without being written anew."""
        run.progress(0, 1)
        n_gone = await space.stores.erasures.tidy(answers_before=self._clock.now() - self._kept_for)
        run.note(accepted=n_gone, changed=n_gone)
        run.progress(1, 1)

    async def preview(self, space: Space) -> JobPreview | None:  # noqa: ARG002 - the job's signature
        """No memory is changed."""
        return None
