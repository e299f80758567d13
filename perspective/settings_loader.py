"""Which settings are in force, and where did each come from?

Defaults < perspective.toml < environment < flags. A key or value that cannot be used is an error
that names its place, the key and the nearest valid one. Nothing here is cached, and nothing but
the settings file and the given environment is read. Secrets are never settings: a token lies in a
file, an API key in a variable, and the settings hold their names.
"""

from __future__ import annotations

import difflib
import math
import os
import re
import tomllib
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin
from urllib.parse import urlsplit, urlunsplit

import msgspec
import platformdirs

from perspective.errors import BadValue, SettingsError, UnknownKey
from perspective.settings import Settings

FILE_NAME = "perspective.toml"
ENVIRONMENT_PREFIX = "PERSPECTIVE_"

# Variables that are not settings: they say where to look and whom to talk to.
OTHER_VARIABLES = frozenset({
    "PERSPECTIVE_CONFIG", "PERSPECTIVE_URL", "PERSPECTIVE_TENANT", "PERSPECTIVE_TOKEN",
})  # fmt: skip

# Settings that name a file or folder: `~` is expanded, and what is relative is meant from the
# settings file's folder (from a flag or variable: from the current one).
PATHS = frozenset({
    "server.data_dir", "embedding.model_path", "llm.models_dir", "security.token_file",
    "logging.file",
})  # fmt: skip

# Settings that hold a name or a file: what has a folder or this ending is a file.
NAMES_OR_PATHS = {"llm.model_path": ".gguf"}

_HEADER = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+")
_ASSIGNMENT = re.compile(r"""^\s*["']?([\w.-]+)["']?\s*=""")
_WORDS = {"yes": True, "on": True, "no": False, "off": False}


class Field(msgspec.Struct, frozen=True):
    """One setting: where it stands, what it may be and what it means."""

    group: str
    name: str
    type: Any
    default: Any
    description: str

    @property
    def key(self) -> str:
        """`group.name`, as errors and origins call it."""
        return f"{self.group}.{self.name}"

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return ENVIRONMENT_PREFIX + self.key.replace(".", "_").upper()

    @property
    def choices(self) -> tuple[str, ...]:
        """The words it may be (or its items may be), if it is one of a few."""
        return tuple(_literals(self.type))

    @property
    def is_list(self) -> bool:
        """Whether it holds several values."""
        return isinstance(self.default, tuple)


class LoadedSettings(msgspec.Struct, frozen=True):
    """Settings with their origins.

    `origins` has each key: `default`, `perspective.toml:<path>`, `environment` or `flag`. `path`
    is the settings file that was read, if there was one. Paths in `settings` are absolute.
    """

    settings: Settings
    origins: dict[str, str]
    path: Path | None
    data_dir: Path


def setting_fields(group: type[msgspec.Struct] = Settings, prefix: str = "") -> Iterator[Field]:
    """Each setting, in the order of settings.py."""
    for field in msgspec.structs.fields(group):
        if isinstance(field.default, msgspec.Struct):
            yield from setting_fields(type(field.default), f"{prefix}{field.encode_name}.")
        else:
            yield Field(
                group=prefix.rstrip("."),
                name=field.encode_name,
                type=field.type,
                default=field.default,
                description=_description(field.type),
            )


def _description(annotation: Any) -> str:
    """What settings.py says a setting means."""
    notes = getattr(annotation, "__metadata__", ())
    texts = [note.description for note in notes if getattr(note, "description", None)]
    return texts[-1] if texts else ""


def _literals(annotation: Any) -> Iterator[str]:
    """The words of a Literal, also inside a list or an Annotated."""
    if get_origin(annotation) is Literal:
        yield from (str(word) for word in get_args(annotation))
    else:
        for argument in get_args(annotation):
            yield from _literals(argument)


FIELDS: dict[str, Field] = {field.key: field for field in setting_fields()}
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(field.group for field in FIELDS.values()))


def load_settings(
    *,
    config: Path | None = None,
    flags: Mapping[str, object] | None = None,
    environ: Mapping[str, str] = os.environ,
    folder: Path | None = None,
) -> LoadedSettings:
    """The settings in force for a process that runs in `folder` (default: the current one).

    `config` is what `--config` named; `flags` are values by key, None for those not given.
    Raises UnknownKey or BadValue.
    """
    folder = folder or Path.cwd()
    path = find_settings_file(config=config, environ=environ, folder=folder)
    values: dict[str, Any] = {}
    origins = dict.fromkeys(FIELDS, "default")
    if path is not None:
        _take(values, _from_file(path), origins, f"{FILE_NAME}:{path}", path.parent)
    _take(values, _from_environment(environ), origins, "environment", folder)
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    _take(values, _from_flags(given), origins, "flag", folder)
    data_dir = Path(values.get("server.data_dir") or default_data_dir())
    values["server.data_dir"] = str(data_dir)
    return LoadedSettings(_assembled(values), origins, path, data_dir)


