"""What is left of a word without its endings, in any language that Snowball knows?

Outside Latin letters the script alone decides, so that a word of a text and of a question meet
whatever stands beside it: Russian's stems for all Cyrillic, Arabic's for Persian and Urdu,
Hindi's for all Devanagari. A foreign stemmer takes too little off a word, or too much, but on both
sides alike. In Latin letters every word has its English stem, and `stem_as` gives another.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable

import regex
import Stemmer

from perspective.adapters.language.words import without_accents

_LATIN = re.compile(r"[a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff']+")
_SCRIPTS = (
    ("russian", regex.compile(r"[\p{Cyrillic}']+")),
    ("greek", regex.compile(r"\p{Greek}+")),
    ("arabic", regex.compile(r"\p{Arabic}+")),
    ("hindi", regex.compile(r"[\p{Devanagari}\p{M}]+")),
    ("armenian", regex.compile(r"\p{Armenian}+")),
    ("tamil", regex.compile(r"[\p{Tamil}\p{M}]+")),
)
_LATIN_LANGUAGES = {
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "sv": "swedish",
    "tr": "turkish",
}
STEMMED = frozenset(_LATIN_LANGUAGES)  # languages that `stem_as` knows

# Other Cyrillic alphabets in Russian's letters, so that their endings are those it knows.
_CYRILLIC = str.maketrans({"і": "и", "ї": "й", "є": "е", "ґ": "г", "ў": "у", "ј": "й", "'": None})
# Hindi writes a nasal with either sign, and leaves the dot of borrowed sounds out as often as not.
_DEVANAGARI = str.maketrans({"\u0901": "\u0902", "\u093c": None})
_MIN_ARABIC = 3
_TURKISH = 5


class Stemmers:
    """All of Snowball's stemmers that are used here. May be used from several threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # Snowball's stemmers are not to be shared between threads
        names = ["english", *(name for name, _ in _SCRIPTS), *_LATIN_LANGUAGES.values()]
        self._stemmers = {name: Stemmer.Stemmer(name, 0) for name in names}

    def stem(self, word: str) -> str:
        """The stem of a folded word by its script, of Latin letters the English one; the word
        itself where none is known."""
        if _LATIN.fullmatch(word):
            return self._stem("english", word)
        if word.isascii():
            return word
        for name, script in _SCRIPTS:
            if script.fullmatch(word):
                before, after = _LIGHT.get(name, (str, str))
                return after(self._stem(name, before(word))) or word
        return word

    def stem_as(self, word: str, language: str) -> str | None:
        """The stem in a language of a folded word in Latin letters, without accents; None where
        there is none."""
        name = _LATIN_LANGUAGES.get(language)
        if name is None or not _LATIN.fullmatch(word):
            return None
        stem = without_accents(self._stem(name, word))
        return stem[:_TURKISH] if name == "turkish" else stem

    def _stem(self, name: str, word: str) -> str:
        with self._lock:
            return str(self._stemmers[name].stemWord(word)) or word


def _russian_letters(word: str) -> str:
    return word.translate(_CYRILLIC)


def _devanagari(word: str) -> str:
    plain = unicodedata.normalize("NFD", word).translate(_DEVANAGARI)
    return unicodedata.normalize("NFC", plain)


def _arabic(stem: str) -> str:
    """Without the feminine ending, which Snowball leaves behind an article when it is written
    without dots (الغساله)."""
    return stem[:-1] if stem.endswith("ه") and len(stem) > _MIN_ARABIC else stem


_LIGHT: dict[str, tuple[Callable[[str], str], Callable[[str], str]]] = {
    "russian": (_russian_letters, str),
    "arabic": (str, _arabic),
    "hindi": (_devanagari, str),
}
