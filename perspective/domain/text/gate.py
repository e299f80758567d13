"""Is a text worth a model's time, or is it "ok thanks"?

Free: no model, no network, a few microseconds. It errs towards keeping: what it does not know
how to judge passes. It does not decide what is stored; the caller does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from perspective.domain.memory import Role
from perspective.domain.text.acknowledgements import NAMELESS, PHRASES, RUN_ON_PHRASES
from perspective.domain.text.normal import normal_form

NO_WORDS = "no words"
ACKNOWLEDGEMENT = "acknowledgement"
TOO_SHORT = "too short"
SYSTEM = "system message"

MIN_WIDTH = 10.0
_ACKNOWLEDGEMENT_LENGTH = 80
_LONGEST_PHRASE = 5  # words

_REPEATED = re.compile(r"([^\W\d_]{1,2}?)\1{2,}")
_USER_CONTENT = re.compile(
    r"^\W{0,4}(?:user|human|customer|client|пользователь|клиент|用户|客户|ユーザー|사용자"
    r"|utilisateur|usuario|benutzer|nutzer|المستخدم|उपयोगकर्ता)[^\n:\uff1a]{0,40}[:\uff1a]\s*\S"
    r"|<(?:user|human)\b"
    r"|\buser(?:['’]s|s['’])?(?:\s+\w+){0,3}\s+(?:is|are|was|has|had|likes?|loves?|hates?|prefers?"
    r"|wants?|needs?|lives?|works?|said|says|told|asked|asks|wrote|mentioned|reported|replied"
    r"|confirmed|decided|requested|named|called)\b",
    re.IGNORECASE | re.MULTILINE,
)


def gate(content: str, role: Role | None) -> str | None:
    """The reason why a text needs no extraction, or None: it is worth it.

    - `no words`: punctuation, emoji or space alone.
    - `acknowledgement`: thanks, greetings, yes and no, in several languages and any mixture.
    - `too short`: narrower than ten columns with no number and no name in it. A Chinese,
      Japanese or Korean character counts as 2.5, a letter of a script without capitals as 1.5
      (its names cannot be told by their looks), a combining mark as nothing.
    - `system message`: one that neither quotes a user nor says anything about one.

    **Source** engine contract, §4.
    """
    text = content.strip()
    if not any(unicodedata.category(character)[0] in "LN" for character in text):
        return NO_WORDS
    if len(text) <= _ACKNOWLEDGEMENT_LENGTH and _is_acknowledgement(text):
        return ACKNOWLEDGEMENT
    if len(text) < MIN_WIDTH and _width(text) < MIN_WIDTH and not _has_number_or_name(text):
        return TOO_SHORT
    if role == "system" and not _USER_CONTENT.search(text):
        return SYSTEM
    return None


def _width(text: str) -> float:
    return sum(map(_character_width, unicodedata.normalize("NFC", text)))


def _character_width(character: str) -> float:
    category = unicodedata.category(character)
    if category[0] == "M":
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 2.5
    return 1.5 if category == "Lo" else 1.0


def _has_number_or_name(text: str) -> bool:
    """A digit, or a word with a capital that is not a common one ("Bob", "NASA", "iPhone")."""
    if any(unicodedata.category(character)[0] == "N" for character in text):
        return True
    return any(
        any(letter.isupper() for letter in word) and normal_form(word) not in NAMELESS
        for word in _words(text)
        if len(word) > 1
    )


def _is_acknowledgement(text: str) -> bool:
    """True when the whole text parses into phrases of the list, longest first."""
    words = [_squeezed(normal_form(word)) for word in _words(text)]
    start = 0
    while start < len(words):
        for end in range(min(len(words), start + _LONGEST_PHRASE), start, -1):
            if " ".join(words[start:end]) in PHRASES:
                start = end
                break
        else:
            if not _is_run_on(words[start]):
                return False
            start += 1
    return bool(words)


def _is_run_on(word: str) -> bool:
    """True for phrases written without spaces: 好的谢谢."""
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            if word[start:end] in RUN_ON_PHRASES:
                start = end
                break
        else:
            return False
    return True


def _words(text: str) -> Iterator[str]:
    spaced = "".join(  # marks (Thai vowels, Devanagari signs) belong to their word
        character if unicodedata.category(character)[0] in "LMN" or character in "'’" else " "
        for character in unicodedata.normalize("NFC", text)
    )
    return (word.strip("'’") for word in spaced.split() if word.strip("'’"))


def _squeezed(word: str) -> str:
    """`okkkk` is `ok`, `hahahaha` is `ha`; what comes twice stays."""
    return _REPEATED.sub(r"\1", word)
