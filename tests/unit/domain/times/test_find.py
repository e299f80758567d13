"""Which times does a stored text speak of, and which words are no time?"""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from perspective.domain.times.find import TimeMention, find_times

NOW = datetime(2023, 5, 17, 14, 30, tzinfo=UTC)  # a Wednesday


def _day(text: str, reference: datetime = NOW) -> str:
    """What the only mention is, as short as it can be written."""
    mentions = find_times(text, reference)
    assert len(mentions) == 1, mentions
    return _short(mentions[0])


def _short(mention: TimeMention) -> str:
    first, last = mention.from_at, mention.to_at
    if first is not None and last is not None and last - first == timedelta(days=1):
        return f"{first:%Y-%m-%d}"
    if first is not None and last is not None and last - first == timedelta(minutes=1):
        return f"{first:%Y-%m-%dT%H:%M}"
    return "..".join("" if at is None else f"{at:%Y-%m-%d}" for at in (first, last))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I saw her yesterday.", "2023-05-16"),
        ("see you tomorrow", "2023-05-18"),
        ("We met the day before yesterday", "2023-05-15"),
        ("we leave the day after tomorrow", "2023-05-19"),
        ("I went there last Saturday", "2023-05-13"),
        ("I went there last Wednesday", "2023-05-10"),
        ("Last Fri I took the kids to the zoo", "2023-05-12"),
        ("I'll go next Monday", "2023-05-22"),
        ("I'll go this Friday", "2023-05-19"),
        ("this past Sunday we cooked", "2023-05-14"),
        ("this coming Sunday we cook", "2023-05-21"),
        ("On Monday I was at the dentist", "2023-05-15"),
        ("On Monday I will go to the dentist", "2023-05-22"),
        ("On Wednesday I was at the dentist", "2023-05-10"),
        ("two Sundays ago we hiked", "2023-05-07"),
        ("on Tuesday of last week", "2023-05-09"),
        ("next week on Friday", "2023-05-26"),
        ("I moved three days ago", "2023-05-14"),
        ("a week ago yesterday", "2023-05-09"),
        ("in a week from January 10, 2024", "2024-01-17"),
        ("I finished most of my plan on May 20", "2023-05-20"),
        ("I finished it on May 20", "2022-05-20"),
        ("it will be finished on May 10", "2024-05-10"),
        ("a year and a half ago", "2021-11-17"),
        ("two and a half years ago", "2020-11-17"),
        ("yesterday's run", "2023-05-16"),
        ("next Friday’s concert", "2023-05-26"),
        ("it starts two weeks from now", "2023-05-31"),
        ("we will marry in three months", "2023-08-17"),
        ("she arrived 2 days after Christmas 2021", "2021-12-27"),
        ("four days from tomorrow", "2023-05-22"),
    ],
)
def test_days_counted_from_the_reference(text: str, day: str) -> None:
    """Weekdays, words and distances, backwards and forwards."""
    assert _day(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("born on the 5th of May 1990", "1990-05-05"),
        ("on May 5th, 2021 we moved", "2021-05-05"),
        ("5 May 2021", "2021-05-05"),
        ("Fri, Sept. 3rd 2021", "2021-09-03"),
        ("the twenty-first of March, nineteen eighty six", "1986-03-21"),
        ("we met on March 3", "2023-03-03"),
        ("we will meet on March 3", "2024-03-03"),
        ("February 29, 2024", "2024-02-29"),
        ("on February 29th we ate cake", "2020-02-29"),
        ("Friday the 13th was fun", "2023-01-13"),
        ("the first Monday of June 2022", "2022-06-06"),
        ("the last Friday of last month", "2023-04-28"),
        ("the last day of February 2024", "2024-02-29"),
        ("Christmas 2021 was cold", "2021-12-25"),
        ("on New Year's Eve 2021", "2021-12-31"),
        ("at Easter 2024", "2024-03-31"),
        ("last Halloween I wore a sheet", "2022-10-31"),
        ("Thanksgiving of 2022", "2022-11-24"),
        ("signed 2023-02-01", "2023-02-01"),
        ("signed 2023/2/1", "2023-02-01"),
        ("am 12.05.2023 unterschrieben", "2023-05-12"),
        ("signed 25/12/2022", "2022-12-25"),
        ("paid on 4.22", "2023-04-22"),
        ("we went on the 27.", "2023-04-27"),
        ("signed 12/25/22", "2022-12-25"),
        ("Monday 5/6/2023 can be June only", "2023-06-05"),
        ("on June 3rd last year", "2022-06-03"),
        ("٢٠٢٣-٠٥-١٢", "2023-05-12"),
        ("see report-20230512.pdf", "2023-05-12"),
    ],
)
def test_named_days(text: str, day: str) -> None:
    """Names, numbers and feasts; leap days only in leap years."""
    assert _day(text) == day


