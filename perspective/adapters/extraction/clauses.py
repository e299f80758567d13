"""Who does what in an English text? Clauses with a subject, and the relations they state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from spacy.tokens import Doc, Token

from perspective.adapters.extraction.gazetteer import words
from perspective.domain.extraction.reading import Relation, Tense

SUBJECTS = frozenset(("nsubj", "nsubjpass"))
_FINITE = frozenset(("VBD", "VBP", "VBZ"))
_PRONOUNS = words(
    "he she it they we you this that these those one ones some any none all both each who whom "
    "which what whoever whatever someone somebody something anyone anybody anything everyone "
    "everybody everything nobody nothing there here him her them us me myself i mine yours hers "
    "ours theirs itself himself herself themselves another other others such many much most few u "
    "ya y'all whose same"
)
_INNER = frozenset(
    ("det", "amod", "compound", "nummod", "poss", "nmod", "quantmod", "case", "advmod", "punct")
)
_MAX_NAME_WORDS = 8
_TIMES = frozenset(("DATE", "TIME"))


class Clause(msgspec.Struct, frozen=True):
    """A finite verb with its subject (its own, or that of the verb it is joined to)."""

    verb: Token
    subject: Token
    auxiliaries: tuple[Token, ...]
    is_negated: bool
    tense: Tense


def clauses_of(doc: Doc) -> list[Clause]:
    """The clauses of a text in their order."""
    found: list[Clause] = []
    for token in doc:
        if token.tag_[:2] not in {"VB", "MD"}:
            continue
        subject = _subject(token)
        if subject is not None:
            found.append(_clause(token, subject))
    return found


def _subject(verb: Token) -> Token | None:
    for _ in range(4):
        own = next((child for child in verb.children if child.dep_ in SUBJECTS), None)
        if own is not None:
            return own
        if verb.dep_ != "conj" or verb.head.tag_[:2] != "VB":
            return None
        verb = verb.head
    return None


def _clause(verb: Token, subject: Token) -> Clause:
    auxiliaries = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]
    if verb.dep_ == "conj" and not auxiliaries and verb.tag_ not in _FINITE:
        # "has moved and started": the second verb has the first one's auxiliary.
        auxiliaries = [one for one in verb.head.children if one.dep_ in {"aux", "auxpass"}]
    is_negated = any(child.dep_ == "neg" or child.lower_ == "never" for child in verb.children)
    return Clause(verb, subject, tuple(auxiliaries), is_negated, _tense(verb, auxiliaries))


def _tense(verb: Token, auxiliaries: Sequence[Token]) -> Tense:
    helpers = {one.lower_ for one in auxiliaries}
    if helpers & {"will", "'ll", "’ll", "shall", "wo", "gonna"}:
        return "future"
    if verb.lower_ in {"going", "gon"} and any(c.dep_ == "xcomp" for c in verb.children):
        return "future"
    if helpers & {"was", "were", "did", "had", "'d", "’d", "has", "have", "'ve", "’ve"}:
        return "past"
    return "past" if verb.tag_ == "VBD" or (verb.tag_ == "VBN" and not helpers) else "present"


def is_finite(verb: Token) -> bool:
    """Whether a verb says by itself when: also one that is tagged as an infinitive because it is
    joined to a present verb ("I live here and work there")."""
    if verb.tag_ == "VB" and verb.dep_ == "conj" and verb.head.tag_ in {"VBP", "VB"}:
        has_auxiliary = any(one.dep_ in {"aux", "auxpass"} for one in verb.children)
        return not has_auxiliary and is_finite(verb.head)
    return verb.tag_ in _FINITE


def relations_of(clauses: Sequence[Clause], speaker: str | None, offset: int) -> list[Relation]:
    """What the clauses of a text at `offset` state about whom."""
    found: list[Relation] = []
    for clause in clauses:
        subject = name_of(clause.subject, speaker)
        if subject is None or _is_asked(clause):
            continue
        tokens = sorted(clause.verb.subtree, key=lambda token: token.i)
        start = min(tokens[0].i, clause.subject.i)
        first, last = clause.verb.doc[start], tokens[-1]
        for predicate, target in _objects(clause.verb):
            name = None if target.ent_type_ in _TIMES else name_of(target, speaker)
            if name is None or name == subject:
                continue
            found.append(
                Relation(
                    subject=subject,
                    predicate=predicate,
                    object=name,
                    start=offset + first.idx,
                    end=offset + last.idx + len(last),
                    is_negated=clause.is_negated,
                    tense=clause.tense,
                    confidence=_confidence(clause, len(tokens)),
                )
            )
    return found


def _is_asked(clause: Clause) -> bool:
    return is_question(clause.verb) or any(
        child.dep_ == "mark" and child.lower_ in {"if", "whether", "unless"}
        for child in clause.verb.children
    )


def is_question(token: Token) -> bool:
    """Whether the sentence of a word asks."""
    sentence = token.sent
    last = token.doc[max(sentence.start, sentence.end - 3) : sentence.end]
    if any(one.text.startswith("?") for one in last):
        return True
    return sentence[0].tag_ in {"WP", "WRB", "WDT", "WP$"}


def _confidence(clause: Clause, n_words: int) -> float:
    confidence = 0.75 - 0.01 * max(0, n_words - 12)
    if any(one.tag_ == "MD" and one.lower_ not in {"will", "'ll"} for one in clause.auxiliaries):
        confidence -= 0.2
    return round(max(0.2, confidence), 2)


def _objects(verb: Token) -> Iterator[tuple[str, Token]]:
    """Predicates as in the text, and what they are said of."""
    particles = [child.text for child in verb.children if child.dep_ == "prt"]
    verbal = [verb.text, *particles]
    if verb.lower_ == "gon":
        verbal = ["gonna"]
    for child in verb.children:
        if child.dep_ in {"dobj", "attr", "oprd"}:
            yield " ".join(verbal), child
        elif child.dep_ in {"prep", "agent"}:
            for inner in child.children:
                if inner.dep_ == "pobj":
                    yield " ".join([*verbal, child.text]), inner
        elif child.dep_ == "xcomp" and child.tag_[:2] == "VB":
            aux = [one.text for one in child.children if one.dep_ == "aux" and one.lower_ != "na"]
            for predicate, target in _objects(child):
                yield " ".join([*verbal, *aux, predicate]), target


def name_of(token: Token, speaker: str | None) -> str | None:
    """A noun with the words that belong to it, the speaker for "I"; None where it names nobody."""
    if token.lower_ in {"i", "me", "myself"}:
        return speaker
    if token.lower_ in _PRONOUNS or token.tag_ in {"EX", "WP", "WDT", "PRP"}:
        return None
    if token.tag_[:2] not in {"NN", "CD", "JJ"} and not token.text[:1].isupper():
        return None
    around = _words(token)
    if around is None or len(around) > _MAX_NAME_WORDS:
        return None
    return _joined(around, speaker)


def _words(token: Token) -> list[Token] | None:
    """The words around a noun, neighbours of each other; None if one points elsewhere."""
    inside = {token.i}
    for child in token.children:
        if (child.dep_ in _INNER and child.i < token.i) or (
            child.dep_ == "prep" and child.lower_ == "of" and child.i == token.i + 1
        ):
            inside |= {one.i for one in child.subtree}
    first = token.i
    while first - 1 in inside:
        first -= 1
    last = token.i
    while last + 1 in inside:
        last += 1
    around = list(token.doc[first : last + 1])
    while around and (around[0].dep_ in {"det", "punct", "advmod"} or around[0].is_space):
        around.pop(0)
    stop = next((n for n, one in enumerate(around) if _parts(one)), len(around))
    around = around[:stop]
    if token not in around or any(one.tag_ in {"WP", "WDT", "WP$"} for one in around):
        return None
    if any(one.lower_ in _PRONOUNS and one.tag_[:2] == "NN" for one in around):
        return None
    others = ("my", "i", "me")
    if any(one.tag_ in {"PRP", "PRP$"} and one.lower_ not in others for one in around):
        return None
    return around


def _parts(token: Token) -> bool:
    """Whether a name ends before the word: a comma, a dash, a line's end."""
    is_dash = bool(token.is_punct and token.whitespace_ and token.text not in {".", "'", "’", "%"})
    return token.is_space or token.text in {",", ";", ":", "(", "["} or is_dash


def _joined(around: Sequence[Token], speaker: str | None) -> str | None:
    parts: list[str] = []
    for word in around:
        text = word.text
        if word.lower_ in {"my", "i", "me"}:
            if speaker is None:
                return None
            text = f"{speaker}'s" if word.lower_ == "my" else speaker
        parts.append(text + word.whitespace_)
    return "".join(parts).strip() or None
