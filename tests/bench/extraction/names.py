"""How many names of a noisy text are found? Spans compared exactly, kinds ignored.

The text is WNUT-17's training file where it lies in the folder of the data; it is never copied. Two
thirds of its sentences were used to choose the rules' weights and words, every third was not. Handles,
hashtags and addresses are no names there, so what is less sure than one half is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import regex

Span = tuple[int, int]
_CAPITALS = regex.compile(r"(?<!\S)\p{Lu}[\p{L}\p{M}\p{N}]+(?: \p{Lu}[\p{L}\p{M}\p{N}]+)*(?!\S)")


class Sentence(msgspec.Struct, frozen=True):
    """A labelled sentence: its words joined by spaces."""

    text: str
    names: frozenset[Span]


class Score(msgspec.Struct, frozen=True):
    """Spans that were found rightly, wrongly, and not."""

    right: int
    wrong: int
    missed: int

    def __str__(self) -> str:
        precision = self.right / max(1, self.right + self.wrong)
        recall = self.right / max(1, self.right + self.missed)
        f1 = 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)
        return f"F1 {f1:.3f}  precision {precision:.3f}  recall {recall:.3f}"


def read_sentences(file: Path) -> list[Sentence]:
    """The sentences of a file of words and labels, one a line."""
    found: list[Sentence] = []
    words: list[tuple[str, str]] = []
    for line in [*file.read_text(encoding="utf-8").splitlines(), ""]:
        if line.strip():
            word, _, label = line.strip().partition("\t")
            words.append((word, label))
        elif words:
            found.append(_sentence(words))
            words = []
    return found


def _sentence(words: Sequence[tuple[str, str]]) -> Sentence:
    text = ""
    names: list[Span] = []
    for word, label in words:
        text += " " if text else ""
        start, end = len(text), len(text) + len(word)
        text += word
        if label.startswith("B"):
            names.append((start, end))
        elif label.startswith("I") and names:
            names[-1] = (names[-1][0], end)
    return Sentence(text, frozenset(names))


def score(sentences: Sequence[Sentence], found: Iterable[Iterable[Span]]) -> Score:
    """How many of the spans are right."""
    right = wrong = missed = 0
    for sentence, spans in zip(sentences, map(frozenset, found), strict=True):
        right += len(spans & sentence.names)
        wrong += len(spans - sentence.names)
        missed += len(sentence.names - spans)
    return Score(right, wrong, missed)


def capitalised_runs(text: str) -> list[Span]:
    """Words with a capital, side by side, wherever they stand."""
    return [run.span() for run in _CAPITALS.finditer(text)]
