"""How do texts that an earlier version of the program stored get the terms of this one?

When a tenant is opened whose terms another analysis made, all versions are analysed anew, a few in
one transaction, with pauses. Each transaction notes how far it is, so a restart goes on behind it;
what changed reaches the text index by the change feed. Until then a text is found as before.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from perspective.domain.text.analysis import ANALYSIS, Analysed
from perspective.errors import StorageError
from perspective.observability.events import event_log
from perspective.ports.analyzer import Analyzer
from perspective.ports.records import StoredText
from perspective.services.host import Space

_log = event_log(__name__)

_N_TEXTS = 64  # in one transaction: what a store may have to wait for
_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 60.0


class Reanalysis:
    """Brings the terms of opened tenants up to date. One instance serves all of them."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer

    async def run(self, space: Space) -> None:
        """Returns when all terms are of this analysis; a disk that does not let it is tried
        again. May be cancelled at any time."""
        retry_s = _FIRST_RETRY_S
        while True:
            try:
                while not await self._step(space):
                    retry_s = _FIRST_RETRY_S
            except StorageError as error:
                reason = type(error).__name__
                _log.warning("reanalysis_failed", tenant=space.tenant.id, reason=reason)
                await asyncio.sleep(retry_s)
                retry_s = min(retry_s * 2, _LAST_RETRY_S)
            else:
                return

    async def _step(self, space: Space) -> bool:
        """The next few versions have their terms; True when there are none left."""
        records = space.stores.records
        so_far = await records.read(lambda snapshot: snapshot.analysed())
        if so_far.number == ANALYSIS:
            return True
        after = so_far.upto if so_far.target == ANALYSIS else 0
        started = time.monotonic()
        texts = await records.read(lambda snapshot: snapshot.texts(after=after, limit=_N_TEXTS))
        changed = await asyncio.to_thread(self._changed, texts)
        now = Analysed(ANALYSIS)
        if texts:
            now = Analysed(so_far.number, target=ANALYSIS, upto=texts[-1].key)
        await records.write(lambda transaction: transaction.analyse(changed, now))
        if changed:
            space.wake()
        if not texts:
            _log.info("reanalysed", tenant=space.tenant.id, analysis=ANALYSIS)
            return True
        await asyncio.sleep(time.monotonic() - started)  # half of the time is the others'
        return False

    def _changed(self, texts: Sequence[StoredText]) -> list[tuple[int, str]]:
        """The keys and new terms of those whose terms are not the old ones."""
        every = [(one, " ".join(self._analyzer.terms(one.content))) for one in texts]
        return [(one.key, terms) for one, terms in every if terms != one.terms]
