"""In which way does a name fit an entity's names: the same words, more of them, initials, a part?

One name against one entity; what follows when several fit is decided by `resolution`.
"""

from __future__ import annotations

from itertools import permutations
from typing import Literal

from perspective.domain.extraction.names.given_names import gender_told
from perspective.domain.extraction.names.inflection import is_inflected
from perspective.domain.extraction.names.known import Known, Said
from perspective.domain.extraction.names.name_words import FAMILY_OF_TWO, HUSBANDS_NAME, Gender
from perspective.domain.extraction.names.naming import Name, looks_like_acronym, take_apart
from perspective.domain.extraction.names.sounding import Likeness, is_one_script, sounds

Fit = Literal[
    "same", "seen", "fuller", "initials", "inflected", "acronym", "short", "abbreviated", "script", "part", "inner",
    "nickname", "typo", "extends",
]  # fmt: skip
_SHORT = 3  # two such names may be forms of one by chance
_LONG = 7  # shorter names differ by one letter and are still two names
_VERY_LONG = 10
_MAX_PERMUTED = 4
_KANA = ("\u3040", "\u30ff")


def fit_of(said: Said, entity: Known, likeness: Likeness | None = None) -> Fit | None:
    """The closest way in which the name fits, or None."""
    name = take_apart(said.meant, entity.kind if said.kind == "other" else said.kind)
    forms = entity.parts
    if not name.words or not forms or not _may_be(name, entity):
        return None
    is_person = entity.kind == "person" or said.kind == "person"
    if is_person and len(name.words) == 1 and not name.initials:
        return _single(said, name, entity, likeness)
    if any(_same(name, form) for form in forms):
        return "same"
    if is_person:
        return _person(name, entity, likeness)
    return _thing(said.name, name, entity, likeness)


def gender_of(entity: Known) -> Gender | None:
    """What its honorifics say, if they say one thing; without any, what its full name tells."""
    forms = entity.parts
    told = {form.gender for form in forms if form.gender}
    if entity.kind == "person" and not told:
        told = {gender for form in forms[:1] if (gender := gender_told(form.words))}
    return told.pop() if len(told) == 1 else None


def is_lone(entity: Known) -> bool:
    """Whether a person is known by a first or a family name only."""
    return all(len(form.words) == 1 and not _is_full(form) for form in entity.parts)


def _may_be(name: Name, entity: Known) -> bool:
    """Whether neither sex, generation nor number speaks against it."""
    gender = gender_of(entity)
    if name.gender and gender and name.gender != gender:
        return False
    forms = entity.parts
    generations = {form.generation for form in forms if form.generation}
    if name.generation and generations and name.generation not in generations:
        return False
    numbers = {number for form in forms for number in form.numbers}
    if name.numbers & numbers or not (name.numbers or numbers):
        return True
    if entity.kind == "tool":
        dotted = any("." in number for number in (*name.numbers, *numbers))
        return dotted or not (name.numbers and numbers)
    return entity.kind == "event" and not (name.numbers and numbers)


def _same(name: Name, form: Name) -> bool:
    """The same words in any order of a family name and others, or the same without spaces."""
    if name.joined == form.joined:
        return True
    if len(name.words) != len(form.words) or name.initials != form.initials:
        return False
    if len(name.words) > _MAX_PERMUTED:
        return _all_shared(name.variants, form.variants)
    return any(_all_shared(name.variants, order) for order in permutations(form.variants))


def _all_shared(first: tuple[frozenset[str], ...], second: tuple[frozenset[str], ...]) -> bool:
    return all(one & other for one, other in zip(first, second, strict=True))


def _single(said: Said, name: Name, entity: Known, likeness: Likeness | None) -> Fit | None:
    """A person's name of one word: an own name, an alias or a part of a fuller one."""
    forms = entity.parts
    aliases = [form for form in forms if form.normal in entity.aliases]
    lone = is_lone(entity) or _is_full(name)
    if any(_same(name, form) for form in (forms if lone else aliases)):
        return "same"
    if name.has_title and name.normal in entity.names:
        return "seen"
    places = [
        0 < i < len(form.words) - 1
        for form in forms
        for i, variants in enumerate(form.variants)
        if name.variants[0] & variants
    ]
    if places and not lone:
        return "inner" if all(places) else "part"
    if any(len(f.words) == 3 and name.joined in _ends_joined(f) for f in forms):
        return "part"
    if name.is_eastern and any(_eastern_part(said, name, form) for form in forms):
        return "part"
    if _is_full(name):
        # 田中太郎 after 田中さん: what was known is a part of this one.
        if is_lone(entity) and any(_eastern_part(said, form, name) for form in forms):
            return "extends"
        return _heard(name, entity, likeness)
    if any(
        is_inflected(name.words, (word,), is_person=True)
        for form in forms
        for word in form.words
        if min(len(name.words[0]), len(word)) > _SHORT
    ):
        return "inflected" if lone else "part"
    if heard := _heard(name, entity, likeness):
        return heard
    given = [word for form in forms for word in form.words]
    return (
        "nickname"
        if likeness and any(_is_short(likeness, name.words[0], w) for w in given)
        else None
    )


