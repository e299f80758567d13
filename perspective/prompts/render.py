"""How does a template become a prompt? Texts of others go into it as data that cannot get out.

Two forms of data: `tojson`, a JSON string in which no sign of a chat template survives (`<` and
control words in brackets are escaped, letters of no script are), and `line`, one line of text.
"""

from __future__ import annotations

import json
import re
from typing import Any

import jinja2

# Words by which models tell who speaks: <|im_end|>, </s>, [INST], and what is like them.
_BRACKETED = re.compile(r"\[(?=/?[A-Z_]{2,}\])")
_OPENING = re.compile(r"<(?=[|/!A-Za-z_\uff5c])")
_CLOSING = re.compile(r"(?<=[|\uff5c])>")
_BLANKS = re.compile(r"[\s\x00-\x1f\x7f\x85\u2028\u2029]+")


def as_json(value: Any) -> str:
    """The value as JSON on one line. Letters stay letters."""
    text = json.dumps(value, ensure_ascii=False)
    text = text.replace("<", "\\u003c").replace("\x7f", "\\u007f")
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")
    # Outside of strings there is no word in capitals, so what is found is text.
    return _BRACKETED.sub("\\\\u005b", text)


def as_line(value: str) -> str:
    """The text on one line, with the signs of templates taken apart by a blank."""
    text = _CLOSING.sub(" >", _OPENING.sub("< ", value))
    return _BLANKS.sub(" ", _BRACKETED.sub("[ ", text)).strip()


_templates = jinja2.Environment(
    loader=jinja2.PackageLoader("perspective.prompts", "."),
    autoescape=False,  # noqa: S701 - prompts are no HTML; the filters below make texts safe
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters["tojson"] = as_json
_templates.filters["line"] = as_line


def render(name: str, **values: Any) -> str:
    """The prompt of a template, without blanks around it."""
    return _templates.get_template(f"{name}.jinja").render(values).strip()
