"""Are changes and reviews seen and steered from a terminal?"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from perspective.daemon.run import serving
from perspective.domain.changes.review import Review
from perspective.settings import ServerSettings, Settings
from tests.engines import engine_in_memory
from tests.unit.cli.conftest import Shell


def test_nothing_was_changed_and_nothing_waits(ask: Shell) -> None:
    """A new tenant has no changes and no reviews, for people and for programs."""
    ask("tenants", "create", "quiet")
    assert "Nothing was changed" in ask("changes", "--tenant", "quiet").out
    assert "Nothing waits for your word" in ask("reviews", "--tenant", "quiet").out
    assert "There are none" in ask("reviews", "list", "--state", "any", "--tenant", "quiet").out
    assert ask("changes", "list", "--json", "--tenant", "quiet").json["items"] == []
    assert ask("reviews", "list", "--json", "--tenant", "quiet").json["items"] == []


def test_unknown_changes_and_reviews_are_told(ask: Shell) -> None:
    """Whatever is done with them, the error names the id."""
    for command in (
        ("undo", "nothing"),
        ("changes", "show", "nothing"),
        ("reviews", "show", "nothing"),
        ("reviews", "confirm", "nothing"),
        ("reviews", "reject", "nothing"),
        ("reviews", "pick", "nothing", "m"),
    ):
        typed = ask(*command, code=None)
        assert typed.code != 0
        assert "'nothing'" in typed.err


async def test_a_review_is_shown_decided_and_taken_back(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person sees both statements, picks one, sees what that changed, and undoes it."""
    settings = Settings(server=ServerSettings(port=0))
    async with engine_in_memory() as memory, serving(memory, settings) as address:
        monkeypatch.setenv("PERSPECTIVE_URL", f"http://{address.host}:{address.port}")
        older, newer = [(await memory.store(f"The kiln is {c}")).id for c in ("red", "blue")]
        assert older is not None
        assert newer is not None
        review = Review(
            id="r1", kind="contradiction", memory_ids=(older, newer), reason="two colours",
            created_at=datetime.now(UTC),
        )  # fmt: skip
        (space,) = memory._services.host.open_spaces
        await space.stores.records.write(lambda tx: tx.amend.put(review))

        async def typed(*arguments: str) -> str:
            return (await asyncio.to_thread(shell, *arguments)).out

        assert "two colours" in await typed("reviews")
        shown = await typed("reviews", "show", "r1")
        assert "The kiln is red" in shown
        assert "The kiln is blue" in shown
        assert "contradiction, confirmed" in await typed("reviews", "pick", "r1", older)
        change_id = (await typed("changes")).splitlines()[1].split()[0]
        change = await typed("changes", "show", change_id)
        assert f"memory {newer} changed" in change
        assert f"superseded_by: – → {older}" in change
        assert "undone; 1 of 1 step done" in await typed("undo", change_id)
        assert "two colours" in await typed("reviews", "list", "--kind", "contradiction")
        assert "rejected" in await typed("reviews", "reject", "r1")
