"""Which statements of an English text stand by themselves, and how do they read in the third
person?

"I moved to Lisbon" said by Ana is "Ana moved to Lisbon". Conservative: what is asked, ordered,
wished or said about the listener is no fact; neither is what only its neighbours explain. "We" is
left out, since the text does not tell who else. "He", "she", "it" and "they" are kept only behind
a named subject of the same clause.
"""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Token

from perspective.adapters.extraction.clauses import Clause, is_finite, is_question
from perspective.adapters.extraction.gazetteer import words
from perspective.adapters.extraction.third_person import in_third_person
from perspective.domain.extraction.reading import Fact, Mention

_MAX_WORDS = 40
_LONG_WORDS = 18
_MIN_WORDS = 3
_MAX_ADDRESS = 4  # words before a comma
_LISTENER = words("you your yours yourself yourselves u ur ya y'all y'know")
_OPEN = words("we us our ours ourselves let's")
_POINTING = words("it this that these those they them their theirs itself themselves")
_BACK = words("he she him her his hers himself herself they their them themselves its")
# Verbs that greet, thank, wish or open a talk, and say nothing about the world.
_SAYS_NOTHING = words(
    "thank thanks welcome greet bet mean guess suppose wonder wish sorry appreciate congratulate "
    "see hear agree understand know"
)
_HEDGES = words(
    "maybe perhaps probably possibly might may could would should think thought guess hope hoping "
    "seems seem seemed seriously apparently if unless whether wish almost"
)
_CONTENT = frozenset(
    ("dobj", "attr", "acomp", "prep", "xcomp", "ccomp", "oprd", "agent", "dative", "npadvmod")
)  # fmt: skip
_ASKED = frozenset(("WP", "WDT", "WRB", "WP$"))
_LEADING = words(
    "and but so or well oh yeah yes no also then plus because anyway actually hey hi hello wow "
    "haha lol ok okay thanks though although since like therefore thus hence consequently"
)
_BECAUSE = words("because cause 'cause cuz coz cos")
_TRAILING = words("too though lol haha and but so or btw huh right")


def facts_of(
    clauses: Sequence[Clause], names: Sequence[Mention], speaker: str | None, offset: int
) -> list[Fact]:
    """The statements of a text at `offset`, in their order."""
    named = [(one.start - offset, one.end - offset) for one in names]
    found: list[Fact] = []
    for clause in clauses:
        if not _is_statement(clause):
            continue
        tokens = _own_tokens(clause, clauses)
        confidence = _confidence(clause, tokens, named)
        if confidence is None:
            continue
        text = in_third_person(tokens, speaker)
        if text is None:
            continue
        start, end = tokens[0].idx, tokens[-1].idx + len(tokens[-1])
        start = min(start, clause.subject.idx)
        found.append(Fact(text=text, start=offset + start, end=offset + end, confidence=confidence))
    return found


def _is_statement(clause: Clause) -> bool:
    verb = clause.verb
    if is_question(verb):
        return False
    if verb.dep_ not in {"ROOT", "conj", "ccomp", "parataxis"} and not _is_reason(verb):
        return False
    if verb.dep_ == "ccomp" and any(one.dep_ == "mark" for one in verb.children):
        return False
    if verb.dep_ == "ccomp" and verb.i > verb.head.i:
        return False
    if verb.dep_ == "conj" and not _is_under_root(verb):
        return False
    if verb.lower_ in _SAYS_NOTHING or clause.subject.i > verb.i:
        return False
    if any(one.i < clause.subject.i for one in clause.auxiliaries) and verb.dep_ == "ROOT":
        return False  # inverted: asked, or conditional
    return _has_tense(clause) and any(child.dep_ in _CONTENT for child in verb.children)


def _is_reason(verb: Token) -> bool:
    """Whether a clause says why: "because …"."""
    return verb.dep_ == "advcl" and any(
        one.dep_ == "mark" and one.lower_ in _BECAUSE for one in verb.children
    )


def _is_under_root(verb: Token) -> bool:
    while verb.dep_ == "conj":
        verb = verb.head
    return verb.dep_ == "ROOT"


def _own_tokens(clause: Clause, clauses: Sequence[Clause]) -> list[Token]:
    """The words of the clause without other statements that are joined to it, and without what
    only links it to the sentence before; its subject in front where it is shared."""
    verb = clause.verb
    others = {
        one.verb.i
        for one in clauses
        if one.verb.i != verb.i and one.verb.dep_ in {"conj", "parataxis"} and _has_tense(one)
    }
    others |= {one.verb.i for one in clauses if one.verb.dep_ == "ccomp" and one.verb.i < verb.i}
    inside = _subtree(verb, others)
    tokens = [token for token in verb.doc if token.i in inside]
    run = _around(tokens, verb)
    run = _trimmed(run, clause.subject)
    if run and clause.subject.i not in inside:
        shared = sorted(clause.subject.subtree, key=lambda token: token.i)
        run = [*shared, *run]
    return run


