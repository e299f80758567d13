"""In which language is a text, as far as its commonest words and its letters tell?

It decides whose stop words leave a question, and whose stems a text in Latin letters gets beside
the English ones. So a wrong guess costs little, and there may be none: names, code, two words.
A trained identifier (py3langid) is a little better at short questions, but takes 4 in 1,000 turns
of English talk for another language, where this one takes none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from perspective.adapters.language.stop_word_lists import STOP_WORDS
from perspective.adapters.language.words import fold

# Letters that English does not write, of the languages whose stems are known.
_LETTERS = {
    "de": "äöüß",
    "fr": "àâçèéêëîïôùûœ",
    "es": "áéíñóúü",
    "it": "àèéìòù",
    "pt": "àáâãçéêíóôõú",
    "nl": "ëïĳ",
    "sv": "åäö",
    "da": "åæø",
    "no": "åæø",
    "fi": "äö",
    "tr": "çğıöşü",
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "ro": "ăâîșşțţ",
    "hu": "áéíóöőúüű",
    "ca": "àçèéíïòóú",
}
# Stop words elsewhere, and common words of English, though not its stop words.
_ALSO_ENGLISH = (
    "ad biz care come dig door em end go hat hay hi jo man men met mine one pro sad sale sense son "
    "ten ton vid want ya"
)
_MAX_LETTERS = 4
_MIN_SCORE = 2


def guess(tokens: Iterable[str], words: Iterable[str], *, certain: bool) -> str | None:
    """The language that has the most of a text's distinct stop words and letters, if any.

    `tokens` are those of the text as they stand, for the letters; `words` the same, folded or not.
    Each stop word counts one; each letter one, or two where one language alone writes it, up to
    four. English wins every tie, and wherever there is a stop word of its own and none of the
    other. `certain` asks for a score of two.
    """
    found = _STOP_WORDS.intersection(words)
    n_english = len(found & _ENGLISH)
    if n_english > 1 and n_english >= len(found & _FOREIGN) + _MAX_LETTERS:
        return "en"  # most English texts, at once
    stops = Counter(language for word in found for language in _LANGUAGES[word])
    scores = Counter(stops)
    for language, n in _letters(tokens).items():
        if language in stops or not n_english:
            scores[language] += min(n, _MAX_LETTERS)
    if not scores:
        return None
    best = max(sorted(scores), key=lambda one: (scores[one], one == "en", stops[one]))
    return best if scores[best] >= _MIN_SCORE or not certain else None


def _letters(tokens: Iterable[str]) -> Counter[str]:
    written = "".join(tokens)
    found: Counter[str] = Counter()
    if written.isascii():
        return found
    for letter in {letter.lower() for letter in _FOREIGN_LETTERS.intersection(written)}:
        for language in _WRITERS[letter]:
            found[language] += 2 if len(_WRITERS[letter]) == 1 else 1
    return found


def _writers() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for language, letters in _LETTERS.items():
        for letter in letters:
            found[letter] = (*found.get(letter, ()), language)
    return found


def _languages() -> dict[str, frozenset[str]]:
    """The languages of every stop word, in each way of writing it that a text may have."""
    found: dict[str, set[str]] = {}
    for language, words in {**STOP_WORDS, "en": f"{STOP_WORDS['en']} {_ALSO_ENGLISH}"}.items():
        for word in words.split():
            for form in (word, fold(word)):
                for written in (form, form.capitalize(), form.upper()):
                    found.setdefault(written, set()).add(language)
    return {word: frozenset(languages) for word, languages in found.items()}


_WRITERS = _writers()
_FOREIGN_LETTERS = frozenset(_WRITERS) | frozenset(
    letter.upper() for letter in _WRITERS if letter != "ı"
)
_LANGUAGES = _languages()
_STOP_WORDS = frozenset(_LANGUAGES)
_ENGLISH = frozenset(word for word, languages in _LANGUAGES.items() if "en" in languages)
_FOREIGN = frozenset(word for word, languages in _LANGUAGES.items() if languages - {"en"})
