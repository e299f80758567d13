"""Which numbers in a text name a thing instead of being its value, and which names do its kin have?

Room 101 is another room than room 102; a price of 101 may become one of 102.
"""

from __future__ import annotations

import re

from perspective.domain.consolidation.wording.stems import function_words
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import fold
from perspective.domain.text.normal import normalize

_TOKEN = re.compile(r"[^\W\d_]+[-/]?\d[\w.-]*|\d+(?:[.,:/-]\d+)*[^\W\d_]*|[^\W\d_]+|[#№:.;!?]")
_FIGURE = re.compile(r"\d+(?:[.,:/-]\d+)*[a-z]?")
_NAMED = re.compile(r"[^\W\d_]+[-/]?\d[\w.-]*")
# What is told apart by a number behind it.
_NUMBERED = frozenset(
    map(
        fold,
        listed(
            "room invoice ticket note number no nr step chapter phase line bus tram gate server day user page section question "
            "item order case issue bug task floor apartment flat seat row track platform terminal exit route highway channel "
            "port level class grade group team table box locker shelf unit block batch lot sample trial test experiment "
            "episode season week lesson exercise figure appendix article paragraph rule player patient customer account "
            "contract sprint build release node machine printer pump valve tank camera sensor door lift lane stage round part "
            "volume act scene hall office zone sector building house pier dock slot bay bed ward desk shift draft option plan "
            "version milestone request pr meter cabin wagon car coach truck boat cow pen field plot "
            "zimmer raum rechnung schritt kapitel linie tor gleis seite frage aufgabe stock wohnung platz reihe halle gebäude "
            "haus kunde patient konto vertrag auftrag bestellung nummer tag woche folge lektion artikel maschine drucker "
            "кабинет комната квартира дом счет заказ билет шаг глава этап линия автобус трамвай поезд ворота сервер день "
            "страница вопрос задача номер подъезд этаж зал урок серия пациент клиент договор "
            "salle facture étape chapitre ligne numéro page chambre commande quai habitación factura paso capítulo línea número"
        ),
    )
)
_COPULAS = frozenset(
    map(
        fold,
        listed(
            "is are was were has have had will can must should does did isn't aren't wasn't ist sind war waren hat haben hatte "
            "wird kann muss est sont était a está es son era tiene было был есть"
        ),
    )
)
_BEFORE_VALUES = frozenset(
    map(
        fold,
        listed(
            "in on at to into onto from by with under via near im am an auf bei zu zum zur nach von aus в на к до с из dans au en a "
            "now only runs uses has have got is are was"
        ),
    )
)
_DETERMINERS = frozenset(
    listed("the my our your his her their a an this that der die das mein unser mon ma le la el mi")
)
_REACH = 3  # words at the beginning that name what is spoken of
_HAN_NUMBERED = re.compile(
    "(?<![在到用为成月调])(\\d+|[一二三四五六七八九十百零]+)(?:号(?!码)|楼|班|路)"
)
_KIN = (
    "son daughter brother sister child kid baby dog cat friend colleague uncle aunt cousin nephew niece wife husband neighbour "
    "neighbor boss manager horse rabbit sohn tochter bruder schwester hund katze kind freund freundin onkel tante сын дочь брат "
    "сестра собака кот кошка друг fils fille frère soeur hijo hija hermano hermana"
)
_KIN_NAMED = re.compile(rf"\b((?i:{'|'.join(_KIN.split())})),? ([A-ZÀ-ÖØ-ÞА-ЯЁ][^\W\d_]+)")
_OWNED = re.compile(r"\b(?:([^\W\d_]+)'s|[Mm]y|[Oo]ur) ([^\W\d_]+)")
# Of two things with one noun these say which.
_WHICH = frozenset(
    listed(
        "first second third last next previous old new left right upper lower front back main side inner outer rear top bottom "
        "big small red blue green white black yellow early late morning evening afternoon night north south east west "
        "northern southern eastern western linke rechte erste letzte alte neue obere untere левый правый первый последний "
        "старый новый левая правая первая последняя старая новая"
    )
)
_CLOCK = re.compile(r"\d+(?:[:.]\d+)?(?:am|pm)")
_LED = 2  # words at the beginning, of which one may be an article


def labels_of(content: str, language: str) -> dict[str, frozenset[str]]:
    """What numbers name in a text, by the noun before each; by nothing where they are one word."""
    raw = _TOKEN.findall(normalize("NFKC", content))
    functions = function_words(language)
    found: dict[str, set[str]] = {}
    for n, token in enumerate(raw):
        if n < _REACH and _NAMED.fullmatch(token) and not _BEFORE_VALUES & _folded(raw[:n]):
            found.setdefault("", set()).add(fold(token))
        after = fold(raw[n + 1]) if n + 1 < len(raw) else ""
        if n < _LED and _CLOCK.fullmatch(token) and after.isalpha() and after not in functions:
            found.setdefault("at", set()).add(token.casefold())  # the 3pm meeting
        if token.casefold() in _WHICH and after.isalpha() and after not in functions and n < _REACH:
            found.setdefault(f"which {after}", set()).add(token.casefold())
        if not n or not _FIGURE.fullmatch(token):
            continue
        at = n - 2 if raw[n - 1] in {"#", "№", "."} and n > 1 else n - 1
        noun = fold(raw[at])
        before = _folded(raw[max(0, at - 2) : at])
        is_led = at == 0 or (at == 1 and raw[0].casefold() in _DETERMINERS)
        is_copula = after in _COPULAS or after == ":"
        is_name = noun in _NUMBERED and not (_BEFORE_VALUES & before)
        if is_name or (is_led and is_copula and noun not in functions and noun.isalpha()):
            found.setdefault(noun, set()).add(token.casefold())
    if language in {"zh", "ja"}:
        found.setdefault("号", set()).update(_HAN_NUMBERED.findall(content))
    return {noun: frozenset(numbers) for noun, numbers in found.items()}


def owners_of(content: str) -> dict[str, str]:
    """Whose each thing is, where a name or "my" tells: a name, or nothing for the speaker."""
    return {
        noun.casefold(): fold(name) if name else ""
        for name, noun in _OWNED.findall(content.replace("’", "'"))
    }


def kin_of(content: str) -> dict[str, str]:
    """The name of each relative and animal that has one beside it: my son Tim."""
    return {kin.casefold(): fold(name) for kin, name in _KIN_NAMED.findall(content)}


def _folded(words: list[str]) -> frozenset[str]:
    return frozenset(map(fold, words))
