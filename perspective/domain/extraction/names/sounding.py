"""Do two names of different scripts sound alike, wholly or in one of their words?

From a rough romanisation, which comes from outside as a `Likeness`. Names of one script are compared
by their letters, in `comparing`.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from itertools import product
from typing import Literal, Protocol

from perspective.domain.extraction.names.naming import Name
from perspective.domain.extraction.names.translated import WORDS

_SHORT = 3  # letters; two such names sound alike by chance
_MAX_LETTERS = 40
_MAX_SKELETONS = 8
_MAX_CACHED = 4_096
# What a letter, or several, may sound like. Half the scripts of the Near East write no short vowels,
# and w and y for long ones; h comes and goes.
_SOUNDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("shch", ("S",)), ("sch", ("S",)), ("tch", ("C",)), ("dzh", ("J",)), ("sh", ("S",)),
    ("ch", ("C", "K", "S")), ("zh", ("J",)), ("dj", ("J",)), ("kh", ("K", "")), ("gh", ("G", "")),
    ("ph", ("P",)), ("th", ("T",)), ("ts", ("C",)), ("tz", ("C",)), ("ck", ("K",)), ("x", ("KS",)),
    ("ce", ("S", "K")), ("ci", ("S", "K", "C")), ("cy", ("S",)), ("ge", ("G", "J")), ("gi", ("G", "J")),
    ("b", ("B",)), ("v", ("B",)), ("w", ("B", "")), ("p", ("P",)), ("f", ("P",)), ("d", ("D",)),
    ("t", ("T",)), ("g", ("G",)), ("j", ("J", "", "C")), ("k", ("K",)), ("q", ("K",)), ("c", ("K",)),
    ("l", ("L",)), ("r", ("R",)), ("m", ("M",)), ("n", ("N",)), ("s", ("S",)), ("z", ("S", "C")),
)  # fmt: skip
_SOUND = re.compile("|".join(letters for letters, _ in _SOUNDS))
_SOUNDS_OF = dict(_SOUNDS)
_BEGINNINGS = {**dict.fromkeys("aeiou'`", "vowel"), **dict.fromkeys("yj", "y"), "h": "h", "w": "w"}
_HEARD_ALIKE = (
    {"y", "i"},
    {"y", "e"},
    {"y", "j"},
    {"g", "j"},
    {"j", "z"},
    {"w", "v"},
    {"w", "o"},
    {"w", "u"},
)
_CHINESE = (
    ("hs", "x"), ("sh", "x"), ("zh", "c"), ("ch", "c"), ("tz", "c"), ("ts", "c"), ("z", "c"), ("q", "c"),
    ("j", "c"), ("ng", "ŋ"), ("b", "p"), ("d", "t"), ("g", "k"), ("ih", "i"), ("ong", "ung"), ("oŋ", "uŋ"),
    ("ian", "ien"), ("yan", "yen"), ("yi", "i"), ("szu", "si"), ("ssu", "si"), ("cu", "ci"), ("uo", "o"),
    ("yu", "u"), ("you", "yu"), ("ui", "uei"), ("iu", "iou"),
)  # fmt: skip
_KANA = re.compile("[\u3040-\u30ff]+")
_HANGUL = re.compile("[\uac00-\ud7a3]+")
_ROMAJI = re.compile("(?:(?:[kgsztdnhbpmyrwjf]?y?|sh|ch|ts)[aiueo]|n(?![aiueoy]))+")
# Korean families as they mostly write themselves, beside what their syllable reads like.
_FAMILIES = {
    "kim": "gim", "lee": "i", "yi": "i", "rhee": "i", "park": "bak", "pak": "bak", "choi": "choe",
    "jung": "jeong", "chung": "jeong", "cho": "jo", "yoon": "yun", "lim": "im", "shin": "sin", "oh": "o",
    "woo": "u", "yoo": "yu", "ryu": "yu", "ahn": "an", "kang": "gang", "ko": "go", "moon": "mun", "noh": "no",
    "roh": "no", "seo": "seo", "suh": "seo", "kwon": "gwon", "koo": "gu", "hur": "heo",
}  # fmt: skip
_ARTICLES = frozenset(("al", "el", "as", "ar", "an", "the"))
_SCRIPTS = (
    0x0, 0x370, 0x400, 0x530, 0x590, 0x600, 0x700, 0x900, 0x980, 0xA00, 0xA80, 0xB00, 0xB80, 0xC00, 0xC80, 0xD00,
    0xE00, 0x1000, 0x3040, 0x3100, 0xAC00,
)  # fmt: skip
_SCANT = frozenset((0x590, 0x600, 0xE00, 0x1000))  # few vowels, or not in the order of their sounds

Sound = Literal["script", "part"]


class Likeness(Protocol):
    """How are names of two spellings, or two scripts, compared?"""

    def n_edits(self, first: str, second: str) -> int:
        """Insertions, deletions, replacements and swaps of neighbours between two words."""
        ...

    def in_latin(self, text: str) -> str:
        """The text in Latin letters, lower case, roughly as it sounds."""
        ...

    def may_be_read(self, characters: str, latin: str) -> bool:
        """Whether Han characters can be read so in Japanese."""
        ...

    def first_sounds(self, character: str) -> frozenset[str]:
        """Two letters with which a Han character's Japanese readings may begin."""
        ...

    def given_names(self, word: str) -> frozenset[str]:
        """The given names that the word, in the spelling of names, may be a short form of."""
        ...


