"""Which names can be told by how they are written, in any script and without a model?

Handles, addresses, code, quoted titles, runs of capitals or of katakana, and names that a title
follows or precedes. Every pattern begins with a literal, a class or a boundary, and every
repetition has an end: linear on any text. A reference (an address, a path, a version) has a
confidence below one half: it is a thing of its own only where other texts name it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

from perspective.adapters.extraction import gazetteer
from perspective.domain.extraction.reading import Mention
from perspective.domain.graph import EntityKind
from perspective.domain.text.acknowledgements import NAMELESS

_Rule = tuple["regex.Pattern[str]", EntityKind, float]

_MAX_MENTIONS = 500
_SAMPLE = 2_000

_REFERENCES: tuple[_Rule, ...] = (
    (regex.compile(r"\bhttps?://[^\s<>\"'`{}|\\^\p{Han}\p{Hiragana}]{3,300}"), "other", 0.4),
    (
        regex.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}\b"),
        "person",
        0.45,
    ),
    (
        regex.compile(r"(?<![\w@/.])@[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,40}[\p{L}\p{N}_]"),
        "person",
        0.45,
    ),
    (regex.compile(r"(?<![\w&/#])#[\p{L}_][\p{L}\p{M}\p{N}_]{1,50}"), "concept", 0.45),
    (
        regex.compile(
            r"(?<![\w/~.])(?:~|\.{1,2}|[A-Z]:)?(?:[/\\][\w.@+-]{1,60}){2,12}"
            r"|(?<![\w/.-])(?:[\w.@+-]{1,60}[/\\]){0,12}[\w-]{1,60}\.(?:py|js|ts|rs|go|java|c|h|cpp|md|txt|json|toml|ya?ml|sql|sh|csv|pdf"
            r"|html|css|ipynb|docx?|xlsx?|lock|cfg|ini|log)\b"
        ),
        "other",
        0.45,
    ),
    (regex.compile(r"\bv?\d{1,4}\.\d{1,4}(?:\.\d{1,4}){1,2}(?:[-+.][\w.]{1,20})?\b"), "other", 0.3),
    (regex.compile(r"`(?P<name>[^`\n]{1,60})`"), "tool", 0.45),
    (
        regex.compile(
            r"\b(?:[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,6}(?:\(\))?|[a-z]{1,30}\(\)"
            r"|[A-Z]{2,30}(?:_[A-Z0-9]{1,30}){1,5}|[a-z]{2,20}(?:[A-Z][a-z0-9]{1,20}){1,5}\b)"
        ),
        "concept",
        0.45,
    ),
)

# Quoted without a verb's form we know: a title, a nickname, a product. Short, with a capital or in
# a script without capitals.
_QUOTED: tuple[_Rule, ...] = (
    (regex.compile(r"[«„“](?P<name>\p{Lu}[^«»„“”\n.!?]{1,40})[»“”]"), "concept", 0.45),
    (regex.compile(r"(?<!\w)\"(?P<name>\p{Lu}[^\"\n.!?]{1,40})\""), "concept", 0.45),
    (regex.compile(r"[《『](?P<name>[^《》『』\n]{1,40})[》』]"), "concept", 0.7),
    (regex.compile(r"「(?P<name>[^「」\n。、？！]{2,16})」"), "concept", 0.55),
)

_HAN_TITLE = "先生|女士|小姐|老師|老师|醫生|医生|教授|經理|经理|主任|師傅|师傅|太太|叔叔|阿姨|同學|同学|總|总"
_SURNAMES = (
    "王李張张劉刘陳陈楊杨黃黄趙赵吳吴周徐孫孙馬马朱胡郭何高林鄭郑羅罗梁謝谢宋唐許许鄧邓韓韩馮冯曹彭曾肖田"
    "董袁潘于蔣蒋蔡余杜葉叶程蘇苏魏呂吕丁任沈姚盧卢姜崔鍾钟譚谭陸陆汪范石廖賈贾夏韋韦付方白鄒邹孟熊秦邱"
)
_KOREAN_TITLE = "선생님|교수님|교수|박사님|박사|사장님|대리님|과장님|부장님|팀장님"
_KOREAN_SURNAMES = (
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진"
)
# Those in Han letters are Japanese before kana; 先生 is "Mr" in Chinese.
_KANA_TITLE = r"(?:さん|さま|くん|ちゃん|(?:様|君|先生|先輩|部長|課長|社長|教授)(?=\p{Hiragana}))"
_CITIES = (
    "北京|上海|广州|廣州|深圳|台北|臺北|高雄|香港|東京|东京|大阪|京都|横浜|名古屋|札幌|福岡|首爾|首尔"
    "|서울특별시|서울|부산|인천|대구|뉴욕|도쿄|กรุงเทพฯ|กรุงเทพ|เชียงใหม่|मुंबई|मुम्बई|दिल्ली|कोलकाता|बेंगलुरु|تهران|اصفهان|شیراز"
    "|مشهد|القاهرة|دبي|بيروت|الرياض|بغداد|תל אביב|ירושלים|חיפה"
)
# A title belongs to the name as it is written, and comparing names takes it off; さん does not.
_EAST: tuple[_Rule, ...] = (
    (regex.compile(rf"[\p{{Han}}々]{{1,4}}(?={_KANA_TITLE})"), "person", 0.8),
    (regex.compile(rf"[\p{{Katakana}}ー]{{2,12}}(?={_KANA_TITLE})"), "person", 0.8),
    (regex.compile(rf"[{_SURNAMES}]\p{{Han}}{{0,2}}?(?:{_HAN_TITLE})"), "person", 0.75),
    (
        regex.compile(
            rf"(?:(?<=名字是|姓名[:\uff1a])|(?<=[叫做成見见和與与跟找是為为]))[{_SURNAMES}]\p{{Han}}{{1,2}}"
            r"(?=[^\p{Han}]|$)"
        ),
        "person",
        0.65,
    ),
    (
        regex.compile(r"\p{Hangul}{2,4} 씨(?=[은는이가을를의와과도에께]|\P{Hangul}|$)"),
        "person",
        0.75,
    ),
    (
        regex.compile(
            rf"(?<!\p{{Hangul}})[{_KOREAN_SURNAMES}]\p{{Hangul}}{{0,3}}? ?(?:{_KOREAN_TITLE})"
            r"(?=[은는이가을를의와과도에께입]|\P{Hangul}|$)"
        ),
        "person",
        0.7,
    ),
    (regex.compile(_CITIES), "place", 0.7),
    (
        regex.compile(
            r"(?:(?<=[到在去往從从於于])|(?<!\p{Han}))\p{Han}{1,3}[市県區区鎮镇](?!\p{Han})"
        ),
        "place",
        0.6,
    ),
    (
        regex.compile(r"[\p{Katakana}ー]{2,15}(?:[・\uff65][\p{Katakana}ー]{1,15}){1,3}"),
        "person",
        0.65,
    ),
    (regex.compile(r"[\p{Katakana}ー]{3,15}"), "other", 0.5),
    (
        regex.compile(
            r"(?:株式会社|주식회사 ?|㈜)[\p{Han}\p{Hangul}\p{Katakana}ー]{1,12}?"
            r"(?=[はがのでにをとへ에이가은는을를,、。\s]|$)"
        ),
        "organization",
        0.7,
    ),
    (regex.compile(r"(?<=[(\uff08])\p{Lu}{2,10}(?=[)\uff09])"), "organization", 0.6),
    (regex.compile(r"(?<=ชื่อ )\p{Thai}{2,20}(?: \p{Thai}{2,20})?"), "person", 0.55),
    (regex.compile(r"(?:นาย|นางสาว)\p{Thai}{2,20} \p{Thai}{2,20}"), "person", 0.6),
)

# A capitalised word; a particle may stand between two of them.
_CAP = r"\p{Lu}[\p{L}\p{M}\p{N}]{0,30}(?:['’.\-]\p{L}[\p{L}\p{M}\p{N}]{0,30}){0,3}"
_PARTICLE = r"(?:de la|de los|del|de|da|dos|di|van der|van den|van|von|der|la|le|el|al|bin|ibn)"
_RUN = regex.compile(
    rf"(?<![\p{{Lu}}\p{{Ll}}\p{{M}}\p{{N}}_@#/.\-'’]){_CAP}(?:[ \u00a0](?:{_PARTICLE} )?{_CAP}){{0,4}}"
)
_INITIALS = regex.compile(
    r"(?<![\p{L}\p{N}_@#/])(?:\p{Lu}\. ?){1,3}\p{Lu}\p{L}{1,30}(?:-\p{Lu}\p{L}{1,30})?"
)
_TITLED = regex.compile(
    r"(?<!\w)(?:Herr|Frau|Señora?|Sra?\.|Don|Doña|Monsieur|Madame|Mme|M\.|Signora?|Sig\.|Dott\.|Dr\.?|Prof\.?|prof\.|dr\."
    r"|Pan|Pani|г-н|г-жа|проф\.|κ\.|κα|Bay|Bayan|Mr\.?|Mrs\.?|Ms\.?|Mx\.?|Miss|Sir|Professor|Doctor)[ \u00a0]"
    rf"(?P<name>{_CAP}(?:[ \u00a0]{_CAP}){{0,2}})"
)
_ARABIC_TITLE = "آقای|خانم|دکتر|مهندس|استاد|السيد|السيدة|الدكتور|الدكتورة|الأستاذ|الأستاذة|د\\."
_SOUTH: tuple[_Rule, ...] = (
    (
        regex.compile(rf"(?<!\p{{Arabic}})(?:{_ARABIC_TITLE})[ \u200c]\p{{Arabic}}{{2,20}}"),
        "person",
        0.6,
    ),
    (
        regex.compile(
            r"(?<![\p{Devanagari}])(?:श्रीमती|श्री|डॉ\.?|डॉक्टर|प्रोफेसर) [\p{Devanagari}]{2,20}"
        ),
        "person",
        0.6,
    ),
    (regex.compile(r"[\p{Devanagari}]{2,20} जी(?![\p{Devanagari}])"), "person", 0.6),
    (
        regex.compile(r"(?<!\p{Hebrew})(?:מר|גברת|גב['׳]|ד[\"״]ר|פרופ['׳]) \p{Hebrew}{2,20}"),
        "person",
        0.6,
    ),
)
# Small words that begin a sentence with a capital and belong to no name.
_OPENING = gazetteer.words(
    "im,am,an,auf,aus,bei,beim,der,die,das,den,dem,des,ein,eine,einen,mein,meine,meinem,meinen,meiner"
    ",unser,unsere,sein,seine,ihr,ihre,mit,nach,von,vom,vor,zu,zum,zur,in,el,la,los,las,un,una,mi,mis,tu"
    ",su,sus,en,con,de,del,al,para,por,le,les,des,une,mon,ma,mes,son,sa,ses,dans,avec,chez,pour,il,lo"
    ",gli,uno,mio,mia,nel,nella,di,da,per,o,os,as,um,uma,meu,minha,no,na,em,com,het,een,mijn,op,voor,w"
    ",we,z,ze,do,u,mój,moja,moje,przy,po,в,во,на,с,со,у,к,о,об,из,от,до,за,по,мой,моя,моё,мои,наш,наша,мій"
    ",моє,мої,з,із,від,το,ο,η,οι,τα,στο,στη,στην,στον,του,της,μου,a,az,egy",
    ",",
)

_SENTENCE_END = frozenset('.!?…:;•\n\r"“„«¿¡([{-–—*|')
_NAMELESS = NAMELESS | gazetteer.CALENDAR
_UPPER_TEXT = 0.5
_SCRIPTS = (
    ("ja", regex.compile(r"[\p{Hiragana}\p{Katakana}]")),
    ("ko", regex.compile(r"\p{Hangul}")),
    ("zh", regex.compile(r"\p{Han}")),
    ("th", regex.compile(r"\p{Thai}")),
    ("el", regex.compile(r"\p{Greek}")),
    ("he", regex.compile(r"\p{Hebrew}")),
    ("fa", regex.compile(r"[پچژگکی]")),
    ("ar", regex.compile(r"\p{Arabic}")),
    ("hi", regex.compile(r"\p{Devanagari}")),
    ("uk", regex.compile(r"[іїєґІЇЄҐ]")),
    ("ru", regex.compile(r"\p{Cyrillic}")),
)
_LETTER = regex.compile(r"\p{L}")
_LATIN = regex.compile(r"\p{Latin}")


def language_of(text: str) -> str | None:
    """The language that the script tells, of a text that is not mostly in Latin letters."""
    sample = text[:_SAMPLE]
    if sample.isascii():
        return None
    n_letters = len(_LETTER.findall(sample))
    if 2 * len(_LATIN.findall(sample)) >= n_letters:
        return None
    return next((language for language, script in _SCRIPTS if script.search(sample)), None)


def mentions(text: str, *, has_syntax: bool, language: str | None) -> list[Mention]:
    """What is written like a name, in the order of the text, none over another, at most 500.

    With `has_syntax` somebody else reads the capitals.
    """
    found: list[Mention] = []
    for pattern, kind, confidence in (*_REFERENCES, *_QUOTED, *_EAST, *_SOUTH):
        found += _matches(text, pattern, kind, confidence)
    if not has_syntax:
        found += _matches(text, _TITLED, "person", 0.75, whole=True)
        found += _matches(text, _INITIALS, "person", 0.65)
        found += _capitals(text, language)
    return without_overlaps(found)[:_MAX_MENTIONS]


def without_overlaps(found: Iterable[Mention]) -> list[Mention]:
    """In the order of the text; where two overlap the surer stays, then the longer."""
    kept: list[Mention] = []
    candidates = list(found)
    taken = bytearray(max((one.end for one in candidates), default=0))
    for one in sorted(candidates, key=lambda m: (-m.confidence, m.start - m.end, m.start)):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
            kept.append(one)
    return sorted(kept, key=lambda m: m.start)


def _matches(
    text: str,
    pattern: regex.Pattern[str],
    kind: EntityKind,
    confidence: float,
    *,
    whole: bool = False,
) -> Iterator[Mention]:
    has_name = "name" in pattern.groupindex and not whole
    for n, match in enumerate(pattern.finditer(text)):
        if n == _MAX_MENTIONS:
            return
        start, end = match.span("name" if has_name else 0)
        while end > start and text[end - 1] in ".,;:!?'\"’ ":
            end -= 1
        if end > start and text[end - 1] == ")" and "(" not in text[start:end]:
            end -= 1
        name = text[start:end]
        if len(name) >= 2 or _is_wide(name):
            yield Mention(
                name=name,
                start=start,
                end=end,
                kind="tool" if gazetteer.tool(name) else kind,
                confidence=confidence,
            )


def _capitals(text: str, language: str | None) -> Iterator[Mention]:
    """Runs of capitalised words, where capitals tell something."""
    if language == "de":
        yield from _german(text)
        return
    if _is_shouted(text):
        return
    for n, run in enumerate(_RUN.finditer(text)):
        if n == _MAX_MENTIONS:
            return
        mention = _named(text, *run.span())
        if mention is not None:
            yield mention


def _named(text: str, start: int, end: int) -> Mention | None:
    """A run as a name: without a first word that is only a sentence's beginning."""
    is_start = _starts_sentence(text, start)
    words = text[start:end].split(" ")
    while words and words[0].lower() in (_NAMELESS | _OPENING if is_start else _NAMELESS):
        start = min(end, start + len(words.pop(0)) + 1)
        is_start = False
    if not words or (is_start and len(words) == 1 and not gazetteer.tool(words[0])):
        return None
    name = text[start:end]
    if len(name) < 2:
        return None
    kind: EntityKind = "other"
    if gazetteer.tool(name):
        kind = "tool"
    elif len(words) in {2, 3} and not name.isupper():
        kind = "person"
    confidence = 0.55 if is_start else 0.65
    return Mention(name=name, start=start, end=end, kind=kind, confidence=confidence)


def _german(text: str) -> Iterator[Mention]:
    """Every noun has a capital in German, so only two in a row, or one that is known, name."""
    for n, run in enumerate(_RUN.finditer(text)):
        if n == _MAX_MENTIONS:
            return
        mention = _named(text, *run.span())
        if mention is None:
            continue
        if (
            " " in mention.name
            or mention.kind == "tool"
            or mention.name.isupper()
            or regex.search(
                r"\b(?:in|nach|aus|heißt|von|bei|Nachbar|Freund|Freundin)\s$",
                text[: mention.start][-12:],
            )
        ):
            yield mention


def _starts_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip(" \u00a0")
    return not before or before[-1] in _SENTENCE_END


def _is_shouted(text: str) -> bool:
    sample = _LETTER.findall(text[:_SAMPLE])
    return len(sample) > 8 and sum(map(str.isupper, sample)) > _UPPER_TEXT * len(sample)


def _is_wide(name: str) -> bool:
    return bool(name) and not name.isascii() and _LATIN.match(name) is None
