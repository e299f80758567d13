"""Where does a word begin and end, in any script, and in which forms may it be looked for?

`tokens` cuts a text; `forms` turns one token into what is compared: folded, and for compounds
(`a.b.c`, `snake_case`, `camelCase`, `1.2.3`, addresses, paths) the whole and its parts. Stemming
is left to the analyzer.
"""

from __future__ import annotations

import itertools
import re
import unicodedata

import regex

from perspective.domain.text.normal import normalize

# Scripts that put no space between words; East Asian ones by character, the others by the
# clusters that a reader sees as one (a consonant with its vowel and tone signs).
EAST = r"\p{Han}\p{Hiragana}\p{Katakana}\u30fc\u3005\u3006\u3007"
SOUTH = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tai_Tham}\p{Tai_Le}\p{New_Tai_Lue}"

MAX_TERM = 64  # characters; longer words are cut, longer compounds have only their parts
_MAX_LINKS = 15

_EMOJI = (
    r"(?:\p{Regional_Indicator}{2}|\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*+"
    r"(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*+){0,8})"
)
_WORD = rf"[[\p{{L}}\p{{M}}\p{{N}}_]--[{EAST}{SOUTH}]]"
_LINK = r"(?:['.@/:\-+&=~]|://)"
_ANY_TOKEN = regex.compile(
    rf"(?:{_WORD}){{1,4096}}+(?:{_LINK}(?:{_WORD}){{1,4096}}+){{0,{_MAX_LINKS}}}(?:\+\+|\#)?"
    rf"|[{EAST}]{{1,4096}}+|[{SOUTH}][{SOUTH}\p{{M}}]{{0,4095}}+|{_EMOJI}",
    regex.V1,
)
_ASCII_TOKEN = re.compile(
    rf"[A-Za-z0-9_]+(?:{_LINK}[A-Za-z0-9_]+){{0,{_MAX_LINKS}}}(?:\+\+|#)?",
)
_SIMPLE = re.compile(r"[a-z]+|[A-Z][a-z]*|[0-9]+|[A-Z]+")

_INVISIBLE = regex.compile(
    r"[\u00ad\u034f\u061c\u180e\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]"
    r"|\u200d(?!\p{Extended_Pictographic})"
)
_DIGIT = regex.compile(r"[\p{Nd}--[0-9]]", regex.V1)
_DECORATION = regex.compile(r"[\ufe0e\ufe0f\p{Emoji_Modifier}]")
_EMOJI_START = regex.compile(r"\p{Regional_Indicator}|\p{Extended_Pictographic}")
_EAST_START = regex.compile(rf"[{EAST}]")
_SOUTH_START = regex.compile(rf"[{SOUTH}]")
_HAN = regex.compile(r"\p{Han}")
_HANGUL = regex.compile(r"\p{Hangul}{3,}")
_CLUSTER = regex.compile(r"\X")
_STRIPPED_SCRIPTS = regex.compile(r"[\p{Arabic}\p{Hebrew}\p{Greek}\p{Syriac}]")
_MARK = regex.compile(r"\p{M}")
_LATIN_START = regex.compile(r"\p{Latin}")

_GROUPED = re.compile(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")
_AMOUNT = re.compile(r"(\d+)([^\W\d_]{1,3})")
_LINKS = re.compile(r"['.@/:\-+&=~_#]+")
_LOOSE_LINKS = re.compile(r"[@/:+&=~]+")
_CAMEL = regex.compile(r"(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})")
_ENDINGS = frozenset({"s", "t", "m", "re", "ve", "ll", "d"})

_LETTERS = str.maketrans(
    {
        "ı": "i",  # Turkish: Isparta, ISPARTA and ısparta meet
        "ё": "е",  # written without dots as often as with them
        "ـ": None,  # tatweel stretches a word and says nothing
        "ى": "ي",
        "ة": "ه",
        "ک": "ك",
        "ی": "ي",
    }
)

_CROSSED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})


def tokens(text: str) -> list[str]:
    """The words, runs of unspaced scripts and emoji of a text, as they stand in NFKC."""
    if text.isascii():
        return _ASCII_TOKEN.findall(_ungrouped(text))
    plain = normalize("NFKC", text)
    plain = _INVISIBLE.sub("", plain).replace("\u2019", "'").replace("\u02bc", "'")
    plain = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), plain)
    return _ANY_TOKEN.findall(_ungrouped(plain))


