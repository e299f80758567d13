"""Which candidates does a question have, with their neighbours in time? Gathered arm by arm."""

from __future__ import annotations

from collections.abc import Sequence

from perspective.domain.ranking.candidate import Candidate
from perspective.ports.graph import Link
from perspective.ports.records import RecordSnapshot, RecordStore
from perspective.services.rank import Question

_MAX_NEIGHBOURS = 100
_LINKS_EACH = 4


class Pool:
    """The candidates so far, each once, and the temporal links between them."""

    def __init__(self, records: RecordStore, question: Question, *, is_temporal: bool) -> None:
        self._records = records
        self._question = question
        self._is_temporal = is_temporal
        self._seen: set[int] = set()
        self._n_neighbours = 0
        self.candidates: list[Candidate] = []
        self.links: list[Link] = []

    async def add(self, keys: Sequence[int]) -> None:
        """Takes in what an arm found, and what stands beside it in time; all in one read."""
        if any(key not in self._seen for key in keys):
            await self._records.read(lambda snapshot: self._add(snapshot, keys))

    def _add(self, snapshot: RecordSnapshot, keys: Sequence[int]) -> None:
        new = self._read(snapshot, keys)
        if not self._is_temporal or not new:
            return
        links = snapshot.adjacent(
            [one.memory_id for one in new],
            ("temporal",),
            self._question.where,
            now=self._question.now,
            limit=_LINKS_EACH * len(new),
        )
        self.links += links
        # The neighbours of the best come first, should there not be room for all.
        places = {one.memory_id: n for n, one in enumerate(new)}
        links.sort(key=lambda link: places[link.source_id])
        beside = [k.target_key for k in links if k.target_key not in self._seen]
        room = max(0, _MAX_NEIGHBOURS - self._n_neighbours)
        self._n_neighbours += len(self._read(snapshot, list(dict.fromkeys(beside))[:room]))

    def _read(self, snapshot: RecordSnapshot, keys: Sequence[int]) -> list[Candidate]:
        fresh = [key for key in dict.fromkeys(keys) if key not in self._seen]
        self._seen.update(fresh)
        if not fresh:
            return []
        found = snapshot.candidates(fresh, self._question.where)
        self.candidates += found
        return found
