"""Which words of an English text are names? Capitals, tags, spaCy's spans and a dictionary vote.

spaCy's spans alone miss what news do not write about, capitals alone take every beginning of a
sentence and every shouted word. Each word collects votes; words that have enough of them, side
by side, are a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import regex
from spacy.language import Language
from spacy.tokens import Doc, Token

from perspective.adapters.extraction import gazetteer
from perspective.adapters.extraction.gazetteer import CALENDAR, INTERJECTIONS
from perspective.adapters.extraction.kinds import NAMED, kind_of
from perspective.domain.extraction.reading import Mention

# Votes, found on two thirds of a noisy text and checked on the last; a word needs 1.
_PROPER_TAG = 1.25
_ENTITY = 1.0
_KNOWN = 1.5
_ANNOUNCED = 1.0
_NEIGHBOUR = 0.25
_AT_START = 0.25
_DAILY_WORD = 0.25
_SHOUTED = 0.25
_TITLE_CASE = 0.75
_ALL_CAPITALS = 1.0
_ENOUGH = 1.0

_STRETCHED = regex.compile(r"(\p{L})\1\1", regex.IGNORECASE)  # Sooo
_JUNK = regex.compile(r"[@#/\\_<>=]|^[\W\d]|www\.|\.\.")
_ENDS_SENTENCE = frozenset('.!?:;"“”…()[]|-–—*•')
_LINKS = frozenset(("of", "and", "the", "&", "de", "da", "del", "di", "van", "von", "for", "-"))
_ANNOUNCING = gazetteer.TITLES | gazetteer.PERSON_CUES | gazetteer.PROJECT_CUES
_SUFFIXES = ("ing", "in", "ed", "s", "es", "d", "er", "ly")


class EnglishNames:
    """Finds names with one model's dictionary."""

    def __init__(self, model: Language) -> None:
        self._stops = frozenset(model.Defaults.stop_words) | CALENDAR | INTERJECTIONS
        lemmatizer: Any = model.get_pipe("lemmatizer")
        index = lemmatizer.lookups.get_table("lemma_index")
        self._nouns = frozenset(index["noun"])
        self._others = frozenset(index["verb"]) | frozenset(index["adj"]) | frozenset(index["adv"])

    def find(self, doc: Doc, offset: int) -> list[Mention]:
        """The names of a text that stands at `offset`, in their order."""
        votes = self._votes(doc)
        found: list[Mention] = []
        first = 0
        while first < len(votes):
            if votes[first] < _ENOUGH:
                first += 1
                continue
            end = _with_hyphens(doc, _run_end(doc, votes, first))
            if self._is_everyday(doc, first, end):
                first = end
                continue
            named = [vote for vote in votes[first:end] if vote >= _ENOUGH]
            found.append(_mention(doc, first, end, named, offset))
            first = end
        return found

    def _votes(self, doc: Doc) -> list[float]:
        tokens = list(doc)
        can = [self._can_be_named(token) for token in tokens]
        starts = [_is_at_start(tokens, n) for n in range(len(tokens))]
        penalty = _capitals_penalty(tokens)
        votes: list[float] = []
        for n, token in enumerate(tokens):
            if not can[n]:
                votes.append(0.0)
                continue
            vote = -penalty
            if token.tag_ in {"NNP", "NNPS"}:
                vote += _PROPER_TAG
            if token.ent_type_ in NAMED:
                vote += _ENTITY
            if gazetteer.known(token.text):
                vote += _KNOWN
            if _is_announced(doc, n):
                vote += _ANNOUNCED
            if (n and can[n - 1]) or (n + 1 < len(tokens) and can[n + 1]):
                vote += _NEIGHBOUR
            if starts[n]:
                vote -= _AT_START
            if self._is_daily(token.lower_):
                vote -= _DAILY_WORD
            if token.is_upper:
                vote -= _SHOUTED
            votes.append(vote)
        return votes

    def _can_be_named(self, token: Token) -> bool:
        text = token.text
        if len(text) < 2 or _JUNK.search(text) or _STRETCHED.search(text):
            return False
        if token.i and token.doc[token.i - 1].text in {"@", "#"}:
            return bool(token.doc[token.i - 1].whitespace_)
        if not text[0].isupper():
            return gazetteer.known(text)
        return token.lower_ not in self._stops

    def _is_everyday(self, doc: Doc, first: int, end: int) -> bool:
        """Whether only capitals speak for a name: words of the dictionary that spaCy passed over,
        none of them well known ("my Weekend", "US News"), and no title or "project" before."""
        if _is_announced(doc, first):
            return False
        return all(
            self._is_daily(token.lower_)
            and token.ent_type_ not in NAMED
            and not gazetteer.known(token.text)
            for token in doc[first:end]
        )

    def _is_daily(self, word: str) -> bool:
        if word in self._others or word in self._nouns:
            return True
        return any(
            word.endswith(suffix)
            and (word[: -len(suffix)] in self._others or f"{word[: -len(suffix)]}e" in self._others)
            for suffix in _SUFFIXES
        )


def _is_at_start(tokens: Sequence[Token], n: int) -> bool:
    """Whether a capital says nothing here."""
    if not n:
        return True
    before = tokens[n - 1].text
    return (
        before in _ENDS_SENTENCE
        or before in {"RT", "\n"}
        or before.startswith(("@", "http", "\n"))
        or before.endswith(("...", "!", "?"))
    )


def _is_announced(doc: Doc, n: int) -> bool:
    """Whether the word before says that a name follows: "Mr", "my sister", "project"."""
    before = doc[n - 1].lower_.rstrip(".") if n else ""
    return before in _ANNOUNCING


def _capitals_penalty(tokens: Sequence[Token]) -> float:
    """What every capital is worth less in a shouted or title-cased text."""
    words = [token for token in tokens if token.is_alpha and len(token) > 1]
    penalty = 0.0
    if len(words) >= 4 and sum(word.text[0].isupper() for word in words) > 0.7 * len(words):
        penalty += _TITLE_CASE
    if len(words) >= 3 and sum(word.is_upper for word in words) > 0.5 * len(words):
        penalty += _ALL_CAPITALS
    return penalty


def _run_end(doc: Doc, votes: Sequence[float], first: int) -> int:
    """Behind the last word of the name: named words side by side, and what spaCy puts between."""
    end = first + 1
    while end < len(votes):
        is_link = (
            end + 1 < len(votes)
            and votes[end + 1] >= _ENOUGH
            and doc[end].lower_ in _LINKS
            and doc[first].ent_type_ in NAMED
            and doc[end].ent_type_ == doc[first].ent_type_ == doc[end + 1].ent_type_
        )
        if votes[end] < _ENOUGH and not is_link:
            break
        end += 1
    return end


def _with_hyphens(doc: Doc, end: int) -> int:
    """Behind what hangs on the name: Capri-sun."""
    while (
        end + 1 < len(doc)
        and not doc[end - 1].whitespace_
        and doc[end].text == "-"
        and not doc[end].whitespace_
        and doc[end + 1].is_alpha
    ):
        end += 2
    return end


def _mention(doc: Doc, first: int, end: int, votes: Sequence[float], offset: int) -> Mention:
    start = doc[first].idx
    stop = doc[end - 1].idx + len(doc[end - 1])
    confidence = min(0.95, 0.5 + 0.2 * (sum(votes) / len(votes) - _ENOUGH) + 0.1)
    return Mention(
        name=doc.text[start:stop],
        start=offset + start,
        end=offset + stop,
        kind=kind_of(doc, first, end),
        confidence=round(confidence, 2),
    )
