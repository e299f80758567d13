"""Two texts that say the same are merged; two statements never are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.consolidation.claim import MAX_COMPARED, Claim, claim, claim_of
from perspective.domain.consolidation.duplicates import merges
from perspective.domain.memory import Memory, Recorded, Version, empty_detail

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
ALIKE = 0.99


def said(content: str, days: int = 0, speaker: str | None = None) -> Claim:
    """A claim said so many days after the first."""
    return claim(content, NOON + timedelta(days=days), speaker=speaker)


def are_one(a: str, b: str, cosine: float | None = ALIKE) -> bool:
    """Whether two texts of one moment are merged."""
    return merges(said(a), said(b), cosine) is not None


SAME_WORDS = [
    ("The gate is locked.", "the gate is LOCKED"),
    ("Under the old bridge is the boat.", "The boat is under the old bridge."),
    ("Well, honestly, Ida prefers tea.", "Ida prefers tea."),
    ("She's late because the train stopped.", "Because the train stopped, she's late."),
    ("Bring forty-five chairs.", "Bring 45 chairs."),
    ("Don't open it before 6 p.m.", "Do not open it before 6 pm!"),
    ("The neighbour's favourite colour", "the neighbor's favorite color"),
    ("Am Montag kauft Ida Brot.", "Ida kauft am Montag Brot."),
    ("Вчера Ира купила билет.", "Ира купила билет вчера"),
    ("他住在五楼。", "他住在5楼"),
    ("田中さんは来月東京に行きます。", "来月、田中さんは東京に行きます"),
    ("सोमवार को बैठक दस बजे है।", "बैठक सोमवार को 10 बजे है"),
    ("رقم الشقة ٤٢", "رقم الشقة 42."),
    ("ห้อง ๓๐๒ ว่าง", "ห้อง302ว่าง"),
    ("회의는 두 시에 시작합니다.", "회의는 2시에 시작합니다"),
    ("Our cat is called Tinte 🐱❤️", "our cat is called Tinte 🐱"),
]

OTHER_STATEMENTS = [
    ("The tank holds 450 litres.", "The tank holds 540 litres."),
    ("Give it 5 mg.", "Give it 5 ml."),
    ("Ana owes Ben ten euros.", "Ben owes Ana ten euros."),
    ("Drive from Ulm to Bonn.", "Drive from Bonn to Ulm."),
    ("Ana eats in Rome and Ben sleeps in Paris.", "Ana eats in Paris and Ben sleeps in Rome."),
    ("Ana comes on Monday, Ben on Tuesday.", "Ana comes on Tuesday, Ben on Monday."),
    ("Ana may come.", "Ana must come."),
    ("Only Ana came.", "Ana came."),
    ("Is the door open?", "The door is open."),
    ("The door is open.", "The door is closed."),
    ("Boris paid.", "Doris paid."),
    ("Ana's sister is a nurse.", "Ana is a nurse."),
    ("Use version 1.2.3", "Use version 1.3.2"),
    ("if a == b", "if a != b"),
    ("It is -5 degrees.", "It is 5 degrees."),
    ("Meet at 7 am.", "Meet at 7 pm."),
    ("Der Laden hat offen.", "Der Laden hat nicht offen."),
    ("Fünfundvierzig Euro", "Vierundfünfzig Euro"),
    ("Il aime le café.", "Il n'aime pas le café."),
    ("Ali geldi.", "Ali geldi mi?"),
    ("Мать любит дочь.", "Дочь любит мать."),
    ("猫追狗。", "狗追猫。"),
    ("店今天开门。", "店今天不开门。"),
    ("佐藤さんが鈴木さんを呼んだ。", "鈴木さんが佐藤さんを呼んだ。"),
    ("この水は飲めます。", "この水は飲めません。"),
    ("지훈이 현우 때렸다", "현우 지훈이 때렸다"),
    ("ضرب أحمد خالد", "ضرب خالد أحمد"),
    ("यह दुकान खुली है।", "यह दुकान खुली नहीं है।"),
    ("ยานี้กินก่อนอาหาร", "ยานี้กินหลังอาหาร"),
    ("Flying 🇨🇱 ➡️ 🇵🇪", "Flying 🇵🇪 ➡️ 🇨🇱"),
    ("Vote: 👍", "Vote: 👎"),
]


@pytest.mark.parametrize(("a", "b"), SAME_WORDS)
def test_the_same_words_are_one_text(a: str, b: str) -> None:
    """Order, spelling, fillers and ways of writing numbers do not make two statements, with or
    without a model."""
    assert are_one(a, b)
    assert are_one(a, b, None)


@pytest.mark.parametrize(("a", "b"), OTHER_STATEMENTS)
def test_what_matters_differs(a: str, b: str) -> None:
    """A number, name, negation, part, question or opposite keeps two texts apart at any cosine."""
    assert not are_one(a, b)
    assert not are_one(a, b, None)


def test_more_of_the_same_is_merged_when_the_model_agrees() -> None:
    """What one text adds to the other is merged at a high cosine only, and the richer stays."""
    a, b = said("The key is under the pot."), said("The key is under the blue pot.")
    merging = merges(a, b, 0.97)
    assert merging is not None
    assert (merging.keeps, merging.by) == ("b", "meaning")
    assert merges(a, b, 0.95) is None
    assert merges(a, b, None) is None
    assert merges(a, b, 0.97, min_overlap=0.9) is None


def test_two_people_said_two_things() -> None:
    """The same words of two speakers are two statements, also at one moment."""
    text = "The oven is broken."
    assert merges(said(text, 0, "Ana"), said(text, 2, "Ben"), 1.0) is None
    assert merges(said(text, 0, "Ana"), said(text, 2, "ana"), 1.0) is not None
    assert merges(said(text, 0, "Ana"), said(text, 0, "Ben"), 1.0) is None


def test_today_is_another_day_on_another_day() -> None:
    """A text with a word such as today is merged only with one of the same day."""
    text = "I passed the test today."
    assert merges(said(text), said(text, 30), 1.0) is None
    assert merges(said(text), said(text), 1.0) is not None


def test_of_two_equals_the_first_stays() -> None:
    """Where neither says more, the one that was said first stays, and the reason says so."""
    merging = merges(said("The gate is locked.", 3), said("The gate is locked."), None)
    assert merging is not None
    assert merging.keeps == "b"
    assert "was said first" in merging.reason


def test_a_known_name_tells_two_statements_apart() -> None:
    """A name that only one of the texts has keeps them apart, also without a capital."""
    a = claim("call juno about the boat", NOON, names=("Juno",))
    assert merges(a, said("call about the boat"), ALIKE) is None


def test_a_recorded_memory_gives_its_claim() -> None:
    """A memory's claim has its words, its speaker and the time of its event."""
    version = Version(
        memory_id="m", number=1, content="Ida moved.", content_hash="h",
        detail=empty_detail("episodic"), known_from=NOON, event_at=NOON - timedelta(days=1),
    )  # fmt: skip
    memory = Memory(id="m", type="episodic", recorded_at=NOON, speaker="Ida")
    made = claim_of(Recorded(memory, version), ["Ida Berg"])
    assert (made.content, made.speaker, made.at) == ("Ida moved.", "ida", NOON - timedelta(days=1))
    assert made.names == {"ida", "berg"}