@pytest.mark.parametrize(
    ("text", "stretch", "precision"),
    [
        ("we were away last week", "2023-05-08..2023-05-15", "week"),
        ("next month", "2023-06-01..2023-07-01", "month"),
        ("last year was hard", "2022-01-01..2023-01-01", "year"),
        ("this weekend", "2023-05-20..2023-05-22", "weekend"),
        ("last weekend", "2023-05-13..2023-05-15", "weekend"),
        ("we swam over the weekend, it was warm", "2023-05-13..2023-05-15", "weekend"),
        ("two weekends ago", "2023-05-06..2023-05-08", "weekend"),
        ("the last three months", "2023-02-17..2023-05-17", "month"),
        ("last quarter", "2023-01-01..2023-04-01", "quarter"),
        ("the weekend before last", "2023-05-06..2023-05-08", "weekend"),
        ("the summer of '99", "1999-06-01..1999-09-01", "season"),
        ("born in '62", "1962-01-01..1963-01-01", "year"),
        ("last week's meeting", "2023-05-08..2023-05-15", "week"),
        ("Q3 2021", "2021-07-01..2021-10-01", "quarter"),
        ("in June we fly", "2023-06-01..2023-07-01", "month"),
        ("last June", "2022-06-01..2022-07-01", "month"),
        ("in June of last year", "2022-06-01..2022-07-01", "month"),
        ("May 2021", "2021-05-01..2021-06-01", "month"),
        ("in may 2021", "2021-05-01..2021-06-01", "month"),
        ("mid-July", "2023-07-10..2023-07-21", "month"),
        ("early June 2020", "2020-06-01..2020-06-16", "month"),
        ("at the end of 2019", "2019-09-01..2020-01-01", "year"),
        ("last summer", "2022-06-01..2022-09-01", "season"),
        ("the winter of 2021", "2021-12-01..2022-03-01", "season"),
        ("in 2019 I moved", "2019-01-01..2020-01-01", "year"),
        ("back in the 1990s", "1990-01-01..2000-01-01", "decade"),
        ("the 19th century", "1800-01-01..1900-01-01", "century"),
        ("the week of April 10th", "2023-04-10..2023-04-17", "week"),
    ],
)
def test_stretches(text: str, stretch: str, precision: str) -> None:
    """Weeks begin on Monday; seasons are whole months of the north."""
    assert _day(text) == stretch
    assert find_times(text, NOW)[0].precision == precision


