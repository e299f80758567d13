"""What does the demo remember? A few months of an invented person's life and work.

Lena Okafor, a hydrologist in Leipzig, has a cat, a sister in Lagos, a project on river sensors
and a habit of changing her mind. Some of it is in German. Dates are days before today.
"""

from __future__ import annotations

from typing import Any, NamedTuple

TENANT = "demo"
QUESTIONS = (
    "When do I have to be at the dentist?",
    "Which version of PostgreSQL does Pegel run on?",
    "Wie entkalke ich die Espressomaschine?",
)


class Line(NamedTuple):
    """A memory of the sample."""

    days_ago: float
    text: str
    namespace: str = "life"
    tags: tuple[str, ...] = ()
    fields: dict[str, Any] = {}  # noqa: RUF012 - a NamedTuple's default, never changed


_PROCEDURE: dict[str, Any] = {"memory_type": "procedural", "importance": 0.8}
_FACT: dict[str, Any] = {"memory_type": "semantic"}


def _said(speaker: str, session: str) -> dict[str, Any]:
    return {"speaker": speaker, "source_session": session, "role": "user"}


LINES: tuple[Line, ...] = (
    Line(120, "I moved from Hamburg to Leipzig, into a flat in the Karl-Heine-Strasse.", tags=("home",)),
    Line(118, "The landlady is Frau Petzold; she prefers a phone call to an e-mail.", tags=("home",), fields=_FACT),
    Line(117, "Wi-Fi router hangs behind the bookshelf; the spare key is with Tomasz on the third floor.", tags=("home",), fields=_FACT),
    Line(110, "My sister Adaeze lives in Lagos and is expecting her first child in spring.", tags=("family",), fields=_FACT),
    Line(108, "Adaeze's birthday is on 14 March.", tags=("family",), fields=_FACT),
    Line(105, "Adopted a grey cat from the shelter and called him Pascal.", tags=("pascal",)),
    Line(104, "Pascal ist allergisch gegen Huhn; die Tierärztin empfiehlt Futter mit Ente.", tags=("pascal",), fields=_FACT),
    Line(99, "The vet is Dr. Nowak in the Zschochersche Strasse, open until seven on Thursdays.", tags=("pascal",), fields=_FACT),
    Line(96, "Started as a hydrologist at the river institute; my team lead is Marisol Vega.", "work", ("people",)),
    Line(95, "The project Pegel measures the water level of the Elster with forty sensors.", "pegel", fields=_FACT),
    Line(94, "Pegel stores its readings in PostgreSQL 14 on the machine named otter.", "pegel", ("database",), _FACT),
    Line(92, "Sensors send a reading every ten minutes over LoRaWAN.", "pegel", fields=_FACT),
    Line(90, "Marisol wants the monthly report on the first Tuesday, as a PDF of two pages.", "work", ("report",), _FACT),
    Line(84, "Sensor 17 near the weir reports levels that are 12 cm too high.", "pegel", ("sensor-17",), _said("Jonas", "standup-1")),
    Line(83, "Jonas recalibrated sensor 17; it had been mounted upside down.", "pegel", ("sensor-17",), _said("Jonas", "standup-2")),
    Line(80, "Ran eight kilometres around the Cospudener See in fifty minutes.", tags=("running",)),
    Line(76, "I do not eat meat, but fish is fine.", tags=("food",), fields=_FACT),
    Line(75, "Die beste Falafel gibt es bei Samir am Lindenauer Markt.", tags=("food",)),
    Line(70, "How to deploy Pegel: run the tests, tag the commit, push the tag, wait for the green light, then restart the ingest service on otter.", "pegel", ("deploy",), _PROCEDURE),
    Line(66, "Deployment failed because the disk of otter was full; old WAL archives had to go.", "pegel", ("deploy", "incident")),
    Line(65, "Since the incident a nightly job deletes WAL archives older than seven days.", "pegel", ("incident",), _FACT),
    Line(60, "Espressomaschine entkalken: Tank mit Zitronensäure füllen, halb durchlaufen lassen, zwanzig Minuten warten, dann zweimal klar spülen.", tags=("kitchen",), fields=_PROCEDURE),
    Line(56, "Booked flights to Lagos for the week after Easter, with one suitcase.", tags=("travel", "family")),
    Line(55, "My passport runs out in August; renew it before the summer.", tags=("travel",)),
    Line(50, "Learning Portuguese with Inês, Wednesdays at six, in exchange for statistics lessons.", tags=("portuguese",)),
    Line(48, "Inês says that 'saudade' has no good translation, but 'longing' comes close.", tags=("portuguese",), fields=_said("Inês", "lesson-3")),
    Line(44, "We decided in the review to keep raw readings for ten years and averages for ever.", "pegel", ("decision",), _said("Marisol", "review")),
    Line(43, "Jonas argued for a message queue between the gateway and the database; postponed.", "pegel", ("decision",), _said("Jonas", "review")),
    Line(36, "Correction: Pegel was migrated and now runs on PostgreSQL 16, still on otter.", "pegel", ("database",), _FACT),
    Line(33, "The grant application to the state is due on the last Friday of the month; Marisol writes the budget.", "work", ("grant",)),
    Line(30, "Read 'The Left Hand of Darkness' in two evenings; want to talk about it with Adaeze.", tags=("books",)),
    Line(25, "Bought concert tickets for the Gewandhaus with Tomasz: Mahler's fourth, row 12.", tags=("music",)),
    Line(21, "Dentist appointment on Tuesday the 9th at half past eight with Dr. Albrecht.", tags=("health",)),
    Line(18, "Pascal frisst wieder; die Tablette versteckt man am besten in Thunfisch.", tags=("pascal",)),
    Line(14, "The dentist moved my appointment: now Thursday the 11th at a quarter past three.", tags=("health",)),
    Line(10, "Adaeze had a daughter, Chidinma, 3.2 kilograms; both are well.", tags=("family",)),
    Line(7, "Sensor 23 under the railway bridge is offline; the battery is probably dead.", "pegel", ("sensor-23",), _said("Jonas", "standup-9")),
    Line(5, "For interviews I prefer mornings; no meetings on Friday afternoons.", "work", ("preferences",), _FACT),
    Line(3, "Marisol approved two new sensors for the tributary at Markkleeberg.", "pegel", ("decision",), _said("Marisol", "standup-10")),
    Line(1, "Buy a card and a mobile for Chidinma before the trip.", tags=("family", "travel")),
)  # fmt: skip


def memory_id(number: int) -> str:
    """The id of a line (from 1), the same each time, so that nothing is doubled."""
    return f"demo-{number:02d}"