def test_a_very_long_text_is_compared_whole_or_not_at_all() -> None:
    """Of a megabyte only a beginning is analysed, and it is merged with nothing but itself."""
    long = "the pump hums and " * 60_000
    a, b = said(long), said(long + "stops")
    assert len(a.words.words) <= MAX_COMPARED
    assert merges(a, b, 1.0) is None
    assert merges(a, said(long), None) is not None


PIECES = (
    "ana ben owes the a is not 5 12 : , . because from to 不 三 を が 🎉 ? Ana Ben on Monday के 안 "
    "ไม่ ١ \ud800 \u0301 '"
)
TEXTS = st.text(st.characters(), max_size=80) | st.lists(
    st.sampled_from(PIECES.split()), max_size=12
).map(" ".join)


@given(TEXTS)
def test_the_same_text_is_merged(text: str) -> None:
    """Whatever a text holds, it is one with itself."""
    assert merges(said(text), said(text), None) is not None


@given(TEXTS, TEXTS, st.none() | st.floats(-1, 1))
def test_it_does_not_matter_which_is_given_first(a: str, b: str, cosine: float | None) -> None:
    """Both ways the same text stays, or none is merged; no text makes it fail."""
    one, other = merges(said(a, 0), said(b, 1), cosine), merges(said(b, 1), said(a, 0), cosine)
    assert (one is None) == (other is None)
    if one and other:
        assert (one.keeps, other.keeps) in {("a", "b"), ("b", "a")}
        assert one.reason == other.reason
