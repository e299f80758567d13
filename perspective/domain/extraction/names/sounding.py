"""Do two names of different scripts sound alike?

From a rough romanisation, which comes from outside as a `Likeness`. Names of one script are compared
by their letters, in `comparing`.
"""

from __future__ import annotations

from typing import Protocol

from perspective.domain.extraction.names.naming import Name

_SHORT = 3  # letters; two such names sound alike by chance
_SOUNDS = (
    ("shch", "x"), ("sch", "x"), ("sh", "x"), ("zh", "j"), ("ch", "c"), ("kh", "k"), ("gh", "g"),
    ("ph", "f"), ("th", "t"), ("ts", "c"), ("tz", "c"), ("ck", "k"), ("q", "k"), ("w", "v"),
)  # fmt: skip
_CHINESE = (
    ("hs", "x"), ("sh", "x"), ("zh", "c"), ("ch", "c"), ("tz", "c"), ("ts", "c"), ("z", "c"), ("q", "c"),
    ("j", "c"), ("ng", "ŋ"), ("b", "p"), ("d", "t"), ("g", "k"), ("ih", "i"), ("ong", "ung"), ("oŋ", "uŋ"),
    ("ian", "ien"), ("yan", "yen"), ("yi", "i"), ("szu", "si"), ("ssu", "si"), ("cu", "ci"), ("uo", "o"),
    ("yu", "u"), ("you", "yu"), ("ui", "uei"), ("iu", "iou"),
)  # fmt: skip


class Likeness(Protocol):
    """How are names of two spellings, or two scripts, compared?"""

    def n_edits(self, first: str, second: str) -> int:
        """Insertions, deletions, replacements and swaps of neighbours between two words."""
        ...

    def in_latin(self, text: str) -> str:
        """The text in Latin letters, lower case, roughly as it sounds."""
        ...


def family_first(words: tuple[str, ...]) -> tuple[str, str]:
    """The words joined as they are, and with the last one before the others."""
    return "".join(words), "".join((words[-1], *words[:-1]))


def chinese_sounds(latin: str) -> str:
    """What Pinyin and Wade-Giles share: Zhiming and Chih-ming, Xu and Hsu. It joins many sounds."""
    for one, other in _CHINESE:
        latin = latin.replace(one, other)
    return latin


def consonants(latin: str) -> str:
    """What romanisations of one name share."""
    for one, other in _SOUNDS:
        latin = latin.replace(one, other)
    kept = [letter for letter in latin if letter in "bcdfgjklmnpqrstvxz"]
    return "".join(x for i, x in enumerate(kept) if i == 0 or kept[i - 1] != x)


def sound_alike(likeness: Likeness, name: Name, form: Name) -> bool:
    """Whether each word sounds like one of the other's, in another script."""
    if _script(name) == _script(form):
        return False
    if name.is_eastern or form.is_eastern:
        return _same_eastern_sound(likeness, name, form)
    if len(name.words) != len(form.words):
        return False
    left = [likeness.in_latin(word) for word in form.words]
    for word in name.words:
        latin = likeness.in_latin(word)
        found = next((one for one in left if _sounds_like(likeness, latin, one)), None)
        if found is None:
            return False
        left.remove(found)
    return len(name.joined) > 3


def _same_eastern_sound(likeness: Likeness, name: Name, form: Name) -> bool:
    """陳志明 is Chen Zhiming, Chen Chih-ming and Chih-ming Chen; kana as they are read."""
    eastern, other = (name, form) if name.is_eastern else (form, name)
    latin = likeness.in_latin(eastern.joined).replace(" ", "")
    if len(latin) <= _SHORT or other.is_eastern:
        return False
    sounds = chinese_sounds(latin)
    return any(
        order == latin or (len(other.words) > 1 and chinese_sounds(order) == sounds)
        for order in family_first(other.words)
    )


def _sounds_like(likeness: Likeness, first: str, second: str) -> bool:
    """The same letters, or the same consonants with few other letters: half the scripts of the Near
    East write no short vowels, and w and y for long ones."""
    if first == second:
        return True
    one, other = (consonants(latin.replace("w", "").replace("y", "")) for latin in (first, second))
    longer = max(len(first), len(second))
    return one == other and len(one) > 1 and likeness.n_edits(first, second) <= longer // 2


def _script(name: Name) -> int:
    """A number for the block of its first letter: scripts are far apart."""
    code = ord(name.words[0][0])
    starts = (0x370, 0x400, 0x530, 0x590, 0x600, 0x700, 0x900, 0xE00, 0x1000, 0x3040, 0xAC00)
    return sum(code >= start for start in starts)
