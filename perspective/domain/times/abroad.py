"""Which times are named in other languages, as far as a small table tells?

Words for today, yesterday and tomorrow, for last and next week, month and year, and days with the
name of a month and a year: German, Spanish, French, Russian, Chinese and Japanese. No grammar: what
is not in the table is not read. What means something else in a neighbouring language (the French
`hier` is German for here) is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from perspective.domain.times.almanac import day_of, period
from perspective.domain.times.span import PRECISIONS, Span, one_day, stretch

_Counted = tuple[str, int]  # a unit, and how many from now

_WORDS: dict[_Counted, str] = {
    ("day", 0): "heute|hoy|aujourd'hui|сегодня",
    ("day", -1): "gestern|ayer|вчера",
    ("day", 1): "morgen|demain|завтра",
    ("day", -2): "vorgestern|anteayer|antier|avant-hier|позавчера",
    ("day", 2): "übermorgen|pasado mañana|après-demain|послезавтра",
    ("week", -1): "letzte woche|vorige woche|vergangene woche|letzter woche|la semana pasada"
    "|la semaine dernière|на прошлой неделе|прошлая неделя",
    ("week", 0): "diese woche|dieser woche|esta semana|cette semaine|на этой неделе",
    ("week", 1): "nächste woche|nächster woche|la próxima semana|la semana que viene"
    "|la semaine prochaine|на следующей неделе",
    ("month", -1): "letzten monat|vorigen monat|el mes pasado|le mois dernier|в прошлом месяце",
    ("month", 1): "nächsten monat|el próximo mes|el mes que viene|le mois prochain"
    "|в следующем месяце",
    ("year", -1): "letztes jahr|voriges jahr|letzten jahr|el año pasado|l'année dernière"
    "|l'an dernier|в прошлом году",
    ("year", 0): "dieses jahr|este año|cette année|в этом году",
    ("year", 1): "nächstes jahr|el próximo año|el año que viene|l'année prochaine"
    "|l'an prochain|в следующем году",
}
_SIGNS: dict[_Counted, str] = {
    ("day", 0): "今天|今日",
    ("day", -1): "昨天|昨日",
    ("day", 1): "明天|明日",
    ("day", -2): "前天|一昨日|おととい",
    ("day", 2): "后天|後天|明後日|あさって",
    ("week", -1): "上周|上週|上星期|上个星期|上個星期|先週",
    ("week", 0): "这周|這週|本周|本週|今週",
    ("week", 1): "下周|下週|下星期|下个星期|下個星期|来週",
    ("month", -1): "上个月|上個月|先月",
    ("month", 0): "这个月|這個月|本月|今月",
    ("month", 1): "下个月|下個月|来月",
    ("year", -1): "去年|昨年",
    ("year", 0): "今年",
    ("year", 1): "明年|来年",
}
_MONTHS = (
    "januar|enero|janvier|января",
    "februar|febrero|février|февраля",
    "märz|marzo|mars|марта",
    "april|abril|avril|апреля",
    "mai|mayo|мая",
    "juni|junio|juin|июня",
    "juli|julio|juillet|июля",
    "august|agosto|août|августа",
    "september|septiembre|septembre|сентября",
    "oktober|octubre|octobre|октября",
    "november|noviembre|novembre|ноября",
    "dezember|diciembre|décembre|декабря",
)
# Before `morgen`, capital or not, these make it the part of the day.
_NOT_TOMORROW = re.compile(r"(?:guten|am|jeden|diesen|heute|gestern)\s+$", re.IGNORECASE)


def _forms(names: Iterable[str]) -> list[str]:
    """Each name composed and decomposed, long ones first."""
    forms = {unicodedata.normalize(form, name) for name in names for form in ("NFC", "NFD")}
    return [re.escape(form).replace("'", "['’]") for form in sorted(forms, key=len, reverse=True)]


def _by_name(table: dict[_Counted, str]) -> dict[str, _Counted]:
    return {name: counted for counted, names in table.items() for name in names.split("|")}


_COUNTED = _by_name(_WORDS) | _by_name(_SIGNS)
_MONTH_OF = {name: n for n, names in enumerate(_MONTHS, 1) for name in names.split("|")}
_WORD = re.compile(
    rf"(?<!\w)(?:{'|'.join(_forms(_by_name(_WORDS)))})(?![\w\u0300-\u036f])", re.IGNORECASE
)
_SIGN = re.compile("|".join(_forms(_by_name(_SIGNS))))
_DATE = re.compile(
    rf"(?<![\w.,/-])(\d{{1,2}})(?:\.|º|er)?[ ](?:de[ ])?({'|'.join(_forms(_MONTH_OF))})"
    r"(?:[ ]de)?(?:[ ]del)?[ ](\d{4})(?!\d)",
    re.IGNORECASE,
)
_EAST_DATE = re.compile(
    r"(?<!\d)(\d{4})[ ]?年(?:[ ]?(\d{1,2})[ ]?月(?:[ ]?(\d{1,2})[ ]?[日号號])?)?"
)
_FIRST_YEAR, _LAST_YEAR = 1000, 2999

Found = tuple[int, int, Span]


def find_abroad(text: str, today: date) -> Iterator[Found]:
    """Where a time stands in the text, and it; in no order, and they may overlap."""
    for found in _DATE.finditer(text):
        month = _MONTH_OF[_key(found[2])]
        day = day_of(int(found[3]), month, int(found[1])) if int(found[3]) else None
        if day is not None:
            yield found.start(), found.end(), one_day(day, is_relative=False)
    for pattern in (_WORD, _SIGN):
        for found in pattern.finditer(text):
            key = _key(found[0])
            if key == "morgen" and (
                found[0] != "morgen" or _NOT_TOMORROW.search(text, max(0, found.start() - 12),
                                                             found.start())
            ):  # fmt: skip
                continue
            try:
                yield found.start(), found.end(), _counted(today, *_COUNTED[key])
            except (ValueError, OverflowError):
                continue
    yield from _eastern(text)


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold().replace("’", "'")


def _counted(today: date, unit: str, n: int) -> Span:
    if unit == "day":
        return one_day(today + timedelta(days=n), is_relative=True)
    return stretch(*period(unit, today, n), PRECISIONS[unit], is_relative=True)


def _eastern(text: str) -> Iterator[Found]:
    """`2023年5月12日`, `2023年5月`, `2023年`."""
    for found in _EAST_DATE.finditer(text):
        year = int(found[1])
        if not _FIRST_YEAR <= year <= _LAST_YEAR:
            continue
        first = day_of(year, int(found[2] or 1), int(found[3] or 1))
        if first is None:
            continue
        unit = "day" if found[3] else "month" if found[2] else "year"
        span = stretch(*period(unit, first), PRECISIONS[unit], is_relative=False)
        yield found.start(), found.end(), span
