"""How do the signals of one candidate, of its neighbours and its session, add up to one score?

Scores are added, not ranks, and no mean or deviation of the candidates enters: a candidate's score
is nearly the same whoever else was found. Only the best of its session counts, which is found.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.ranking.bm25 import TextStatistics, bm25

Floats = NDArray[np.float64]


_RRF_K = 60
_LAST_ORDINAL = 6


class FusionWeights(msgspec.Struct, frozen=True, kw_only=True):
    """What each signal counts for; see `RetrievalSettings` for the meaning of each."""

    text: float
    vector: float
    entity: float
    answer_type: float
    speaker: float
    neighbour: float
    second_neighbour: float
    semantic: float
    session: float
    time: float
    question: float
    reply: float
    part: float
    neutral_cosine: float
    k1: float
    b: float


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of n candidates and t query terms; arrays are not modified.

    `cosines` float64 (n,), NaN where there is no vector; `frequencies` (n, t) and `lengths` (n,)
    as BM25 takes them; `mentions` (n,) 0–1, how much it is about what the query names; `fitting` bool
    (n,), names a thing of the kind that is asked for; `spoken`
    bool (n,), said by a speaker the query names; `sessions` int (n,), a number for each session,
    one of its own for what has none; `asks` bool (n,), ends with a question; `replies` bool (n,),
    said by a program and not by a person; `times` (n,) 0–1, how near to the time that the query
    names; `ordinals` int (n,), the place in a long text, −1 for a
    whole one; `links` int (m, 2), pairs of places that are neighbours in time, each pair once;
    `like` int (k, 2), pairs of places whose texts are alike, each pair once, and `likeness` (k,)
    0–1, how much.
    """

    cosines: Floats
    frequencies: Floats
    lengths: Floats
    statistics: TextStatistics
    mentions: Floats
    fitting: NDArray[np.bool_]
    spoken: NDArray[np.bool_]
    sessions: NDArray[np.intp]
    asks: NDArray[np.bool_]
    replies: NDArray[np.bool_]
    times: Floats
    ordinals: NDArray[np.intp]
    links: NDArray[np.intp]
    like: NDArray[np.intp]
    likeness: Floats


class Fused(msgspec.Struct, frozen=True, kw_only=True):
    """Scores float64 (n,), unbounded; `relevance` (n,) 0–1, comparable between queries;
    `shares` what each signal added to the score; `text` BM25 as a share of a perfect match."""

    scores: Floats
    relevance: Floats
    shares: dict[str, Floats]
    text: Floats


def fuse(evidence: Evidence, weights: FusionWeights) -> Fused:
    """Scores every candidate.

    **Formula** base = w_text · BM25 / ln(1 + N) + w_vector · (cosine − neutral cosine);
    own = base + w_neighbour · Σ base of direct neighbours + w_second · Σ base of the next ones
    − w_question · [asks] − (w_reply + w_part · log2(2 + ordinal, at most 6)) · [a program's reply];
    score = own + w_session · max(0, best own of its session) + w_entity · mention
    + w_type · [names a thing of the kind that is asked for]
    + w_speaker · [spoken by a named speaker] + w_time · nearness to the named time
    + w_semantic · max over what it is like of likeness · max(0, base).
    ln(1 + N) is about the largest idf there can be, so BM25 is measured in rarest words matched;
    the neutral cosine makes a missing neighbour, and a missing vector, count for nothing. A long
    reply has many parts, each another chance of a good cosine: hence the logarithm.
    **Source** ARCHITECTURE.md, Decisions: the fusion; tests/bench repeats the experiment.
    """
    e, w = evidence, weights
    raw = bm25(e.frequencies, e.lengths, e.statistics, k1=w.k1, b=w.b)
    largest_idf = np.log1p(max(1, e.statistics.n_documents))
    text = w.text * raw / largest_idf
    vector = w.vector * np.nan_to_num(e.cosines - w.neutral_cosine, nan=0.0)
    near, next_near = _spread(text + vector, e.links)
    temporal = w.neighbour * near + w.second_neighbour * next_near
    length = np.log2(2.0 + np.clip(e.ordinals, 0, _LAST_ORDINAL)) * (e.ordinals >= 0)
    form = -(w.question * e.asks + (w.reply + w.part * length) * e.replies)
    shares = {
        "text": text,
        "vector": vector,
        "entity": w.entity * e.mentions,
        "answer_type": w.answer_type * e.fitting,
        "speaker": w.speaker * e.spoken,
        "temporal": temporal,
        "time": w.time * e.times,
        "form": form,
        "semantic": w.semantic * _best_alike(text + vector, e.like, e.likeness),
        "session": w.session * _best_of_session(text + vector + temporal + form, e.sessions),
    }
    perfect = float(e.statistics.idf().sum()) * (w.k1 + 1.0)
    return Fused(
        scores=np.sum(list(shares.values()), axis=0),
        relevance=relevance(e.cosines, coverage(e)),
        shares=shares,
        text=raw / perfect if perfect > 0 else np.zeros_like(raw),
    )


