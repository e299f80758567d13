"""May a name in Han characters be read so in Japanese?

Each character has readings of its own, and a name takes one of each: 田中 is ta and naka. Which one
only its bearer knows, so this tells what is possible, not what is right.
**Source** `kanji_readings.txt`, a reading and the characters that have it: Unicode's Unihan database
(kJapaneseOn, kJapaneseKun; Unicode License) for the characters of JIS level 1 and others of names, and
what the names of japanese-personal-name-dataset (MIT License) read otherwise.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from pathlib import Path

from perspective.domain.text import han

_MAX_CHARACTERS = 12
_LONG = re.compile(r"(?<=o)[uo]|(?<=u)u|(?<=a)a|(?<=i)i|(?<=o)h(?![aiueoy])")
_DOUBLED = re.compile(r"([bcdfghjkmpqrstz])(?=\1)|t(?=ch)")
# The first sound of a part of a compound may be voiced: hana and kawa make hanagawa.
_VOICED = (
    ("ch", "j"),
    ("sh", "j"),
    ("ts", "z"),
    ("k", "g"),
    ("s", "z"),
    ("t", "d"),
    ("f", "b"),
    ("h", "b"),
)


def plain(latin: str) -> str:
    """Without long vowels and doubled consonants, which romanisations write in many ways."""
    return re.sub("m(?=[bp])|n(?=n)", "n", _DOUBLED.sub("", _LONG.sub("", latin)))


def may_be_read(characters: str, latin: str) -> bool:
    """Whether every character has a reading so that together they make the Latin letters."""
    if not characters or len(characters) > _MAX_CHARACTERS:
        return False
    characters = re.sub("(.)々", r"\1\1", characters)
    sound = plain(latin.replace("'", ""))
    ends = {0}
    for i, character in enumerate(han.one_form(characters)):
        readings = _readings().get(character, ())
        ends = {
            end + len(one)
            for end in ends
            for reading in readings
            for one in (_spoken(reading) if i else (reading,))
            if sound.startswith(one, end)
        }
    return len(sound) in ends


def first_sounds(character: str) -> frozenset[str]:
    """The first two letters of each of its readings."""
    readings = _readings().get(han.one_form(character), ())
    return frozenset(reading[:2] for reading in readings)


def _spoken(reading: str) -> tuple[str, ...]:
    voiced = (to + reading.removeprefix(of) for of, to in _VOICED if reading.startswith(of))
    first = next(voiced, None)
    return (reading,) if first is None else (reading, first)


@functools.cache
def _readings() -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    text = (Path(__file__).parent / "kanji_readings.txt").read_text("utf-8")
    for entry in re.split(r";\s*|\n", text.strip()):
        reading, characters = entry.split(" ")
        for character in han.one_form(characters):
            found[character].add(reading)
    return {character: frozenset(readings) for character, readings in found.items()}
