"""Do names tell what a thing is: its room, its unit, its kind?"""

import ast
import re
from collections.abc import Iterator

from tests.architecture.source import Source, classes, dotted, everything, functions, package

EMPTY_NAMES = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}

# Quantities that mean nothing without a unit: timeout_s, interval_s, half_life_days, max_bytes.
UNITLESS = {"age", "delay", "duration", "half_life", "interval", "timeout", "ttl"}

# Times whose names are terms of their own: the two clocks and the ends of a question's window.
TERMS_OF_TIME = {
    *("as_of", "known_at", "known_from", "known_to", "valid_from", "valid_to"),
    *("since", "until", "start", "end", "now", "when"),
}

SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LOG_LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}


def _fields(source: Source) -> Iterator[tuple[ast.AnnAssign, str]]:
    """Each annotated field of each class, with its name."""
    for cls in classes(source.tree):
        for node in cls.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                yield node, node.target.id


def _arguments(source: Source) -> Iterator[ast.arg]:
    """Each argument of each function."""
    for _, function in functions(source.tree):
        arguments = function.args
        yield from arguments.posonlyargs + arguments.args + arguments.kwonlyargs


def test_no_file_is_named_after_nothing() -> None:
    """No file or folder is called utils, helpers, common, base, manager or misc."""
    empty = {
        source.name
        for source in everything()
        if EMPTY_NAMES & {part.strip("_") for part in source.module.split(".")}
    }
    assert sorted(empty) == []


def test_no_class_is_a_manager_or_helper() -> None:
    """A class is named by what it is or does."""
    vague = [
        f"{source.where(cls)} {cls.name}"
        for source in package()
        for cls in classes(source.tree)
        if re.search(r"(Manager|Helper|Util|Utils|Misc)$", cls.name)
    ]
    assert vague == []


def test_datetimes_end_in_at() -> None:
    """A field that holds an aware datetime is called …_at, or by a term of the two clocks."""
    wrong = [
        f"{source.where(node)} {name}"
        for source in package()
        for node, name in _fields(source)
        if re.fullmatch(r"(datetime\.)?datetime( \| None)?", ast.unparse(node.annotation))
        and not (name == "at" or name.endswith("_at"))
        and name not in TERMS_OF_TIME
    ]
    assert wrong == []


def test_quantities_carry_their_unit() -> None:
    """No field and no argument is a bare timeout, interval or age."""
    fields = [
        f"{source.where(node)} {name}"
        for source in package()
        for node, name in _fields(source)
        if name in UNITLESS
    ]
    arguments = [
        f"{source.where(argument)} {argument.arg}"
        for source in package()
        for argument in _arguments(source)
        if argument.arg in UNITLESS
    ]
    assert fields + arguments == []


def test_log_events_are_fixed_facts() -> None:
    """What is logged is a snake_case event with fields, never a sentence or a formatted text."""
    wrong = []
    for source in package():
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            logger = dotted(node.func.value).rpartition(".")[2].strip("_")
            if logger not in {"log", "logger"} or node.func.attr not in LOG_LEVELS:
                continue
            event = node.args[0] if node.args else None
            is_fact = isinstance(event, ast.Constant) and SNAKE_CASE.fullmatch(str(event.value))
            if not is_fact or len(node.args) > 1:
                wrong.append(f"{source.where(node)} {ast.unparse(node)}")
    assert wrong == []
