"""By which stem do the forms of a word meet, and which words are no topic?"""

from __future__ import annotations

import functools
import re

from perspective.domain.consolidation.wording import vocabulary
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import fold

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


# Pronouns and auxiliaries, which are no topics; what `vocabulary` has is added.
_PRONOUNS = {
    "en": "i me my mine you your yours he him his she her hers it its we us our ours they them their theirs this these those who "
    "whom whose what has have had and or but if so i'm i've i'd i'll we're we've it's that's there's don't isn't can't "
    "won't doesn't didn't he's she's they're you're mr mrs ms dr prof how why when where",
    "de": "ich mich mir mein meine meinen meinem meiner meines du dich dir dein deine er ihn ihm sein seine seinen seinem seiner sie es "
    "wir uns unser unsere unserem unseren ihr ihre ihren ihrem ihrer und oder aber dass ob als wenn wie wer was wo da dann hier "
    "dort herr frau sich man euch dies diese dieser dieses",
    "ru": "я меня мне мной мой моя мое мои моего моей ты тебя тебе вы вас вам он его ему она ее ей оно они их им мы нас нам наш наша "
    "и или но а что чтобы как кто где когда у там тут тоже",
    "fr": "je j me m moi mon ma mes tu te t toi ton ta tes il lui elle on nous notre nos vous votre vos ils elles leur leurs son sa ses "
    "et ou mais que qui quand où c ce cet cette ces",
    "es": "yo me mi mis tú te tu tus él ella ello nosotros nos nuestro nuestra vosotros ellos ellas su sus le les lo se y o pero que "
    "quien cuando donde como",
}
_CLASSES = (
    vocabulary.FREE,
    vocabulary.MARKERS,
    vocabulary.NEGATION,
    vocabulary.QUALIFIER,
    _PRONOUNS,
)


@functools.cache
def function_words(language: str) -> frozenset[str]:
    """The words of a language that are no topic, folded; English ones where it is not known."""
    known = language if language in vocabulary.FREE else "en"
    return frozenset(
        fold(word) for table in _CLASSES for word in table.get(known, "").split() if "-" not in word
    )


GENERIC = frozenset(
    fold(word)
    for word in listed(
        "new day days week weeks month months year years time times today yesterday tomorrow now "
        "thing things people person one two three four five six seven eight nine ten first second "
        "third last next get got gets make made makes go goes going went come came take takes "
        "took give gave say says said know knows like likes love loves want wants good great nice "
        "big small old really still already again here there back way lot bit kind sort place "
        "full made use uses used using monday tuesday wednesday thursday friday saturday sunday "
        "morning evening night afternoon january february march april may june july august "
        "september october november december please help trying make sure want need can euro "
        "euros dollar dollars pound pounds percent hour hours minute minutes since until heute "
        "gestern morgen tag tage woche wochen monat jahr jahre uhr montag dienstag mittwoch "
        "donnerstag freitag samstag sonntag januar februar märz april mai juni juli august "
        "september oktober november dezember zwei drei vier fünf neue gut groß klein immer macht "
        "mache gehe geht kommt год года лет день дня дней неделя месяц сегодня вчера завтра один "
        "два три четыре пять тысяч рублей раз время понедельник вторник среда четверг пятница "
        "суббота воскресенье очень"
    )
)
# Words of which a shared one says little of what is spoken of.
WEAK = frozenset(
    stem(word, "en")
    for word in listed(
        "work cost live move meet start begin run use see help drive lead own open close need "
        "feel look thank thanks support hope mean try talk tell think believe bring photo image "
        "encouragement word life time change love guess call keep happen tough hard amazing "
        "awesome wow hey congrats glad happy excited find part finish happening company firm"
    )
) | {"公司", "先生", "系统", "阿姨"}