def forms(token: str) -> tuple[list[str], list[str]]:
    """A token's words, to be stemmed where that is known how, and its fixed terms."""
    if token.isascii() and _SIMPLE.fullmatch(token):
        return [token[:MAX_TERM].lower()], _rest(token)
    first = token[0]
    if _EAST_START.match(first):
        return [], _east_terms(token)
    if _SOUTH_START.match(first):
        return [], _south_terms(token)
    if _EMOJI_START.match(first):
        return [], [_DECORATION.sub("", token)[:MAX_TERM]]
    return _compound(token)


def fold(word: str) -> str:
    """A word without what does not tell words apart: case, dots of the Turkish i, and in Arabic,
    Hebrew, Greek and Syriac the signs over and under the letters."""
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word.casefold())
    if _STRIPPED_SCRIPTS.search(folded):
        folded = _MARK.sub("", unicodedata.normalize("NFD", folded))
        folded = unicodedata.normalize("NFC", folded)
    return folded.replace("i\u0307", "i").translate(_LETTERS)


def without_accents(word: str) -> str:
    """A folded word; one in Latin letters also without what stands over, under and through them."""
    folded = fold(word)
    if folded.isascii() or not _LATIN_START.match(folded):
        return folded
    plain = _MARK.sub("", unicodedata.normalize("NFD", folded.translate(_CROSSED)))
    return unicodedata.normalize("NFC", plain)


def _ungrouped(text: str) -> str:
    """1,000,000 as 1000000."""
    if "," not in text:
        return text
    return _GROUPED.sub(lambda number: number[0].replace(",", ""), text)


def _rest(word: str) -> list[str]:
    """What is left of a word longer than a term may be, in pieces."""
    return [word[n : n + MAX_TERM].lower() for n in range(MAX_TERM, len(word), MAX_TERM)]


def _east_terms(run: str) -> list[str]:
    """Character pairs, and single Han characters, most of which are words of their own."""
    if len(run) == 1:
        return [run]
    terms: list[str] = []
    for n, character in enumerate(run):
        if _HAN.match(character):
            terms.append(character)
        if n + 1 < len(run):
            terms.append(run[n : n + 2])
    return terms


def _south_terms(run: str) -> list[str]:
    clusters = [cluster[: MAX_TERM // 2] for cluster in _CLUSTER.findall(run)]
    if len(clusters) == 1:
        return clusters
    return [one + other for one, other in itertools.pairwise(clusters)]


def _compound(token: str) -> tuple[list[str], list[str]]:
    whole = fold(token)
    parts = [part for part in _LINKS.split(token) if part]
    words: list[str] = []
    fixed: list[str] = []
    if "'" in token and len(parts) == 2 and not _has_other_links(token):
        words.append(whole[:MAX_TERM])  # the stemmer knows what to do with 's and n't
        if parts[1].lower() not in _ENDINGS:  # l'homme, o'brien; İstanbul'da
            words.append(fold(parts[1 if len(parts[0]) <= 2 else 0])[:MAX_TERM])
        return words, fixed
    if len(parts) > 1 or token[-1] in "+#":
        _add_whole(token, whole, parts, words, fixed)
    for part in parts:
        _add_part(part, words, fixed)
    return words, fixed


def _has_other_links(token: str) -> bool:
    return len(_LINKS.findall(token)) > 1


def _add_whole(
    token: str, whole: str, parts: list[str], words: list[str], fixed: list[str]
) -> None:
    """The whole of a compound. A hyphen joins words loosely: `e-mail` and `gpt-4` are also
    written as one word, `well-known` is only its parts."""
    if "-" in token and "-".join(parts) == token:
        is_one_word = any(len(part) <= 2 or part.isdecimal() for part in parts)
        if len(parts) == 2 and is_one_word:
            words.append(whole.replace("-", "")[:MAX_TERM])
    elif len(whole) <= MAX_TERM:
        fixed.append(whole.strip("_"))
        pieces = _LOOSE_LINKS.split(whole) if "." in whole else []
        if len(pieces) > 1:  # example.com of an address, main.py of a path
            fixed += [piece for piece in pieces if "." in piece]


def _add_part(part: str, words: list[str], fixed: list[str]) -> None:
    folded = fold(part)
    words.append(folded[:MAX_TERM])
    fixed += [folded[n : n + MAX_TERM] for n in range(MAX_TERM, len(folded), MAX_TERM)]
    humps = _CAMEL.split(part[: 4 * MAX_TERM])
    if len(humps) > 1:
        words += [fold(hump)[:MAX_TERM] for hump in humps]
    elif amount := _AMOUNT.fullmatch(folded):
        words += amount.groups()
    elif _HANGUL.fullmatch(folded) and len(folded) <= MAX_TERM:
        # Particles are written onto the word: 커피를 must be found by 커피.
        fixed += [folded[n : n + 2] for n in range(len(folded) - 1)]
