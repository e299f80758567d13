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
from perspective.domain.decay import Fading, effective_importance, fading
from perspective.domain.filter import Filter
from perspective.domain.graph import EntityKind
from perspective.domain.memory import Recorded
from perspective.domain.query import RecallQuery
from perspective.domain.ranking.bm25 import TextStatistics, by_word, term_frequencies
from perspective.domain.ranking.candidate import Candidate
from perspective.domain.ranking.fusion import (
    Evidence,
    Fused,
    FusionWeights,
    coverage,
    fuse,
    reciprocal_ranks,
)
from perspective.domain.ranking.profile import (
    Floats,
    ProfileShares,
    Standing,
    profile_scores,
)
from perspective.domain.ranking.succession import newer_first
from perspective.domain.ranking.weights import as_settings, unused_weights
from perspective.domain.text.normal import normal_form
from perspective.domain.text.when import Period
from perspective.errors import InvalidRequest
from perspective.ports.graph import Link
from perspective.settings import DecaySettings, RetrievalSettings, Settings

Mask = NDArray[np.bool_]


class Question(msgspec.Struct, frozen=True):
    """A query made ready: what it may see, its terms, the names that may be in it (normal forms),
    and those of them that are speakers; and the kinds of things that it asks for.

    `n_forms` says how many neighbouring terms are forms of one word, and sums to their number.
    """

    query: RecallQuery
    where: Filter
    terms: tuple[str, ...]
    names: frozenset[str]
    speakers: frozenset[str]
    now: datetime
    budget: int
    period: Period | None = None
    n_forms: tuple[int, ...] = ()
    kinds: frozenset[EntityKind] = frozenset()


class Found(msgspec.Struct, frozen=True):
    """What the arms found. `cosines` and `mentions` are by version key; `fitting` are the ids of
    memories that name a thing of the kind that is asked for; `arms` has the keys that each arm, and
    each kind of link, brought."""

    candidates: Sequence[Candidate]
    cosines: dict[int, float]
    statistics: TextStatistics
    links: Sequence[Link]
    mentions: dict[int, float]
    fitting: frozenset[str]
    arms: dict[str, frozenset[int]]


class Ranked(msgspec.Struct, frozen=True):
    """One memory of the answer."""

    candidate: Candidate
    score: float
    relevance: float
    is_faded: bool
    signals: Signals


def rank(found: Found, question: Question, settings: Settings, *, decays: bool) -> list[Ranked]:
    """The answer's memories, best first, at most the budget; no two have the same content.

    **Ties** the newer version first.
    """
    if not found.candidates:
        return []
    evidence = evidence_of(found, question)
    retrieval = weighed(question.query, settings.retrieval)
    fused = fused_of(found.candidates, evidence, retrieval)
    fading_now = _fading(found, question, settings.decay, decays=decays)
    standing = _standing(found, fused, evidence, fading_now, question)
    profile = question.query.profile or settings.retrieval.profile
    shares = _shares(retrieval)
    scores = profile_scores(profile, standing, shares)
    if_fresh = profile_scores(profile, standing.as_fresh(), shares)
    faded = fading_now.strength < settings.decay.faded_below
    order = _order(found.candidates, scores, if_fresh, faded, question)
    return [
        Ranked(
            candidate=found.candidates[n],
            score=float(scores[n]),
            relevance=float(fused.relevance[n]),
            is_faded=bool(faded[n]),
            signals=_signals(n, found, evidence, fused, standing, fading_now),
        )
        for n in order
    ]


def weighed(query: RecallQuery, settings: RetrievalSettings) -> RetrievalSettings:
    """The settings with the question's own weights in place of theirs. Raises InvalidRequest for a
    weight that would count for nothing."""
    if query.weights is None:
        return settings
    profile = query.profile or settings.profile
    unused = unused_weights(
        query.weights, profile=profile, fusion=settings.fusion, arms=settings.arms
    )
    if unused:
        fields = tuple((f"weights.{name}", reason) for name, reason in unused.items())
        raise InvalidRequest("; ".join(map(" ".join, fields)), fields=fields)
    changes = as_settings(query.weights, profile=profile, weighted=settings.weighted_shares)
    return msgspec.structs.replace(settings, **changes)


