"""Which values do options take that several commands share, and how is text read in?"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from perspective.cli.invocation import usage
from perspective.errors import InvalidRequest

TYPES = click.Choice(["episodic", "semantic", "procedural"])
ROLES = click.Choice(["user", "assistant", "system", "tool"])
PROFILES = click.Choice(["balanced", "product", "weighted"])
SHARE = click.FloatRange(0.0, 1.0)


def read_text(words: tuple[str, ...], file: str | None) -> str:
    """The text of the arguments, of stdin (`-`) or of a file; exactly one of them."""
    if file is not None:
        if words:
            usage("Give a text or --file, not both.")
        try:
            return _decoded(Path(file).read_bytes(), file)
        except OSError as error:
            message = f"{file} cannot be read: {error.strerror or error}"
            raise InvalidRequest(message) from error
    if words == ("-",):
        return _decoded(sys.stdin.buffer.read(), "stdin")
    if not words:
        usage("Give a text, - to read it from stdin, or --file.")
    return " ".join(words)


def read_object(text: str | None, option: str) -> dict[str, Any] | None:
    """The JSON object in an option's value."""
    if text is None:
        return None
    try:
        value = json.loads(text)
    except ValueError as error:
        usage(f"{option} is not JSON: {error}")
    if not isinstance(value, dict):
        usage(f'{option} takes a JSON object such as {{"project": "atlas"}}.')
    return value


def given(**fields: Any) -> dict[str, Any]:
    """Only the fields that were given."""
    return {name: value for name, value in fields.items() if value is not None and value != ()}


def _decoded(raw: bytes, source: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{source} is not UTF-8 (byte {error.start}); nothing was stored"
        raise InvalidRequest(message) from error
