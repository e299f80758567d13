"""What did one commit leave in a SQLite file? Read within a transaction, on a reading thread."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.filter import among, conditions
from perspective.adapters.embedded.sqlite.links import hop, links
from perspective.domain.filter import Filter
from perspective.domain.graph import EdgeKind
from perspective.domain.ranking.candidate import Candidate
from perspective.ports.graph import Link

_CANDIDATES = (
    f"SELECT {rows.CANDIDATE_COLUMNS} FROM versions v"
    " CROSS JOIN contents c ON c.key = v.key CROSS JOIN memories m ON m.node = v.node"
)


class SqliteSnapshot:
    """A `RecordSnapshot` over a connection that is in a transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def candidates(self, keys: Sequence[int], where: Filter) -> list[Candidate]:
        """What ranking asks of those versions with these keys that match the filter."""
        which, visible = among("v.key", keys), conditions(where)
        sql = f"{_CANDIDATES} WHERE {which.sql} AND {visible.sql}"
        values = (*which.values, *visible.values)
        found = {row[0]: rows.candidate_of(row) for row in self._connection.execute(sql, values)}
        return [found[key] for key in keys if key in found]

    def adjacent(
        self,
        memory_ids: Sequence[str],
        kinds: Sequence[EdgeKind],
        where: Filter,
        *,
        now: datetime,
        limit: int,
    ) -> list[Link]:
        """One hop along edges of these kinds, in either direction, heaviest first."""
        hops = [
            hop("source", "target", memory_ids, kinds, now),
            hop("target", "source", memory_ids, kinds, now),
        ]
        return links(self._connection, hops, where, limit)