def _ends_joined(form: Name) -> tuple[str, str]:
    """Minjun of Kim Min Jun, and of Min Jun Kim."""
    return "".join(form.words[1:]), "".join(form.words[:-1])


def _heard(name: Name, entity: Known, likeness: Likeness | None) -> Fit | None:
    """As it sounds in another script; not where the entity has such a name in its own, which differs."""
    forms = entity.parts
    if not likeness or any(
        is_one_script(name, form) and len(form.words) >= len(name.words) for form in forms
    ):
        return None
    found = {sounds(likeness, name, form): form for form in forms}
    if "script" in found:
        return "script"
    form = found.get("part")
    is_part = form and not is_lone(entity) and len(name.words) == 1
    return "part" if is_part and entity.kind == "person" and not _is_full(name) else None


def _is_short(likeness: Likeness, first: str, second: str) -> bool:
    """Bob and Robert."""
    return second in likeness.given_names(first) or first in likeness.given_names(second)


def _is_full(name: Name) -> bool:
    """Whether one run of Han or hangul holds a family name and another: three characters."""
    return name.is_eastern and len(name.words[0]) > 2 and not name.has_title


def _eastern_part(said: Said, part: Name, full: Name) -> bool:
    """A family name before a title, or the name after it: 박 교수, 서연."""
    if not full.is_eastern or not part.is_eastern:
        return False
    short, long = part.words[0], full.words[0]
    if not len(short) < len(long) <= 5 or len(short) > 2:
        return False
    has_kana = any(_KANA[0] <= letter <= _KANA[1] for letter in said.sentence)
    if long.startswith(short):
        has_title = part.has_title and not part.normal.endswith(HUSBANDS_NAME)
        return (
            has_title
            or short in FAMILY_OF_TWO
            or (len(short) == 2 and (has_kana or len(long) == 4))
        )
    is_given = len(short) == 2 or part.has_title
    return long.endswith(short) and is_given and not (len(long) == 4 and len(short) == 1)


def _person(name: Name, entity: Known, likeness: Likeness | None) -> Fit | None:
    """A person's name of several words."""
    forms = entity.parts
    known = [variants for form in forms for variants in form.variants]
    full = max(forms, key=lambda form: len(form.words) - len(form.initials))
    if not name.initials and all(any(word & one for one in known) for word in name.variants):
        return "fuller"
    has_initials = name.initials or any(form.initials for form in forms)
    if not (has_initials and any(_clash(name, form) for form in forms if len(form.words) > 1)):
        if len(full.words) > 1 and not full.initials and _contains(name.variants, full.variants):
            return "fuller"
        if any(_initials_fit(name, form) for form in forms):
            return "initials"
    if len(name.words) == len(full.words):
        if is_inflected(name.words, full.words, is_person=True):
            return "inflected"
        if likeness and _is_short_of_full(likeness, name, full):
            return "short"
        if likeness and _is_typo(likeness, name, full):
            return "typo"
    if heard := _heard(name, entity, likeness):
        return heard
    if is_lone(entity) and any(_contains(name.variants, form.variants) for form in forms):
        return "extends"
    return None


def _is_short_of_full(likeness: Likeness, name: Name, form: Name) -> bool:
    """Mike Okafor and Michael Okafor: one word is short for the other's, the rest is the same."""
    different = [i for i in range(len(name.words)) if not name.variants[i] & form.variants[i]]
    return len(name.words) > 1 == len(different) and _is_short(
        likeness, name.words[different[0]], form.words[different[0]]
    )


def _contains(words: tuple[frozenset[str], ...], others: tuple[frozenset[str], ...]) -> bool:
    return bool(others) and all(any(word & other for word in words) for other in others)


def _initials_fit(name: Name, form: Name) -> bool:
    """J. Smith and John Smith; John R. Smith and John Smith, but not John R. and John B. Smith."""
    if not (name.initials or form.initials):
        return False
    n_whole, left, other_left = _matched(name, form)
    n_matched = len(name.words) - left
    return n_whole > 0 and n_matched > 1 and not (left and other_left)


def _clash(name: Name, form: Name) -> bool:
    """Whether each has a word or initial that the other has not."""
    n_whole, left, other_left = _matched(name, form)
    return n_whole > 0 and left > 0 and other_left > 0


def _matched(name: Name, form: Name) -> tuple[int, int, int]:
    """Whole words that are in both, and how many of either are left when initials are matched too."""
    left = list(range(len(form.words)))
    n_whole = n_unmatched = 0
    for i in sorted(range(len(name.words)), key=lambda i: i in name.initials):
        order = sorted(left, key=lambda j: j in form.initials)
        j = next((j for j in order if _abbreviates(name, i, form, j)), None)
        if j is None:
            n_unmatched += 1
            continue
        left.remove(j)
        n_whole += i not in name.initials and j not in form.initials
    return n_whole, n_unmatched, len(left)


