"""What kind of thing does a question ask for: a place, a person?

Told by its question word ("where", "who"), or by the noun behind "which" and "what" ("which city").
Where neither is known nothing is expected: a wrong expectation costs more than none.
"""

from __future__ import annotations

import re

from perspective.domain.graph import EntityKind
from perspective.domain.text.normal import normal_form

_MOST = 2000  # characters of a question that are looked at

# Words that ask for a kind wherever they stand.
_WORDS: dict[EntityKind, str] = {
    "place": "where where's wo woher wohin où dónde adónde onde aonde dove waar hvor missä mistä gdzie "
    "skąd odkud где куда откуда де nerede nereye nereden που πού أين این कहाँ कहां 어디 어디에 "
    "어디서 어디로 đâu dimana",
    "person": "who who's whose whom wer wen wem wessen quién quiénes quem vem hvem kuka kto kogo komu "
    "kdo koho кто кого кому кем хто kime ποιος ποιον कौन किसने किसके 누구 누가 누구와 siapa",
}
# The same in scripts that put no spaces between words.
_RUNS: dict[EntityKind, str] = {
    "place": "哪里|哪裡|哪儿|哪兒|在哪|何处|何處|どこ|何処|ที่ไหน",
    "person": "谁|誰|だれ|ใคร",
}
# "Which city", "in what countries", "what were the names of": a noun some words behind.
_WHICH = (
    r"(?:which|what|welche[rnms]?|quel(?:le)?s?|qué|cuál(?:es)?|quais|qual|quale|quali|welke|vilken|"
    r"vilka|какой|каком|какие|каких|hangi|jaki[me]?|jakich)"
)
_NOUNS: dict[EntityKind, str] = {
    "place": r"cit(?:y|ies)|towns?|villages?|countr(?:y|ies)|places?|locations?|destinations?|"
    r"regions?|areas?|states?|stadt|städten?|land|ländern?|orten?|ville|villes|pays|lieux?|"
    r"ciudad(?:es)?|país(?:es)?|lugar(?:es)?|cidades?|países|lugares|città|paes[ei]|luogh?[oi]|"
    r"стран[аеуы]|странах|город(?:е|а|ах)?|месте|şehir|ülke",
    "person": r"people|persons?|friends?|colleagues?|authors?|actors?|singers?|artists?|names? of|"
    r"personen|freunde?|leute|personnes?|amis?|personas?|amig[oa]s?|pessoas?|persone|amici|люди|"
    r"друзья|kişi",
}
_NEAR = r"(?:\s+[^\W\d_][^\s.,;:!?]*){0,3}?\s+"


def _pattern(kind: EntityKind) -> re.Pattern[str]:
    words = "|".join(map(re.escape, _WORDS[kind].split()))
    # A mark of Devanagari ends a word, and is no letter: hence no \\b.
    # A mark of Devanagari ends a word, and is no letter: hence no \b.
    return re.compile(
        rf"(?<!\w)(?:(?:{words})|{_WHICH}{_NEAR}(?:{_NOUNS[kind]}))(?!\w)|{_RUNS[kind]}"
    )


_PATTERNS = {kind: _pattern(kind) for kind in _WORDS}


def asked_for(question: str) -> frozenset[EntityKind]:
    """The kinds of things of which the answer is expected to name one."""
    text = normal_form(question[:_MOST])
    return frozenset(kind for kind, pattern in _PATTERNS.items() if pattern.search(text))
