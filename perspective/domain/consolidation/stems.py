"""By which stem do the forms of a word meet, and which words are no topic?"""

from __future__ import annotations

import re

from perspective.domain.consolidation import vocabulary
from perspective.domain.consolidation.words import fold

_ENDINGS = {
    "en": re.compile(r"(?:ings?|ed|ies|es|s|ly|er|ers|e|y)$"),
    "de": re.compile(r"(?:en|er|es|em|e|n|s|st|t)$"),
    "fr": re.compile(r"(?:es|s|e|er|ent|ons|ez|ant)$"),
    "es": re.compile(r"(?:os|as|es|o|a|e|s|ar|ando|iendo)$"),
    "ru": re.compile(
        r"(?:ого|его|ому|ему|ыми|ими|ами|ями|иях|ах|ях|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|"
        r"ам|ям|ом|ем|ся|сь|ть|ет|ит|ут|ют|ат|ят|а|я|о|е|ы|и|у|ю|ь)$"
    ),
}
_SHORTEST = 3


def stem(word: str, language: str) -> str:
    """A word without its ending, never under three letters."""
    endings = _ENDINGS.get(language)
    if endings is None or len(word) <= _SHORTEST:
        return word
    found = endings.search(word)
    return word[: max(found.start(), _SHORTEST)] if found else word


def _words(table: dict[str, str], languages: tuple[str, ...]) -> set[str]:
    return {fold(w) for one in languages for w in table.get(one, "").split() if "-" not in w}


_SPACED = ("en", "de", "ru", "uk", "fr", "es", "it", "pt", "nl")
FUNCTION = frozenset(
    _words(vocabulary.FREE, _SPACED)
    | _words(vocabulary.MARKERS, _SPACED)
    | _words(vocabulary.NEGATION, _SPACED)
    | _words(vocabulary.QUALIFIER, _SPACED)
    | set(
        "i me my mine you your he him his she her it its we us our they them their this these those who whom whose what "
        "has have had and or but if so i'm i've i'd i'll we're we've it's that's there's don't isn't can't won't doesn't didn't "
        "he's she's they're you're mr mrs ms dr prof ich mich mir mein meine meinen meinem meiner du er sie es wir uns unser "
        "unsere ihr ihre und oder aber dass ob als wenn wie wer was wo da dann hier dort herr frau sich bei "
        "я меня мне мой моя мое мои он она оно они мы нас нам ты вы его ее их и или но а что как кто где когда "
        "je tu il elle nous vous ils elles mon ma mes son sa ses et ou mais que qui "
        "yo tu él ella nosotros mi mis su sus y o pero que".split()
    )
)
GENERIC = frozenset(
    fold(word)
    for word in "new day days week weeks month months year years time times today yesterday tomorrow now thing things people "
    "person one two three four five six seven eight nine ten first second third last next get got gets make made makes go "
    "goes going went come came take takes took give gave say says said know knows like likes love loves want wants good "
    "great nice big small old really still already again here there back way lot bit kind sort place full made use uses used "
    "using monday tuesday wednesday thursday friday saturday sunday morning evening night afternoon january february march "
    "april may june july august september october november december please help trying make sure want need can "
    "euro euros dollar dollars pound pounds percent hour hours minute minutes since until "
    "heute gestern morgen tag tage woche wochen monat jahr jahre uhr montag dienstag mittwoch donnerstag freitag samstag "
    "sonntag januar februar märz april mai juni juli august september oktober november dezember zwei drei vier fünf neue "
    "gut groß klein immer macht mache gehe geht kommt "
    "год года лет день дня дней неделя месяц сегодня вчера завтра один два три четыре пять тысяч рублей раз время "
    "понедельник вторник среда четверг пятница суббота воскресенье очень".split()
)
