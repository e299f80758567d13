"""How would a speaker ask a question that names them?

People speak of themselves as "I", so what a speaker said lies nearer to a question in the first
person than to one with their name. Only for names in Latin script: the words put in are English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")


def in_first_person(question: str, speakers: Iterable[str]) -> str:
    """The question with each speaker's name put as "I", and its possessive as "my".

    `speakers` are names as they may stand in the question, in any case; whole words only.
    Grammar is left alone, which a bag of meanings does not mind. Without a name: unchanged.
    **Source** ARCHITECTURE.md, Decisions: the fusion.
    """
    names = sorted((name for name in speakers if _LATIN.search(name)), key=len, reverse=True)
    if not names:
        return question
    either = "|".join(re.escape(name) for name in names)
    pattern = re.compile(rf"(?<!\w)(?:{either})(?P<possessive>['’]s)?(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: "my" if found["possessive"] else "I", question)