def family_first(words: tuple[str, ...]) -> tuple[str, str]:
    """The words joined as they are, and with the last one before the others."""
    return "".join(words), "".join((*words[-1:], *words[:-1]))


@functools.lru_cache(_MAX_CACHED)
def chinese_sounds(latin: str) -> str:
    """What Pinyin and Wade-Giles share: Zhiming and Chih-ming, Xu and Hsu. It joins many sounds."""
    for one, other in _CHINESE:
        latin = latin.replace(one, other)
    return latin


@functools.lru_cache(_MAX_CACHED)
def skeletons(latin: str) -> frozenset[str]:
    """The consonants that romanisations of one name share, in each way the letters may sound."""
    sounds = [_SOUNDS_OF[found[0]] for found in _SOUND.finditer(latin[:_MAX_LETTERS])]
    found: set[str] = set()
    for chosen in product(*sounds):
        letters = "".join(chosen)
        found.add("".join(x for i, x in enumerate(letters) if i == 0 or letters[i - 1] != x))
        if len(found) >= _MAX_SKELETONS:
            break
    return frozenset(found)


def sound_keys(likeness: Likeness, name: Name) -> set[str]:
    """Keys that names share which `sounds` finds alike."""
    keys: set[str] = set()
    heard = [_latin(likeness, word) for word in name.words]
    for latin in heard:
        keys |= {f"~{bones}" for bones in skeletons(latin) if bones and len(latin) > 1}
    if all(_ROMAJI.fullmatch(latin) for latin in heard):
        keys |= {f"-{latin[:2]}" for latin in heard}
    if name.is_eastern:
        run = name.words[0]
        for piece in {run, run[:2], run[1:], run[2:]} - {""}:
            keys.add(_eastern_key(_syllables(likeness, piece)))
        for character in {run[0], run[-1], run[-2:][:1]}:
            keys |= {f"-{sound}" for sound in likeness.first_sounds(character)}
    else:
        words = [_FAMILIES.get(word, word) for word in name.words]
        for joined in {*words, *family_first(name.words), *family_first(tuple(words))}:
            if len(joined) > 1:
                keys.add(_eastern_key(joined))
    return keys


def _eastern_key(latin: str) -> str:
    """The consonants that Pinyin, Wade-Giles and the ways of writing Korean share."""
    return "~" + re.sub("[aeiouwyh]", "", chinese_sounds(latin).replace("r", "l"))


def sounds(likeness: Likeness, name: Name, form: Name) -> Sound | None:
    """Whether a name sounds like another in another script, or like one of its words."""
    if is_one_script(name, form) or not name.words or not form.words:
        return None
    for eastern, other in ((name, form), (form, name)):
        if eastern.is_eastern and not _KANA.fullmatch(eastern.words[0]):
            return _eastern_sound(likeness, eastern, other)
    short, long = sorted((_without_article(name), _without_article(form)), key=len)
    left = list(long)
    n_heard = 0
    for word, variants in short:
        found = next((one for one in left if _is_translated(variants, one[1])), None)
        if found is None:
            found = next(
                (one for one in left if _sounds_like(likeness, word, one[0], len(short) == 1)), None
            )
            n_heard += 1
        if found is None:
            return None
        left.remove(found)
    if not n_heard or sum(len(_latin(likeness, word)) for word, _ in short) < _SHORT:
        return None
    return "part" if left and len(short) == 1 else "script"


def _is_translated(variants: frozenset[str], others: frozenset[str]) -> bool:
    return any(one[0] == "§" for one in variants & others)


def _without_article(name: Name) -> list[tuple[str, frozenset[str]]]:
    words = list(zip(map(_bare, name.words), name.variants, strict=True))
    return [one for one in words if one[0] not in _ARTICLES] or words


def _bare(word: str) -> str:
    return word.removeprefix("ال") if len(word) > 3 else word