@pytest.mark.parametrize(
    ("text", "stretch"),
    [
        ("living here since 2016", "2016-01-01.."),
        ("since last Monday", "2023-05-15.."),
        ("before Christmas 2021", "..2021-12-25"),
        ("after May 5, 2021", "2021-05-06.."),
        ("until Friday we will wait", "..2023-05-20"),
        ("from June to August 2021", "2021-06-01..2021-09-01"),
        ("from November to February 2021", "2020-11-01..2021-03-01"),
        ("between 2007 and 2009", "2007-01-01..2010-01-01"),
        ("May 5 - May 9, 2021", "2021-05-05..2021-05-10"),
        ("9 to 12 of June 2020", "2020-06-09..2020-06-13"),
        ("June 9th through 12th", "2023-06-09..2023-06-13"),
        ("from next Monday to Friday", "2023-05-22..2023-05-27"),
    ],
)
def test_ranges(text: str, stretch: str) -> None:
    """A range holds its last day, month or year; since, before and after are open."""
    assert _day(text) == stretch


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("3pm tomorrow", "2023-05-18T15:00", "2023-05-18T15:01"),
        ("tomorrow at 3", "2023-05-18T15:00", "2023-05-18T15:01"),
        ("yesterday at 9:15 am", "2023-05-16T09:15", "2023-05-16T09:16"),
        ("next Monday at half past seven in the evening", "2023-05-22T19:30", "2023-05-22T19:31"),
        ("tomorrow from 2 to 3pm", "2023-05-18T14:00", "2023-05-18T15:00"),
        ("last night", "2023-05-16T20:00", "2023-05-17T00:00"),
        ("yesterday morning", "2023-05-16T08:00", "2023-05-16T12:00"),
        ("in five minutes we will eat", "2023-05-17T14:35", "2023-05-17T14:36"),
        ("2023-05-12T10:00:30Z", "2023-05-12T10:00", "2023-05-12T10:01"),
        ("2023-05-12T10:00+02:00", "2023-05-12T08:00", "2023-05-12T08:01"),
    ],
)
def test_times_of_day(text: str, first: str, last: str) -> None:
    """A time of day is read beside a day; without am or pm, one to six is the afternoon."""
    mention = find_times(text, NOW)[0]
    assert mention.from_at is not None
    assert mention.to_at is not None
    assert (f"{mention.from_at:%Y-%m-%dT%H:%M}", f"{mention.to_at:%Y-%m-%dT%H:%M}") == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "soon", "a few years ago", "some day", "the day was long", "the other day we met",
        "You may 5 times a day", "it may rain", "we march to the sea", "march 10 miles",
        "may 5 of us come", "a second, please", "the second attempt", "the sun and the moon",
        "he sat down", "monopoly on money", "version 2.0.1", "v1.2.3", "release 10.4.2023.1",
        "call 555-2019 now", "+49 170 2012 2013", "$2019", "a ratio of 3/4", "1/2 cup of milk",
        "10/12 stars", "in 2019 meters", "2000 people came", "page 2019", "every Friday", "Fridays",
        "on Monday mornings", "each summer", "weekly", "three weeks", "for two days",
        "I read it in two days", "at 5pm", "the 4th time", "finished 3rd", "one Tuesday",
        "the next day we left", "three weeks later it was approved", "a couple of weeks ago",
        "5/6/2023", "five or six years ago", "2 to 3 weeks ago", "less than a week ago", "2015/16",
        "the Sunday Times", "30.02.2023", "February 30, 2021", "the 24-hour shop", "1.5.2", "16:9",
        "July's heat", "once upon a time", "date.today()", "<h1>", "in no time", "spring water",
        "don't fall", "a summer dress", "the fall of Rome",
    ],
)  # fmt: skip
def test_silence(text: str) -> None:
    """What is vague, repeated, a length, or no time at all is not found."""
    found = [text[m.start : m.end] for m in find_times(text, NOW)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "stretch"),
    [
        ("Gestern war ich in Köln.", "2023-05-16"),
        ("Wir fahren morgen nach Köln.", "2023-05-18"),
        ("Letzte Woche war ich krank", "2023-05-08..2023-05-15"),
        ("Am 5. März 2021 zogen wir um", "2021-03-05"),
        ("la semana pasada fui al médico", "2023-05-08..2023-05-15"),
        ("nació el 5 de mayo de 1990", "1990-05-05"),
        ("le 14 juillet 1989", "1989-07-14"),
        ("l’année dernière", "2022-01-01..2023-01-01"),
        ("вчера я был дома", "2023-05-16"),
        ("昨天我去了上海", "2023-05-16"),
        ("先週、京都に行った", "2023-05-08..2023-05-15"),
        ("2023年5月12日に会った", "2023-05-12"),
        ("2023年5月", "2023-05-01..2023-06-01"),
    ],
)
def test_other_languages(text: str, stretch: str) -> None:
    """The commonest words, and dates with a month's name, composed or decomposed."""
    assert _day(text) == stretch
    assert _day(unicodedata.normalize("NFD", text)) == stretch


