"""What does a perspective.toml look like in which every setting is explained?

Made from settings.py, so it is never out of step. Without values every key is commented out at
its default; with values, those that are not defaults stand there in force.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from perspective.settings_loader import FIELDS, Field

_HEAD = """\
# Perspective's settings. Every one is listed with its default: remove the # to change it.
# Searched: --config, PERSPECTIVE_CONFIG, ./perspective.toml, the user's configuration directory.
# A variable PERSPECTIVE_<GROUP>_<KEY> is stronger than this file, a flag stronger than both.
# A relative path is meant from this file's folder.
"""
_WIDTH = 98


def settings_document(values: Mapping[str, Any] | None = None) -> str:
    """The file's text. `values` holds those in force, by key; None means the defaults."""
    values = values or {}
    lines = [_HEAD]
    group = ""
    for field in FIELDS.values():
        if field.group != group:
            group = field.group
            lines.append(f"[{group}]")
        lines += _explained(field)
        value = values.get(field.key, field.default)
        is_default = value == field.default
        lines.append(f"{'# ' if is_default else ''}{field.name} = {in_toml(value)}\n")
    return "\n".join(lines).rstrip("\n") + "\n"


def in_toml(value: Any) -> str:
    """The value as TOML writes it."""
    if isinstance(value, tuple | list):
        return "[" + ", ".join(in_toml(item) for item in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) >= 10_000:
        return f"{value:_}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _explained(field: Field) -> Iterator[str]:
    """Comment lines: what it means, and what it may be."""
    text = field.description
    if any(word not in text for word in field.choices):
        kind = "Any of" if field.is_list else "One of"
        text = f"{text} {kind}: {', '.join(field.choices)}."
    for line in textwrap.wrap(text, _WIDTH - 3, break_long_words=False, break_on_hyphens=False):
        yield f"## {line}"
