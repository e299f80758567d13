"""How does a text become the parts that are remembered? At once, or planned and then bit by bit.

Both ways give the same parts. Every step in C is short, so that a thread which splits a long
text lets others run.
"""

from __future__ import annotations

import msgspec

from perspective.domain.text.normal import content_hash
from perspective.domain.text.parts import pack
from perspective.domain.text.suspect.orders import is_suspect
from perspective.ports.analyzer import Analyzer
from perspective.settings import StoringSettings

_SLICE = 20_000  # characters whose tokens are counted in one go


class Part(msgspec.Struct, frozen=True):
    """What becomes one memory."""

    content: str
    content_hash: str
    terms: str
    is_suspect: bool = False  # it orders about the agent that will read it


class Cut(msgspec.Struct, frozen=True):
    """How texts are cut: parts of so many tokens, each repeating so many sentences."""

    part_tokens: int
    overlap_sentences: int

    @classmethod
    def of(cls, settings: StoringSettings) -> Cut:
        """The cut that the settings ask for."""
        return cls(settings.part_tokens, settings.overlap_sentences)


class Splitter:
    """Splits texts. Processor work: what is longer than a few kilobytes belongs in a thread."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer

    def parts(self, content: str, cut: Cut) -> tuple[Part, ...]:
        """The parts of a text in order; a short text is its own only part."""
        return tuple(self.part(text) for text in self.plan(content, cut))

    def plan(self, content: str, cut: Cut) -> list[str]:
        """The texts of the parts, not analysed yet."""
        if not self._is_long(content, cut.part_tokens):
            return [content]
        spans = self._analyzer.sentences(content)
        lengths = [self._analyzer.n_tokens(content[span.start : span.end]) for span in spans]
        ranges = pack(lengths, limit=cut.part_tokens, overlap=cut.overlap_sentences)
        texts = [content[spans[a].start : spans[b - 1].end].strip() for a, b in ranges]
        texts = [text for text in texts if text]
        return texts if len(texts) > 1 else [content]

    def part(self, text: str) -> Part:
        """One part, analysed."""
        terms = " ".join(self._analyzer.terms(text))
        return Part(text, content_hash(text), terms, is_suspect(text))

    def _is_long(self, content: str, limit: int) -> bool:
        """Whether it has more tokens than a part may have; counts no more than it must."""
        n_tokens = 0
        for start in range(0, len(content), _SLICE):
            n_tokens += self._analyzer.n_tokens(content[start : start + _SLICE])
            if n_tokens > limit:
                return True
        return False
