"""What does a text say of whom, as far as its words tell: matters, topics, subject, time, change?"""

from __future__ import annotations

import re

import msgspec

from perspective.domain.consolidation import turns
from perspective.domain.consolidation.slots import slots_of
from perspective.domain.consolidation.stems import FUNCTION, GENERIC, stem
from perspective.domain.consolidation.words import Words, fold
from perspective.domain.times.words import is_past

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,:]\d+)*|[.!?;:,。！？，；]")
_HAN = re.compile("[\u3400-\u9fff]+")
_SELF = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|our|us|ich|mich|mir|mein\w*|wir|uns\w*|я|мне|меня|мой|моя|моё|мои|"
    r"моего|моей|у меня|мы|нас|наш\w*|je|j'ai|mon|ma|mes|nous|yo|mi|mis|nosotros)\b|我|咱"
)
_PRESENT_BE = frozenset(
    [
        "is",
        "are",
        "am",
        "be",
        "been",
        "being",
        "'s",
        "'re",
        "'m",
        "gets",
        "get",
        "has",
        "have",
        "'ve",
        "had",
    ]
)
_EVER = re.compile(r"\bnever\b|\bnie(?:mals)?\b|\bникогда\b|从未|从来没|\bjamais\b|\bnunca\b")
_STOPS = frozenset(".!?;:,。！？，；")
_KIN = {
    "en": "mother mum mom dad father sister brother son daughter wife husband aunt uncle nephew niece cousin grandma "
    "grandmother grandpa grandfather friend neighbour neighbor colleague landlady landlord roommate flatmate dog cat "
    "parrot beagle boss boyfriend girlfriend twin stepfather dentist doctor",
    "de": "vater mutter schwiegervater schwiegermutter bruder schwester sohn tochter onkel tante neffe nichte oma opa nachbar "
    "nachbarin freund freundin kollege kollegin chef hund katze",
    "ru": "брат сестра отец мать мама папа сын дочь дядя тетя племянник сосед соседка друг подруга коллега бабушка дедушка "
    "муж жена начальник",
    "zh": "哥 弟 姐 妹 爸 妈 同事 朋友 邻居 叔 姨 舅 侄 外甥 爷爷 奶奶 儿子 女儿 老公 老婆 表",
}
_KIN_WORDS = {language: frozenset(map(fold, words.split())) for language, words in _KIN.items()}
_SUBJECT_REACH = 4


class Statement(msgspec.Struct, frozen=True, gc=False):
    """A text as contradictions are judged by.

    `topics` are stems of what it speaks of, each with its modifier (or nothing); `names` are words
    with a capital; `full_names` those of several words; `relatives` people and animals at its
    beginning; `changed` what tells of a change. `has_happened`: it is an event or over, no state.
    """

    slots: frozenset[str]
    topics: dict[str, str]
    names: frozenset[str]
    full_names: frozenset[tuple[str, ...]]
    relatives: frozenset[str]
    changed: frozenset[str]
    words_in: frozenset[str]
    opening: frozenset[str]
    starts_with: str
    lead: str
    lead_name: str
    is_self: bool
    is_elided: bool
    is_added: bool
    has_happened: bool
    is_established: bool
    is_negated: bool
    denies_ever: bool
    counts: dict[str, str]
    values: frozenset[str]


def statement_of(content: str, words: Words) -> Statement:
    """Linear in the text's length."""
    language = words.language or "en"
    text = content.casefold().replace("’", "'")
    raw = [found[0] for found in _TOKEN.finditer(content.replace("’", "'"))]
    names, full = _names(raw, language)
    changed = turns.pattern("changed", language) or turns.pattern("changed", "en")
    added = turns.pattern("added", language) or turns.pattern("added", "en")
    folded = [fold(word) for word in raw]
    is_self = bool(_SELF.search(text))
    return Statement(
        slots=slots_of(text),
        topics=_topics(raw, language),
        names=names,
        full_names=full,
        relatives=_relatives(folded, text, language),
        changed=frozenset(found[0] for found in changed.finditer(text)) if changed else frozenset(),
        words_in=frozenset(folded),
        opening=_opening(raw, language),
        starts_with=folded[0] if folded else "",
        lead=_lead(text) if language in {"zh", "ja"} else "",
        lead_name=_lead_name(raw, names),
        is_self=is_self,
        is_elided=not is_self and not _lead_name(raw, names) and bool(folded),
        is_added=bool(added and added.search(text)),
        has_happened=_has_happened(text, raw, language),
        is_established=any(word in turns.ESTABLISHED for word in folded),
        is_negated=any(kind == "negation" for _, kind in words.words),
        denies_ever=bool(_EVER.search(text)),
        counts=_counts(words, language),
        values=frozenset(word for word, kind in words.words if kind in {"number", "time"}),
    )


