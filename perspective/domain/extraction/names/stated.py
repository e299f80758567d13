"""Does a sentence say that two names are one thing's: a nickname, an acronym in brackets?

Names that the sentence merely holds side by side are not joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from perspective.domain.extraction.names.naming import looks_like_acronym, take_apart
from perspective.domain.graph import EntityKind
from perspective.domain.text.spelling import spelling

_MAX_SENTENCE = 1_000
_MAX_PLACES = 5
_REACH = 24  # characters between a name and what gives it

# What gives a name: patterns between the two names, as `spelling` writes them. Words that tell of a
# telephone call, or of what was said, need more beside them.
_GIVES = (
    r"\b(?:aka|a\.k\.a|alias|nicknamed?|known as|goes by|go by|short for|for short|formerly|pet name)\b",
    r"\b(?:we|they|all|everyone|everybody|friends?|people|family|mom|mum|whom?|that) (?:\w+ )?calls?\b",
    r"\bcalls? (?:her|him|them|it|me)\b|\bcall(?:ed)? .{0,20}for short",
    r"\b(?:is|was|are|also|just|often|always|usually|simply) called\b",
    r"\b(?:genannt|nennen|nennt|spitzname\w*|kurz|rufen (?:ihn|sie|alle)|rufname)\b",
    r"surnomm|tout le monde appel|\b(?:l'appel|qu'on appel|appelons|appellent|dite?,? le |alias)|,? (?:dit|dite) [\"']?$",
    r"\b(?:les? llaman?|la llam|lo llam|llamamos|decimos|l[ea]s? dicen|apod|conocid|alias)",
    r"\b(?:chamam|chamamos|chamado|chamada|conhecid|apelid|per tutti e|chiamano|chiamiamo|soprannom|dett[oa]\b)",
    r"\b(?:noemen|noemt|bijnaam|genaamd|kallas|kallar|smeknamn|kaldes|kalder|kaldt|kalles|kalt)\b",
    r"\b(?:kutsutaan|kutsuvat|kutsumme|lempinim)|\b(?:becenev|hivjak|hivjuk|hivunk|hivnak|szolit)",
    r"\b(?:z[wv]an[yaei]|mowia na|mowimy|mowi sie|ksyw|wolaja|przezw|nazywa(?:my|ja)|zdrobnial)",
    r"\b(?:rikame|rikaji|prezdi|prezyv|zovu|zovemo|nadim|porecl|ii spun|ii zic|ii spunem)",
    r"\b(?:кажемо|кличемо|кличуть|прозва|прізвиськ|називаємо|називають|звемо|звуть|зовут|зовем)",
    r"\b(?:прозв|для своих|для друзеи|называют|называем|кличк|наричат|наричаме|викат|викаме|зову|надим)",
    r"φωναζ|\b(?:τ[οη]ν? λεμε|τ[οη]ν? λενε)\b|αποκαλ|παρατσουκλ|\bγνωστ|χαιδευτικ|υποκοριστικ",
    r"namidiger|takma ad|lakap|lakab|\bkisaca\b|المعروف|الملقب|ينادون|نناديه|يناديه|يسمون|نسمي|الشهير",
    r"لقب|الدلع|معروفه? ب|ملقب|صدا مي|صداش|مي\u200c?گوييم|به نام|המכונה|מכונה|קוראים ל|כינוי|הידוע",
    r"उर्फ|जिसे|जिन्हें|जिन्हे|नाम से जान|पुकार|ชื่อเล่น|เรียก|ฉายา|รู้จักในชื่อ",
    r"biasa dipanggil|dipanggil|panggil|thuong goi|biet danh|goi la|ten than mat|hay goi",
    r"\b(?:or (?:simply|just)|oder (?:einfach|nur|kurz)|ou (?:simplement|bien)|o simplemente|или просто|або просто)$",
    r"\bthat is\b|\bi\.?e\b|\bв народе\b|\bold name$",
    "叫她|叫他|叫我|都叫|外号|绰号|小名|人称|又名|昵称|简称|又叫|俗称|旧称|别名|通称|あだ名|愛称|略称|별명|줄여서|약칭",
)  # fmt: skip
# The same about the later name, which stands at \0: where verbs end the clause.
_GIVES_ABOUT = (
    "\0[^\0]*(?:と呼|って呼|と(?:いう|言う)あだ名|라고 부|라고 불|이라 부|라 부른|로 통)",
    r"(?:herkes|\bona|\bbiz|kisaca)\s*\0\s*de(?:r|riz|rler)\b",
    "\0[^\0]*(?:diye (?:cagir|seslen|hitap|bilin)|olarak bil)",
    "\0[^\0]*(?:कहते|कहती|कहता|बुलाते|बुलाती|पुकार|नाम से|صدا مي|صداش|مي\u200c?گوييم|مي\u200c?گويند)",
    "\0\\W{0,3}(?:genannt|gerufen|nennen|nennt|genoemd|noemen|noemt)\\b",
    "\0\\W{0,3}(?:for short|to (?:his|her|their|my|our) friends)\\b",
)  # fmt: skip
_BETWEEN, _ABOUT = (re.compile("|".join(given)) for given in (_GIVES, _GIVES_ABOUT))
# It is somebody else's name: "whose husband is called Tom".
_OF_ANOTHER = re.compile(
    r"\b(?:whose|deren|dessen|dont l[ea]|cuy[oa]s?|il cui|la cui|чья|чеи|чьего|ktorej|ktorego|jejiz|jehoz)\b"
)
_OR = re.compile(r"[,\s]*(?:or|oder|ou|o|oppure|czyli|или|або|тобто|veya|yani|즉|即)[,\s]*")
_SAYS_THAT = re.compile(r"(?:^|\s)कि(?:\s|$)")


def states_alias(sentence: str, name: str, other: str, kind: EntityKind = "other") -> bool:
    """Whether the sentence says that two names in it are one thing's."""
    return alias_distance(sentence, name, other, kind) is not None


