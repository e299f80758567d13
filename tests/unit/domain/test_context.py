"""Does a block tell the best first, in the order of time, each thing once, within its tokens?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.domain.context import Passage, lay_out, pack

NOON = datetime(2024, 3, 2, 12, tzinfo=UTC)
SCRIPTS = (
    "Ana moved to Lisbon in March.", "Анна переехала в Лиссабон в марте.",
    "Η Άννα μετακόμισε στη Λισαβόνα.", "انتقلت آنا إلى لشبونة في مارس.",
    "अन्ना मार्च में लिस्बन चली गई।", "安娜三月搬到了里斯本。", "アナは三月にリスボンへ引っ越した。",
    "แอนนาย้ายไปลิสบอนในเดือนมีนาคม", "안나는 3월에 리스본으로 이사했다.", "אנה עברה לליסבון במרץ.",
    "🏡🇵🇹✨", "\ud800\x00", "x" * 300,
)  # fmt: skip


def words(text: str) -> int:
    """A token a word."""
    return len(text.split())


def passage(name: str, content: str = "", *, hours: float = 0, **fields: Any) -> Passage:
    """What happened so many hours after noon."""
    return Passage(
        id=name, content=content or f"text of {name}", at=NOON + timedelta(hours=hours), **fields
    )


def test_told_in_the_order_of_time() -> None:
    """A title for each day; within it, each session together."""
    told = lay_out([
        passage("c", hours=24), passage("b2", hours=3, session="s", speaker="Ana"),
        passage("a", hours=1), passage("b1", hours=0, session="s"),
    ])  # fmt: skip
    assert told == (
        "## 2024-03-02\n- [b1] text of b1\n- [b2] Ana: text of b2\n\n"
        "- [a] text of a\n\n"
        "## 2024-03-03\n- [c] text of c"
    )


def test_parts_of_a_long_text_are_joined() -> None:
    """What a part repeats of the one before is said once; a gap begins a new line."""
    told = lay_out([
        passage("p2", "Then it rained. We left.", source_id="t", ordinal=1),
        passage("p1", "We came. Then it rained.", source_id="t", ordinal=0),
        passage("p4", "Much later.", source_id="t", ordinal=3),
    ])  # fmt: skip
    assert told == (
        "## 2024-03-02\n- [p1, p2] We came. Then it rained. We left.\n- [p4] Much later."
    )


def test_the_best_go_in_first() -> None:
    """One that has no room is passed over, and a shorter one after it still goes in."""
    some = [passage("a", "one two", hours=2), passage("b", "w " * 50), passage("c", "three four")]
    block = pack(some, words, 14)
    assert block.places == (0, 2)
    assert block.text == "## 2024-03-02\n- [c] three four\n\n- [a] one two".replace("\n\n", "\n")
    assert block.n_tokens == words(block.text) <= 14


def test_nothing_is_said_twice() -> None:
    """The same words in another case, or within a longer text, are left out."""
    some = [passage("a", "Ana likes the green tea."), passage("b", "ana likes the green tea."),
            passage("c", "green tea"), passage("d", "black tea")]  # fmt: skip
    assert pack(some, words, 1000).places == (0, 3)


@pytest.mark.parametrize("budget", [1, 3])
def test_too_small_a_budget_gives_an_empty_block(budget: int) -> None:
    """No title without a line."""
    assert pack([passage("a", "one two three")], words, budget).text == ""


@given(
    st.lists(
        st.tuples(st.sampled_from(SCRIPTS), st.text(max_size=80), st.integers(0, 90)), max_size=20
    ),
    st.integers(1, 400),
)
def test_the_budget_is_never_passed(texts: list[tuple[str, str, int]], budget: int) -> None:
    """Whatever the script; and every memory that is named is told."""
    n_tokens = UnicodeAnalyzer().n_tokens
    some = [
        passage(f"m{n}", script + more, hours=hours, session=str(hours % 3))
        for n, (script, more, hours) in enumerate(texts)
    ]
    block = pack(some, n_tokens, budget)
    assert n_tokens(block.text) == block.n_tokens <= budget
    assert all(f"[m{place}]" in block.text for place in block.places)
    assert (block.text == "") == (not block.places)