def reciprocal_ranks(evidence: Evidence, fused: Fused) -> Fused:
    """The same with scores by reciprocal rank fusion of vector and text, float64 (n,).

    **Formula** Σ over both of 1 / (60 + rank); a candidate that one of them does not know gets
    nothing from it. **Ties** share the better rank. **Source** Cormack and others, 2009.
    """
    shares = {
        "vector": _reciprocal(evidence.cosines, ~np.isnan(evidence.cosines)),
        "text": _reciprocal(fused.text, fused.text > 0.0),
    }
    return msgspec.structs.replace(
        fused, scores=np.sum(list(shares.values()), axis=0), shares=shares
    )


def _reciprocal(signal: Floats, known: NDArray[np.bool_]) -> Floats:
    better = (signal[None, :] > signal[:, None]) & known[None, :]
    ranks = 1 + better.sum(axis=1)
    return np.where(known, 1.0 / (_RRF_K + ranks), 0.0)


def coverage(evidence: Evidence) -> Floats:
    """The share of the query's rarity that a candidate's own words cover, float64 (n,), 0–1.

    **Formula** Σ idf of the query terms it holds / Σ idf of all query terms.
    """
    idf = evidence.statistics.idf()
    total = float(idf.sum())
    if total <= 0.0:
        return np.zeros(len(evidence.lengths))
    return (evidence.frequencies > 0) @ idf / total


_COSINE_SLOPE = 3.6
_COVERAGE_SLOPE = 3.75
_OFFSET = -5.2
_UNREAD_COSINE = 0.3


def relevance(cosines: Floats, covered: Floats) -> Floats:
    """How likely a candidate has to do with the query at all, float64 (n,), 0–1.

    **Formula** logistic(3.6 · cosine + 3.75 · coverage − 5.2); a cosine of 0.3 stands for a text
    or query that the model cannot read.
    **Source** ARCHITECTURE.md, Decisions: relevance; fitted once, on questions about the text and
    questions about another text.
    """
    cosine = np.nan_to_num(cosines, nan=_UNREAD_COSINE)
    logit = _COSINE_SLOPE * cosine + _COVERAGE_SLOPE * covered + _OFFSET
    return 1.0 / (1.0 + np.exp(-logit))


def _best_of_session(own: Floats, sessions: NDArray[np.intp]) -> Floats:
    """The best score of each place's session, at least 0."""
    best = np.zeros(int(sessions.max(initial=-1)) + 1)
    np.maximum.at(best, sessions, own)
    return best[sessions]


def _best_alike(base: Floats, like: NDArray[np.intp], likeness: Floats) -> Floats:
    """The best of likeness · base over what each place is like, at least 0."""
    best = np.zeros_like(base)
    a, b = like[:, 0], like[:, 1]
    np.maximum.at(best, a, likeness * base[b])
    np.maximum.at(best, b, likeness * base[a])
    return best


def _spread(base: Floats, links: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """The sum of `base` over each place's neighbours, and over their other neighbours."""
    near, next_near = np.zeros_like(base), np.zeros_like(base)
    if len(links) == 0:
        return near, next_near
    a, b = links[:, 0], links[:, 1]
    np.add.at(near, a, base[b])
    np.add.at(near, b, base[a])
    np.add.at(next_near, a, near[b] - base[a])
    np.add.at(next_near, b, near[a] - base[b])
    return near, next_near
