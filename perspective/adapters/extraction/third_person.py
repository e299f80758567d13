"""How does a statement about "I" read when somebody else tells it?

"I've sold my car" said by Ana: "Ana has sold Ana's car". English only; the words stay in their
places, and only the speaker's pronouns and the verbs that agree with them change.
"""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Token

from perspective.adapters.extraction.clauses import SUBJECTS, is_finite

_IRREGULAR = {
    "am": "is",
    "have": "has",
    "do": "does",
    "go": "goes",
    "'m": "is",
    "’m": "is",
    "m": "is",
    "'ve": "has",
    "’ve": "has",
    "'ll": "will",
    "’ll": "will",
    "are": "is",
    "were": "was",
}
_OBJECTS = frozenset(("me", "myself"))
_BASE = frozenset(("VBP", "VB"))
_VOWELS = "aeiou"


def in_third_person(tokens: Sequence[Token], speaker: str | None) -> str | None:
    """The statement as one line; None where it is about a speaker who is not known, or cannot be
    put in the third person."""
    has_first = any(token.lower_ in {"i", "my", "mine", *_OBJECTS} for token in tokens)
    if has_first and speaker is None:
        return None
    agreeing = {token.i for token in tokens if _agrees_with_i(token)}
    parts: list[str] = []
    for token in tokens:
        changed = _changed(token, agreeing, speaker or "")
        if changed is None:
            return None
        # A contraction that becomes a word stands apart: I'm → Ana is.
        if parts and changed != token.text and changed.isalpha() and token.text[0] in "'’":
            parts[-1] = parts[-1].rstrip() + " "
        parts.append(changed + (token.whitespace_ or _gap(token, tokens)))
    text = " ".join("".join(parts).split())
    return text[:1].upper() + text[1:] if text else None


def _gap(token: Token, tokens: Sequence[Token]) -> str:
    """A space where words that were apart have become neighbours."""
    place = [one.i for one in tokens].index(token.i)
    is_joined = place + 1 < len(tokens) and tokens[place + 1].i == token.i + 1
    return "" if is_joined else " "


def _agrees_with_i(token: Token) -> bool:
    """Whether the word is a present verb whose subject is "I"."""
    if token.lower_ in {"am", "'m", "’m"}:
        return True
    verb = token.head if token.dep_ in {"aux", "auxpass"} else token
    if token.tag_ not in _BASE and token.lower_ not in _IRREGULAR:
        return False
    first = [c for c in verb.children if c.dep_ in {"aux", "auxpass"}]
    if first and first[0].i != token.i:
        return False  # only the first of "have been going" agrees
    for _ in range(4):
        subject = next((child for child in verb.children if child.dep_ in SUBJECTS), None)
        if subject is not None:
            return subject.lower_ == "i"
        if verb.dep_ != "conj" or not (first or is_finite(verb)):
            return False
        verb = verb.head
    return False


def _changed(token: Token, agreeing: set[int], speaker: str) -> str | None:
    word = token.lower_
    if word == "i" and token.tag_ in {"PRP", "NN", "NNP", "LS", "FW"}:
        return speaker
    if word in _OBJECTS:
        return speaker
    if word in {"my", "mine"}:
        return f"{speaker}'s"
    if word in {"ai", "gon", "wan", "got"} and token.dep_ == "aux":
        return None
    if token.i in agreeing:
        return _inflected(token)
    return token.text


def _inflected(token: Token) -> str:
    word = token.lower_
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in {"'d", "’d"} or token.tag_ in {"MD", "VBD", "VBN", "VBG"}:
        return token.text
    if word.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{word[:-1]}ies"
    return f"{word}s"