def fused_of(
    candidates: Sequence[Candidate], evidence: Evidence, settings: RetrievalSettings
) -> Fused:
    """All signals in one score, in the way that the settings say."""
    fused = fuse(evidence, fusion_weights(settings))
    if settings.fusion == "rrf":
        return reciprocal_ranks(evidence, fused)
    if settings.newer_gap == 0:
        return fused
    lift = newer_first(
        candidates,
        fused.scores,
        coverage(evidence),
        similarity=settings.newer_similarity,
        gap=settings.newer_gap,
    )
    changed: Fused = msgspec.structs.replace(
        fused, scores=fused.scores + lift, shares=fused.shares | {"newer": lift}
    )
    return changed


def fusion_weights(settings: RetrievalSettings) -> FusionWeights:
    """The weights in force; an arm that is left out counts for nothing."""
    arms = settings.arms
    is_temporal = "temporal" in arms
    return FusionWeights(
        text=settings.text_weight if "text" in arms else 0.0,
        vector=settings.vector_weight if "vector" in arms else 0.0,
        entity=settings.entity_weight if "entity" in arms else 0.0,
        answer_type=settings.answer_type_weight if "entity" in arms else 0.0,
        speaker=settings.speaker_weight,
        neighbour=settings.neighbour_weight if is_temporal else 0.0,
        second_neighbour=settings.second_neighbour_weight if is_temporal else 0.0,
        semantic=settings.semantic_weight if "semantic" in arms else 0.0,
        session=settings.session_weight,
        time=settings.time_weight,
        question=settings.question_weight,
        reply=settings.reply_weight,
        part=settings.part_weight,
        neutral_cosine=settings.neutral_cosine,
        k1=settings.bm25_k1,
        b=settings.bm25_b,
    )


def to_answer(
    one: Ranked, recorded: Recorded, *, confidence: float, explain: bool
) -> RecalledMemory:
    """The memory as callers see it; `confidence` is how far it is believed now."""
    memory, version = recorded.memory, recorded.version
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
        confidence=confidence,
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


def evidence_of(found: Found, question: Question) -> Evidence:
    """What is known of the candidates, in arrays."""
    places = {one.memory_id: n for n, one in enumerate(found.candidates)}
    documents = [one.terms for one in found.candidates]
    frequencies, lengths = term_frequencies(question.terms, documents)
    frequencies, statistics = by_word(frequencies, found.statistics, question.n_forms)
    pairs: dict[str, dict[tuple[int, int], float]] = {"temporal": {}, "semantic": {}}
    for link in found.links:
        a, b = places.get(link.source_id), places.get(link.target_id)
        if a is not None and b is not None and a != b:
            pairs[link.kind][min(a, b), max(a, b)] = link.weight
    like = sorted(pairs["semantic"].items())
    keys = [one.key for one in found.candidates]
    return Evidence(
        cosines=np.array([found.cosines.get(key, np.nan) for key in keys]),
        frequencies=frequencies,
        lengths=lengths,
        statistics=statistics,
        mentions=np.array([found.mentions.get(key, 0.0) for key in keys]),
        fitting=np.array([one.memory_id in found.fitting for one in found.candidates]),
        spoken=_spoken(found.candidates, question),
        sessions=_sessions(found.candidates),
        asks=np.array([one.asks for one in found.candidates]),
        replies=np.array([one.replies for one in found.candidates]),
        times=_times(found.candidates, question),
        ordinals=np.array([-1 if one.ordinal is None else one.ordinal for one in found.candidates]),
        links=np.array(sorted(pairs["temporal"]), dtype=np.intp).reshape(-1, 2),
        like=np.array([pair for pair, _ in like], dtype=np.intp).reshape(-1, 2),
        likeness=np.array([weight for _, weight in like]),
    )


def _sessions(candidates: Sequence[Candidate]) -> NDArray[np.intp]:
    """A number for each session; what belongs to none is one by itself."""
    numbers: dict[object, int] = {}
    return np.array(
        [numbers.setdefault(one.session or one.key, len(numbers)) for one in candidates],
        dtype=np.intp,
    )


def _times(candidates: Sequence[Candidate], question: Question) -> Floats:
    """How near each of them is to the time that the question names, 0–1."""
    period = question.period
    if period is None:
        return np.zeros(len(candidates))
    zone = question.now.tzinfo
    return np.array([period.nearness(one.at.astimezone(zone)) for one in candidates])


def _spoken(candidates: Sequence[Candidate], question: Question) -> Mask:
    """Which of them were said by a speaker that the question names."""
    if not question.speakers:
        return np.zeros(len(candidates), dtype=np.bool_)
    speakers = {one.speaker for one in candidates if one.speaker is not None}
    named = {name for name in speakers if normal_form(name) in question.speakers}
    return np.array([one.speaker in named for one in candidates])