def _eastern_sound(likeness: Likeness, eastern: Name, other: Name) -> Sound | None:
    """陳志明 is Chen Zhiming, Chen Chih-ming and Chih-ming Chen; 田中 Tanaka or たなか; a part of either
    name is the family's or the given one."""
    run = eastern.words[0]
    heard = tuple(likeness.in_latin(word) for word in other.words)
    if other.is_eastern and not _KANA.fullmatch(other.words[0]):
        return None
    as_family = tuple(_FAMILIES.get(word, word) for word in heard)
    orders = {*family_first(heard), *family_first(as_family)}
    if any(_is_heard(likeness, run, order, is_whole=len(heard) == 1) for order in orders):
        return "script"
    if len(run) < 3 or any(len(word) < 2 for word in heard):
        return None
    for i, variants in enumerate(other.variants if len(heard) > 1 else ()):
        kind = next((one[1:] for one in variants if one[0] == "§"), None)
        end = next((n for n in (3, 2, 1) if kind and WORDS.get(run[-n:]) == kind), 0)
        rest = "".join(heard[:i] + heard[i + 1 :])
        if end and _is_heard(likeness, run[:-end], rest, is_whole=False):
            return "script"
    pieces = {run[:1], run[:2], run[1:], run[2:]} - {""}
    one = "".join(heard)
    if len(one) > _SHORT and any(
        len(piece) > 1 and _is_heard(likeness, piece, one, is_whole=False) for piece in pieces
    ):
        return "part"
    return None


def _is_heard(likeness: Likeness, run: str, latin: str, *, is_whole: bool) -> bool:
    """Whether a run of Han or hangul is spoken so. One word for both names must be exact."""
    spoken = _syllables(likeness, run)
    if len(spoken) < 2:
        return False
    if spoken == latin or likeness.may_be_read(run, latin):
        return True
    if is_whole and len(latin) <= _SHORT:
        return False
    if _HANGUL.fullmatch(run):
        return _korean(spoken) == _korean(latin)
    return not is_whole and chinese_sounds(spoken) == chinese_sounds(latin)


def _korean(latin: str) -> str:
    """Seo-yeon and Seoyun, Young and Yeong, Joon and Jun."""
    for one, other in (
        ("oo", "u"), ("ou", "u"), ("eo", "u"), ("ee", "i"), ("ae", "e"), ("ai", "e"), ("hy", "hi"), ("sh", "s"), ("k", "g"),
        ("p", "b"), ("t", "d"), ("ch", "j"), ("ng", "n"), ("gg", "g"), ("bb", "b"), ("dd", "d"), ("r", "l"),
    ):  # fmt: skip
        latin = latin.replace(one, other)
    return latin


def _syllables(likeness: Likeness, run: str) -> str:
    return likeness.in_latin(run).replace(" ", "")


def _latin(likeness: Likeness, word: str) -> str:
    return likeness.in_latin(_bare(word)).rstrip("'`")


def _sounds_like(likeness: Likeness, first: str, second: str, is_lone: bool) -> bool:
    """The same letters, or the same consonants with few other letters; a lone word needs more."""
    one, other = _latin(likeness, first), _latin(likeness, second)
    if one == other:
        return True
    bones = skeletons(one) & skeletons(other)
    if not bones or not _begin_alike(one, other):
        return False
    longer = max(len(one), len(other))
    n_edits = likeness.n_edits(_vowels(one), _vowels(other))
    if is_lone and all(len(bone) < 2 for bone in bones):
        return n_edits < 2
    if _script(first) in _SCANT or _script(second) in _SCANT:
        return n_edits <= max(2, longer // 2)
    if one.rstrip("h").endswith("a") != other.rstrip("h").endswith("a"):
        return False  # Valentin and Valentina
    if is_lone:
        return n_edits <= max(1, longer // 4)
    return n_edits <= longer * 2 // 5


def _begin_alike(one: str, other: str) -> bool:
    """With a vowel, or h, or a consonant; y may be heard before i and e, w before o and u, kh as h."""
    if {one[:2], other[:2]} & {"kh"} and {one[0], other[0]} & {"h"}:
        return True
    first, second = (_BEGINNINGS.get(latin[:1], "consonant") for latin in (one, other))
    return first == second or {one[:1], other[:1]} in _HEARD_ALIKE


def _vowels(latin: str) -> str:
    """With one letter for each that romanisations choose between."""
    latin = re.sub("['`]", "", latin.replace("v", "b").replace("w", "b"))
    latin = re.sub("i?y|j", "i", latin.replace("ou", "u").replace("oo", "u").replace("ee", "i"))
    return re.sub(r"(.)\1", r"\1", latin.replace("ph", "f").replace("ck", "k"))


def is_one_script(name: Name, form: Name) -> bool:
    """Whether both begin with letters of one script."""
    return _script(name.words[0]) == _script(form.words[0])


def _script(word: str) -> int:
    """Where the block of its first letter begins; scripts are far apart."""
    return _SCRIPTS[bisect_right(_SCRIPTS, ord(word[0])) - 1]
