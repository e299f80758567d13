"""What does a text assert, where it also asks? "My train leaves at 5, can you wake me?" tells a time."""

from __future__ import annotations

import re

_CODE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
_ASKING = re.compile(
    r"(?:^|[,;:.!\n–—-]|\b(?:and|but|so)\b)\s*(?:(?:and|but|so|also|then|well|anyway|please)\s+)*"
    r"\b(?:can|could|would|will|shall|should|do|does|did|is|are|was|were|am|have|has|may|what|what's|how|how's|which|"
    r"where|when|who|whose|why|any|isn't|aren't|don't|doesn't|didn't)\b"
    r"(?:[^.!?\n]|(?<=\b[md]r)\.|(?<=\bmrs)\.|\.(?=\d))*\?",
    re.IGNORECASE,
)
# What a question takes for granted.
_GRANTED = re.compile(
    r"\b(?:since|because|considering(?: that)?|given(?: that)?|now that|which|remind me that|after)\b[^?]*",
    re.IGNORECASE,
)


def asserted(text: str) -> str:
    """The text without its questions and blocks of code, but with what they take for granted. Empty: it only asks.

    English questions are taken out; in other languages a text that ends in a question mark asks.
    """
    if "```" in text:
        text = _CODE.sub(" ", text)
    if "?" not in text:
        return text
    return " ".join(_ASKING.sub(_granted, text).split()).strip(" ,;:-–—")


def _granted(question: re.Match[str]) -> str:
    found = _GRANTED.search(question[0])
    return f". {found[0]}. " if found else ". "
