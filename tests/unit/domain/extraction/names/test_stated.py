"""Are other names found that a sentence gives?"""

import pytest

from perspective.domain.extraction.names.stated import known_aliases, stated_aliases, states_alias
from perspective.domain.graph import EntityKind


@pytest.mark.parametrize(
    ("sentence", "name", "kind", "aliases"),
    [
        ("The World Bank Group (WBG) lends.", "World Bank Group", "organization", ("WBG",)),
        ("국립중앙박물관(국중박)에 갔다.", "국립중앙박물관", "organization", ("국중박",)),
        ("We met Ann (34) there.", "Ann", "person", ()),
        ("We flew to Paris (France).", "Paris", "place", ()),
        ("William Tell, nicknamed Bill, shoots.", "William Tell", "person", ("Bill",)),
        ("Ann and Bob came.", "Ann", "person", ()),
        ("Nobody is named here.", "Ann", "person", ()),
    ],
)
def test_aliases_are_read(
    sentence: str, name: str, kind: EntityKind, aliases: tuple[str, ...]
) -> None:
    """An acronym in brackets and a nickname are read; an age, a country and a neighbour are not."""
    assert stated_aliases(sentence, name, kind) == aliases


def test_known_names_are_chosen_from() -> None:
    """Of names that a sentence holds only the one that it gives is an alias."""
    sentence = "Unser Chef Theodor Storm, genannt Theo, rief Klara an."
    assert known_aliases(sentence, "Theodor Storm", ["Theo", "Klara"]) == ("Theo",)


def test_what_somebody_says_is_no_name() -> None:
    """A verb that may give a name gives none where it brings in a clause."""
    assert not states_alias("अनीता बताती है, रवि कहता है कि वह आएगा", "अनीता", "रवि")
