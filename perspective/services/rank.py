"""In which order are found memories returned? From candidates to the list that is answered.

Pure work on what recall gathered: exact scores, fusion, profile, faded ones, no doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.answer import RecalledMemory, Signals
from perspective.domain.decay import effective_importance, recency, strength
from perspective.domain.filter import Filter
from perspective.domain.memory import Recorded
from perspective.domain.query import RecallQuery
from perspective.domain.ranking.bm25 import TextStatistics, term_frequencies
from perspective.domain.ranking.fusion import Evidence, Fused, FusionWeights, fuse
from perspective.domain.ranking.profile import (
    Floats,
    ProfileShares,
    Standing,
    profile_scores,
)
from perspective.domain.text.normal import normal_form
from perspective.ports.graph import Link
from perspective.settings import RetrievalSettings, Settings

Mask = NDArray[np.bool_]


class Question(msgspec.Struct, frozen=True):
    """A query made ready: what it may see, its terms, the names that may be in it (normal forms),
    and those of them that are speakers."""

    query: RecallQuery
    where: Filter
    terms: tuple[str, ...]
    names: frozenset[str]
    speakers: frozenset[str]
    now: datetime
    budget: int


class Found(msgspec.Struct, frozen=True):
    """What the arms found. `cosines` and `mentions` are by version key; a candidate that is in
    none of `arms` came as a neighbour."""

    recorded: Sequence[Recorded]
    cosines: dict[int, float]
    statistics: TextStatistics
    links: Sequence[Link]
    mentions: dict[int, float]
    arms: dict[str, frozenset[int]]


class Ranked(msgspec.Struct, frozen=True):
    """One memory of the answer."""

    recorded: Recorded
    score: float
    relevance: float
    is_faded: bool
    signals: Signals


def rank(found: Found, question: Question, settings: Settings, *, decays: bool) -> list[Ranked]:
    """The answer's memories, best first, at most the budget; no two have the same content.

    **Ties** the newer version first.
    """
    if not found.recorded:
        return []
    evidence = _evidence(found, question)
    fused = fuse(evidence, fusion_weights(settings.retrieval))
    standing, held = _standing(found.recorded, fused, evidence, question, settings, decays=decays)
    profile = question.query.profile or settings.retrieval.profile
    scores = profile_scores(profile, standing, _shares(settings.retrieval))
    faded = held < settings.decay.faded_below
    order = _order(found.recorded, scores, fused, faded, question)
    return [
        Ranked(
            recorded=found.recorded[n],
            score=float(scores[n]),
            relevance=float(fused.relevance[n]),
            is_faded=bool(faded[n]),
            signals=_signals(n, found, evidence, fused, standing, held),
        )
        for n in order
    ]


def fusion_weights(settings: RetrievalSettings) -> FusionWeights:
    """The weights in force; an arm that is left out counts for nothing."""
    arms = settings.arms
    is_temporal = "temporal" in arms
    return FusionWeights(
        text=settings.text_weight if "text" in arms else 0.0,
        vector=settings.vector_weight if "vector" in arms else 0.0,
        entity=settings.entity_weight if "entity" in arms else 0.0,
        speaker=settings.speaker_weight,
        neighbour=settings.neighbour_weight if is_temporal else 0.0,
        second_neighbour=settings.second_neighbour_weight if is_temporal else 0.0,
        neutral_cosine=settings.neutral_cosine,
        k1=settings.bm25_k1,
        b=settings.bm25_b,
    )


def to_answer(one: Ranked, *, explain: bool) -> RecalledMemory:
    """The memory as callers see it."""
    memory, version = one.recorded.memory, one.recorded.version
    return RecalledMemory(
        id=memory.id,
        content=version.content,
        type=memory.type,
        namespace=memory.namespace,
        score=one.score,
        relevance=one.relevance,
        event_at=version.event_at,
        recorded_at=memory.recorded_at,
        valid_from=version.valid_from,
        valid_to=version.valid_to,
        confidence=version.confidence,
        tags=version.tags,
        metadata=version.metadata,
        source_session=memory.source_session,
        speaker=memory.speaker,
        role=memory.role,
        source_id=memory.source_id,
        ordinal=memory.ordinal,
        state=memory.state,
        faded=one.is_faded,
        superseded_by=version.superseded_by,
        why=one.signals if explain else None,
    )


def _evidence(found: Found, question: Question) -> Evidence:
    places = {one.memory.id: n for n, one in enumerate(found.recorded)}
    documents = [one.version.terms.split() for one in found.recorded]
    pairs = {
        (min(a, b), max(a, b))
        for link in found.links
        if (a := places.get(link.source_id)) is not None
        and (b := places.get(link.target_id)) is not None
        and a != b
    }
    keys = [one.version.key for one in found.recorded]
    return Evidence(
        cosines=np.array([found.cosines.get(key, np.nan) for key in keys]),
        frequencies=term_frequencies(question.terms, documents),
        lengths=np.array([len(document) for document in documents], dtype=np.float64),
        statistics=found.statistics,
        mentions=np.array([found.mentions.get(key, 0.0) for key in keys]),
        spoken=np.array([_is_spoken(one, question) for one in found.recorded]),
        links=np.array(sorted(pairs), dtype=np.intp).reshape(-1, 2),
    )


def _is_spoken(one: Recorded, question: Question) -> bool:
    speaker = one.memory.speaker
    return speaker is not None and normal_form(speaker) in question.speakers


def _standing(
    recorded: Sequence[Recorded],
    fused: Fused,
    evidence: Evidence,
    question: Question,
    settings: Settings,
    *,
    decays: bool,
) -> tuple[Standing, Floats]:
    """What the profiles ask, and each memory's strength now."""
    now, decay = question.now, settings.decay
    memories = [one.memory for one in recorded]
    held = [
        strength(m, now, unit_days=decay.unit_days, learning_rate=decay.learning_rate)
        if decays
        else 1.0
        for m in memories
    ]
    by_signal = [np.nan_to_num(evidence.cosines, nan=0.0), fused.text, evidence.mentions]
    standing = Standing(
        fused=_scaled(fused.scores),
        similarity=np.clip(np.max(by_signal, axis=0), 0.0, 1.0),
        recency=np.array([recency(m, now) if decays else 1.0 for m in memories]),
        importance=np.array(
            [effective_importance(r.version.importance, r.memory.access_count) for r in recorded]
        ),
        age_hours=np.array([(now - m.recorded_at).total_seconds() / 3600.0 for m in memories]),
        accesses=np.array([float(m.access_count) for m in memories]),
    )
    return standing, np.array(held)


