"""What does a text say of whom, as far as its words tell: matters, topics, subject, time, change?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from perspective.domain.consolidation.telling import turns
from perspective.domain.consolidation.telling.asserted import asserted
from perspective.domain.consolidation.telling.slots import slots_of
from perspective.domain.consolidation.telling.unreal import is_unreal
from perspective.domain.consolidation.wording.numerals import value_of
from perspective.domain.consolidation.wording.stems import GENERIC, function_words, stem
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import Words, fold
from perspective.domain.times.words import is_past

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,:]\d+)*|[.!?;:,。！？，；]")
_HAN = re.compile("[\u3400-\u9fff]+")
_SELF = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|our|us|ich|mich|mir|mein\w*|wir|uns\w*|я|мне|меня|мой|моя|моё|мои|"
    r"моего|моей|у меня|мы|нас|наш\w*|je|j'ai|mon|ma|mes|nous|yo|mi|mis|nosotros)\b|我|咱"
)
_PRESENT_BE = frozenset(listed("is are am be been being 's 're 'm gets get has have 've had"))
_DENIED = re.compile(r"(?:n't|\bnot|\bnever|\bto|\bnicht|\bнe) (?:\w+ )?$")
_HOURS = frozenset({"midnight", "noon", "mitternacht", "mittag"})
_PARTS_OF_DAY = frozenset(
    listed(
        "morning afternoon evening night noon midnight am pm weekend daily weekly monthly abend "
        "nachmittag vormittag nacht mittag fruh täglich утром вечером ночью 上午 下午 早上 晚上 中午"
    )
)
_POSSESSED = re.compile(r"(?:\w+ ){0,2}\w+'s? ")
_CALLED = re.compile(
    r"(?:(?i:hey|hi|hello|thanks|thank you|wow|yeah|yep|yes|no|cool|sorry)|[,!.?]) (?:, )?([^\W\d_]+) [,!.?]"
)
_AFTER_NAMES = frozenset(
    listed(
        "is has was had will can could would should may might must does did and - ' , moved got "
        "took came went left owns runs sold bought ist hat war wird kann arbeitet wohnt lebt und "
        "zieht zog"
    )
)
_SENTENCES = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])|\n")
_MAX_SENTENCES = 40
_CLAUSES = re.compile(r"[,;.!?:\n]|\b(?:and|but|so|which|because)\b")
_MANY = 20  # words and stops, from which a text is taken clause by clause
_FEW = 4
_EVER = re.compile(r"\bnever\b|\bnie(?:mals)?\b|\bникогда\b|从未|从来没|\bjamais\b|\bnunca\b")
_STOPS = frozenset(".!?;:,。！？，；")
_KIN = {
    "en": "mother mum mom dad father sister brother son daughter wife husband aunt uncle nephew niece cousin grandma "
    "grandmother grandpa grandfather friend neighbour neighbor colleague landlady landlord roommate flatmate dog cat "
    "parrot beagle boyfriend girlfriend twin stepfather stepmother parents grandparents siblings flatmates kids children team company office employer boss fiance fiancee ex",
    "de": "vater mutter schwiegervater schwiegermutter bruder schwester sohn tochter onkel tante neffe nichte oma opa nachbar "
    "nachbarin freund freundin kollege kollegin hund katze",
    "ru": "брат сестра отец мать мама папа сын дочь дядя тетя племянник сосед соседка друг подруга коллега бабушка дедушка "
    "муж жена",
    "zh": "哥 弟 姐 妹 爸 妈 同事 朋友 邻居 叔 姨 舅 侄 外甥 爷爷 奶奶 儿子 女儿 老公 老婆 表",
}
_KIN_WORDS = {language: frozenset(map(fold, words.split())) for language, words in _KIN.items()}
_SUBJECT_REACH = 4
_LEAD_HAN = 8


class Part(msgspec.Struct, frozen=True, gc=False):
    """A sentence that tells of a change, with what it and the one before it speak of. `objects` are the
    words of what was changed, if an article tells ("sold the old car"), or of where somebody moved that
    is no place to live."""

    changed: frozenset[str]
    topics: frozenset[str]
    slots: frozenset[str]
    objects: tuple[str, ...] = ()


class Statement(msgspec.Struct, frozen=True, gc=False):
    """A text as contradictions are judged by. `text` is what it asserts, casefolded,
    `text_as_written` with its capitals.

    `topics` are stems of what it speaks of, each with its modifier (or nothing); `names` are words
    with a capital; `full_names` those of several words; `relatives` people and animals at its
    beginning; `parts` the sentences that tell of a change. `is_unreal`: a short text that tells what is not so. `has_happened`: it is an event or over, no state;
    `states` are the topics of a long text's clauses that are states.
    """

    text: str
    text_as_written: str
    is_unreal: bool
    slots: frozenset[str]
    topics: dict[str, str]
    names: frozenset[str]
    full_names: frozenset[tuple[str, ...]]
    relatives: frozenset[str]
    parts: tuple[Part, ...]
    words_in: frozenset[str]
    starts_with: str
    opening: frozenset[str]
    lead: str
    lead_name: str
    lead_names: frozenset[str]
    is_possessed: bool
    is_self: bool
    is_elided: bool
    is_added: bool
    is_question: bool
    has_happened: bool
    states: frozenset[str] | None
    is_established: bool
    is_negated: bool
    denies_ever: bool
    counts: dict[str, frozenset[str]]
    figures: frozenset[str]
    days: frozenset[str]

    @property
    def changed(self) -> frozenset[str]:
        """What tells of a change in it."""
        return frozenset[str]().union(*(part.changed for part in self.parts))


def statement_of(content: str, words: Words) -> Statement:
    """Linear in the text's length."""
    language = words.language or "en"
    content = asserted(content.replace("’", "'"))
    text = content.casefold()
    raw = [found[0] for found in _TOKEN.finditer(content)]
    names, full = _names(raw, language)
    added = turns.pattern("added", language) or turns.pattern("added", "en")
    folded = [fold(word) for word in raw]
    is_self = bool(_SELF.search(text))
    return Statement(
        text=text,
        text_as_written=content,
        is_unreal=len(raw) <= _MANY and is_unreal(text, language),
        slots=slots_of(text),
        topics=_topics(raw, language),
        names=names,
        full_names=full,
        relatives=_relatives(folded, text, language),
        parts=tuple(_parts(content, language)),
        words_in=frozenset(folded),
        starts_with=folded[0] if folded else "",
        opening=frozenset(stem(word, language) for word in folded[:_SUBJECT_REACH]),
        lead=_lead(text) if language in {"zh", "ja"} else "",
        lead_name=_lead_name(raw, names),
        lead_names=_lead_names(raw, names, language),
        is_possessed=bool(_POSSESSED.match(text)),
        is_self=is_self,
        is_elided=not is_self and bool(folded) and _is_elided(raw, names, words),
        is_added=bool(added and added.search(text)),
        is_question=not raw or (words.is_question and (language != "en" or len(raw) < _FEW)),
        has_happened=_has_happened(text, raw, language),
        states=_states(content, language) if len(raw) > _MANY else None,
        is_established=any(word in turns.ESTABLISHED for word in folded),
        is_negated=any(kind == "negation" for _, kind in words.words),
        denies_ever=bool(_EVER.search(text)),
        counts=_counts(words, language),
        figures=frozenset(word for word, kind in words.words if kind == "number" or word in _HOURS),
        days=frozenset(
            word for word, kind in words.words if kind == "time" and word not in _PARTS_OF_DAY
        ),
    )


