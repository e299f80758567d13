"""How do the architecture tests see the code? As files with their syntax trees, read once."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "perspective"
TESTS = ROOT / "tests"
DASHBOARD = ROOT / "dashboard"

_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, eq=False)
class Source:
    """One Python file: where it is, its text and its tree."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Path from the root of the project, with slashes."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def module(self) -> str:
        """Dotted name under which it is imported."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def where(self, node: ast.AST) -> str:
        """`file:line` of a node, as editors understand it."""
        return f"{self.name}:{getattr(node, 'lineno', 1)}"


@cache
def _read(folder: Path, pattern: str = "**/*.py") -> tuple[Source, ...]:
    """Every Python file under a folder, in the order of their names."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.glob(pattern))}
    return tuple(Source(path, text, ast.parse(text, str(path))) for path, text in texts.items())


def package() -> tuple[Source, ...]:
    """The files of `perspective`."""
    return _read(PACKAGE)


def everything() -> tuple[Source, ...]:
    """The files of `perspective` and of the tests, and what builds the dashboard."""
    return _read(PACKAGE) + _read(TESTS) + _read(DASHBOARD, "*.py")


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Each function and method with its qualified name, nested ones too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _FUNCTION):
            yield f"{prefix}{node.name}", node
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        else:
            yield from functions(node, prefix)


def classes(tree: ast.AST) -> Iterator[ast.ClassDef]:
    """Each class, nested ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def dotted(node: ast.AST) -> str:
    """`a.b.c` for a chain of names, and nothing for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""
