"""Which sequences of actions are offered to a person as a procedure?

Those that succeeded in several sessions. Nothing becomes a procedure by itself; what was proposed
once, and confirmed or rejected, is not proposed again.
"""

from __future__ import annotations

from collections import defaultdict

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Asked
from perspective.domain.changes.procedure import Repeated, action_of, repeated
from perspective.domain.changes.review import Review
from perspective.domain.memory import Recorded
from perspective.services.consolidation.reviewed import reviews_of
from perspective.services.jobs.look import Look
from perspective.settings import ConsolidationSettings

_MOST = 10  # proposals of one run: a person reads them
_ACTIONS = "actions"

Place = tuple[str, str]


class Proposals:
    """The phase `proposals`."""

    name = "proposals"

    def __init__(self, settings: ConsolidationSettings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """Each sequence is one step."""
        sessions: dict[Place, list[Recorded]] = defaultdict(list)
        async for page in look.standing():
            for one in page:
                session = one.memory.source_session
                if session is not None and action_of(one) is not None:
                    look.draft.n_seen += 1
                    sessions[one.memory.namespace, session].append(one)
        known = {
            (str(one.detail.get("namespace")), tuple(one.detail.get(_ACTIONS, ())))
            for one in await reviews_of(look, "procedure")
        }
        for namespace in sorted({place[0] for place in sessions}):
            here = [found for place, found in sessions.items() if place[0] == namespace]
            self._propose(look, namespace, here, known)

    def _propose(
        self,
        look: Look,
        namespace: str,
        sessions: list[list[Recorded]],
        known: set[tuple[str, tuple[str, ...]]],
    ) -> None:
        ordered = [sorted(one, key=lambda r: (r.at, r.version.key)) for one in sessions]
        ordered.sort(key=lambda one: (one[0].at, one[0].version.key))
        by_id = {one.memory.id: one for session in ordered for one in session}
        actions = [
            [action for one in session if (action := action_of(one)) is not None]
            for session in ordered
        ]
        found = repeated(actions, at_least=self._settings.propose_after)
        fresh = [one for one in found if (namespace, one.names) not in known]
        for one in fresh[:_MOST]:
            review = _review(look, namespace, one, by_id)
            look.draft.add(
                Step(
                    kind="propose",
                    memory_ids=review.memory_ids,
                    reason=review.reason,
                    images=(Asked(None, review),),
                    needs={i: by_id[i].version.number for i in review.memory_ids},
                )
            )


def _review(look: Look, namespace: str, one: Repeated, by_id: dict[str, Recorded]) -> Review:
    """The question: the steps in the words of the latest time."""
    latest = [by_id[memory_id] for memory_id in one.runs[-1]]
    lines = [f"{n}. {step.version.content}" for n, step in enumerate(latest, start=1)]
    ids = tuple(dict.fromkeys(i for run in one.runs for i in run))
    return Review(
        id=dated_id(look.now, "procedure", namespace, *one.names),
        kind="procedure",
        memory_ids=ids,
        reason=f"{len(one.names)} actions that succeeded in this order {len(one.runs)} times",
        created_at=look.now,
        detail={"namespace": namespace, _ACTIONS: list(one.names), "content": "\n".join(lines)},
    )
