"""A newer statement closes the older one that it replaces, and leaves every other alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.consolidation.cardinality import Cardinality
from perspective.domain.consolidation.claim import claim
from perspective.domain.consolidation.contradictions import judge
from perspective.domain.consolidation.verdict import Verdict
from perspective.domain.extraction.reading import Relation

THEN = datetime(2024, 3, 1, tzinfo=UTC)
NEAR = 0.6


def verdict(
    older: str,
    newer: str,
    *,
    speaker: str | None = None,
    other: str | None = None,
    days: int = 100,
    cosine: float | None = NEAR,
) -> Verdict:
    """What the newer text does to the older, said by one speaker (or the newer by another)."""
    return judge(
        claim(older, THEN, speaker=speaker),
        claim(newer, THEN + timedelta(days=days), speaker=other or speaker),
        cosine,
    )


REPLACED = [
    ("Nora lives in Bergen.", "Nora has moved to Oslo."),
    ("The standup is at 9.", "The standup was pushed back to 10."),
    ("The ticket is open.", "The ticket is closed."),
    ("The pump runs on firmware 2.1.", "The pump was upgraded to firmware 2.4."),
    ("Ruben is the treasurer of the club.", "The club elected Ida treasurer."),
    ("The course has 30 participants.", "34 participants are on the course."),
    ("The demo is scheduled for Thursday.", "Demo is on Friday because Kai is away."),
    ("Ella weighs 12 kilos.", "Ella weighs 14 kilos."),
    ("Max is single.", "Max is married."),
    ("Max eats meat.", "Max doesn't eat meat."),
    ("The wifi password is sunflower22.", "The wifi password is tulip77."),
    ("Jonas wohnt in Leipzig.", "Jonas ist nach Graz gezogen."),
    ("Der Code am Tor ist 7719.", "Achtung, neuer Code am Tor: 2054."),
    ("项目例会在周三下午。", "从下周起项目例会改到周一。"),
    ("Нина работает в банке.", "Нина уволилась из банка."),
]

LEFT_ALONE = [
    ("Nora likes coffee.", "Nora likes tea."),
    ("Nora speaks French.", "Nora speaks German."),
    ("Nora lives in Bergen.", "Ruben has moved to Oslo."),
    ("Nora's brother lives in Rome.", "Nora moved to Porto."),
    ("Nora lives in Bergen.", "In 2015 Nora lived in Paris."),
    ("Nora visited Rome in May.", "Nora visited Oslo in June."),
    ("Martin Cole is married.", "Martin Kohl is divorced."),
    ("The staging server has 16 GB of memory.", "The production server has 64 GB of memory."),
    ("The staging server runs Debian 11.", "The production server was upgraded to Debian 12."),
    ("Rosa's flight is on Monday.", "Rosa's exam is on Thursday."),
    ("Rita manages the Oslo team.", "Rita also manages the Bergen team."),
    ("Backups run at night.", "The backup starts at 02:30 every night."),
    ("The tank leaks.", "Has the tank been replaced?"),
    ("Mein Vater ist Imker.", "Mein Schwiegervater hat seinen Hof verkauft."),
    ("财务系统每晚十二点备份。", "门禁系统每天早上六点重启。"),
    ("Марина хорошо вяжет.", "Марина печёт пироги."),
]


@pytest.mark.parametrize(("older", "newer"), REPLACED)
def test_what_is_replaced_is_closed(older: str, newer: str) -> None:
    """A change that is told, or another value of a matter that has one, closes the older."""
    assert verdict(older, newer).effect == "closes"


@pytest.mark.parametrize(("older", "newer"), LEFT_ALONE)
def test_what_holds_beside_it_is_left_alone(older: str, newer: str) -> None:
    """Other subjects, other times, likings, additions, details and questions close nothing."""
    assert verdict(older, newer).effect in {"none", "refines"}


def test_the_first_person_is_the_speaker() -> None:
    """What I say closes what I said of myself, not what somebody else said of theirs."""
    older, newer = "I live in Bergen.", "I moved to Oslo."
    assert verdict(older, newer, speaker="Nora").effect == "closes"
    assert verdict(older, newer, speaker="Nora", other="Ruben").effect == "none"


def test_what_never_was_and_yet_happened_is_for_review() -> None:
    """An event that was told and a later "never" close neither of the two."""
    found = verdict(
        "I met Kelly at the library book club in October.",
        "I've never met Kelly at any library or book club.",
        speaker="Nora",
    )
    assert found.effect == "conflicts"


def test_on_one_day_a_denial_is_for_review() -> None:
    """Which of two opposite statements of one day holds is open."""
    assert verdict("Max eats meat.", "Max doesn't eat meat.", days=0).effect == "conflicts"


def test_what_was_said_before_closes_nothing() -> None:
    """A statement of an earlier time does not close a later one; it is for review."""
    assert (
        verdict("Nora lives in Bergen.", "Nora has moved to Oslo.", days=-5).effect == "conflicts"
    )


def test_a_question_may_take_a_change_for_granted() -> None:
    """What a question presupposes is told; what it asks is not."""
    older = "The estate webinar with Mr. Hart is on March 20."
    told = "Can you plan my week, since the estate webinar with Mr. Hart was moved to March 27?"
    assert verdict(older, told).effect == "closes"
    assert verdict(older, "Was the estate webinar with Mr. Hart moved?").effect == "none"


def test_a_verdict_tells_why() -> None:
    """The reason names what was found, and the confidence is a share."""
    found = verdict("Nora lives in Bergen.", "Nora has moved to Oslo.")
    assert "moved" in found.reason
    assert 0 < found.confidence <= 1


def relation(subject: str, predicate: str, object_: str, *, is_negated: bool = False) -> Relation:
    """A relation as an extractor reads it."""
    return Relation(
        subject=subject, predicate=predicate, object=object_, start=0, end=1, is_negated=is_negated
    )


@pytest.mark.parametrize(
    ("cardinality", "is_negated", "effect"),
    [("one", False, "closes"), ("many", False, "none"), ("unknown", False, "none")],
)
def test_a_relation_of_one_value_closes(
    cardinality: Cardinality, is_negated: bool, effect: str
) -> None:
    """Of relations with one subject and predicate, another object closes only where one is held."""
    found = judge(
        claim("Nora badges in at Acme.", THEN),
        claim("Nora badges in at Brill.", THEN + timedelta(days=9)),
        None,
        older_relations=[relation("Nora", "badges in at", "Acme")],
        newer_relations=[relation("nora", "badges in at", "Brill", is_negated=is_negated)],
        cardinality=lambda _: cardinality,
    )
    assert found.effect == effect


def test_a_denied_relation_is_for_review() -> None:
    """The same relation, once told and once denied, cannot hold both."""
    found = judge(
        claim("Nora curates the show.", THEN),
        claim("It is not the case that the show is curated by Nora.", THEN + timedelta(days=9)),
        None,
        older_relations=[relation("Nora", "curates", "the show")],
        newer_relations=[relation("Nora", "curates", "the show", is_negated=True)],
        cardinality=lambda _: "many",
    )
    assert found.effect == "conflicts"


PIECES = (
    "I Ana Ben lives moved to Rome Oslo no longer not never 5 7 % , . ? since is the car my on Monday "
    "Friday 我 搬到 住 nicht mehr wohnt переехал \ud800"
)
TEXTS = st.text(st.characters(), max_size=60) | st.lists(
    st.sampled_from(PIECES.split()), max_size=14
).map(" ".join)


@given(TEXTS, TEXTS, st.none() | st.floats(-1, 1), st.sampled_from([None, "Ana"]))
def test_any_text_is_judged(
    older: str, newer: str, cosine: float | None, speaker: str | None
) -> None:
    """No text makes it fail, the answer is the same each time, and never with itself is anything
    closed."""
    found = verdict(older, newer, speaker=speaker, cosine=cosine)
    assert found == verdict(older, newer, speaker=speaker, cosine=cosine)
    assert verdict(older, older, speaker=speaker, cosine=cosine).effect == "none"


def test_a_very_long_text_is_read_at_its_beginning() -> None:
    """Of a megabyte no more is taken apart than of some thousand characters."""
    one = claim("Nora moved to Oslo and the pump hums, " * 27_000, THEN)
    assert len(one.statement.text) <= 4_000
    assert judge(one, claim("Nora lives in Bergen.", THEN), 0.9).effect != "closes"