def _changed(text: str, language: str) -> frozenset[str]:
    """What tells of a change and is not denied ("won't quit")."""
    pattern = turns.pattern("changed", language) or turns.pattern("changed", "en")
    if pattern is None:
        return frozenset()
    return frozenset(
        found[0] for found in pattern.finditer(text)
        if not _DENIED.search(text, max(0, found.start() - 12), found.start())
    )  # fmt: skip


def _parts(content: str, language: str) -> Iterator[Part]:
    """The sentences that tell of a change."""
    before = ""
    for sentence in _SENTENCES.split(content)[:_MAX_SENTENCES]:
        text = sentence.casefold()
        changed = _changed(text, language)
        if changed and not is_unreal(text, language):
            around = f"{before} {sentence}"
            topics = _topics(_TOKEN.findall(around), language)
            yield Part(
                changed, frozenset(topics), slots_of(around.casefold()), _objects(text, changed)
            )
        before = sentence


def _objects(text: str, changed: frozenset[str]) -> tuple[str, ...]:
    for change in sorted(changed):
        for found in turns.OBJECT.finditer(text):
            verb = found["verb"]
            if change.split()[0] == verb:
                return tuple(found["object"].split())
    return ()


def _names(raw: list[str], language: str) -> tuple[frozenset[str], frozenset[tuple[str, ...]]]:
    """Words with a capital (in German only in pairs: all nouns have one), and rows of them."""
    called = _called(raw)
    functions = function_words(language)
    names: set[str] = set()
    full: set[tuple[str, ...]] = set()
    row: list[str] = []
    for n, word in enumerate([*raw, "."]):
        bare = word.removesuffix("'s").rstrip("'")
        form = fold(bare)
        is_first = n == 0 or raw[n - 1] in _STOPS
        is_name = word[:1].isupper() and form not in functions and form not in called
        is_begun = is_first and bare == word and not _begins_as_name(form, raw[n + 1 : n + 2])
        if is_name and not is_begun:
            row.append(form)
            continue
        if len(row) > 1:
            full.add(tuple(row))
        if language != "de" or len(row) > 1:
            names.update(row)
        row = []
    return frozenset(names), frozenset(full)


