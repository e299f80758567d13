"""Of what does a name consist: honorifics, initials, words, legal form, version, year?

In any script, from the name alone. Which names are one thing's is decided by `resolution`.
"""

from __future__ import annotations

import functools
import re
import unicodedata

import msgspec

from perspective.domain.extraction.names.name_words import (
    BEHIND,
    GENERATIONS,
    GLUED_AFTER,
    GLUED_BEFORE,
    GLUED_LEGAL_FORMS,
    GLUED_PLACE_WORDS,
    HONORIFICS,
    LEGAL_FORMS,
    PARTICLES,
    PLACE_WORDS,
    PROJECT_WORDS,
    SHORT_PLACE_WORDS,
    Gender,
)
from perspective.domain.extraction.names.translated import PLACES, WORDS
from perspective.domain.graph import EntityKind
from perspective.domain.text.normal import normal_form
from perspective.domain.text.spelling import spelling, spellings

_MAX_NAME = 200
_MAX_CACHED = 4_096
_LEAST_BARE = 3

_EAST = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
_EASTERN = re.compile(f"[{_EAST}々]+")
_ALPHABETIC = re.compile("[a-z\u0370-\u052f\u0590-\u06ff]+")
_BRACKETED = re.compile(r"(?<=.)\((?![株有주유]\)).*\)\s*$")
# A father or mother is called after a child: one name, which is not the child's.
_CALLED_AFTER = re.compile(r"^(أبو|ابو|أبي|أم|ام)\s+(?=\w)")
_TWO_WORD_TITLES = re.compile(r"^(bác sĩ|giáo sư|luật sư|kỹ sư|tiến sĩ|thạc sĩ)\s+(?=\w)")
_PAIYANNOI = "\u0e2f"  # Thai: the name is shortened
# Mr in French is a letter that could be an initial.
_MONSIEUR = re.compile(r"MM?\.\s*(?=\w{2})")
_FRENCH = re.compile(
    r"\b(?:le|la|les|des|du|est|et|une?|aux?|pour|dans|chez|nous|vous|je|il|elle|qui|que|notre|avec)\b"
)
_PARTED_TITLE = re.compile(
    r"(?<!\w)(?:([гд])-(?=(?:н|на|ну|жа|жи|же|жу|р|ра|ру)(?!\w))|(sig|dott|prof)\.(?=(?:ra|ssa)(?!\w)))"
)
_NUMBER = re.compile(r"(?:v|r)?\d+(?:[.,]\d+)*(?:\.x|[a-c])?")
_TURKISH_CASE = re.compile(
    r"(?<=\w\w\w)'(s|[yn]?[aeıiuü]|n?[ıiuü]n|[dt][ae]n?|y?l[ae])$"  # Zeynep'in, but not Dell'Acqua
)
_APOSTROPHE = re.compile(r"(?<=\w\w\w)'(s|[a-zığüşöç]{1,6})$")


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """A name taken apart. `words` are its own words as `spelling` writes them, in their order, and
    `variants` each with its other spellings; `initials` are indexes of words that are shortened."""

    normal: str
    words: tuple[str, ...]
    variants: tuple[frozenset[str], ...]
    initials: frozenset[int] = frozenset()
    numbers: frozenset[str] = frozenset()
    gender: Gender | None = None
    has_title: bool = False
    generation: str | None = None
    place: str | None = None  # the well-known one, whatever the language

    @property
    def joined(self) -> str:
        """The words without spaces: some write Ali Reza, others Alireza."""
        return "".join(self.words)

    @property
    def is_eastern(self) -> bool:
        """Whether it is one run of Han, kana or hangul, so that it may hold both of a person's names."""
        return len(self.words) == 1 and _EASTERN.fullmatch(self.words[0]) is not None

    @property
    def acronyms(self) -> frozenset[str]:
        """The first letters of its words, with and without those of particles, two at least."""
        full = "".join(word[0] for word in self.words)
        short = "".join(word[0] for word in self.words if word not in PARTICLES)
        return frozenset(letters for letters in (full, short) if len(letters) > 1)


