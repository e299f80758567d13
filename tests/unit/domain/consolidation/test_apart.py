"""What is of another number, time, place or person, or is not told as so, closes nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from perspective.domain.consolidation.claim import claim
from perspective.domain.consolidation.contradictions import judge
from perspective.domain.consolidation.verdict import Verdict

THEN = datetime(2024, 3, 1, tzinfo=UTC)
PLAIN = 0.7


def verdict(older: str, newer: str, cosine: float | None, speaker: str | None = None) -> Verdict:
    """What the newer text does to the older, nine days later."""
    return judge(
        claim(older, THEN, speaker=speaker),
        claim(newer, THEN + timedelta(days=9), speaker=speaker),
        cosine,
    )


NUMBERED = """
Room 101 is free. | Room 102 is free.
Invoice 4711 is paid. | Invoice 4712 is paid.
Ticket 12 is open. | Ticket 13 is closed.
Note number 3 about the weather. | Note number 4 about the weather.
Python 3.11 is supported. | Python 3.12 is supported.
Step 1: open the valve. | Step 2: close the valve.
Chapter 1 has 10 pages. | Chapter 2 has 20 pages.
Gate A12 is closed. | Gate B3 is open.
Issue #12 is open. | Issue #14 is closed.
The 3pm meeting is in room 5. | The 4pm meeting is in room 6.
Zimmer 12 ist frei. | Zimmer 14 ist besetzt.
Кабинет 5 свободен. | Кабинет 6 свободен.
3号房间是空的。 | 4号房间是空的。
"""
CONDITIONS = """
The shop opens at 9 on weekdays. | The shop opens at 11 on Sundays.
The shop opens at 9. | The shop closes at 18.
Der Laden öffnet um 8. | Der Laden schließt um 18.
The door is open on weekdays. | The door is closed on Sundays.
The ticket costs 5 euros for adults. | The ticket costs 3 euros for children.
I take 5 mg in the morning. | I take 10 mg in the evening.
Ich nehme morgens 5 mg. | Ich nehme abends 10 mg.
早上吃2片。 | 晚上吃1片。
Give Rex 2 pills before breakfast. | Give Rex 1 pill before dinner.
Ana takes 5 mg of aspirin. | Ana takes 10 mg of ibuprofen.
The light in the kitchen is on. | The light in the hall is off.
Das Licht in der Küche ist an. | Das Licht im Flur ist aus.
The wifi password at home is abc1. | The wifi password at work is xyz2.
The alarm code for the shop is 1111. | The alarm code for the flat is 2222.
Never deploy on Fridays. | Always deploy on Mondays.
It is cold in winter. | It is hot in summer.
Parking is free on Sundays. | Parking costs 5 euros on weekdays.
Eva eats meat at home. | Eva doesn't eat meat at work.
"""
OTHERS = """
My son Tim is 5 years old. | My son Tom is 7 years old.
My cat Momo weighs 4 kg. | My cat Lulu weighs 5 kg.
Ana's favourite food is pizza. | Ana's favourite drink is tea.
Ana owns the house in Rome. | Ana sold the car in Rome.
Maria works at Acme. | Maria left her umbrella at Acme.
Ana lives in Berlin. | Ana moved her meeting to Lisbon.
Ana lives in Berlin. | Ana moved to the second row.
Tom is married. | Tom's brother got divorced.
Tom lives in Rome. | Tom's parents moved to Oslo.
安娜住在柏林。 | 安娜的哥哥搬到了里斯本。
The left door is locked. | The right door is open.
The first train leaves at 5. | The last train leaves at 23.
My phone is broken. | Ben's phone is fixed.
Ben owes Ana 10 euros. | Ben owes Eva 20 euros.
"""
UNREAL = """
Ana lives in Berlin. | If Ana moved to Lisbon, she would be happy.
Ana lives in Berlin. | Ana nearly moved to Lisbon.
Ana lives in Berlin. | Ana dreamed that she moved to Lisbon.
Ana lives in Berlin. | Ben said that Ana moved to Lisbon as a joke.
Nora works at Acme. | Nora might have left the job at Acme.
Nora works at Acme. | Nora hopes that she gets promoted at Acme.
Nora works at Acme. | Nora plans to quit her job at Acme.
Nora lives in Bergen. | In the novel Nora moved to Oslo.
Nora lebt in Bonn. | Nora wäre fast nach Ulm gezogen.
Нора живёт в Берлине. | Нора чуть не переехала в Лиссабон.
安娜住在柏林。 | 如果安娜搬到里斯本，她会很高兴。
"""
NO_OTHER_VALUE = """
Ana works for Acme. | Ana works for Acme as an engineer.
Ana is married to Ben. | Ana is married.
Ana weighs 60 kg. | Ana weighs 132 pounds.
The rope is 2 m long. | The rope is 200 cm long.
Take 1 pill per day. | Take 2 pills per week.
Ana no longer works at Acme. | Ana worked at Acme.
Eva smoked. | Eva no longer smokes.
"""


def _pairs(rows: str) -> list[tuple[str, str]]:
    cut = (row.split(" | ") for row in rows.strip().splitlines())
    return [(older, newer) for older, newer in cut]


@pytest.mark.parametrize("speaker", [None, "S"])
@pytest.mark.parametrize("cosine", [None, 0.6, 0.9])
@pytest.mark.parametrize(
    "rows", [NUMBERED, CONDITIONS, OTHERS, UNREAL, NO_OTHER_VALUE],
    ids=["numbered", "conditions", "others", "unreal", "no other value"],
)  # fmt: skip
def test_what_holds_beside_it_is_not_closed(
    rows: str, cosine: float | None, speaker: str | None
) -> None:
    """Other things, conditions and people, what is not told as so, and the same value said anew
    close nothing and contradict nothing, whatever the model says."""
    touched = [
        (older, newer)
        for older, newer in _pairs(rows)
        if verdict(older, newer, cosine, speaker).effect in {"closes", "conflicts"}
    ]
    assert touched == []


PLAINLY = """
Nora lives in Bergen. | Nora has moved to Oslo.
Ana lives in Berlin. | Ana moved from Berlin to Lisbon.
The ticket is open. | The ticket is closed.
Ticket 12 is open. | Ticket 12 is closed.
Room 101 is free. | Room 101 is occupied now.
The wifi password is sunflower22. | The wifi password is tulip77.
The shop opens at 9 on Sundays. | The shop opens at 11 on Sundays.
The meeting is in room 5. | The meeting is in room 6.
The server runs Python 3.11. | The server runs Python 3.12.
安娜住在柏林。 | 安娜搬到了里斯本。
"""


@pytest.mark.parametrize("cosine", [None, 0.9])
def test_what_is_plainly_replaced_is_closed_for_sure(cosine: float | None) -> None:
    """The same number, condition and person with another value or a told change is closed at .7."""
    found = [verdict(older, newer, cosine) for older, newer in _pairs(PLAINLY)]
    assert [one.effect for one in found] == ["closes"] * len(found)
    assert min(one.confidence for one in found) >= PLAIN


def test_a_place_that_may_lie_in_the_other_is_for_a_person() -> None:
    """Another place without a move may be the same one said more closely: no sure closing."""
    found = verdict("Ana lives in Germany.", "Ana lives in Berlin.", 0.9)
    assert found.confidence < PLAIN
