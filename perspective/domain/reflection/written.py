"""Does a cited memory say what a written sentence says? No model is believed.

Every number and every name of a sentence must stand in what it cites (a date may be reckoned from when
that was said), most of its other words must, and it may neither bring in a "not" nor leave one out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import msgspec

from perspective.domain.text.normal import normal_form
from perspective.domain.times.find import find_times

_LEAST_SHARE = 0.6
_MAX_REACH_CHARS = 4_000  # of a cited text in which times are looked for
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SENTENCE_START = re.compile(r"^[^\w]*|[.!?:\u3002\uff01\uff1f]\s+[^\w]*")
_NOT = re.compile(
    r"(?<!\w)(?:not?|never|nobody|nothing|none|nowhere|neither|nor|without|cannot"
    r"|\w+n['\u2019]t|nicht|nie|niemals|kein\w*|ohne|nunca|jamais|pas|sans|sin|mai|niet|geen|nooit|inte|aldrig"
    r"|ikke|aldri|ei|nie|\u043d\u0435|\u043d\u0435\u0442|\u043d\u0438\u043a\u043e\u0433\u0434\u0430|\u0431\u0435\u0437|n[a\u00e3]o|de\u011fil)(?!\w)",
    re.IGNORECASE,
)


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that a sentence cites: its text, its analysed words, who said it and when."""

    content: str
    terms: frozenset[str]
    at: datetime
    speaker: str | None = None


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence that a model wrote. `words` are its content words, each as its analysed forms;
    `question` the question's analysed words, which it may repeat."""

    text: str
    words: Sequence[Collection[str]]
    question: frozenset[str] = frozenset()


def says(claim: Claim, sources: Sequence[Source], span: str) -> bool:
    """Whether the sources say it; `span` is the sentence of theirs that is nearest to it."""
    return (
        bool(sources)
        and bool(claim.words)
        and _numbers_stand(claim.text, sources)
        and _names_stand(claim, sources)
        and _words_stand(claim, sources)
        and bool(_NOT.search(claim.text)) == bool(_NOT.search(span))
    )


def _words_stand(claim: Claim, sources: Sequence[Source]) -> bool:
    """Most words are the sources' or the question's, and one at least is the sources' own. Numbers
    are judged apart."""
    known = frozenset().union(*(one.terms for one in sources))
    known |= {word for one in sources for word in _words(one.speaker or "")}
    words = [word for word in claim.words if not any(map(_NUMBER.search, word))]
    own = [not known.isdisjoint(word) for word in words]
    repeated = [not claim.question.isdisjoint(word) for word in words]
    n_known = sum(a or b for a, b in zip(own, repeated, strict=True))
    return any(own) and n_known >= _LEAST_SHARE * len(own)


def _names_stand(claim: Claim, sources: Sequence[Source]) -> bool:
    """Each word that is written as a name is in a source, its speaker or the question."""
    text = normal_form(" ".join(f"{one.speaker or ''} {one.content}" for one in sources))
    known = set(_words(text)) | claim.question
    return all(
        word in known or (not word.isascii() and word in text)
        for name in _names(claim.text)
        for word in _words(name)
    )


def _names(text: str) -> list[str]:
    """Words with a capital that do not begin a sentence."""
    starts = {found.end() for found in _SENTENCE_START.finditer(text)}
    return [
        found.group()
        for found in _WORD.finditer(text)
        if unicodedata.category(found.group()[0]) == "Lu" and found.start() not in starts
    ]


def _words(text: str) -> list[str]:
    """Words in normal form, possessives without their ending."""
    words = _WORD.findall(normal_form(text))
    return [re.sub(r"['\u2019]s$", "", word) for word in words]


def _numbers_stand(text: str, sources: Sequence[Source]) -> bool:
    """Each number is in a source, or belongs to a date that a source names or was said on."""
    wanted = {_plain(number) for number in _NUMBER.findall(normal_form(text))}
    if not wanted:
        return True
    known: set[str] = set()
    for one in sources:
        known |= {_plain(number) for number in _NUMBER.findall(normal_form(one.content))}
        days = [one.at]
        for found in find_times(one.content[:_MAX_REACH_CHARS], one.at):
            days += [] if found.from_at is None else [found.from_at]
            days += [] if found.to_at is None else [found.to_at - timedelta(microseconds=1)]
        for day in days:
            known |= {str(day.year), str(day.month), str(day.day)}
    return wanted <= known


def _plain(number: str) -> str:
    """The number in European digits, without leading zeros."""
    return "".join(str(unicodedata.digit(one)) for one in number).lstrip("0") or "0"
