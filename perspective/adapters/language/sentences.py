"""Where do sentences end, in any script?

By `sentencex` (boundaries and abbreviations of some 240 languages), which is fed in blocks,
since it takes quadratic time on some texts (100,000 apostrophes: 1.4 s). What it calls one
sentence is cut where it is longer than a reader's model could take.
"""

from __future__ import annotations

import regex
import sentencex

from perspective.domain.text import token_count
from perspective.ports.analyzer import Span

_BLOCK = 1_000  # characters
_LANGUAGES = tuple(
    (code, regex.compile(rf"[{scripts}]"))
    for code, scripts in (
        ("ja", r"\p{Hiragana}\p{Katakana}"),
        ("zh", r"\p{Han}"),
        ("ko", r"\p{Hangul}"),
        ("th", r"\p{Thai}"),
        ("my", r"\p{Myanmar}"),
        ("km", r"\p{Khmer}"),
        ("hi", r"\p{Devanagari}"),
        ("bn", r"\p{Bengali}"),
        ("ta", r"\p{Tamil}"),
        ("am", r"\p{Ethiopic}"),
        ("hy", r"\p{Armenian}"),
        ("el", r"\p{Greek}"),
        ("ar", r"\p{Arabic}"),
        ("he", r"\p{Hebrew}"),
        ("ru", r"\p{Cyrillic}"),
    )
)
_KHMER_STOP = regex.compile(r"[\u17d4\u17d5]\s*")
_SURROGATE = regex.compile(r"\p{Cs}")
_CONTINUES = regex.compile(r"[\p{M}\u200c\u200d\p{Emoji_Modifier}]")
_MAX_SHIFT = 8


def split(text: str, *, max_tokens: int) -> list[Span]:
    """Spans that join to the whole text, none above `max_tokens` by `token_count` (one character
    that costs more apart)."""
    readable = text if text.isascii() else _SURROGATE.sub("\ufffd", text)
    spans: list[Span] = []
    start = 0
    while start < len(text):
        for end in _ends(readable, start):
            spans += _cut(text, start, end, max_tokens)
            start = end
    return spans


def _ends(text: str, start: int) -> list[int]:
    """Where the sentences of the block at `start` end. The last one, which may go on, is left to
    the next block, unless it fills this one."""
    stop = min(len(text), start + _BLOCK)
    ends = [start + end for end in _boundaries(text[start:stop])]
    if stop == len(text):
        return ends
    return ends[:-1] or [_soft_end(text, start, stop)]


def _boundaries(block: str) -> list[int]:
    """Ends of sentences in code points, growing; the last one is the block's own."""
    language = "en"
    if not block.isascii():
        language = next((code for code, script in _LANGUAGES if script.search(block)), "en")
    found = {
        boundary["end_index"] for boundary in sentencex.get_sentence_boundaries(language, block)
    }
    if language == "km":
        found |= {stop.end() for stop in _KHMER_STOP.finditer(block)}
    return [*sorted(end for end in found if 0 < end < len(block)), len(block)]


def _cut(text: str, start: int, end: int, max_tokens: int) -> list[Span]:
    """The sentence whole if it is short enough, else in pieces, cut at spaces where there are."""
    spans: list[Span] = []
    while start < end:
        n_tokens = token_count.estimate(text[start:end])
        stop = end
        while n_tokens > max_tokens and stop - start > 1:
            share = max_tokens / n_tokens
            stop = _soft_end(text, start, start + max(1, int((stop - start) * share)))
            n_tokens = token_count.estimate(text[start:stop])
        spans.append(Span(start, stop))
        start = stop
    return spans


def _soft_end(text: str, start: int, stop: int) -> int:
    """A good place to cut at or before `stop`: a line end, else a space, else between letters
    that do not form one sign. Always after `start`."""
    middle = start + (stop - start) // 2
    for blank in ("\n", " "):
        at = text.rfind(blank, middle, stop)
        if at > start:
            return at + 1
    for at in range(stop, max(start + 1, stop - _MAX_SHIFT), -1):
        if at >= len(text) or not (_CONTINUES.match(text[at]) or text[at - 1] == "\u200d"):
            return at
    return max(stop, start + 1)