@functools.lru_cache(_MAX_CACHED)
def take_apart(name: str, kind: EntityKind = "other") -> Name:
    """The parts of a name. Never without words, unless the name has no letter or digit."""
    name = name[:_MAX_NAME]
    words, shortened = _split(name, kind)
    gender: Gender | None = None
    has_title, generation = False, None
    if kind in ("person", "other"):
        words, gender, has_title = _without_honorifics(words)
        words, generation = _without_generation(words)
    if kind in ("organization", "other"):
        words = _without_legal_forms(words)
    if kind == "project":
        words = [word for word in words if spelling(word) not in PROJECT_WORDS] or words
    if kind == "place":
        words = _without_place_words(words)
    numbers: list[str] = []
    if kind != "person":
        numbers = [word for word in words if _NUMBER.fullmatch(spelling(word))]
        words = [word for word in words if word not in numbers] or words
    plain = tuple(spelling(word) for word in words)
    return Name(
        normal=normal_form(name),
        words=plain,
        variants=tuple(_variants(word, kind) for word in words),
        initials=frozenset(i for i, word in enumerate(words) if _is_initial(word, shortened)),
        numbers=frozenset(spelling(number).lstrip("vr") for number in numbers),
        gender=gender,
        has_title=has_title,
        generation=generation,
        place=PLACES.get(" ".join(plain)) if kind == "place" else None,
    )


def as_meant(name: str, sentence: str) -> str:
    """The name, with Monsieur for M. where the sentence is French."""
    if not _MONSIEUR.match(name) or len(set(_FRENCH.findall(sentence.lower()))) < 2:
        return name
    return _MONSIEUR.sub("Monsieur ", name, count=1)


def looks_like_acronym(name: str) -> bool:
    """Whether it is written as first letters: capitals (NATO, U.N.), or with gershayim."""
    bare = re.sub(r"[.\s]", "", name)
    if not 2 <= len(bare) <= 8:
        return False
    if re.fullmatch('[\u0590-\u05ff]+["\u05f4\u201d][\u0590-\u05ff]', bare):
        return True
    letters = bare.replace("&", "")
    return letters.isalpha() and letters.isupper()


def _variants(word: str, kind: EntityKind) -> frozenset[str]:
    """Its spellings, and those without an article that is written onto it."""
    found = spellings(word)
    articles = ("ال",) if kind == "person" else ("ال", "ה")
    bare = (
        plain.removeprefix(article)
        for plain in found
        for article in articles
        if plain.startswith(article) and len(plain) - len(article) >= _LEAST_BARE
    )
    found = found.union(bare)
    if kind == "person":
        return found
    return found.union(f"§{WORDS[plain]}" for plain in found if plain in WORDS)


def _split(name: str, kind: EntityKind) -> tuple[list[str], frozenset[str]]:
    """The words in normal form, with their accents, and those that a dot shortens."""
    form = _unquoted(normal_form(name))
    form = _BRACKETED.sub("", form).replace(_PAIYANNOI, "")
    form = _PARTED_TITLE.sub(r"\1\2", form)
    shortened = frozenset(re.findall(r"(?<!\w)(\w{1,2})\.", form))
    if kind == "person":
        form = _TWO_WORD_TITLES.sub("bs ", _CALLED_AFTER.sub(r"\1", form))
        form = re.sub(r"(?<=\w)\.(?=\w)", ". ", form)
        form = re.sub(r"(?<=\w)['\"](?=\w)", "", _TURKISH_CASE.sub("", form))
    else:
        form = _APOSTROPHE.sub("", form)
        form = re.sub(r"(?<!\d)[.'\"](?=\w)(?!\d)", "", _dots_of_letters(form))
    form = re.sub(r"(?<=\d)\.(?=[\dx])", "·", form)
    words = "".join(letter if _is_part(letter) else " " for letter in form).split()
    return [word.replace("·", ".") for word in words if re.search(r"\w", word)], shortened


def _is_part(letter: str) -> bool:
    """Whether it belongs to a word: vowel signs are marks, and C++ has signs."""
    return letter.isalnum() or letter in "()+#·" or unicodedata.category(letter)[0] == "M"


