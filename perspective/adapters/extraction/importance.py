"""How much does a text matter, and is it about what happened, what holds, or how to do something?

Suggestions by signals that can be read off the text; nothing here knows what the user needs.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from perspective.domain.extraction.reading import Fact, Mention, Relation
from perspective.domain.memory import MemoryType

_READ_CHARS = 10_000
_SHORT = 20
_STRONG = regex.compile(
    r"\b(?:always|never|important|importantly|remember|don['’]t forget|must|deadline|allerg\w{1,4}"
    r"|urgent|critical|birthday|anniversary|married|engaged|pregnant|died|diagnosed|decided|promised"
    r"|wichtig|immer|niemals|важно|всегда|никогда|importante|siempre|nunca|toujours|jamais)\b"
    r"|重要|必ず|必须|必須|一定要|絶対|중요|반드시|항상",
    regex.IGNORECASE,
)
_NUMBER = regex.compile(r"\p{Nd}")
_STEPS = regex.compile(r"(?m)^\s{0,8}(?:\d{1,2}[.)]|step \d{1,2}\b)\s", regex.IGNORECASE)
_HOW_TO = regex.compile(
    r"\bhow to \w|(?:^|[.!?\n]\s{0,4})to (?:build|run|deploy|install|fix|restart|set up|configure|release|reset) [^.?!]{3,80},"
    r"|\b(?:first|then|finally), (?:run|open|click|set|add|install|press|copy|create|edit)\b"
    r"|\b(?:always|never) (?:run|use|call|set|add|check|commit|push|write|deploy)\b|```",
    regex.IGNORECASE,
)


def importance(text: str, mentions: Sequence[Mention], facts: Sequence[Fact]) -> float:
    """How much a text is likely to matter, 0–1.

    **Formula** .3; .1 a statement, at most .3; .05 a name, at most .15; .1 with a number; .15 with
    a word that says so (always, never, deadline, allergic …); −.15 a mere question; −.15 below
    twenty characters; between 0 and 1.
    """
    start = text[:_READ_CHARS]
    score = 0.3 + min(0.3, 0.1 * len(facts)) + min(0.15, 0.05 * len(mentions))
    if _NUMBER.search(start):
        score += 0.1
    if _STRONG.search(start):
        score += 0.15
    if not facts and text.rstrip().endswith(("?", "\uff1f", "؟")):
        score -= 0.15
    if len(text.strip()) < _SHORT:
        score -= 0.15
    return round(min(1.0, max(0.0, score)), 2)


def memory_type(text: str, relations: Sequence[Relation]) -> MemoryType | None:
    """Procedural with steps or a rule of doing; else episodic where most clauses are past,
    semantic where most are not; None where no clause tells."""
    start = text[:_READ_CHARS]
    if len(_STEPS.findall(start)) >= 2 or _HOW_TO.search(start):
        return "procedural"
    if not relations:
        return None
    n_past = sum(relation.tense == "past" for relation in relations)
    return "episodic" if 2 * n_past >= len(relations) else "semantic"