def _is_elided(raw: list[str], names: frozenset[str], words: Words) -> bool:
    """Whether it may be about its speaker without saying so ("Sold the car"). Chinese and Japanese
    texts begin with their subject, unless with a time."""
    if words.language in {"zh", "ja"}:
        return bool(words.words) and words.words[0][1] in {"deictic", "time"}
    return not _lead_name(raw, names)


def _begins_as_name(form: str, after: list[str]) -> bool:
    """Whether a word at the beginning of a sentence looks like a name by what follows."""
    if form in GENERIC or form.endswith(("ly", "ing")) or not after:
        return False
    word = after[0]
    return word[:1].isupper() or word in _AFTER_NAMES or word.endswith(("s", "ed"))


_PRONOUNS = (
    "i we you he she they who it ich wir du er sie es man я мы ты он она они je tu il elle nous"
)
_SUBJECTS = frozenset(_PRONOUNS.split())


def _called(raw: list[str]) -> set[str]:
    """Who is spoken to: "Thanks, Jon!" is not about Jon."""
    return {fold(found[1]) for found in _CALLED.finditer(" ".join(raw))}


def _topics(raw: list[str], language: str) -> dict[str, str]:
    if language in {"zh", "ja"}:
        runs = (fold(run) for word in raw for run in _HAN.findall(word))
        pairs = ((run[i : i + 2], run[:i][-2:]) for run in runs for i in range(len(run) - 1))
        return {
            pair: before
            for pair, before in pairs
            if not any(sign in _HAN_FUNCTION for sign in pair)
        }
    topics: dict[str, str] = {}
    called = _called(raw)
    functions = function_words(language)
    before, opens = "", True  # the topic before, and whether it may begin a noun's phrase
    for word in raw:
        form = fold(word.removesuffix("'s"))
        if form in functions or word in _STOPS or form in called:
            before, opens = "", form not in _SUBJECTS
            continue
        root = stem(form, language)
        if value_of(form, language) is not None or root[:1].isdigit():
            before, opens = "", False
        else:
            if form not in GENERIC and (len(form) > 2 or word.isupper()):
                topics[root] = before
            before, opens = root if opens else "", False
    return topics


_HAN_FUNCTION = frozenset(
    "的了在是我你他她它们这那有和也都不没就很吗呢吧啊把被给从到对跟与或一二三四五六七八九十两个只"
    "位家点天年月日去来上下里个说要能"
)


def _lead(text: str) -> str:
    run = _HAN.search(text)
    return run[0][:2] if run else ""


def _lead_name(raw: list[str], names: frozenset[str]) -> str:
    first = fold(raw[0].removesuffix("'s")) if raw else ""
    return first if first in names else ""


def _lead_names(raw: list[str], names: frozenset[str], language: str) -> frozenset[str]:
    """The stems of the names in a row with which it begins, a title before them left out."""
    found = []
    for word in raw:
        form = fold(word.removesuffix("'s"))
        if form in names:
            found.append(stem(form, language))
        elif found or not word[:1].isupper():
            break
        if word.endswith("'s"):
            break
    return frozenset(found)


def _counts(words: Words, language: str) -> dict[str, frozenset[str]]:
    """How many of what: the number before each word."""
    row = words.words
    found: dict[str, set[str]] = {}
    for n, (word, kind) in enumerate(row):
        if kind == "number":
            for unit, of in row[n + 1 : n + 3]:
                if of in {"content", "sign"}:
                    found.setdefault(stem(unit, language), set()).add(word)
    return {unit: frozenset(numbers) for unit, numbers in found.items()}


def _relatives(folded: list[str], text: str, language: str) -> frozenset[str]:
    if language == "zh":
        return frozenset(
            word
            for word in _KIN_WORDS["zh"]
            if f"我{word}" in text or f"的{word}" in text[:_LEAD_HAN]
        )
    kin = _KIN_WORDS.get(language, frozenset())
    reach = folded[:_SUBJECT_REACH]
    return frozenset(word for word in reach if word in kin)


def _states(content: str, language: str) -> frozenset[str]:
    """What is spoken of in clauses that tell a state, not an event."""
    found: set[str] = set()
    for clause in _CLAUSES.split(content):
        raw = _TOKEN.findall(clause)
        if raw and not _has_happened(clause.casefold(), raw, language):
            found.update(_topics(raw, language))
    return frozenset(found)


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