def _unquoted(form: str) -> str:
    form = form.translate({ord(mark): "'" for mark in "’‘ʼ׳`´"})
    return form.translate({ord(mark): '"' for mark in "«»„“”״「」『』《》〈〉"})


def _dots_of_letters(form: str) -> str:
    """u.s.a. as usa."""
    return re.sub(
        r"(?<!\w)(?:\w\.){2,}\w?(?!\w)", lambda letters: letters[0].replace(".", ""), form
    )


def _without_honorifics(words: list[str]) -> tuple[list[str], Gender | None, bool]:
    """Titles at either end go, as words and written onto the name; a word remains."""
    gender: Gender | None = None
    has_title = False
    words = list(words)
    while len(words) > 1:
        end = next((end for end in (0, -1) if _is_honorific(words[end], end)), None)
        if end is None:
            break
        title = words.pop(end)
        gender = gender or _gender(title)
        has_title = True
    if words:
        for end in (0, -1):
            bare, title = _unglued(words[end], end)
            if title:
                words[end] = bare
                gender, has_title = gender or HONORIFICS.get(title), True
    return words, gender, has_title


def _is_honorific(word: str, end: int) -> bool:
    plain = spelling(word)
    if end and plain not in BEHIND and _ALPHABETIC.fullmatch(plain):
        return False
    return plain in HONORIFICS or spelling(plain.removesuffix("님")) in HONORIFICS


def _gender(word: str) -> Gender | None:
    return HONORIFICS.get(spelling(word))


def _unglued(word: str, end: int) -> tuple[str, str]:
    """The word without a title that is written onto it, and the title ("" if there is none)."""
    plain = spelling(word)
    if end == 0:
        for title, rest in GLUED_BEFORE.items():
            length = len(plain) - len(title)
            is_right = length == 1 if rest == 1 else length >= rest
            if is_right and plain.startswith(title):
                return plain[len(title) :], title
        return word, ""
    if not _EASTERN.search(plain):
        return word, ""
    bare, found = plain, ""
    for _ in range(2):  # 교수 and 님
        for title in GLUED_AFTER:
            if len(bare) > len(title) and bare.endswith(title):
                bare, found = bare[: -len(title)], title
                break
    return (bare, found) if found else (word, "")


def _without_generation(words: list[str]) -> tuple[list[str], str | None]:
    if len(words) > 2 and spelling(words[-1]) in GENERATIONS:
        last = spelling(words[-1])
        return words[:-1], {"junior": "jr", "senior": "sr"}.get(last, last)
    return words, None


def _without_legal_forms(words: list[str]) -> list[str]:
    words = [spelling(word) if _EASTERN.search(word) else word for word in words]
    if len(words) > 3 and [spelling(w) for w in words[-3:]] == ["sp", "z", "oo"]:
        words = words[:-3]
    while len(words) > 1 and spelling(words[-1]) in LEGAL_FORMS:
        words = words[:-1]
    while len(words) > 1 and (spelling(words[0]) in LEGAL_FORMS or words[0] == "the"):
        words = words[1:]
    for end in {0, len(words) - 1} if words else ():
        bare = _without_end(words[end], GLUED_LEGAL_FORMS, 1)
        for form in GLUED_LEGAL_FORMS:
            if bare.startswith(form) and len(bare) > len(form):
                bare = bare.removeprefix(form)
        words[end] = bare
    return words


def _without_place_words(words: list[str]) -> list[str]:
    if len(words) > 1 and words[0] in PLACE_WORDS:
        words = words[1:]
    if len(words) == 1:
        words = [_without_end(words[0], GLUED_PLACE_WORDS, 2)]
    return [SHORT_PLACE_WORDS.get(word, word) for word in words]


def _without_end(word: str, ends: tuple[str, ...], least: int) -> str:
    plain = spelling(word)
    for end in ends:
        if plain.endswith(end) and len(plain) - len(end) >= least:
            return plain.removesuffix(end)
    return word


def _is_initial(word: str, shortened: frozenset[str]) -> bool:
    """One letter of an alphabet, or two before a dot (Yu.)."""
    if not word.isalpha() or _EASTERN.search(word):
        return False
    return len(word) == 1 or (len(word) == 2 and word in shortened)