def _names(raw: list[str], language: str) -> tuple[frozenset[str], frozenset[tuple[str, ...]]]:
    """Words with a capital (in German only in pairs: all nouns have one), and rows of them."""
    names: set[str] = set()
    full: set[tuple[str, ...]] = set()
    row: list[str] = []
    for n, word in enumerate([*raw, "."]):
        bare = word.removesuffix("'s").rstrip("'")
        form = fold(bare)
        is_first = n == 0 or raw[n - 1] in _STOPS
        if word[:1].isupper() and form not in FUNCTION and not (is_first and form in GENERIC):
            row.append(form)
            continue
        if len(row) > 1:
            full.add(tuple(row))
        if language != "de" or len(row) > 1:
            names.update(row)
        row = []
    return frozenset(names), frozenset(full)


def _topics(raw: list[str], language: str) -> dict[str, str]:
    if language in {"zh", "ja"}:
        runs = (fold(run) for word in raw for run in _HAN.findall(word))
        pairs = (run[i : i + 2] for run in runs for i in range(len(run) - 1))
        return {pair: "" for pair in pairs if not any(sign in _HAN_FUNCTION for sign in pair)}
    topics: dict[str, str] = {}
    before = ""
    for word in raw:
        form = fold(word.removesuffix("'s"))
        if form in FUNCTION or word in _STOPS:
            before = ""
            continue
        root = stem(form, language)
        if form not in GENERIC and (len(form) > 2 or form[0].isdigit()):
            topics[root] = before
        before = root
    return topics


_HAN_FUNCTION = frozenset(
    "的了在是我你他她它们这那有和也都不没就很吗呢吧啊把被给从到对为跟与或一二三四五六七八九十两个只"
    "位家点天年月日去来上下里个说要会能"
)


def _opening(raw: list[str], language: str) -> frozenset[str]:
    """The stems of its first words, among which its subject is."""
    if language in {"zh", "ja"}:
        run = _HAN.search(" ".join(raw))
        return frozenset({run[0][:2], run[0][1:3]}) if run else frozenset()
    return frozenset(stem(fold(word.removesuffix("'s")), language) for word in raw[:_SUBJECT_REACH])


def _lead(text: str) -> str:
    run = _HAN.search(text)
    return run[0][:2] if run else ""


def _lead_name(raw: list[str], names: frozenset[str]) -> str:
    first = fold(raw[0].removesuffix("'s")) if raw else ""
    return first if first in names else ""


def _counts(words: Words, language: str) -> dict[str, str]:
    """How many of what: the number before each word."""
    row = words.words
    return {
        stem(after[0], language): number[0]
        for number, after in zip(row, row[1:], strict=False)
        if number[1] == "number" and after[1] in {"content", "sign"}
    }


def _relatives(folded: list[str], text: str, language: str) -> frozenset[str]:
    if language == "zh":
        return frozenset(
            word for word in _KIN_WORDS["zh"] if f"我{word}" in text or f"我的{word}" in text
        )
    kin = _KIN_WORDS.get(language, frozenset())
    reach = folded[:_SUBJECT_REACH]
    return frozenset(word for word in reach if word in kin)


def _has_happened(text: str, raw: list[str], language: str) -> bool:
    happened = turns.pattern("happened", language)
    if happened is not None:
        return bool(happened.search(text))
    if turns.ENDED.search(text):
        return True
    for n, word in enumerate(raw):
        low = word.casefold()
        if is_past(low) and low not in turns.NOT_PAST and low != "been":
            before = {raw[i].casefold() for i in range(max(0, n - 3), n)}
            if not any(w in _PRESENT_BE or w.endswith(("'s", "'ve", "'re", "'m")) for w in before):
                return True
    return False
