"""When did a tenant's memories come in?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

from perspective.domain.interval import from_microseconds, to_microseconds, to_utc, zone_named
from perspective.domain.trust.arrivals import (
    MAX_ARRIVALS,
    Arrivals,
    ArrivalsQuery,
    Arrived,
    BucketSize,
    bucket_around,
)
from perspective.errors import InvalidRequest
from perspective.ports.records import RecordSnapshot
from perspective.ports.system import Clock
from perspective.services.host import Space

_DEFAULT_DAYS = 90
_EVER = datetime.max.replace(tzinfo=UTC)


async def arrivals(
    space: Space, query: ArrivalsQuery, *, clock: Clock, default: tzinfo
) -> Arrivals:
    """How many memories were recorded in each bucket. Raises InvalidRequest for an unknown zone, and
    where more than MAX_ARRIVALS buckets hold any."""
    zone = default if query.zone is None else zone_named(query.zone)
    if zone is None:
        reason = "is no time zone that is known here, such as Europe/Berlin"
        raise InvalidRequest(f"zone {reason}", fields=(("zone", reason),))
    if query.since is None:
        at = to_microseconds(clock.now() - timedelta(days=_DEFAULT_DAYS))
        since, _ = bucket_around(at, query.bucket, zone)
    else:
        since = to_microseconds(to_utc(query.since, default, field="since")[0])
    until = _EVER if query.until is None else to_utc(query.until, default, field="until")[0]
    items = await space.stores.records.read(
        partial(_counted, query.bucket, zone, since, to_microseconds(until))
    )
    return Arrivals(bucket=query.bucket, zone=query.zone or str(default), items=tuple(items))


def _counted(
    size: BucketSize, zone: tzinfo, since: int, until: int, snapshot: RecordSnapshot
) -> list[Arrived]:
    """The buckets that hold any, from one to the next; what is empty between them is not visited."""
    items: list[Arrived] = []
    while (at := snapshot.survey.first_arrival(since=since)) is not None and at < until:
        if len(items) == MAX_ARRIVALS:
            reason = f"more than {MAX_ARRIVALS} of them hold memories: take a larger one, or a later since"
            raise InvalidRequest(f"bucket: {reason}", fields=(("bucket", reason),))
        start, end = bucket_around(at, size, zone)
        found = snapshot.survey.arrivals(since=max(start, since), until=min(end, until))
        began = from_microseconds(start).astimezone(zone)
        items.append(Arrived(start=began, n_memories=sum(found.values()), by_type=found))
        since = end
    return items
