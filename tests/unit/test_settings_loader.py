"""Do settings come from where they should, and do errors say where to look?"""

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.cli.settings_document import in_toml, settings_document
from perspective.errors import BadValue, UnknownKey
from perspective.settings import Settings
from perspective.settings_loader import (
    FIELDS,
    GROUPS,
    LoadedSettings,
    default_data_dir,
    load_settings,
    masked,
    settings_view,
    user_settings_file,
    value_of,
)

ROOT = Path(__file__).resolve().parents[2]


def _load(folder: Path, text: str | None = None, **environ: str) -> LoadedSettings:
    """Settings for a process in `folder`, with this perspective.toml in it."""
    if text is not None:
        (folder / "perspective.toml").write_text(text, encoding="utf-8")
    return load_settings(environ=environ, folder=folder)


def _plain(settings: Settings) -> Settings:
    """The settings with the data directory as it stands in settings.py."""
    server = msgspec.structs.replace(settings.server, data_dir="")
    return msgspec.structs.replace(settings, server=server)


def test_without_anything_all_are_defaults(tmp_path: Path) -> None:
    """With no file, no variable and no flag each setting has its default and says so."""
    loaded = _load(tmp_path)
    assert _plain(loaded.settings) == Settings()
    assert set(loaded.origins.values()) == {"default"}
    assert loaded.path is None
    assert loaded.data_dir == default_data_dir()


def test_stronger_origins_win(tmp_path: Path) -> None:
    """Defaults < file < environment < flags, each key by itself."""
    text = "[server]\nport = 1\nhost = '::1'\n[decay]\nunit_days = 1\n"
    (tmp_path / "perspective.toml").write_text(text)
    loaded = load_settings(
        environ={"PERSPECTIVE_SERVER_PORT": "2", "PERSPECTIVE_DECAY_UNIT_DAYS": "7"},
        flags={"server.port": 3, "server.host": None},
        folder=tmp_path,
    )
    assert loaded.settings.server.port == 3
    assert loaded.settings.decay.unit_days == 7.0
    assert loaded.settings.server.host == "::1"
    assert loaded.origins["server.port"] == "flag"
    assert loaded.origins["decay.unit_days"] == "environment"
    assert loaded.origins["server.host"] == f"perspective.toml:{tmp_path / 'perspective.toml'}"
    assert loaded.origins["server.timezone"] == "default"


def test_search_order_of_files(tmp_path: Path) -> None:
    """--config, PERSPECTIVE_CONFIG, ./perspective.toml, the user's directory: the first is read."""
    flag, variable = tmp_path / "flag.toml", tmp_path / "variable.toml"
    here, home = tmp_path / "perspective.toml", user_settings_file()
    home.parent.mkdir(parents=True)
    environ = {"PERSPECTIVE_CONFIG": str(variable)}
    for path in (flag, variable, here, home):
        path.touch()
    assert load_settings(config=flag, environ=environ, folder=tmp_path).path == flag
    assert load_settings(environ=environ, folder=tmp_path).path == variable
    assert load_settings(environ={}, folder=tmp_path).path == here
    here.unlink()
    assert load_settings(environ={}, folder=tmp_path).path == home


