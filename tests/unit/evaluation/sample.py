"""A small talk and a small chat of our own, as files of the evaluation layout hold them."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from perspective.evaluation.talk import Question, Talk, Turn

TALK: dict[str, Any] = {
    "id": "harbour",
    "speakers": ["Ida", "Tom"],
    "turns": [
        {"id": "1", "session": 1, "at": "2024-03-01T10:00:00", "speaker": "Ida",
         "text": "I bought a small wooden boat in the harbour. It needs new paint."},
        {"id": "2", "session": 1, "at": "2024-03-01T10:01:00", "speaker": "Tom",
         "text": "How nice! What will you call it?"},
        {"id": "3", "session": 1, "at": "2024-03-01T10:02:00", "speaker": "Ida",
         "text": "Kittiwake, after the birds on the cliff."},
        {"id": "4", "session": 2, "at": "2024-03-09T18:00:00", "speaker": "Tom",
         "text": "My bakery sells rye bread on Fridays now. People queue for it."},
        {"id": "5", "session": 2, "at": "2024-03-09T18:01:00", "speaker": "Ida",
         "text": "Lovely weather today, was it not? The hills were quite clear."},
    ],
    "questions": [
        {"id": "q1", "text": "What did Ida buy in the harbour?", "answer": "a boat",
         "category": "single-hop", "evidence": ["1"]},
        {"id": "q2", "text": "When does the bakery sell rye bread?", "answer": "on Fridays",
         "category": "temporal", "evidence": ["4"]},
        {"id": "q3", "text": "What did Tom buy in the harbour?", "answer": "nothing",
         "category": "adversarial", "evidence": ["1"]},
    ],
}  # fmt: skip

CHAT: dict[str, Any] = {
    "id": "garden/1",
    "title": "A garden",
    "messages": [
        {"id": 0, "role": "user", "at": "March-15-2024", "text": "I plan to plant 12 tomatoes."},
        {"id": 1, "role": "assistant", "at": "March-15-2024",
         "text": "A fine plan. Tomatoes want sun, water and a stake to climb."},
        {"id": 2, "role": "user", "at": "March-20-2024",
         "text": "I changed my mind about the tomatoes: I plan to plant 20 of them."},
        {"id": 3, "role": "user", "at": "March-21-2024", "text": "The hedge is cut in autumn."},
    ],
    "questions": [
        {"id": "g1", "kind": "knowledge_update", "text": "How many tomatoes do I plan to plant?",
         "answer": "20", "evidence": [0, 2],
         "groups": {"original_info": [0], "updated_info": [2]}},
        {"id": "g2", "kind": "abstention", "text": "Which rose did I order?", "answer": "unknown",
         "evidence": [], "groups": {}},
    ],
}  # fmt: skip


def write(path: Path, value: object) -> Path:
    """The value as JSON, on several lines."""
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


def turn(name: str, text: str, *, session: str = "1", speaker: str = "Ida") -> Turn:
    """A turn of a talk."""
    at = datetime(2024, 3, 1, 10)  # noqa: DTZ001 - as the data has it
    return Turn(id=name, session=session, at=at, text=text, speaker=speaker)


def talk_of(*turns: Turn, questions: tuple[Question, ...] = ()) -> Talk:
    """A talk of these turns."""
    return Talk(id="t", layout="talk", turns=turns, questions=questions)


def silent(what: str, n_done: int, n_all: int) -> None:
    """Progress that nobody watches."""