def alias_distance(sentence: str, name: str, other: str, kind: EntityKind = "other") -> int | None:
    """How many characters lie between two names that the sentence says are one thing's, or None: it
    does not say so. Of several names before a nickname the nearest is meant."""
    text, first, second = spelling(sentence[:_MAX_SENTENCE]), spelling(name), spelling(other)
    if not first or not second or first == second:
        return None
    spans = _places(text, first), _places(text, second)
    apart = [
        (one, two) for one in spans[0] for two in spans[1] if one[1] <= two[0] or two[1] <= one[0]
    ]
    for one, two in apart:
        (_, end), (start, other_end) = sorted((one, two))
        between = text[end:start]
        if _in_brackets(between, text[other_end : other_end + 1]):
            return 0 if _may_be_bracketed(name, other, kind) else None
        behind = _until_pause(text[other_end : other_end + _REACH])
        if _OR.fullmatch(between) and _is_acronym(name, other, kind):
            return start - end
        is_given = _gives(between) or _ABOUT.search(f"{between}\0{behind}")
        if is_given and not _OF_ANOTHER.search(between) and not _SAYS_THAT.search(behind):
            return start - end
    return None


def _gives(between: str) -> bool:
    """Whether a name is given just before the end, with no pause between."""
    ends = [given.end() for given in _BETWEEN.finditer(between)]
    rest = between[ends[-1] :] if ends else ""
    return bool(ends) and len(rest) <= _REACH and _until_pause(rest) == rest


def _places(text: str, name: str) -> list[tuple[int, int]]:
    """Where a name stands, as words where the script has spaces."""
    edge = r"\b" if name[0].isascii() else ""
    found = re.finditer(edge + re.escape(name) + (r"\b" if name[-1].isascii() else ""), text)
    return [match.span() for match, _ in zip(found, range(_MAX_PLACES), strict=False)]


def stated_aliases(sentence: str, name: str, kind: EntityKind = "other") -> tuple[str, ...]:
    """Other names that the sentence gives to a name in it: what stands in brackets behind it, and a
    capitalised word behind one such as "nicknamed". Where both names are known, ask `states_alias`."""
    at = sentence.find(name) if name else -1
    if at < 0:
        return ()
    found: list[str] = []
    rest = sentence[at + len(name) :][:_MAX_SENTENCE]
    bracketed = re.match(r"\s*[(（\[]([^()（）\[\]]{1,60})[)）\]]", rest)
    if bracketed:
        inner = re.split(r"[,;，、；]", bracketed[1])[0].strip(" \"'“”„«»")
        if _may_be_bracketed(name, inner, kind):
            found.append(inner)
    clause = re.split(r"[.;!?।。؟]", rest)[0]
    word = next((w for w in re.finditer(r"[^\W\d_][\w'’-]*", clause) if w[0][0].isupper()), None)
    if word:
        before = spelling(clause[: word.start()]).rstrip(" \"'“„«")
        if _gives(before) and not _OF_ANOTHER.search(before):
            found.append(word[0])
    return tuple(dict.fromkeys(found))


def known_aliases(
    sentence: str, name: str, others: Iterable[str], kind: EntityKind = "other"
) -> tuple[str, ...]:
    """Those of other names that the sentence says are the same thing's."""
    return tuple(other for other in others if states_alias(sentence, name, other, kind))


def _in_brackets(between: str, after: str) -> bool:
    opened = between.strip()
    return len(opened) == 1 and opened in "([" and after in (")", "]", ",", ";")


def _is_acronym(name: str, other: str, kind: EntityKind) -> bool:
    long, short = sorted((name, other), key=len, reverse=True)
    bare = re.sub(r"[\W_]", "", spelling(short))
    return bare in take_apart(long, kind).acronyms


def _may_be_bracketed(name: str, other: str, kind: EntityKind) -> bool:
    """Acronyms, and for things other than places and persons a single word that is no date."""
    long, short = sorted((name, other), key=len, reverse=True)
    bare = re.sub(r"[\W_]", "", spelling(short))
    if not bare or bare.isdigit():
        return False
    if bare in take_apart(long, kind).acronyms or looks_like_acronym(short):
        return True
    return kind not in ("place", "person") and len(short.split()) == 1


def _until_pause(text: str) -> str:
    return re.split(r"[.,;:!?।。，；]", text)[0]
