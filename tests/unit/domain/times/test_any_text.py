"""Does any text at all have its times read, in order and in linear time?"""

from __future__ import annotations

import sys
import unicodedata
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.times.find import find_times

NOW = datetime(2023, 5, 17, 14, 30, tzinfo=UTC)  # a Wednesday

_SAID = (
    "last next this the 5th of May 5 2019 in two weeks ago Friday from to and between 3 pm : / - . ,"
    " Christmas end mid summer since until tomorrow gestern 昨天 2023年 at half past 12 31 30 Feb day"
    " before after a Q1 th s 1990 99999999 year month night morning first week on every more than"
    " \ud800 \0 é 年 🎉"
)
_WORDS = st.sampled_from(_SAID.split(" "))
_TEXTS = st.one_of(
    st.text(),
    st.text(st.characters()),
    st.lists(_WORDS, max_size=14).map(" ".join),
    st.lists(_WORDS, max_size=14).map("".join),
)
_REFERENCES = st.datetimes(
    timezones=st.sampled_from(
        [UTC, ZoneInfo("Europe/Berlin"), ZoneInfo("America/Sao_Paulo"), ZoneInfo("Asia/Kolkata")]
    )
)


@given(text=_TEXTS, reference=_REFERENCES)
def test_any_text_has_mentions_in_order(text: str, reference: datetime) -> None:
    """Never an error; spans lie within the text one after the other, and time goes forward."""
    end = 0
    for mention in find_times(text, reference):
        assert end <= mention.start < mention.end <= len(text)
        end = mention.end
        assert mention.from_at is not None or mention.to_at is not None
        for at in (mention.from_at, mention.to_at):
            assert at is None or at.tzinfo is reference.tzinfo
        if mention.from_at is not None and mention.to_at is not None:
            assert mention.from_at.astimezone(UTC) < mention.to_at.astimezone(UTC)


@given(text=st.lists(_WORDS, max_size=10).map(" ".join))
def test_normal_forms_have_the_same_times(text: str) -> None:
    """Composed or decomposed letters make no difference."""
    composed = find_times(unicodedata.normalize("NFC", text), NOW)
    decomposed = find_times(unicodedata.normalize("NFD", text), NOW)
    assert [(m.from_at, m.to_at) for m in composed] == [(m.from_at, m.to_at) for m in decomposed]


@pytest.mark.parametrize(
    "part",
    [
        "1", "1 ", "a", "a ", ".", "from ", "the last ", "2 days before ", "between 1 and ",
        "1 day and ", "1/", "twenty ", "may ", "in the ", "Friday, ", "first of ", "2019-", "of ",
        "\n", "́", "a day after ", "the end of ", "10:", "half past ", "q1 ", "🎉", "年",
    ],
)  # fmt: skip
def test_work_is_linear_in_the_text(part: str) -> None:
    """Eight times the text asks for about eight times the tokens, whatever it repeats."""
    small, large = (_n_looks(part * n) for n in (150, 1_200))
    assert large <= 10 * small + 5_000


def _n_looks(text: str) -> int:
    """How many lines of code run for a text: no clock, so that a busy machine does not matter."""
    n = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal n
        n += event == "call"

    sys.setprofile(count)
    try:
        find_times(text, NOW)
    finally:
        sys.setprofile(None)
    return n
