"""How a question about a speaker is put in the speaker's own voice."""

from __future__ import annotations

import pytest

from perspective.domain.text.voice import in_first_person


@pytest.mark.parametrize(
    ("question", "speakers", "expected"),
    [
        ("Where does Ana live?", ["ana"], "Where does I live?"),
        ("What is Ana's job?", ["ana"], "What is my job?"),
        ("What is Ana\u2019s job?", ["ana"], "What is my job?"),
        ("ANA and Ben", ["ana", "ben"], "I and I"),
        ("Where is Anaheim?", ["ana"], "Where is Anaheim?"),
        ("Ana Lima's house", ["ana", "ana lima"], "my house"),
        ("What does C.J. like?", ["c.j."], "What does I like?"),
        ("Où habite Zoé ?", ["zoé"], "Où habite I ?"),
        ("アナはどこに住んでいますか", ["アナ"], "アナはどこに住んでいますか"),
        ("Where does Ana live?", [], "Where does Ana live?"),
        ("Where does Ben live?", ["ana"], "Where does Ben live?"),
    ],
)
def test_first_person(question: str, speakers: list[str], expected: str) -> None:
    """A named speaker becomes I, a possessive my; whole names only, the longest first."""
    assert in_first_person(question, speakers) == expected