@pytest.mark.parametrize("name", ["flag", "variable"])
def test_a_named_file_must_exist(tmp_path: Path, name: str) -> None:
    """A settings file asked for by name that is not there is an error, not a silent default."""
    missing = tmp_path / "missing.toml"
    environ = {"PERSPECTIVE_CONFIG": str(missing)} if name == "variable" else {}
    config = missing if name == "flag" else None
    with pytest.raises(BadValue, match=r"missing\.toml: there is no such file"):
        load_settings(config=config, environ=environ, folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[server]\nprot = 1\n", r"perspective\.toml:2: .*server\.prot; .* server\.port"),
        ("[servr]\nport = 1\n", r"perspective\.toml:1: .*\[servr\]; .*\[server\]"),
        ("port = 1\n", r":1: port stands outside its group; .* server\.port"),
        ("[logging]\nport = 1\n", r"logging\.port; the nearest is server\.port"),
        ("[tenant]\ndecay = true\n", r"no group \[tenant\].*\[tenant\.defaults\]"),
        ("[tenant.defaults]\n\ndecai = true\n", r":3: .*tenant\.defaults\.decay"),
    ],
)
def test_unknown_keys_name_the_nearest(tmp_path: Path, text: str, expected: str) -> None:
    """An unknown key is refused with its line and the nearest key that exists."""
    with pytest.raises(UnknownKey, match=expected):
        _load(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[server]\n\nport = 99999\n",
            r"toml:3: server\.port cannot be 99999: expected int <= 65535",
        ),
        ("[server]\nport = '1'\n", r"server\.port cannot be '1': expected int, got str"),
        (
            "[logging]\nlevel = 'warn'\n",
            r"one of debug, info, warning, error; the nearest is warning",
        ),
        ("[retrieval]\narms = ['txt']\n", r"retrieval\.arms .*the nearest is text"),
        ("[server]\ntimezone = 'Europe/Berlim'\n", r"the nearest is Europe/Berlin"),
        ("[server]\ntimezone = '../../etc/passwd'\n", r"no time zone of this machine"),
        ("server = 1\n", r"\[server\] is a group"),
        ("[server\n", r"is not TOML: .*line 1"),
        ("[decay]\nunit_days = inf\n", r"decay\.unit_days cannot be inf: expected a finite number"),
        ("[decay]\nunit_days = 0\n", r"decay\.unit_days cannot be 0: expected float > 0"),
    ],
)
def test_bad_values_name_key_and_reason(tmp_path: Path, text: str, expected: str) -> None:
    """A value that cannot be used is refused with file, line, key and the reason."""
    with pytest.raises(BadValue, match=expected):
        _load(tmp_path, text)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """A file that is not UTF-8 is refused with the place of the first wrong byte."""
    (tmp_path / "perspective.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(BadValue, match=r"is not UTF-8 \(byte 5\)"):
        _load(tmp_path)


def test_a_byte_order_mark_is_no_error(tmp_path: Path) -> None:
    """A file that an editor began with a byte order mark is read."""
    (tmp_path / "perspective.toml").write_bytes(b"\xef\xbb\xbf[server]\nport = 7\n")
    assert _load(tmp_path).settings.server.port == 7


@pytest.mark.parametrize(
    ("variable", "text", "key", "expected"),
    [
        ("PERSPECTIVE_SERVER_PORT", "0", "server.port", 0),
        ("PERSPECTIVE_TENANT_DEFAULTS_DECAY", "off", "tenant.defaults.decay", False),
        ("PERSPECTIVE_TENANT_DEFAULTS_DECAY", "TRUE", "tenant.defaults.decay", True),
        ("PERSPECTIVE_TENANT_DEFAULTS_DECAY", "0", "tenant.defaults.decay", False),
        ("PERSPECTIVE_RETRIEVAL_ARMS", "vector, text", "retrieval.arms", ("vector", "text")),
        ("PERSPECTIVE_SECURITY_ALLOWED_HOSTS", "a.test,b.test", "security.allowed_hosts",
         ("a.test", "b.test")),
        ("PERSPECTIVE_DECAY_UNIT_DAYS", "1.5", "decay.unit_days", 1.5),
        ("PERSPECTIVE_SERVER_TIMEZONE", "Asia/Tokyo", "server.timezone", "Asia/Tokyo"),
    ],
)  # fmt: skip
def test_variables_become_values(
    tmp_path: Path, variable: str, text: str, key: str, expected: object
) -> None:
    """PERSPECTIVE_<GROUP>_<KEY> sets a value of the key's own type; lists are comma-separated."""
    loaded = _load(tmp_path, **{variable: text})
    assert value_of(loaded.settings, key) == expected
    assert loaded.origins[key] == "environment"


def test_each_setting_has_its_own_variable() -> None:
    """No two settings share a variable, and none is taken by something else."""
    variables = [field.variable for field in FIELDS.values()]
    assert len(set(variables)) == len(variables)
    assert "PERSPECTIVE_CONFIG" not in variables


def test_unknown_variables_name_the_nearest(tmp_path: Path) -> None:
    """A misspelt variable is refused, also one that forgot its group."""
    with pytest.raises(UnknownKey, match="nearest is PERSPECTIVE_SERVER_PORT"):
        _load(tmp_path, PERSPECTIVE_SERVER_PROT="1")
    with pytest.raises(UnknownKey, match="nearest is PERSPECTIVE_SERVER_TIMEZONE"):
        _load(tmp_path, PERSPECTIVE_TIMEZONE="UTC")


def test_an_empty_variable_is_not_set(tmp_path: Path) -> None:
    """A variable that is there but empty leaves the weaker origin in force."""
    loaded = _load(tmp_path, "[server]\nport = 5\n", PERSPECTIVE_SERVER_PORT=" ")
    assert loaded.settings.server.port == 5


def test_paths_in_a_file_are_meant_from_its_folder(tmp_path: Path) -> None:
    """A relative path in a settings file starts at the file, one in a variable at the process."""
    folder = tmp_path / "etc"
    folder.mkdir()
    file = folder / "p.toml"
    file.write_text("[server]\ndata_dir = 'data'\n[security]\ntoken_file = 'token'\n")
    loaded = load_settings(
        config=file, environ={"PERSPECTIVE_LOGGING_FILE": "x.log"}, folder=tmp_path
    )
    assert loaded.data_dir == folder / "data"
    assert loaded.settings.server.data_dir == str(folder / "data")
    assert loaded.settings.security.token_file == str(folder / "token")
    assert loaded.settings.logging.file == str(tmp_path / "x.log")


def test_home_is_expanded(tmp_path: Path) -> None:
    """`~` in a path is the home of who runs it."""
    loaded = _load(tmp_path, "[server]\ndata_dir = '~/memories'\n")
    assert loaded.data_dir == Path.home() / "memories"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://ana:secret@host:1/v1", "http://***@host:1/v1"),
        ("http://host/v1?key=secret#x", "http://host/v1?***"),
        ("http://host/v1", "http://host/v1"),
        ("plain", "plain"),
        (5, 5),
    ],
)
def test_secrets_in_addresses_are_masked(value: object, expected: object) -> None:
    """A user, password or query in an address is not shown."""
    assert masked(value) == expected