def _scaled(scores: Floats) -> Floats:
    """Scores moved to 0–1 within the query; all 1 when they are all the same."""
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low) if high > low else np.ones_like(scores)


def _order(
    recorded: Sequence[Recorded], scores: Floats, fused: Fused, faded: Mask, question: Question
) -> list[int]:
    """The places to return, best first.

    Active memories come first by score; then a faded or archived one takes the last place as
    long as its fused score beats the one that holds it; and they fill a short answer. The order
    of what is returned is by the score a memory would have if it were fresh.
    """
    n_wanted = question.budget
    archived = np.array([one.memory.state != "active" for one in recorded])
    ranks = sorted(range(len(recorded)), key=lambda n: (-scores[n], -recorded[n].version.key))
    fresh = [n for n in ranks if not faded[n] and not archived[n]]
    by_fused = sorted(ranks, key=lambda n: (-fused.scores[n], -recorded[n].version.key))
    waiting = [n for n in by_fused if faded[n] and not archived[n]] * question.query.include_faded
    waiting += [n for n in by_fused if archived[n]]
    chosen = _distinct(fresh, recorded)[:n_wanted]
    return _with_waiting(chosen, _distinct(waiting, recorded), recorded, fused.scores, n_wanted)


def _with_waiting(
    chosen: list[int],
    waiting: list[int],
    recorded: Sequence[Recorded],
    fused: Floats,
    n_wanted: int,
) -> list[int]:
    hashes = {recorded[n].version.content_hash for n in chosen}
    kept = list(chosen)
    for n in waiting:
        if recorded[n].version.content_hash in hashes:
            continue
        if len(kept) >= n_wanted:
            last = min(kept, key=lambda k: fused[k])
            if fused[n] <= fused[last]:
                continue
            kept.remove(last)
        place = next((i for i, k in enumerate(kept) if fused[n] > fused[k]), len(kept))
        kept.insert(place, n)
        hashes.add(recorded[n].version.content_hash)
    return kept


def _distinct(places: Sequence[int], recorded: Sequence[Recorded]) -> list[int]:
    """The places in their order, each content once."""
    first: dict[str, int] = {}
    for n in places:
        first.setdefault(recorded[n].version.content_hash, n)
    return list(first.values())


def _signals(
    n: int, found: Found, evidence: Evidence, fused: Fused, standing: Standing, held: Floats
) -> Signals:
    key = found.recorded[n].version.key
    cosine = float(evidence.cosines[n])
    arms = tuple(name for name, keys in found.arms.items() if key in keys)
    return Signals(
        vector=None if np.isnan(cosine) else cosine,
        text=float(fused.text[n]),
        entity=float(evidence.mentions[n]),
        temporal=float(fused.shares["temporal"][n]),
        fused=float(fused.scores[n]),
        recency=float(standing.recency[n]),
        importance=float(standing.importance[n]),
        strength=float(held[n]),
        arms=arms or ("temporal",),
        shares={name: float(share[n]) for name, share in fused.shares.items()},
    )


def _shares(settings: RetrievalSettings) -> ProfileShares:
    return ProfileShares(
        recency=settings.recency_share,
        importance=settings.importance_share,
        weighted=settings.weighted_shares,
    )