@pytest.mark.parametrize(
    "text", ["Guten Morgen!", "am Morgen", "Ich bin hier", "mañana", "31 juin 2020"]
)
def test_other_languages_silence(text: str) -> None:
    """Words with two meanings, and days that no month has."""
    assert find_times(text, NOW) == []


def test_span_is_what_names_the_time() -> None:
    """Start and end are places in the text, also behind signs of two code units."""
    text = "🎉 We met 🎂 on the 5th of May, 2021, and last Saturday."
    assert [text[m.start : m.end] for m in find_times(text, NOW)] == [
        "the 5th of May, 2021", "last Saturday",
    ]  # fmt: skip


def test_year_ends() -> None:
    """Weeks, months and distances go over the end of a year."""
    new_year = datetime(2024, 1, 1, 0, 10, tzinfo=UTC)
    assert _day("yesterday", new_year) == "2023-12-31"
    assert _day("last month", new_year) == "2023-12-01..2024-01-01"
    assert _day("last week", new_year) == "2023-12-25..2024-01-01"
    assert _day("one month ago", datetime(2024, 3, 31, tzinfo=UTC)) == "2024-02-29"


def test_days_are_those_of_the_zone() -> None:
    """Yesterday is the day before on the speaker's clock, and 23 hours long when it was put on."""
    berlin = ZoneInfo("Europe/Berlin")
    mention = find_times("yesterday", datetime(2023, 3, 27, 0, 30, tzinfo=berlin))[0]
    assert mention.from_at == datetime(2023, 3, 26, tzinfo=berlin)
    assert mention.to_at is not None
    assert mention.from_at is not None
    assert mention.to_at.astimezone(UTC) - mention.from_at.astimezone(UTC) == timedelta(hours=23)
    assert mention.from_at.tzinfo is berlin


def test_hours_are_counted_as_they_pass() -> None:
    """Two hours before half past three is half past twelve when two o'clock was skipped."""
    berlin = ZoneInfo("Europe/Berlin")
    mention = find_times("two hours ago", datetime(2023, 3, 26, 3, 30, tzinfo=berlin))[0]
    assert mention.from_at == datetime(2023, 3, 26, 0, 30, tzinfo=berlin)


def test_caller_may_say_what_comes_first() -> None:
    """5/6/2023 is silent, the 6th of May or the 5th of June."""
    read = find_times("on 5/6/2023", NOW, is_month_first=True)
    assert [_short(m) for m in read] == ["2023-05-06"]
    read = find_times("on 5/6/2023", NOW, is_month_first=False)
    assert [_short(m) for m in read] == ["2023-06-05"]


def test_reference_needs_a_zone() -> None:
    """Without one nobody knows which day it was."""
    with pytest.raises(ValueError, match="without a zone"):
        find_times("yesterday", datetime(2023, 5, 17))  # noqa: DTZ001 - that is the fact


def test_beyond_the_calendar_is_nothing() -> None:
    """No year before 1 or after 9999."""
    assert find_times("9000 years ago", NOW) == []
    assert find_times("in 9000 years", NOW) == []
    edge = datetime.max.replace(tzinfo=UTC)
    assert find_times("tomorrow and next century", edge) == []
    assert find_times("yesterday", datetime.min.replace(tzinfo=UTC)) == []