def _standing(
    found: Found, fused: Fused, evidence: Evidence, faded: Fading, question: Question
) -> Standing:
    """What the profiles ask."""
    candidates, now_s = found.candidates, question.now.timestamp()
    by_signal = [np.nan_to_num(evidence.cosines, nan=0.0), fused.text, evidence.mentions]
    base = np.array([one.importance for one in candidates])
    accesses = np.array([one.access_count for one in candidates], dtype=np.float64)
    recorded = np.array([one.recorded_at.timestamp() for one in candidates])
    return Standing(
        fused=_scaled(fused.scores),
        similarity=np.clip(np.max(by_signal, axis=0), 0.0, 1.0),
        recency=faded.recency,
        importance=effective_importance(base, accesses),
        age_hours=(now_s - recorded) / 3600.0,
        accesses=accesses,
    )


def _fading(found: Found, question: Question, settings: DecaySettings, *, decays: bool) -> Fading:
    """How the candidates fade; where the tenant lets nothing fade, all are as fresh as ever."""
    if not decays:
        fresh = np.ones(len(found.candidates))
        return Fading(recency=fresh, strength=fresh)
    return fading(
        found.candidates,
        question.now,
        unit_days=settings.unit_days,
        learning_rate=settings.learning_rate,
    )


def _scaled(scores: Floats) -> Floats:
    """Scores moved to 0–1 within the query; all 1 when they are all the same."""
    low, high = float(scores.min()), float(scores.max())
    return (scores - low) / (high - low) if high > low else np.ones_like(scores)


def _order(
    candidates: Sequence[Candidate],
    scores: Floats,
    if_fresh: Floats,
    faded: Mask,
    question: Question,
) -> list[int]:
    """The places to return, best first.

    Active memories come first by score; then a faded or archived one takes the last place as
    long as it beats the one that holds it, both by the score that they would have if they were
    fresh; and they fill a short answer. So what ages alike keeps its order.
    """
    n_wanted = question.budget
    archived = np.array([one.state != "active" for one in candidates])
    keys = np.array([one.key for one in candidates])
    ranks = np.lexsort((-keys, -scores)).tolist()
    fresh = [n for n in ranks if not faded[n] and not archived[n]]
    by_match = np.lexsort((-keys, -if_fresh)).tolist()
    waiting = [n for n in by_match if faded[n] and not archived[n]] * question.query.include_faded
    waiting += [n for n in by_match if archived[n]]
    chosen = _distinct(fresh, candidates)[:n_wanted]
    return _with_waiting(chosen, _distinct(waiting, candidates), candidates, if_fresh, n_wanted)


def _with_waiting(
    chosen: list[int],
    waiting: list[int],
    candidates: Sequence[Candidate],
    if_fresh: Floats,
    n_wanted: int,
) -> list[int]:
    hashes = {candidates[n].content_hash for n in chosen}
    kept = list(chosen)
    for n in waiting:
        if candidates[n].content_hash in hashes:
            continue
        if len(kept) >= n_wanted:
            last = min(kept, key=lambda k: if_fresh[k])
            if if_fresh[n] <= if_fresh[last]:
                continue
            kept.remove(last)
        place = next((i for i, k in enumerate(kept) if if_fresh[n] > if_fresh[k]), len(kept))
        kept.insert(place, n)
        hashes.add(candidates[n].content_hash)
    return kept


def _distinct(places: Sequence[int], candidates: Sequence[Candidate]) -> list[int]:
    """The places in their order, each content once."""
    first: dict[str, int] = {}
    for n in places:
        first.setdefault(candidates[n].content_hash, n)
    return list(first.values())


def _signals(
    n: int, found: Found, evidence: Evidence, fused: Fused, standing: Standing, faded: Fading
) -> Signals:
    key = found.candidates[n].key
    cosine = float(evidence.cosines[n])
    arms = tuple(name for name, keys in found.arms.items() if key in keys)
    return Signals(
        vector=None if np.isnan(cosine) else cosine,
        text=float(fused.text[n]),
        entity=float(evidence.mentions[n]),
        temporal=float(fused.shares["temporal"][n]) if "temporal" in fused.shares else None,
        fused=float(fused.scores[n]),
        recency=float(standing.recency[n]),
        importance=float(standing.importance[n]),
        strength=float(faded.strength[n]),
        arms=arms,
        shares={name: float(share[n]) for name, share in fused.shares.items()},
    )


def _shares(settings: RetrievalSettings) -> ProfileShares:
    return ProfileShares(
        recency=settings.recency_share,
        importance=settings.importance_share,
        weighted=settings.weighted_shares,
    )
