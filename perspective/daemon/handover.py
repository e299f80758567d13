"""What does `start` tell the daemon it starts, and what does the daemon tell it back?

The settings go over whole, as one JSON document on stdin, so that both act on the same ones and a
relative path means the same folder. Back comes one line on stdout: ready, or why not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from perspective import errors
from perspective.adapters.system.data_dir_lock import Owner
from perspective.settings_loader import LoadedSettings


class Started(msgspec.Struct, frozen=True, kw_only=True):
    """The daemon's one line: the owner it became, or the error that kept it from starting."""

    owner: Owner | None = None
    error: str | None = None
    message: str = ""


def encode_settings(loaded: LoadedSettings) -> bytes:
    """The settings as a document."""
    return msgspec.json.encode(loaded, enc_hook=str)


def decode_settings(document: bytes) -> LoadedSettings:
    """The settings of a document."""
    return msgspec.json.decode(document, type=LoadedSettings, dec_hook=_path)


def encode_started(started: Started) -> bytes:
    """The line, with its end."""
    return msgspec.json.encode(started) + b"\n"


def decode_started(line: bytes) -> Started:
    """The daemon's line. Raises DaemonError when it is none."""
    try:
        return msgspec.json.decode(line, type=Started)
    except msgspec.MsgspecError as error:
        message = f"the daemon answered with something unexpected: {line[:200]!r}"
        raise errors.DaemonError(message) from error


def error_of(started: Started) -> errors.PerspectiveError:
    """The error that the line names, to be raised on this side."""
    found = getattr(errors, started.error or "", None)
    if isinstance(found, type) and issubclass(found, errors.PerspectiveError):
        return found(started.message)
    return errors.DaemonError(started.message)


def _path(wanted: type[Any], value: Any) -> Any:
    """Paths travel as their text."""
    if issubclass(wanted, Path):
        return Path(value)
    raise NotImplementedError(wanted)