def find_settings_file(
    *, config: Path | None, environ: Mapping[str, str], folder: Path
) -> Path | None:
    """The settings file in force, absolute; None when there is none.

    A file that was asked for by name must exist.
    """
    named = config or (Path(value) if (value := environ.get("PERSPECTIVE_CONFIG")) else None)
    if named is not None:
        path = folder / named.expanduser()
        if not path.is_file():
            asked = "--config" if config else "PERSPECTIVE_CONFIG"
            message = f"{path}: there is no such file ({asked} names it)"
            raise BadValue(message)
        return path
    return next((p for p in (folder / FILE_NAME, user_settings_file()) if p.is_file()), None)


def user_settings_file() -> Path:
    """Where a person keeps settings for all folders."""
    return platformdirs.user_config_path("perspective", appauthor=False) / FILE_NAME


def default_data_dir() -> Path:
    """Where memories lie when no setting says otherwise."""
    return platformdirs.user_data_path("perspective", appauthor=False)


def settings_view(loaded: LoadedSettings) -> list[dict[str, Any]]:
    """Each setting with its value, origin, default and meaning; secrets in addresses masked."""
    return [
        {
            "key": key,
            "value": masked(value_of(loaded.settings, key)),
            "origin": loaded.origins.get(key, "default"),
            "default": field.default,
            "description": field.description,
        }
        for key, field in FIELDS.items()
    ]


def value_of(settings: Settings, key: str) -> Any:
    """The value of `group.name`."""
    value: Any = settings
    for part in key.split("."):
        value = getattr(value, part)
    return value


def changed_settings(settings: Settings) -> dict[str, Any]:
    """The values that are not at their defaults, by `group.name`; secrets are masked. Where the
    daemon lies and listens is left out."""
    values = {key: value_of(settings, key) for key in FIELDS if not key.startswith("server.")}
    return {key: masked(v) for key, v in values.items() if v != FIELDS[key].default}


def masked(value: Any) -> Any:
    """The value without the name, password and query that an address may carry."""
    if not isinstance(value, str) or "://" not in value:
        return value
    parts = urlsplit(value)
    host = parts.netloc.rpartition("@")[2]
    netloc = f"***@{host}" if "@" in parts.netloc else host
    query = "***" if parts.query else ""
    return urlunsplit(parts._replace(netloc=netloc, query=query, fragment=""))


def _take(
    values: dict[str, Any],
    found: dict[str, Any],
    origins: dict[str, str],
    origin: str,
    folder: Path,
) -> None:
    """Puts values over those of weaker origin; paths become absolute."""
    for key, value in found.items():
        is_path = value and (key in PATHS or _is_path(key, value))
        values[key] = str(folder / Path(value).expanduser()) if is_path else value
        origins[key] = origin


def _is_path(key: str, value: Any) -> bool:
    """Whether a setting that may be a name is a file."""
    return key in NAMES_OR_PATHS and (
        Path(value).name != value or value.lower().endswith(NAMES_OR_PATHS[key])
    )


def _from_file(path: Path) -> dict[str, Any]:
    """The file's values by key, checked."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        document = tomllib.loads(text)
    except OSError as error:
        message = f"{path}: cannot be read: {error.strerror or error}"
        raise BadValue(message) from error
    except UnicodeDecodeError as error:
        message = f"{path}: is not UTF-8 (byte {error.start})"
        raise BadValue(message) from error
    except tomllib.TOMLDecodeError as error:
        message = f"{path}: is not TOML: {error}"
        raise BadValue(message) from error
    lines = _line_numbers(text)
    found = {}
    for key, value in _flat(document):
        where = f"{path}:{lines[key]}" if key in lines else str(path)
        if key in FIELDS:
            found[key] = _converted(value, FIELDS[key], where=where, is_text=False)
        elif key in GROUPS:
            message = f"{where}: [{key}] is a group and holds settings; it is not one itself"
            raise BadValue(message)
        else:
            raise _unknown(key, where)
    return found


def _flat(document: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Values by dotted key; a table that is no group is a value of its own."""
    for name, value in document.items():
        key = f"{prefix}{name}"
        is_group = any(group == key or group.startswith(f"{key}.") for group in GROUPS)
        if isinstance(value, dict) and is_group:
            yield from _flat(value, f"{key}.")
        else:
            yield key, value


