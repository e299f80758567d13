"""Does a sentence say that two names are one thing's: a nickname, an acronym in brackets?

Names that the sentence merely holds side by side are not joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from perspective.domain.extraction.naming import looks_like_acronym, take_apart
from perspective.domain.graph import EntityKind
from perspective.domain.text.spelling import spelling

_REACH = (
    24  # characters behind the later name in which a verb may follow (Japanese, Hindi, Turkish)
)
_OPEN, _CLOSE = "([（【〔「『\"“«'‘", ")]）】〕」』\"”»'’"

# Words that give a name, as beginnings of words, as `spelling` writes them.
_CUES = tuple(spelling(cue) for cue in (
    "aka", "a.k.a", "alias", "nickname", "known as", "called", "call her", "call him", "call them",
    "calls her", "calls him", "call me", "calls me", "goes by", "go by", "short for", "abbreviated",
    "formerly", "also called", "pet name", "for short", "genannt", "nennen", "nennt", "spitzname",
    "kurz", "rufen ihn", "rufen sie", "surnomm", "appel", "alias", "dit ", "dite ", "llaman", "llamamos",
    "decimos", "dicen", "apodad", "apodo", "conocid", "chamam", "chamado", "conhecid", "apelid", "detto",
    "detta", "chiamano", "chiamiamo", "soprannom", "noemen", "noemt", "bijnaam", "genaamd", "kallas",
    "kallar", "smeknamn", "kaldes", "kalder", "kutsu", "lempinimi", "zwan", "mowi", "mówią", "ksywk",
    "wołają", "przezw", "nazywa", "říkáme", "říkají", "přezdív", "zovu", "zovemo", "nadimak", "becenev",
    "hívják", "hívjuk", "hívunk", "hívnak", "hív", "szólít", "porecl", "îi spun", "zice",
    "кажемо", "кличемо", "кличуть", "прозва", "прізвиськ", "називаємо", "називають", "звемо", "звуть",
    "зовут", "зовём", "зовем", "прозв", "называют", "называем", "кличк", "наричат", "викат", "зову",
    "φωναζ", "λεμε", "λενε", "αποκαλ", "παρατσουκλ", "γνωστ", "φωνάζουμε", "χαϊδευτικ",
    "derler", "deriz", "diyor", "diye", "lakab", "lakap", "namıdiğer", "takma ad",
    "المعروف", "الملقب", "ينادون", "نناديه", "نناديها", "يسمون", "لقب", "اسم الدلع", "معروف به", "ملقب",
    "صدا می", "صداش", "می‌گوییم", "می‌گویند", "میگیم", "המכונה", "מכונה", "קוראים ל", "כינוי", "הידוע",
    "उर्फ", "कहते", "कहती", "कहता", "बुलाते", "बुलाती", "पुकार", "नाम से जान", "ชื่อเล่น", "เรียก", "ฉายา",
    "หรือที่รู้จัก", "biasa dipanggil", "panggil", "thường gọi", "biệt danh", "gọi là", "tên thân mật",
    "叫她", "叫他", "叫我", "都叫", "外號", "綽號", "小名", "人稱", "又名", "暱稱", "簡稱", "昵称", "又叫", "俗稱", "舊稱",
    "通称", "あだ名", "愛称", "と呼", "って呼", "略称", "旧称", "별명", "라고 부", "라고 불", "이라 부", "라 부른", "줄여서", "약칭",
))  # fmt: skip
_CUE = re.compile("|".join(
    rf"(?<![^\W_]){re.escape(cue)}" if re.match("[a-zа-яα-ω]", cue) else re.escape(cue)
    for cue in sorted(_CUES, key=len, reverse=True)
))  # fmt: skip
_CUED_WORD = re.compile(r"\W{0,4}(?:just |simply |einfach |просто )?([^\W\d_][\w'’-]*)")


def states_alias(sentence: str, name: str, other: str, kind: EntityKind = "other") -> bool:
    """Whether the sentence says that two names in it are one thing's."""
    text, first, second = spelling(sentence), spelling(name), spelling(other)
    if not first or not second or first in second or second in first:
        return False
    start, other_start = text.find(first), text.find(second)
    if start < 0 or other_start < 0:
        return False
    if start > other_start:
        return states_alias(sentence, other, name, kind)
    end, other_end = start + len(first), other_start + len(second)
    between = text[end:other_start]
    if _in_brackets(between, text[other_end : other_end + 1]):
        return _may_be_bracketed(name, other, kind)
    reach = text[other_end : other_end + _REACH]
    return bool(_CUE.search(between) or _CUE.search(_until_pause(reach)))


def stated_aliases(sentence: str, name: str, kind: EntityKind = "other") -> tuple[str, ...]:
    """Other names that the sentence gives to a name in it: what stands in brackets behind it, and a
    name behind a word such as "called". Where names are already known, ask `states_alias`."""
    found: list[str] = []
    at = sentence.find(name)
    if not name or at < 0:
        return ()
    rest = sentence[at + len(name) :]
    bracketed = re.match(r"\s*[(（\[]([^()（）\[\]]{1,60})[)）\]]", rest)
    if bracketed:
        inner = re.split(r"[,;，、；]", bracketed[1])[0].strip(" \"'“”„«»")
        if inner and _may_be_bracketed(name, inner, kind):
            found.append(inner)
    for cue in _CUE.finditer(rest.casefold()) if rest.casefold().isascii() else ():
        word = _CUED_WORD.match(rest, cue.end())
        if word and word[1][0].isupper() and states_alias(sentence, name, word[1], kind):
            found.append(word[1])
    return tuple(dict.fromkeys(found))


def known_aliases(
    sentence: str, name: str, others: Iterable[str], kind: EntityKind = "other"
) -> tuple[str, ...]:
    """Those of other names that the sentence says are the same thing's."""
    return tuple(other for other in others if states_alias(sentence, name, other, kind))


def _in_brackets(between: str, after: str) -> bool:
    opened = between.strip()
    return len(opened) == 1 and opened in "([" and after in (")", "]", ",", ";")


def _may_be_bracketed(name: str, other: str, kind: EntityKind) -> bool:
    """Acronyms, and for things other than places and persons a single word that is no date."""
    long, short = sorted((name, other), key=len, reverse=True)
    bare = re.sub(r"[\W_]", "", spelling(short))
    if not bare or bare.isdigit():
        return False
    if bare in take_apart(long, kind).acronyms or looks_like_acronym(short):
        return True
    return kind not in ("place", "person") and len(short.split()) == 1


def _until_pause(text: str) -> str:
    return re.split(r"[.,;:!?।。，；]", text)[0]