def _trimmed(run: list[Token], subject: Token) -> list[Token]:
    """Without what links it to the sentence before, who is called by name ("Hey John, …", "…,
    Jon"), and the signs around it."""
    start, end = 0, len(run)
    for n, token in enumerate(run):
        if token.i >= subject.left_edge.i or n > _MAX_ADDRESS:
            break
        if token.text == "," and all(_is_address(one) for one in run[:n]):
            start = n + 1
    while start < end and (_is_mark(run[start]) or run[start].lower_ in _LEADING):
        start += 1
    while start < end and _is_mark(run[end - 1]):
        end -= 1
    if end - start > _MAX_ADDRESS and run[end - 2].text == "," and _is_address(run[end - 1]):
        end -= 2
    while start < end and (_is_mark(run[end - 1]) or run[end - 1].lower_ in _TRAILING):
        end -= 1
    return run[start:end]


def _is_mark(token: Token) -> bool:
    is_closing = token.text in {'"', "”", ")", "»", "%"}
    return (token.is_punct and not is_closing) or token.is_space or token.dep_ in {"cc", "intj"}


def _is_address(token: Token) -> bool:
    return token.tag_ in {"NNP", "UH"} or token.lower_ in _LEADING | _TRAILING or token.is_punct


def _has_tense(clause: Clause) -> bool:
    return is_finite(clause.verb) or any(
        one.dep_ in {"aux", "auxpass"} and one.lower_ != "to" for one in clause.verb.children
    )


def _subtree(verb: Token, others: set[int]) -> set[int]:
    inside: set[int] = set()
    waiting = [verb]
    while waiting:
        token = waiting.pop()
        inside.add(token.i)
        waiting += [child for child in token.children if child.i not in others]
    return inside


def _around(tokens: list[Token], verb: Token) -> list[Token]:
    """The words side by side with the verb; a gap is another statement."""
    place = next(n for n, token in enumerate(tokens) if token.i == verb.i)
    first = last = place
    while first and tokens[first - 1].i == tokens[first].i - 1:
        first -= 1
    while last + 1 < len(tokens) and tokens[last + 1].i == tokens[last].i + 1:
        last += 1
    return tokens[first : last + 1]


def _confidence(
    clause: Clause, tokens: Sequence[Token], named: Sequence[tuple[int, int]]
) -> float | None:
    """How well the statement stands by itself, 0–1; None where it does not.

    **Formula** .85 about the speaker or a name, .65 about another noun; −.1 above 18 words, −.1 a
    hedge, −.05 a subordinate clause; never below .3.
    """
    if not _MIN_WORDS <= len(tokens) <= _MAX_WORDS:
        return None
    if clause.subject.i not in {token.i for token in tokens}:
        return None
    lower = [token.lower_ for token in tokens]
    if any(word in _LISTENER or word in _OPEN for word in lower):
        return None
    subject = clause.subject
    inner = {token.lower_ for token in subject.subtree}
    if subject.tag_ in {"DT", "EX", "WP", "WDT"} or inner & (_POINTING | _BACK):
        return None
    if any(token.i < subject.i and token.tag_ in _ASKED for token in tokens):
        return None  # "what I always wanted" names a thing
    is_first = subject.lower_ == "i"
    if not is_first and subject.tag_[:2] not in {"NN", "VB"}:
        return None
    if any(_points_away(token, subject) for token in tokens):
        return None
    is_named = any(start <= subject.idx < end for start, end in named)
    confidence = 0.85 if is_first or is_named or "my" in inner else 0.65
    if len(tokens) > _LONG_WORDS:
        confidence -= 0.1
    if any(word in _HEDGES for word in lower):
        confidence -= 0.1
    n_inner = sum(token.dep_ in {"advcl", "relcl", "ccomp", "acl"} for token in tokens)
    return round(max(0.3, confidence - 0.05 * n_inner), 2)


def _points_away(token: Token, subject: Token) -> bool:
    """Whether a word stands for something outside the statement."""
    if token.lower_ in _POINTING:
        is_alone = token.dep_ not in {"det", "mark"} and token.tag_ not in {"WDT", "IN"}
        return is_alone or token.dep_ == "det"
    if token.lower_ in _BACK:
        return subject.tag_[:3] != "NNP" or token.i < subject.i
    return False
