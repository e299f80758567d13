"""Does each of two statements hold at a time, in a place or for somebody that the other does not name?

Then both hold: open on weekdays and closed on Sundays, five euros for adults and three for children.
"""

from __future__ import annotations

import re

from perspective.domain.consolidation.claim import Claim
from perspective.domain.consolidation.telling.statement import Statement
from perspective.domain.consolidation.wording.stems import function_words, stem
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import Word, fold

# Times at which something is so again and again, and not when it is once.
_HABITUAL = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays?|weekends?|workdays?|holidays|mornings|afternoons|evenings|nights|"
    r"(?:in|during) (?:the )?(?:morning|afternoon|evening|day|daytime|spring|summer|autumn|fall|winter|week)|at (?:night|noon|midday|bedtime)|"
    r"(?:before|after|with|at|for) (?:breakfast|lunch|dinner|supper|meals|bed|work|school|sleep)|every \w+day|"
    r"(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|werktag|feiertag|morgen|mittag|abend|nacht|vormittag|nachmittag)s|"
    r"am wochenende|am (?:morgen|abend|mittag)|unter der woche|im (?:sommer|winter|herbst|frühling|frühjahr)|"
    r"(?:vor|nach) dem (?:frühstück|essen|schlafen)|по (?:\w+ам|\w+ям)|утром|вечером|днём|днем|ночью|летом|зимой|весной|осенью|"
    r"le (?:matin|soir|midi)|en (?:été|hiver|verano|invierno)|por la (?:mañana|tarde|noche))\b|"
    r"早上|上午|中午|下午|晚上|夜里|周末|工作日|平时|夏天|冬天|春天|秋天|饭前|饭后|睡前"
)
_MOVES_TIME = re.compile(
    r"\b(?:shift\w*|moved?|postpon\w*|reschedul\w*|pushed|brought forward|changed|switched|instead|now|verschoben|verlegt|"
    r"vorverlegt|geändert|jetzt|перен\w+|теперь)\b|改|调|换|现在"
)
_STATE = re.compile(
    r"(?:is|are|was|were|been|now|as|got|ist|sind|'re|been) .*|now|from|again|n't .*|nicht mehr|offen|geschlossen|закрыт\w*|открыт\w*|"
    r"关闭|停|paid|finally|completed|fixed"
)
_PREPOSITIONS = {
    "en": {**{one: one for one in listed("at in for of on from with to near by under")}, "inside": "in"},
    "de": {"in": "in", "im": "in", "für": "for", "fur": "for", "fuer": "for", "bei": "at", "beim": "at", "von": "of", "am": "on",
           "auf": "on", "an": "on", "mit": "with"},
    "ru": {"в": "in", "во": "in", "на": "on", "для": "for", "у": "at", "с": "with", "из": "from"},
    "fr": {"à": "at", "a": "at", "dans": "in", "en": "in", "pour": "for", "chez": "at", "de": "of", "sur": "on"},
    "es": {"en": "in", "para": "for", "de": "of", "con": "with", "por": "for"},
}  # fmt: skip
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d[\w.,:]*|[.!?;:,]")
_SWITCHED = frozenset({"on", "off", "in", "out", "an", "aus", "auf", "zu"})
_FREE = frozenset({"deictic", "marker", "free"})


def have_other_conditions(older: Claim, newer: Claim) -> bool:
    """Whether each has a condition that the other has not, and they differ in more than that."""
    a, b = older.statement, newer.statement
    times_a, times_b = (frozenset(_HABITUAL.findall(one.text)) for one in (a, b))
    if times_a and times_b and times_a.isdisjoint(times_b) and not _MOVES_TIME.search(b.text):
        return True
    heads = _other_heads(a, b, newer.words.language or "en")
    return bool(heads) and _differ_beside(older, newer, heads)


def is_state(changed: frozenset[str]) -> bool:
    """Whether the words of a change tell no more than how it is now: is closed, now."""
    return all(_STATE.fullmatch(word) for word in changed)


def _other_heads(a: Statement, b: Statement, language: str) -> frozenset[str]:
    """What stands in one text behind a preposition behind which the other has something else."""
    one, other = _phrases(a, language), _phrases(b, language)
    found: set[str] = set()
    for preposition, heads in one.items():
        others = other.get(preposition)
        if others is None or not heads.isdisjoint(others):
            continue
        if not (heads & b.words_in or others & a.words_in):
            found |= heads | others
    return frozenset(found)


def _phrases(one: Statement, language: str) -> dict[str, frozenset[str]]:
    """The first word that counts behind each preposition, and its neighbour."""
    prepositions = _PREPOSITIONS.get(language, {})
    functions = function_words(language)
    raw = [fold(word) for word in _TOKEN.findall(one.text)]
    found: dict[str, set[str]] = {}
    for n, word in enumerate(raw):
        key = prepositions.get(word)
        if key is None:
            continue
        for head in raw[n + 1 : n + 4]:
            if head in prepositions or not head[:1].isalpha():
                break
            if head not in functions:
                found.setdefault(key, set()).add(head)
                break
    return {key: frozenset(heads) for key, heads in found.items()}


def _differ_beside(older: Claim, newer: Claim, heads: frozenset[str]) -> bool:
    """Whether both have words that the other lacks, beside those of the conditions."""
    language = newer.words.language or "en"
    more, fewer = (
        {stem(word, language) for word, kind in bag if _counts((word, kind), heads)}
        for bag in (older.bag - newer.bag, newer.bag - older.bag)
    )
    return bool(more - fewer) and bool(fewer - more)


def _counts(word: Word, heads: frozenset[str]) -> bool:
    return (word[1] not in _FREE and word[0] not in heads) or word[0] in _SWITCHED
