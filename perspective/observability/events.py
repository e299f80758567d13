"""How does a module tell what happened, when nobody may have set up logging?

Through a logger of the standard library with a snake_case event and fields. A library must stay
silent until its user wants to hear it, and structlog's own default prints to stdout; so the
processors are bound here, and set-up (`logs`) only adds a handler at the end.
"""

from __future__ import annotations

import logging
import sys
from typing import cast

import structlog

ROOT_LOGGER = "perspective"

# A memory's words and secrets have no place in a log, whoever tries.
NEVER_LOGGED = frozenset({
    "api_key", "authorization", "body", "content", "memory", "password", "query", "secret",
    "text", "texts", "token",
})  # fmt: skip

logging.getLogger(ROOT_LOGGER).addHandler(logging.NullHandler())


def hide_contents(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Fields that would carry a memory's words or a secret are replaced by their length."""
    for name in NEVER_LOGGED & event.keys():
        value = event[name]
        size = len(value) if isinstance(value, str | bytes | list | tuple | dict) else 0
        event[name] = f"[{size} not logged]"
    return event


def keep_trace(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """The exception being handled is taken here: it is written by another thread, later."""
    if event.get("exc_info") is True:
        event["exc_info"] = sys.exc_info()
    return event


BEFORE_RENDERING: tuple[structlog.typing.Processor, ...] = (
    structlog.stdlib.filter_by_level,
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    hide_contents,
    keep_trace,
    structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
)


def event_log(name: str) -> structlog.stdlib.BoundLogger:
    """A logger for a module (`event_log(__name__)`): silent until its user listens."""
    return cast(
        "structlog.stdlib.BoundLogger",
        structlog.wrap_logger(
            logging.getLogger(name),
            processors=BEFORE_RENDERING,
            wrapper_class=structlog.stdlib.BoundLogger,
            cache_logger_on_first_use=True,
        ),
    )
