"""What must be known of a text to judge it beside another: read once, compared often."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from datetime import datetime

import msgspec

from perspective.domain.consolidation.telling.labels import kin_of, labels_of, owners_of
from perspective.domain.consolidation.telling.statement import Statement, statement_of
from perspective.domain.consolidation.wording.exact import exact_of
from perspective.domain.consolidation.wording.small_words import SmallWords
from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import Word, Words, fold, words_of
from perspective.domain.memory import Recorded
from perspective.domain.text.normal import content_hash, normal_form

MAX_COMPARED = 4_000  # characters; a longer text is compared whole only for being the same
# What may not differ between two wordings of one statement.
_DECISIVE = frozenset(listed("number negation qualifier deictic time sign"))


class Claim(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A text that says something, and who said it when. `names` are entities known of it, folded.

    `hash` is that of its content without regard to case, width and spacing.
    """

    content: str
    hash: str
    at: datetime
    speaker: str | None = None
    language: str | None = None
    names: frozenset[str] = frozenset()

    @property
    def is_long(self) -> bool:
        """Whether only the whole of it can be compared."""
        return len(self.content) > MAX_COMPARED

    @functools.cached_property
    def words(self) -> Words:
        """Its words; of a long text those of its beginning."""
        return words_of(self.content[:MAX_COMPARED], self.language)

    @functools.cached_property
    def bag(self) -> Counter[Word]:
        """How often it has each word."""
        return Counter(self.words.words)

    @functools.cached_property
    def letters(self) -> str:
        """Its words without spaces; numbers and signs stand apart."""
        return "".join(
            f" {word} " if kind in {"number", "sign"} else word for word, kind in self.words.words
        ).strip()

    @functools.cached_property
    def decisive(self) -> tuple[Word, ...]:
        """Its numbers, negations and other words that no other wording may lack, in order."""
        return tuple(sorted(word for word in self.words.words if word[1] in _DECISIVE))

    @functools.cached_property
    def exact(self) -> tuple[str, ...]:
        """What of the whole text counts letter for letter."""
        return exact_of(self.content, self.words.language)

    @functools.cached_property
    def small_words(self) -> SmallWords:
        """The words that are free but for whom, which one and whether they tell."""
        return SmallWords(self.content[:MAX_COMPARED], self.words)

    @functools.cached_property
    def grams(self) -> frozenset[str]:
        """Its runs of three letters."""
        letters = self.letters
        return frozenset(letters[i : i + 3] for i in range(max(len(letters) - 2, 1)))

    @functools.cached_property
    def statement(self) -> Statement:
        """What it says of whom, for contradictions; of a long text its beginning."""
        return statement_of(self.content[:MAX_COMPARED], self.words)

    @functools.cached_property
    def labels(self) -> dict[str, frozenset[str]]:
        """The numbers that name what it speaks of, by their nouns."""
        return labels_of(self.statement.text_as_written, self.words.language or "en")

    @functools.cached_property
    def kin(self) -> dict[str, str]:
        """The names of relatives and animals that it speaks of."""
        return kin_of(self.statement.text_as_written)

    @functools.cached_property
    def owners(self) -> dict[str, str]:
        """Whose its things are: a name, or its speaker's."""
        speakers = frozenset(fold(word) for word in (self.speaker or "").split())
        found = owners_of(self.statement.text_as_written)
        return {noun: "" if name in speakers else name for noun, name in found.items()}

    @functools.cached_property
    def named(self) -> frozenset[str]:
        """Words of names: those given, and those written with a capital within a sentence."""
        return self.words.names | self.names


def claim(
    content: str,
    at: datetime,
    *,
    speaker: str | None = None,
    language: str | None = None,
    names: Iterable[str] = (),
) -> Claim:
    """A claim of a text. `language` is guessed if it is not given."""
    return Claim(
        content=content,
        hash=content_hash(normal_form(content)),
        at=at,
        speaker=speaker and normal_form(speaker),
        language=language,
        names=frozenset(fold(word) for name in names for word in name.split()),
    )


def claim_of(recorded: Recorded, names: Iterable[str] = ()) -> Claim:
    """What a memory says, with the names of the entities that it mentions."""
    version = recorded.version
    return claim(
        version.content,
        recorded.at,
        speaker=recorded.memory.speaker,
        language=version.language,
        names=names,
    )