def test_view_shows_everything_and_no_secret(tmp_path: Path) -> None:
    """The view has each key with value, origin, default and meaning, and masks addresses."""
    endpoint = "http://ana:hunter2@localhost:11434/v1"
    view = settings_view(_load(tmp_path, PERSPECTIVE_EMBEDDING_ENDPOINT=endpoint))
    assert [one["key"] for one in view] == list(FIELDS)
    assert "hunter2" not in str(view)
    assert all(one["description"] for one in view)


@pytest.mark.parametrize("profile", sorted((ROOT / "config").glob("*.toml")), ids=lambda p: p.name)
def test_profiles_load(profile: Path, tmp_path: Path) -> None:
    """Each profile in config/ can be used as it is."""
    assert load_settings(config=profile, environ={}, folder=tmp_path).path == profile


def test_perspective_toml_is_in_step() -> None:
    """The file shows each setting with its default and meaning; `init --here` makes it anew."""
    assert (ROOT / "perspective.toml").read_text(encoding="utf-8") == settings_document()


def test_perspective_toml_loads(tmp_path: Path) -> None:
    """The file as it is changes nothing, and neither does it with every key in force."""
    text = settings_document()
    assert _plain(_load(tmp_path, text).settings) == Settings()
    in_force = "\n".join(
        line.removeprefix("# ") if " = " in line and line.startswith("# ") else line
        for line in text.splitlines()
    )
    document = tomllib.loads(in_force)
    assert set(document) == {group.partition(".")[0] for group in GROUPS}
    assert _plain(_load(tmp_path, in_force).settings) == Settings()


@given(value=st.text() | st.integers(-(2**62), 2**62) | st.booleans() | st.lists(st.text()))
def test_values_survive_being_written(value: object) -> None:
    """What is written as TOML is read back as the same value."""
    assert tomllib.loads(f"x = {in_toml(value)}") == {"x": value}
