"""What does a text say, with everything taken away that says nothing? Its words, one form for all
the ways of writing each, in their classes.

**Source** engine design, consolidation: two texts are the same only if whatever differs is free.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

import msgspec

from perspective.domain.consolidation.wording import vocabulary
from perspective.domain.consolidation.wording.numerals import TABLES, combined, value_of
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.text.normal import normalize
from perspective.domain.text.spelling import spelling

Kind = Literal[
    "content", "number", "negation", "qualifier", "deictic", "because", "therefore", "asking",
    "marker", "time", "free", "emoji", "sign",
]  # fmt: skip

_LETTER = (
    r"[^\W_]|[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    r"\u06df-\u06e4\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-\u0a4d"
    r"\u0a81-\u0acd\u0b01-\u0b4d\u0b82-\u0bcd\u0c00-\u0c4d\u0c81-\u0ccd\u0d00-\u0d4d\u0dca-\u0ddf\u0e31\u0e34-\u0e3a"
    r"\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3]"
)
_EMOJI = r"[\u203c\u2049\u2190-\u21ff\u231a-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
_TOKEN = re.compile(
    rf"(?P<number>\d+(?:[.,:]\d+)*)|(?P<word>(?:{_LETTER})+(?:['’ʼ](?:{_LETTER})+)*)"
    rf"|(?P<emoji>{_EMOJI})|(?P<sign>[%€$£¥₹₽₩฿°#+*/\\<>=&|^~@、]|!=|-(?=\d))|(?P<stop>[.,;:!?…。！？，；：؟،।\n])"
)
_BARE_EMOJI = re.compile("\u200d[\u2640\u2642]|[\ufe0e\ufe0f\u20e3\u200d\U0001f3fb-\U0001f3ff]")
_UNSPACED = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff]"
)
_THAI_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3"
)
_FIGURE_BORDER = re.compile(rf"(?<={_UNSPACED.pattern})(?=\d)|(?<=\d)(?={_UNSPACED.pattern})")
_KATAKANA_RUN = re.compile("([\u30a1-\u30fa\u30fc]{2,})")
_SIGNS_OF = re.compile(rf".[{_THAI_MARKS}]*", re.DOTALL)
_DIGITS = {ord(zero) + n: str(n) for zero in "٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐" for n in range(10)}
_UMLAUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_BRITISH = (
    (re.compile(r"(?<=[a-z]{2})our(?=(?:s|ed|ing|ite|ful|able|less|er|hood)?$)"), "or"),
    (re.compile(r"(?<=[a-z]{3})is(?=(?:e|es|ed|ing|er|ation|ations)$)"), "iz"),
    (re.compile(r"(?<=[a-z]{2}[bt])re(?=s?$)"), "er"),
    (re.compile(r"(?<=[a-z]{2}l)l(?=(?:ed|ing|er|ers)$)"), ""),
    (re.compile(r"(?<=[a-z]{3}o)gue(?=s?$)"), "g"),
)
_CONTRACTED = {"ll": "will", "re": "are", "ve": "have", "m": "am", "d": "would", "s": "'s"}
_SHORT = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not",
          "let's": "let's", "dont": "do not", "doesnt": "do not", "didnt": "do not", "cant": "can not",
          "wont": "will not", "isnt": "is not"}  # fmt: skip
_PRONOUN_IS = listed("he she it that there what who here where how")
_ELIDED = {"l": "le", "d": "de", "j": "je", "n": "ne", "m": "me", "s": "se", "t": "te", "c": "ce"}
_PHRASE = 3
_RELATIVE = frozenset({"which", "who", "that"})
_COMMAS = frozenset(",，،、;；.。")
_REWRITTEN = (
    (re.compile(r"(?i)\b([ap])\. ?m\b\.?"), r"\1m"),
    (re.compile(r"(?i), (?:as|since) (?=(?:he|she|it|they|we|i|you|there|the)\b)"), ", because "),
    (re.compile(r"(?i), so (?=(?:he|she|it|they|we|i|you|there|the)\b)"), ", therefore "),
)
_NAMED = re.compile("[A-ZÀ-ÖØ-ÞΑ-ΩА-ЯЁ]")

Word = tuple[str, Kind]


class Words(msgspec.Struct, frozen=True, gc=False):
    """A text's words in order without the free ones, and what the text as a whole is.

    `relatives` are the places in `words` before which a relative pronoun was, `commas` those before
    which a stop was. `names` are written
    with a capital within a sentence; `decoration` are emoji that only say how it is meant.
    """

    words: tuple[Word, ...]
    relatives: frozenset[int]
    commas: tuple[int, ...]
    names: frozenset[str]
    decoration: frozenset[str]
    is_question: bool
    language: str | None


@functools.lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """A word in the form that its spellings share."""
    low = word.casefold()
    if low.isascii():
        for pattern, form in _BRITISH:
            low = pattern.sub(form, low)
        return low
    if any("\u1ea0" <= letter <= "\u1ef9" for letter in low):
        return low  # in Vietnamese the marks tell words apart
    composed = unicodedata.normalize("NFC", low) if len(low) < 64 else low
    return spelling(composed.translate(_UMLAUT).translate(_KATAKANA)).replace("αι", "ε")


def _folded(text: str) -> str:
    return "-".join(fold(part) for part in text.split("-") if part)


_TABLES: tuple[tuple[Kind, dict[str, str]], ...] = (
    ("free", vocabulary.FREE),
    ("marker", vocabulary.MARKERS),
    ("time", vocabulary.TIMES),
    ("because", vocabulary.BECAUSE),
    ("therefore", vocabulary.THEREFORE),
    ("qualifier", vocabulary.QUALIFIER),
    ("deictic", vocabulary.DEICTIC),
    ("asking", vocabulary.ASKING),
    ("negation", vocabulary.NEGATION),
)


def _lexicon(language: str) -> dict[str, Kind]:
    return {
        _folded(word): kind
        for kind, table in _TABLES
        for word in table.get(language, "").split()
        if _folded(word)
    }


_LEXICON = {language: _lexicon(language) for language in vocabulary.FREE}
_NOTHING: dict[str, Kind] = {}
_SAME = {
    language: {
        _folded(form): _folded(row.split(",")[0]) for row in rows.split() for form in row.split(",")
    }
    for language, rows in vocabulary.SAME.items()
}
_LONGEST = 12
_UNSPACED_LANGUAGES = frozenset({"zh", "ja", "th"})
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("th", re.compile("[\u0e01-\u0e5b]")),
    ("hi", re.compile("[\u0901-\u0963]")),
    ("ar", re.compile("[\u0620-\u064a]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("uk", re.compile("[іїєґІЇЄҐ]")),
    ("ru", re.compile("[\u0400-\u045f]")),
)
_LATIN = ("en", "de", "fr", "es", "it", "pt", "nl", "tr")
_COMMON = {
    one: frozenset(_LEXICON[one]) | frozenset(map(fold, vocabulary.SUBJECTS[one].split()))
    for one in _LATIN
}


def language_of(text: str, folded: frozenset[str]) -> str | None:
    """Whose tables to read a text with: by its script, in Latin letters by its commonest words."""
    for language, letters in _SCRIPTS:
        if letters.search(text):
            return language
    best = max(_LATIN, key=lambda one: len(folded & _COMMON[one]))
    return best if folded & _COMMON[best] else None


def words_of(text: str, language: str | None = None) -> Words:
    """The words of a text, read with the tables of its language (guessed when not given or not
    known). Linear in its length; never raises."""
    plain = normalize("NFKC", _BARE_EMOJI.sub("", text))
    plain = _FIGURE_BORDER.sub(" ", plain.translate(_DIGITS))
    for pattern, form in _REWRITTEN:
        plain = pattern.sub(form, plain)
    found = list(_TOKEN.finditer(plain))
    raw = [one["word"] for one in found if one["word"]]
    if language not in _LEXICON:
        language = language_of(plain, frozenset(fold(word) for word in raw))
    is_shouted = plain.isupper()
    words: list[Word] = []
    names: set[str] = set()
    starts = True
    for one in found:
        kind = one.lastgroup
        if kind == "word":
            parts = list(_parts(one["word"], language))
            if not starts and _NAMED.match(one["word"]):
                if not is_shouted:
                    parts = [_as_name(part) for part in parts]
                names.update(form for form, of in parts if of == "content")
            words.extend(parts)
        elif kind == "number":
            words.append((_figures(one["number"]), "number"))
        elif kind == "stop":
            words.append((one["stop"], "free"))
        elif one[0] == "、":
            words.append(("和", "content") if language == "zh" else ("、", "free"))
        else:
            words.append((one[0], "emoji" if kind == "emoji" else "sign"))
        starts = kind in {"stop", "emoji"} and one[0] not in ",;:،，"
    is_question = _asks(plain, words, language)
    kept, relatives, commas, decoration = _kept(_phrases(_numbers(words, language), language))
    return Words(
        tuple(kept), frozenset(relatives), tuple(commas), frozenset(names), frozenset(decoration),
        is_question, language,
    )  # fmt: skip


def _parts(word: str, language: str | None) -> Iterator[Word]:
    """A written word as one or more words with their classes."""
    if _UNSPACED.match(word):
        for piece in _KATAKANA_RUN.split(word):
            if _KATAKANA_RUN.fullmatch(piece):
                yield fold(piece), "content"
            else:
                yield from _cut(fold(piece), language)
        return
    low = word.casefold().replace("’", "'").replace("ʼ", "'")
    if "'" in low or low in _SHORT:
        for part in _expanded(low, language):
            yield _classified(part if part == "'s" else fold(part), language)
        return
    yield _classified(fold(word), language)


def _as_name(part: Word) -> Word:
    """A capital within a sentence makes a name of what would be an article or preposition (the
    Dutch `ben`)."""
    word, kind = part
    return (word, "content") if kind in {"free", "marker"} and len(word) > 2 else part


def _expanded(low: str, language: str | None) -> list[str]:
    if low in _SHORT and language in {"en", None}:
        return _SHORT[low].split()
    head, _, tail = low.rpartition("'")
    if language in {"en", None} and head:
        if low.endswith("n't"):
            return [low[:-3], "not"]
        if tail == "s" and head in _PRONOUN_IS:
            return [head, "is"]
        if tail in _CONTRACTED:
            return [head, _CONTRACTED[tail]]
    if head in _ELIDED:
        return [_ELIDED[head], tail]
    return [part for part in low.split("'") if part]


def _classified(word: str, language: str | None) -> Word:
    same = _SAME.get(language or "en")
    if language == "hi" and word.endswith("जी") and len(word) > 3:
        word = word[:-2]
    if same is not None:
        word = same.get(word, word)
    if value_of(word, language or "en") is not None and (word, language) != ("one", "en"):
        return word, "number"
    kind = _LEXICON.get(language or "en", _NOTHING).get(word)
    if kind is None and word[:1].isdecimal():
        kind = "number"
    return word, kind or "content"


def _cut(run: str, language: str | None) -> Iterator[Word]:
    """A run of an unspaced script in words that are known, and single signs."""
    lexicon = _LEXICON.get(language or "", _NOTHING)
    table = TABLES.get("zh" if language == "ja" else language or "", {})
    same = _SAME.get(language or "", {})
    i = 0
    while i < len(run):
        for length in range(min(_LONGEST, len(run) - i), 0, -1):
            part = run[i : i + length]
            part = same.get(part, part)
            if part in table:
                yield part, "number"
                break
            if part in lexicon or part in same.values():
                yield part, lexicon.get(part, "content")
                break
        else:
            sign = _SIGNS_OF.match(run, i)
            length = sign.end() - i if sign else 1
            yield run[i : i + length], "content"
        i += length


def _figures(text: str) -> str:
    """Figures without what only helps the eye: 1,000 is 1000, 11:00 is 11, 007 stays."""
    bare = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", text) if text.count(":") == 0 else text
    return re.sub(r"(?<=\d):00$", "", bare)


def _numbers(words: list[Word], language: str | None) -> Iterator[Word]:
    """The same with the numbers that are written in words as figures."""
    waiting = []
    for word, kind in words:
        value = value_of(word, language or "en") if kind == "number" else None
        if value is not None:
            waiting.append(value)
            continue
        if waiting:
            yield combined(waiting), "number"
            waiting = []
        yield word, kind
    if waiting:
        yield combined(waiting), "number"


def _phrases(words: Iterator[Word], language: str | None) -> Iterator[Word]:
    """The same with known phrases of two and three words as one word."""
    lexicon = _LEXICON.get(language or "en", _NOTHING)
    row = list(words)
    i = 0
    while i < len(row):
        for length in range(min(_PHRASE, len(row) - i), 1, -1):
            phrase = "-".join(word for word, _ in row[i : i + length])
            if phrase in lexicon:
                yield phrase, lexicon[phrase]
                i += length
                break
        else:
            yield row[i]
            i += 1


def _kept(words: Iterator[Word]) -> tuple[list[Word], set[int], list[int], set[str]]:
    """What counts, where a relative pronoun stood, where a stop did, and the emoji that only
    decorate. A repeated emoji is one."""
    kept: list[Word] = []
    relatives: set[int] = set()
    commas: list[int] = []
    decoration: set[str] = set()
    for word, kind in words:
        if kind == "emoji" and _is_feeling(word):
            decoration.add(word)
        elif kind == "free":
            if word in _RELATIVE:
                relatives.add(len(kept))
            if word in _COMMAS:
                commas.append(len(kept))
        elif kind in {"because", "therefore"}:
            kept.append((kind, kind))
        elif not (kept and kind == "emoji" and kept[-1][0] == word):
            kept.append((word, kind))
    return kept, relatives, commas, decoration


def _is_feeling(sign: str) -> bool:
    """Faces, hearts, applause and sparkle: they say how it is meant, not what is so."""
    code = ord(sign)
    if sign in "👍👎👌✋✅❌❓❗":
        return False
    return (
        0x1F600 <= code <= 0x1F64F or 0x1F910 <= code <= 0x1F92F or 0x1F970 <= code <= 0x1F97A
        or 0x1F440 < code < 0x1F450 or 0x1F493 <= code <= 0x1F49F or sign in "🎉🎊✨❤♥🔥💯🙈🙉🙊💀☺☹⭐🌟"
    )  # fmt: skip


def _asks(plain: str, words: list[Word], language: str | None) -> bool:
    end = plain.rstrip(" \n\t\"'»”)" + "".join(word for word, kind in words if kind == "emoji"))
    if end.endswith(("?", "？", "؟")) or (language == "el" and end.endswith((";", "\u037e"))):
        return True
    return any(kind == "asking" for _, kind in words) or (
        language == "ja" and bool(re.search("か[。.!]?$", end))
    )
