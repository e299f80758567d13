"""Are two statements of two things, though their words are alike: of two rooms, sons, units, ends?

**Source** engine design, consolidation: what is told of one thing closes nothing of another.
"""

from __future__ import annotations

import re

from perspective.domain.consolidation.claim import Claim
from perspective.domain.consolidation.telling.statement import Statement

_DIMENSIONS = (
    "kg g mg kilo kilos kilogram kilograms gram grams lb lbs pound pounds stone oz ounce ounces tonne tonnes t pfund gramm",
    "m cm mm km metre metres meter meters mile miles ft foot feet inch inches yard yards zoll kilometer meilen",
    "l ml cl litre litres liter liters gallon gallons pint pints cup cups",
    "c f k celsius fahrenheit kelvin",
    "h hr hour hours minute minutes min mins second seconds s day days week weeks month months year years",
    "kb mb gb tb pb bytes kib mib gib",
    "km/h mph kph knots",
    "€ $ £ ¥ euro euros dollar dollars yen franc francs chf usd eur gbp",
)
_DIMENSION_OF = {unit: n for n, units in enumerate(_DIMENSIONS) for unit in units.split()}
_MEASURED = re.compile(r"([€$£¥])\s?\d|\d\s?°?\s?(km/h|[^\W\d_]+|[€$£¥])")
_RATE = re.compile(
    r"\b(?:per|pro|an?)[ -](second|minute|hour|day|week|month|year|tag|woche|monat|jahr|stunde|minute)\b|每(天|周|月|年|小时)"
)
_BEGINS = re.compile(
    r"\b(?:open(?:s|ing)? (?:at|from)|open(?:s|ing)?\b(?!.*\buntil\b)|starts?|begins?|leaves|departs|check[- ]?in|öffnet|beginnt|startet|"
    r"fährt ab|открывается|начинается|отправляется|ouvre|commence|abre|empieza)\b|开门|开始|出发|开放"
)
_ENDS = re.compile(
    r"\b(?:clos(?:es|ing)|shuts|ends|finishes|until|till|arrives|check[- ]?out|schlie(?:ß|ss)t|endet|bis|закрывается|заканчивается|"
    r"прибывает|до|ferme|finit|arrive|cierra|termina|llega)\b|关门|结束|到达"
)


def are_apart(older: Claim, newer: Claim) -> bool:
    """Whether the statements are certainly of two things. Symmetric."""
    a, b = older.statement, newer.statement
    return (
        _are_numbered_apart(older.labels, newer.labels)
        or _have_others(older.kin, newer.kin)
        or _have_others(older.owners, newer.owners)
        or _are_converted(a.text, b.text)
        or _are_two_ends(a, b)
    )


def _are_numbered_apart(a: dict[str, frozenset[str]], b: dict[str, frozenset[str]]) -> bool:
    return any(
        numbers and b.get(noun) and numbers.isdisjoint(b[noun]) for noun, numbers in a.items()
    )


def _have_others(a: dict[str, str], b: dict[str, str]) -> bool:
    """Whether one kin or thing has another name or owner in each."""
    return any(one in b and b[one] != name for one, name in a.items())


def _are_converted(a: str, b: str) -> bool:
    """Whether both measure one dimension in units, or by spans of time, that they do not share."""
    rates = frozenset(_RATE.findall(a)), frozenset(_RATE.findall(b))
    if all(rates) and rates[0].isdisjoint(rates[1]):
        return True
    one, other = _units(a), _units(b)
    return any(
        units and other.get(dimension) and units.isdisjoint(other[dimension])
        for dimension, units in one.items()
    )


def _units(text: str) -> dict[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    for before, after in _MEASURED.findall(text):
        unit = before or after
        if unit in _DIMENSION_OF:
            found.setdefault(_DIMENSION_OF[unit], set()).add(_UNIT_FORMS.get(unit, unit)[:2])
    return {dimension: frozenset(units) for dimension, units in found.items()}


_UNIT_FORMS = {"kilos": "kg", "kilo": "kg", "kilogram": "kg", "kilograms": "kg", "gram": "g", "grams": "g", "gramm": "g",
               "€": "eur", "$": "dollar", "£": "gbp", "usd": "dollar", "lb": "pound", "lbs": "pound", "foot": "ft", "feet": "ft",
               "metre": "m", "metres": "m", "meter": "m", "meters": "m", "kilometer": "km", "litre": "l", "litres": "l",
               "liter": "l", "liters": "l", "hr": "h", "hour": "h", "hours": "h", "mins": "mi", "miles": "mile", "celsius": "c",
               "fahrenheit": "f"}  # fmt: skip


def _are_two_ends(a: Statement, b: Statement) -> bool:
    """Whether one tells when something begins and the other when it ends."""
    if not (a.figures and b.figures and a.figures.isdisjoint(b.figures)):
        return False
    one, other = _ends(a.text), _ends(b.text)
    return bool(one) and bool(other) and one.isdisjoint(other)


def _ends(text: str) -> frozenset[str]:
    return frozenset(
        end for end, words in (("begin", _BEGINS), ("end", _ENDS)) if words.search(text)
    )
