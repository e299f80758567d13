"""Which parts of a text count letter for letter, case and signs included: code, secrets, units?

Prose is the same in another case. A path, an option, an identifier, a password or a unit is not.
"""

from __future__ import annotations

import re

from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.text.normal import normalize

_AROUND = ".,;:!?…\"'“”‘’«»()[]{}*。！？，；："  # what prose puts around a word
_CODE = re.compile(
    r"(?:[-!$~%&]+[^\W\d]|.*(?:[_/\\@=|<>:]|[^\W\d_]\.[^\W_]|\d\.[^\W\d_]|[^\W\d_]-?\d|\d[^\W\d_]+\d))"
)
_ABBREVIATED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?")
_FIGURE = re.compile(r"[+-]?\d+(?:[.,:]\d+)*")
_MEASURE = re.compile(r"([+-]?\d+(?:[.,:]\d+)*)([^\W\d_]{1,3})")
_UNITS = frozenset(listed("mb mm mw mg ma mv mhz mpa gb kb tb pb m s g k b l ps ns nm cd"))
# With these a letter stands for a thing: if a then b.
CONDITIONAL = frozenset(
    listed(
        "if when whenever then unless wenn falls sobald dann если когда то якщо коли si quand lorsque cuando "
        "se quando als wanneer eğer αν όταν अगर जब إذا لو عندما 如果 要是 当 當 时 就 なら もし 만약 ถ้า หาก เมื่อ"
    )
)
_SHORT_MARKED = 4
_MARKED_LANGUAGES = frozenset({"es", "fr", "it", "pt"})
_SECRET = re.compile(
    r"pass(?:word|code|phrase|wor[dt]e?)s?|pwd|pins?|secrets?|tokens?|kennw[oö]rte?r?|парол\w*|contraseñas?|密码|口令",
    re.IGNORECASE,
)
_SAID_OF_SECRETS = frozenset(
    listed("is are was the a an my our your of for to at in on ist lautet der die das es est le la")
)
# Words that a capital makes another word, mostly a name.
_TWO_WORDS = frozenset(
    listed(
        "may march august april june will mark bill rose frank grace hope faith joy sue pat jack rob drew "
        "chase grant art gene ray dean penny ruby amber dawn summer autumn polish turkey china chile "
        "reading nice bath cork apple amazon windows word excel go rust swift python java target shell "
        "orange oracle slack teams meta visa mars mercury god job us it who aids pin sat ram led sie "
        "ihr ihre ihren ihrem ihrer ihnen weg essen arm reich"
    )
)
_SHARP = re.compile(r"\b(?:ma|bu|flo|ru)(?:ss|ß)en?\b", re.IGNORECASE)


def exact_of(content: str, language: str | None) -> tuple[str, ...]:
    """What another wording of the text must have too, in order, letter for letter. Linear."""
    text = normalize("NFKC", content)
    is_shouted = text.isupper()
    words = [(token, token.strip(_AROUND)) for token in text.split()]
    conditional = any(bare.casefold() in CONDITIONAL for _, bare in words)
    codes = {bare for _, bare in words if _is_code(bare)}
    found: list[str] = []
    after_secret, before, starts = False, "", True
    for token, bare in words:
        measure = _MEASURE.fullmatch(bare)
        if conditional and len(bare) == 1 and bare.isalpha():
            found.append(bare.lower())
        elif token.startswith("!") and bare[:1].isalpha():
            found.append(f"!{bare}")
        elif measure is not None:
            if _is_unit(measure[1], measure[2]):
                found.append(measure[2])
        elif (
            bare in codes
            or (codes and "-" in bare)
            or _is_unit(before, bare)
            or (after_secret and _is_secret(bare))
            or _is_telling(bare, language, starts=starts, is_shouted=is_shouted)
        ):
            found.append(bare)
        after_secret = after_secret or _SECRET.fullmatch(bare) is not None
        before, starts = bare, token[-1] in ".!?…。！？"
    return (*found, *(one.lower() for one in _SHARP.findall(text)))


def _is_code(bare: str) -> bool:
    if not bare or _ABBREVIATED.fullmatch(bare) or _MEASURE.fullmatch(bare):
        return False
    if bare.lower() == bare.upper():
        return False  # a script without case
    if _CODE.match(bare):
        return True
    return any(
        not (part.islower() or part.isupper() or part[1:].islower() or len(part) < 2)
        for part in re.split(r"[^\W\d_]*['’]|-", bare)
        if part.isalpha() and part.upper() != part.lower()
    )


def _is_unit(before: str, bare: str) -> bool:
    """Whether it is a unit with a capital that would be another one without: Mm, MB."""
    return _FIGURE.fullmatch(before) is not None and bare.lower() in _UNITS and not bare.islower()


def _is_secret(bare: str) -> bool:
    return bool(bare) and bare.casefold() not in _SAID_OF_SECRETS


def _is_telling(bare: str, language: str | None, *, starts: bool, is_shouted: bool) -> bool:
    """Whether a word of prose is another word in another case, or without its mark."""
    low = bare.casefold()
    if low in _TWO_WORDS and not is_shouted:
        return not starts or (bare.isupper() and len(bare) > 1)
    is_marked = not low.isascii() and len(low) <= _SHORT_MARKED
    return is_marked and language in _MARKED_LANGUAGES and low.isalpha()
