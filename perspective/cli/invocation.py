"""What did this command line ask for, apart from its verb: which settings, whom, in what form?

The options may stand before the command or after it; the last one counts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from perspective.cli import output
from perspective.cli.client import Client
from perspective.daemon import process
from perspective.errors import BadValue, NotRunning
from perspective.settings_loader import LoadedSettings, load_settings

READY_S = 30.0

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    _Word = click.ParamType[str]
else:
    _Word = click.ParamType  # older ones are not generic


class Invocation:
    """The choices of one command line; settings are read when first needed."""

    def __init__(self) -> None:
        self.is_json = False
        self.is_starting = False
        self.tenant: str | None = None
        self.data_dir: str | None = None
        self.config: str | None = None
        self.url: str | None = None
        self.flags: dict[str, object] = {}

    @cached_property
    def loaded(self) -> LoadedSettings:
        """The settings in force. Raises SettingsError."""
        return load_settings(
            config=Path(self.config) if self.config else None,
            flags={"server.data_dir": self.data_dir, **self.flags},
        )

    @property
    def tenant_id(self) -> str:
        """Whose memories are meant."""
        return self.given_tenant_id or "default"

    @property
    def given_tenant_id(self) -> str | None:
        """Whose memories are meant; None when nobody said."""
        return self.tenant or os.environ.get("PERSPECTIVE_TENANT") or None

    @property
    def remote_url(self) -> str | None:
        """An address that was given; None when the daemon is looked for on this machine."""
        return self.url or os.environ.get("PERSPECTIVE_URL") or None

    @cached_property
    def client(self) -> Client:
        """The daemon's API. Raises NotRunning, with how to start it."""
        if self.remote_url:
            return Client(self.remote_url, token=self._token())
        try:
            owner = process.find_daemon(self.loaded.data_dir, ready_within_s=READY_S)
        except NotRunning:
            if not self.is_starting:
                raise
            owner = process.start(self.loaded)
            output.say(f"Perspective is running: {owner.url}", is_note=True)
        assert owner.url is not None
        return Client(owner.url, token=self._token())

    def _token(self) -> str | None:
        """The bearer token: PERSPECTIVE_TOKEN, else what the settings' token file holds."""
        if token := os.environ.get("PERSPECTIVE_TOKEN"):
            return token
        if self.remote_url and not self.config and not self.data_dir:
            return None  # another machine's: this one's settings say nothing about it
        path = self.loaded.settings.security.token_file
        if not path:
            return None
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            message = f"security.token_file: {path} cannot be read: {error}"
            raise BadValue(message) from error


class Text(_Word):
    """Text of a person; bytes that are no characters are refused, before anything is stored."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text, if it is one."""
        text = str(value)
        if any("\ud800" <= one <= "\udfff" for one in text):
            locale = sys.getfilesystemencoding()
            self.fail(f"it holds bytes that are not {locale}; pipe it in as UTF-8", param, ctx)
        return text


class Moment(_Word):
    """A time: RFC 3339, or a date; without a zone it is meant in the server's."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The time as the API reads it."""
        from datetime import datetime

        try:
            return datetime.fromisoformat(str(value)).isoformat()
        except ValueError:
            self.fail(
                f"{value!r} is no time; write 2024-01-15 or 2024-01-15T10:30+01:00", param, ctx
            )


TEXT = Text()
MOMENT = Moment()

current = click.make_pass_decorator(Invocation)


def _kept(name: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A callback that keeps an option's value in the invocation."""

    def keep(ctx: click.Context, _param: click.Parameter, value: Any) -> Any:
        if value:
            setattr(ctx.ensure_object(Invocation), name, value)
        return value

    return keep


def _option(name: str, *declarations: str, **attributes: Any) -> Callable[[F], F]:
    return click.option(*declarations, expose_value=False, callback=_kept(name), **attributes)


def local_options(command: F) -> F:
    """Options of every command: form, settings file, data directory."""
    command = _option("is_json", "--json", is_flag=True, help="Print JSON, for programs.")(command)
    return place_options(command)


def place_options(command: F) -> F:
    """Where settings and memories are."""
    command = _option("config", "--config", metavar="FILE", help="Settings file.")(command)
    return _option("data_dir", "--data-dir", metavar="FOLDER", help="Folder of all memories.")(
        command
    )


def client_options(command: F) -> F:
    """Options of every command that talks to a daemon."""
    command = local_options(command)
    command = _option(
        "url", "--url", metavar="URL", help="A daemon elsewhere (or PERSPECTIVE_URL)."
    )(command)
    return _option(
        "is_starting", "--start", is_flag=True, help="Start the daemon first if none runs."
    )(command)


def tenant_option(command: F) -> F:
    """Whose memories are meant."""
    return _option("tenant", "--tenant", type=TEXT, help="Whose memories (or PERSPECTIVE_TENANT).")(
        command
    )


def usage(message: str) -> NoReturn:
    """Ends the command: its arguments do not fit together."""
    raise click.UsageError(message, ctx=click.get_current_context(silent=True))
