"""Which candidates does a question have, with their neighbours in time? Gathered arm by arm."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

import msgspec

from perspective.domain.filter import Filter
from perspective.domain.graph import EdgeKind
from perspective.domain.memory import MemoryState
from perspective.domain.ranking.candidate import Candidate
from perspective.ports.graph import Link
from perspective.ports.records import RecordSnapshot, RecordStore
from perspective.services.rank import Question

_MAX_NEIGHBOURS = 100
_LINKS_EACH = 4
_N_SPREADING = 10  # the best of each arm
_SOURCES_EACH = 8
_MOST_SOURCES = 200  # that a statement is likely to have
_ALL_STATES: tuple[MemoryState, ...] = ("active", "archived", "retired")
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
        # A procedure says what no single text of its does, and stands by itself.
        statements = [one.memory_id for one in found if one.is_derived and one.type != "procedural"]
        left_out, sources = self._sources(snapshot, statements)
        # What a person holds on to stands by itself.
        found = [one for one in found if one.pinned or one.memory_id not in left_out]
        self.candidates += found
        return found + sources

    def _sources(
        self, snapshot: RecordSnapshot, statements: Sequence[str]
    ) -> tuple[set[str], list[Candidate]]:
        """Which of the statements are no candidates, and the memories that are new in their place.

        A statement whose text the question sees leads to it. One whose texts are hidden by what is
        asked of them (their time, tags, session, that they were deleted) is hidden too; it stands for
        them where only their type or state keeps them away.
        """
        if not statements:
            return set(), []
        where = self._question.where
        links = self._supporting(snapshot, statements, where)
        led_on = {link.source_id for link in links}
        taken: Counter[str] = Counter()
        keys: list[int] = []
        for link in links:
            taken[link.source_id] += 1
            if taken[link.source_id] <= _SOURCES_EACH:
                keys.append(link.target_key)
        sources = self._read(snapshot, keys)
        self.brought["supports"].update(one.key for one in sources)
        alone = [one for one in statements if one not in led_on]
        wider: Filter = msgspec.structs.replace(where, types=None, states=_ALL_STATES)
        standing = {link.source_id for link in self._supporting(snapshot, alone, wider)}
        return led_on | (set(alone) - standing), sources

    def _supporting(
        self, snapshot: RecordSnapshot, statements: Sequence[str], where: Filter
    ) -> list[Link]:
        """The texts of the statements that the filter lets through."""
        if not statements:
            return []
        limit = _MOST_SOURCES * len(statements)
        return snapshot.adjacent(
            statements, ("supports",), where, now=self._question.now, limit=limit
        )
