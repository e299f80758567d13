"""Which talks are asked about? Those in a folder, in the layout of the evaluation data's README.

A file belongs here when it holds talks, whatever its name; other files are passed over. The data
is read where it lies and never copied.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

ADVERSARIAL = "adversarial"


class Turn(msgspec.Struct, frozen=True):
    """What somebody said, in which session, and when."""

    id: str
    session: int | str
    at: str
    speaker: str
    text: str


class AskedQuestion(msgspec.Struct, frozen=True):
    """A question, and the ids of the turns that answer it."""

    id: str
    text: str
    category: str
    evidence: tuple[str, ...]
    answer: Any = None

    @property
    def is_adversarial(self) -> bool:
        """Whether it names the wrong person on purpose: quoted apart from the others."""
        return self.category == ADVERSARIAL


class Talk(msgspec.Struct, frozen=True):
    """Turns in the order in which they were said, and questions about them."""

    id: str
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]
    questions: tuple[AskedQuestion, ...]

    @property
    def answerable(self) -> list[AskedQuestion]:
        """The questions that some turn answers; the others have no recall to measure."""
        known = {turn.id for turn in self.turns}
        return [q for q in self.questions if q.evidence and known.issuperset(q.evidence)]


def read_talks(folder: Path) -> list[Talk]:
    """All talks of the folder (or of one file), by id. Raises SystemExit when there is none."""
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.json*"))
    talks = {talk.id: talk for file in files for talk in _read(file)}
    if not talks:
        message = f"{folder}: no file there holds talks (a list of id, speakers, turns, questions)"
        raise SystemExit(message)
    return [talks[name] for name in sorted(talks)]


def _read(file: Path) -> list[Talk]:
    """The talks of one file; none when it holds something else."""
    text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    try:
        return msgspec.json.decode(text, type=list[Talk])
    except msgspec.MsgspecError:
        return []
