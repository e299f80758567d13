"""Are the habits kept that no linter knows: where to catch, where to import, what time it is?"""

import ast
from collections.abc import Iterator

from tests.architecture.source import Function, Source, dotted, functions, package

# The last resort of a request, of the process and of a background task.
MAY_CATCH_EVERYTHING = {
    "perspective/api/middleware.py",
    "perspective/daemon/run.py",
    "perspective/jobs/supervisor.py",
}

# A command imports what it needs; the worker and the embedder load a model when it is wanted, so
# that a start does not wait for one; connect() keeps `import perspective` light; what an extra
# installs is imported only where it is chosen.
MAY_IMPORT_LATE = (
    "perspective/adapters/models/fastembed_embedder.py",
    "perspective/adapters/models/nano_e5_model.py",
    "perspective/adapters/worker/",
    "perspective/cli/",
)
MAY_IMPORT_LATE_FUNCTIONS = {
    "perspective/__init__.py::connect",
    "perspective/wiring.py::served_catalog",
}

CLOCKS = {
    *("date.today", "datetime.date.today"),
    *("datetime.now", "datetime.today", "datetime.utcnow"),
    *("datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow"),
    *("uuid.uuid1", "uuid.uuid4", "uuid.uuid7"),
}


def _late_imports(source: Source) -> Iterator[tuple[str, ast.stmt]]:
    """Each import inside a function, with the function's name."""
    for name, function in functions(source.tree):
        for node in _own_nodes(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield name, node


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function):
            waiting.extend(ast.iter_child_nodes(node))


def _lets_through(handler: ast.ExceptHandler) -> bool:
    """Whether it only cleans up or translates a panic: it ends in a raise, and one is bare."""
    raises = [node for node in ast.walk(handler) if isinstance(node, ast.Raise)]
    return isinstance(handler.body[-1], ast.Raise) and any(r.exc is None for r in raises)


def test_everything_is_caught_in_three_files_only() -> None:
    """What catches or suppresses `Exception` or wider, and keeps it, has nothing above it."""
    wide = {"Exception", "BaseException"}
    wrong = []
    for source in package():
        if source.name in MAY_CATCH_EVERYTHING:
            continue
        for node in ast.walk(source.tree):
            names: set[str] = set()
            if isinstance(node, ast.ExceptHandler) and not _lets_through(node):
                parts = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
                names = {dotted(part) if part else "BaseException" for part in parts}
            elif isinstance(node, ast.Call) and dotted(node.func).endswith("suppress"):
                names = {dotted(argument) for argument in node.args}
            if names & wide:
                wrong.append(source.where(node))
    assert wrong == []


def test_imports_stand_at_the_top() -> None:
    """No function imports, except in the command line, where models are loaded, and where named."""
    late = [
        f"{source.where(node)} in {name}"
        for source in package()
        if not source.name.startswith(MAY_IMPORT_LATE)
        for name, node in _late_imports(source)
        if f"{source.name}::{name}" not in MAY_IMPORT_LATE_FUNCTIONS
    ]
    assert late == []


def test_domain_is_told_the_time() -> None:
    """The domain reads no clock and draws no random id: the caller gives both."""
    wrong = [
        f"{source.where(node)} {ast.unparse(node)}"
        for source in package()
        if source.name.startswith("perspective/domain/")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and dotted(node.func) in CLOCKS
    ]
    assert wrong == []


def test_only_the_command_line_prints() -> None:
    """No print outside cli, also not behind a noqa."""
    wrong = [
        source.where(node)
        for source in package()
        if not source.name.startswith("perspective/cli/")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and dotted(node.func) == "print"
    ]
    assert wrong == []