def _line_numbers(text: str) -> dict[str, int]:
    """The line of each key, found without parsing; one that is written unusually is missing."""
    numbers: dict[str, int] = {}
    group = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            group = header[1].replace('"', "").replace(" ", "")
            numbers.setdefault(group, number)
        elif assignment := _ASSIGNMENT.match(line):
            numbers.setdefault(f"{group}.{assignment[1]}".lstrip("."), number)
    return numbers


def _from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """The values of PERSPECTIVE_<GROUP>_<KEY>, checked; an empty variable counts as not set."""
    fields = {field.variable: field for field in FIELDS.values()}
    found = {}
    for variable in sorted(environ):
        if not variable.startswith(ENVIRONMENT_PREFIX) or variable in OTHER_VARIABLES:
            continue
        if variable not in fields:
            word = variable.removeprefix(ENVIRONMENT_PREFIX).lower()
            same_name = [field.variable for field in FIELDS.values() if field.name == word]
            near = same_name[0] if same_name else _nearest(variable, [*fields, *OTHER_VARIABLES])
            message = f"environment: {variable} is not a setting; the nearest is {near}"
            raise UnknownKey(message)
        if text := environ[variable].strip():
            field = fields[variable]
            where = f"environment: {variable}"
            found[field.key] = _converted(text, field, where=where, is_text=True)
    return found


def _from_flags(flags: Mapping[str, object]) -> dict[str, Any]:
    """The values of flags by key, checked."""
    found = {}
    for key, value in flags.items():
        if key not in FIELDS:
            raise _unknown(key, "flags")
        is_text = isinstance(value, str)
        found[key] = _converted(value, FIELDS[key], where="flag", is_text=is_text)
    return found


def _converted(value: Any, field: Field, *, where: str, is_text: bool) -> Any:
    """The value in the setting's own type, or BadValue with the reason."""
    if is_text and field.is_list:
        value = [part.strip() for part in str(value).split(",") if part.strip()]
    if is_text and isinstance(field.default, bool):
        value = _WORDS.get(str(value).lower(), value)
    try:
        converted = msgspec.convert(value, field.type, strict=not is_text)
        if isinstance(converted, float) and not math.isfinite(converted):
            raise msgspec.ValidationError("Expected a finite number")
        if field.key == "server.timezone":
            zoneinfo.ZoneInfo(converted)
    except msgspec.ValidationError as error:
        reason = _reason(value, field, error)
        message = f"{where}: {field.key} cannot be {value!r}: {reason}"
        raise BadValue(message) from error
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        near = _nearest(str(value), zoneinfo.available_timezones())
        reason = f"no time zone of this machine; the nearest is {near}"
        message = f"{where}: {field.key} cannot be {value!r}: {reason}"
        raise BadValue(message) from error
    return converted


def _reason(value: Any, field: Field, error: msgspec.ValidationError) -> str:
    """Why a value was refused, in words."""
    if field.choices:
        words = ", ".join(field.choices)
        wrong = value if isinstance(value, list) else [value]
        wrong = [word for word in wrong if word not in field.choices]
        near = [_nearest(str(word), field.choices) for word in wrong]
        return f"it is one of {words}; the nearest is {', '.join(near)}"
    text = str(error).partition(" - at ")[0].replace("`", "")
    return text[:1].lower() + text[1:]


def _unknown(key: str, where: str) -> SettingsError:
    """The error for a key that does not exist, with the nearest one that does."""
    group, _, name = key.rpartition(".")
    if group in GROUPS:
        same_name = [field.key for field in FIELDS.values() if field.name == name]
        siblings = [field.name for field in FIELDS.values() if field.group == group]
        near = same_name[0] if same_name else f"{group}.{_nearest(name, siblings)}"
        return UnknownKey(f"{where}: there is no setting {key}; the nearest is {near}")
    if group == "":
        same_name = [field.key for field in FIELDS.values() if field.name == name]
        if same_name:
            message = f"{where}: {key} stands outside its group; the nearest is {same_name[0]}"
            return UnknownKey(message)
    near = _nearest(key, GROUPS)
    return UnknownKey(f"{where}: there is no group [{group or key}]; the nearest is [{near}]")


def _nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one."""
    return difflib.get_close_matches(word, list(known), n=1, cutoff=0.0)[0]


def _assembled(values: Mapping[str, Any]) -> Settings:
    """The settings with these values; all others keep their defaults."""
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *groups, name = key.split(".")
        place = tree
        for group in groups:
            place = place.setdefault(group, {})
        place[name] = value
    return msgspec.convert(tree, Settings)
