"""Does the newer statement tell that something is otherwise, of what the older one says?"""

from __future__ import annotations

import re

import msgspec

from perspective.domain.consolidation.subject import Shared
from perspective.domain.consolidation.telling.slots import ADDS_UP, PERSONAL, slots_of_word
from perspective.domain.consolidation.telling.statement import Part, Statement
from perspective.domain.consolidation.verdict import Verdict, is_near
from perspective.domain.consolidation.wording.stems import GENERIC, stem

_FAR = 0.1
_OUT_OF = ("from", "out of", "aus", "von", "из")
_BRIEF = 4  # topics of a text that says one thing, where no model tells how near the texts are
_FORMERLY = re.compile(
    r"used to|former|previous|früher|ehemalig|раньше|бывш|прежн|以前|之前|原来|ancien|antes"
)
_LEAVES = re.compile(
    r"left|no longer|more|sold|from|gone|nicht|mehr|verlass|verkauft|уехал|продал|不|离|卖"
)
# In a text that says several things these tell of too much.
_WEAK = re.compile(
    r"now|finally|lately|these days|nowadays|updated|completed|finished|approved|merged.*|accepted|"
    r"reached|installed|paid|again|eventually|meanwhile|at last|ended up|improved|enabled|disabled|grew|decided.*|removed|launched|delivered|arrived|effective|jetzt|wieder|inzwischen|"
    r"теперь|снова|опять|现在|目前|之前|以前"
)


def told_change(a: Statement, b: Statement, common: Shared, cosine: float | None) -> Verdict | None:
    """A closing, if a sentence of `b`, the newer, tells a change of a thing or matter of both."""
    before = frozenset[str]().union(*(part.changed for part in a.parts))
    changes = [
        (part, part.changed - before) for part in b.parts if not _is_of_another(part, a, common)
    ]
    if is_long(a, b):
        if not is_near(cosine) or len(common.things) < 2:
            return None
        changes = [(part, frozenset(filter(_is_strong, changed))) for part, changed in changes]
        common = msgspec.structs.replace(common, slots=frozenset())
    is_brief = max(len(a.topics), len(b.topics)) <= _BRIEF
    verdicts = [
        _of_part(part, changed, common, cosine, is_brief=is_brief) for part, changed in changes
    ]
    found = [verdict for verdict in verdicts if verdict is not None]
    if not found or _is_same_place(a, b, common):
        return None
    return max(found, key=lambda verdict: verdict.confidence)


def _is_of_another(part: Part, a: Statement, common: Shared) -> bool:
    """Whether what was changed is something of which the older does not speak."""
    things = [word for word in part.objects if word not in GENERIC]
    matters = common.slots - {"time", "place"}
    return bool(things) and not any(
        stem(word, "en") in a.topics or slots_of_word(word) & matters for word in things
    )


def is_long(a: Statement, b: Statement) -> bool:
    """Whether one of the texts says several things, so that a word tells less of each."""
    return a.states is not None or b.states is not None


def _is_strong(change: str) -> bool:
    return not _WEAK.fullmatch(change)


def _of_part(
    part: Part, changed: frozenset[str], common: Shared, cosine: float | None, *, is_brief: bool
) -> Verdict | None:
    if not changed:
        return None
    slots = common.slots & part.slots - ADDS_UP
    things = common.things & part.topics
    if not things:
        if not common.is_named_alike:
            slots &= PERSONAL
        if all(map(_FORMERLY.search, changed)) or not slots or not common.is_one_subject:
            return None
    n_signs = min(len(things), 2) + bool(slots) + common.is_one_subject
    near = is_near(cosine) or (cosine is None and bool(things) and is_brief)
    if n_signs < 2 and not near:
        return None
    if cosine is not None and cosine < _FAR and n_signs < 3:
        return None
    confidence = 0.55 + 0.1 * min(n_signs, 3) + 0.05 * near
    matter = ", ".join(sorted(slots)) or ", ".join(sorted(things))
    sign = max(changed, key=lambda word: (len(word), word))
    return Verdict(
        "closes", round(confidence, 2), f"the newer tells a change (“{sign}”) of: {matter}"
    )


def _is_same_place(a: Statement, b: Statement, common: Shared) -> bool:
    """Whether both name the place where somebody lives, so that the newer only tells it anew."""
    places = a.names - a.lead_names
    if "residence" not in common.slots or not places or not places <= b.names or b.is_negated:
        return False
    if any(f"{out} {place}" in b.text for out in _OUT_OF for place in places):
        return False
    return not any(_LEAVES.search(word) for part in b.parts for word in part.changed)
