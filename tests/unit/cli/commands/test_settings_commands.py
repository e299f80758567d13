"""Are settings begun, shown and checked without ever losing what the user wrote?"""

import tomllib
from pathlib import Path

import pytest

from perspective.settings_loader import FIELDS, load_settings, user_settings_file
from tests.unit.cli.conftest import Shell


def test_init_writes_a_file_and_a_folder(shell: Shell, tmp_path: Path) -> None:
    """Init writes the user's settings file and makes the data directory, private."""
    data = tmp_path / "data"
    out = shell("init", "--data-dir", str(data)).out
    assert f"wrote  {user_settings_file()}" in out
    assert data.stat().st_mode & 0o777 == 0o700
    assert load_settings(environ={}, folder=tmp_path).path == user_settings_file()


def test_init_keeps_what_exists(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file and a folder that exist are kept as they are."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "perspective.toml"
    mine.write_text("[server]\nport = 7\n")
    out = shell("init", "--here").out
    assert f"kept  {mine}" in out
    assert mine.read_text() == "[server]\nport = 7\n"


def test_init_writes_where_it_is_told(shell: Shell, tmp_path: Path) -> None:
    """--config names the file that init writes, in a folder that it makes."""
    path = tmp_path / "a" / "p.toml"
    answer = shell("init", "--json", "--config", str(path), "--data-dir", str(tmp_path / "d")).json
    assert answer["config"] == str(path)
    assert answer["config_written"] is True
    assert set(tomllib.loads(path.read_text())) >= {"server", "tenant", "logging"}


def test_show_tells_value_and_origin(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each setting is shown; one that was changed says by what."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "perspective.toml").write_text("[decay]\nunit_days = 1\n")
    monkeypatch.setenv("PERSPECTIVE_SERVER_PORT", "7")
    out = shell("config").out
    assert f"unit_days = 1.0   perspective.toml:{tmp_path / 'perspective.toml'}" in out
    assert "port = 7   environment" in out
    items = shell("config", "show", "--json").json["items"]
    assert [one["key"] for one in items] == list(FIELDS)


def test_show_as_toml_can_be_used(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings in force, shown as a file, are the same settings when read."""
    monkeypatch.setenv("PERSPECTIVE_RETRIEVAL_ARMS", "text,vector")
    monkeypatch.setenv("PERSPECTIVE_SERVER_DATA_DIR", str(tmp_path))
    before = load_settings(folder=tmp_path)
    copy = tmp_path / "copy.toml"
    copy.write_text(shell("config", "show", "--toml").out)
    assert load_settings(config=copy, environ={}, folder=tmp_path).settings == before.settings


def test_check_says_fine_or_why_not(shell: Shell, tmp_path: Path) -> None:
    """Check ends with 0 for settings that can be used and with 6 for others."""
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[server]\nport = 7\n")
    bad.write_text("[server]\nport = 'x'\n")
    assert "1 setting changed" in shell("config", "check", "--config", str(good)).out
    assert "bad.toml:2: server.port" in shell("config", "check", "--config", str(bad), code=6).err


def test_path_also_when_the_file_is_wrong(shell: Shell, tmp_path: Path) -> None:
    """The file in force is named even when what it says cannot be used."""
    bad = tmp_path / "bad.toml"
    bad.write_text("nonsense")
    assert shell("config", "path", "--config", str(bad)).out == f"{bad}\n"
    typed = shell("config", "path")
    assert typed.out == f"{user_settings_file()}\n"
    assert "does not exist yet" in typed.err
