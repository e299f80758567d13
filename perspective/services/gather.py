"""Which candidates does a question have, with their neighbours in time? Gathered arm by arm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from perspective.domain.graph import EdgeKind
from perspective.domain.ranking.candidate import Candidate
from perspective.ports.graph import Link
from perspective.ports.records import RecordSnapshot, RecordStore
from perspective.services.rank import Question

_MAX_NEIGHBOURS = 100
_LINKS_EACH = 4
_N_SPREADING = 10  # the best of each arm
_SOURCES_EACH = 8
_LIKE_EACH = 16  # their own links, and those of others to them


class Pool:
    """The candidates so far, each once, and the links between them, temporal and semantic.

    A statement that was read out of memories leads to them, and is a candidate only where the
    question may see none of them: the text says it in its own words, and more.
    """

    def __init__(self, records: RecordStore, question: Question, arms: Collection[str]) -> None:
        self._records = records
        self._question = question
        self._is_temporal = "temporal" in arms
        self._is_semantic = "semantic" in arms
        self._seen: set[int] = set()
        self._n_neighbours = 0
        self.candidates: list[Candidate] = []
        self.links: list[Link] = []
        self.brought: defaultdict[EdgeKind, set[int]] = defaultdict(set)  # keys, by kind of link

    async def add(self, keys: Sequence[int]) -> None:
        """Takes in what an arm found, best first, what stands beside it in time, and what the best
        of it are like; all in one read."""
        if any(key not in self._seen for key in keys):
            await self._records.read(lambda snapshot: self._add(snapshot, keys))

    def _add(self, snapshot: RecordSnapshot, keys: Sequence[int]) -> None:
        new = self._read(snapshot, keys)
        if self._is_temporal:
            self._spread(snapshot, new, "temporal", _LINKS_EACH)
        if self._is_semantic:
            self._spread(snapshot, new[:_N_SPREADING], "semantic", _LIKE_EACH)

    def _spread(
        self, snapshot: RecordSnapshot, new: Sequence[Candidate], kind: EdgeKind, n_each: int
    ) -> None:
        """One hop from new candidates; what is there is taken in, as long as there is room."""
        if not new:
            return
        links = snapshot.adjacent(
            [one.memory_id for one in new],
            (kind,),
            self._question.where,
            now=self._question.now,
            limit=n_each * len(new),
        )
        self.links += links
        # The neighbours of the best come first, should there not be room for all.
        places = {one.memory_id: n for n, one in enumerate(new)}
        links.sort(key=lambda link: places[link.source_id])
        beside = [k.target_key for k in links if k.target_key not in self._seen]
        room = max(0, _MAX_NEIGHBOURS - self._n_neighbours)
        brought = self._read(snapshot, list(dict.fromkeys(beside))[:room])
        self._n_neighbours += len(brought)
        self.brought[kind].update(one.key for one in brought)

    def _read(self, snapshot: RecordSnapshot, keys: Sequence[int]) -> list[Candidate]:
        fresh = [key for key in dict.fromkeys(keys) if key not in self._seen]
        self._seen.update(fresh)
        if not fresh:
            return []
        found = snapshot.candidates(fresh, self._question.where)
        statements = [one.memory_id for one in found if one.is_derived]
        led_on, sources = self._sources(snapshot, statements)
        found = [one for one in found if one.memory_id not in led_on]
        self.candidates += found
        return found + sources

    def _sources(
        self, snapshot: RecordSnapshot, statements: Sequence[str]
    ) -> tuple[set[str], list[Candidate]]:
        """Which of the statements rest on memories that the question may see, and those of these
        memories that are new."""
        if not statements:
            return set(), []
        links = snapshot.adjacent(
            statements,
            ("supports",),
            self._question.where,
            now=self._question.now,
            limit=_SOURCES_EACH * len(statements),
        )
        sources = self._read(snapshot, [link.target_key for link in links])
        self.brought["supports"].update(one.key for one in sources)
        return {link.source_id for link in links}, sources