def _abbreviates(name: Name, i: int, form: Name, j: int) -> bool:
    if i in name.initials and j in form.initials:
        return name.words[i] == form.words[j]
    if i in name.initials:
        return form.words[j].startswith(name.words[i])
    if j in form.initials:
        return name.words[i].startswith(form.words[j])
    return bool(name.variants[i] & form.variants[j])


def _is_typo(likeness: Likeness, name: Name, form: Name) -> bool:
    """One long word differs by a letter or two, inside it rather than at its end."""
    different = [i for i in range(len(name.words)) if not name.variants[i] & form.variants[i]]
    if len(different) != 1 or (len(name.words) == 1 and len(name.words[0]) < _VERY_LONG):
        return False
    first, second = name.words[different[0]], form.words[different[0]]
    shorter = min(len(first), len(second))
    if shorter < _LONG or first[0] != second[0] or not _end_alike(first, second):
        return False
    return likeness.n_edits(first, second) <= (1 if shorter < _VERY_LONG else 2)


def _end_alike(first: str, second: str) -> bool:
    """Not where the end may tell of a case or a woman: the last two letters, or other consonants."""
    if first[-2:] == second[-2:]:
        return True
    return first[-2] == second[-2] and not {first[-1], second[-1]} & set("aeiouyаеиіоуыюяαειουω")


def _thing(written: str, name: Name, entity: Known, likeness: Likeness | None) -> Fit | None:
    """An organization's, place's or other thing's name."""
    forms = entity.parts
    if name.place and any(name.place == form.place for form in forms):
        return "same"
    if any(_is_acronym(written, name, form) for form in forms):
        return "acronym"
    if any(
        min(len(name.joined), len(form.joined)) > _SHORT
        and is_inflected(name.words, form.words, is_person=False)
        for form in forms
    ):
        return "inflected"
    for form in forms:
        short, long = sorted((name, form), key=lambda one: len(one.words))
        if (
            len(short.words) > 1
            and len(long.words) > len(short.words)
            and (
                short.words[0] == long.words[0]
                and short.words[-1] == long.words[-1]
                and set(short.words) <= set(long.words)
            )
        ):
            return "fuller"
    if name.numbers and any(
        name.numbers == form.numbers
        and (set(name.words) <= set(form.words) or set(form.words) <= set(name.words))
        for form in forms
    ):
        return "fuller"
    if any(_is_abbreviated(name, form) or _is_last_word(name, form) for form in forms):
        return "abbreviated"
    if likeness and any(
        len(name.words) == len(f.words) and _is_typo(likeness, name, f) for f in forms
    ):
        return "typo"
    return _heard(name, entity, likeness)


def _is_acronym(written: str, name: Name, form: Name) -> bool:
    """The first letters of the other's words; two only where capitals or gershayim mark them. In Hebrew a word
    may give two letters."""
    for short, long in ((name, form), (form, name)):
        if len(short.words) != 1 or len(long.words) < 2:
            continue
        is_marked = '"' in short.normal or "\u05f4" in short.normal
        if short.joined in long.acronyms and (is_marked or len(short.joined) > 2):
            return True
        if short is name and short.joined in long.acronyms and looks_like_acronym(written):
            return True
        if is_marked and _is_of_beginnings(short.joined, long.words):
            return True
    return False


def _is_abbreviated(name: Name, form: Name) -> bool:
    """東大 of 東京大学, 서울대 of 서울대학교: characters in their order, the first among them."""
    if not (name.is_eastern and form.is_eastern):
        return False
    short, long = sorted((name.words[0], form.words[0]), key=len)
    if _KANA[0] <= short[0] <= _KANA[1]:
        return False
    if not (1 < len(short) <= 4 and len(long) > len(short) + 1 and short[0] == long[0]):
        return False
    left = iter(long)
    return all(letter in left for letter in short)


def _is_last_word(name: Name, form: Name) -> bool:
    """Photoshop of Adobe Photoshop; not Google of Google Cloud, which is something else."""
    short, long = sorted((name, form), key=lambda one: len(one.words))
    if len(short.words) != 1 or len(long.words) != 2 or len(short.joined) <= _SHORT:
        return False
    return bool(short.variants[0] & long.variants[1])


def _is_of_beginnings(letters: str, words: tuple[str, ...]) -> bool:
    """Whether the letters are the first one to three of each word."""
    if not words or not letters:
        return not words and not letters
    return any(
        letters.startswith(words[0][:n]) and _is_of_beginnings(letters[n:], words[1:])
        for n in (1, 2, 3)
        if n <= len(words[0])
    )
