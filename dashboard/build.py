"""Is the built page that of the source? If not, it is built: `python -m dashboard.build`.

The source is copied aside, built there with the packages of package-lock.json, checked against
what a daemon serves, compressed, and put in place of the former `dist` in one move. Where Node
or the packages cannot be had this is said, and is no failure: a daemon then has a plain page.
"""

from __future__ import annotations

import argparse
import fcntl
import gzip
import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dashboard.node import Node, find_node
from dashboard.tool import BuildFailed, Unavailable, run

ROOT = Path(__file__).resolve().parents[1]
STAMP = "sources.sha256"

_INSTALL_S = 600.0
_BUILD_S = 300.0
_NO_SOURCE = {"node_modules", "dist", "coverage"}
_NO_SOURCE_SUFFIXES = {".py", ".md", ".tsbuildinfo"}
SERVED = {"index.html", "favicon.svg", "assets"}
COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm"}
_LEAST_BYTES = 1000
_OUR_FAULT = re.compile(r"\b(EUSAGE|EINTEGRITY|EJSONPARSE|ERESOLVE)\b")
_LOADED = re.compile(r"""(?:src|href)="\./([^"#?]+)""")
_INLINE = re.compile(r"<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=", re.IGNORECASE)


def is_fresh(root: Path = ROOT) -> bool:
    """True when the built page is that of the source as it is now."""
    dist = root / "dashboard/dist"
    try:
        known = (dist / STAMP).read_text(encoding="utf-8")
    except OSError:
        return False
    return (dist / "index.html").is_file() and known == sources_digest(root / "dashboard")


def sources_digest(folder: Path) -> str:
    """A hash over names and contents of the source."""
    digest = hashlib.sha256()
    for path in _sources(folder):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def build(root: Path = ROOT, *, wants_modules: bool = False) -> str:
    """The built page is that of the source; returns what was done.

    `wants_modules` has the packages in place even when there is nothing to build. Raises
    Unavailable or BuildFailed; the former page then stays as it was.
    """
    folder = root / "dashboard"
    if not (folder / "package.json").is_file():
        raise Unavailable("its source is not here")
    if is_fresh(root) and not (wants_modules and not _has_modules(folder)):
        return "is up to date"
    with _alone(root):
        node = find_node(root)
        began_at = time.monotonic()
        _install_modules(folder, node)
        if is_fresh(root):
            return f"is up to date, its packages installed in {time.monotonic() - began_at:.1f} s"
        n_bytes = _build(root, node)
        kilobytes = f"{n_bytes / 1000:.0f} KB to load"
        return f"built in {time.monotonic() - began_at:.1f} s, {kilobytes}"


def _sources(folder: Path) -> Iterator[Path]:
    """What the page is made from, in the order of names."""
    for place, folders, files in os.walk(folder):
        is_top = Path(place) == folder
        hidden = {name for name in folders if name.startswith((".", "__pycache__"))}
        folders[:] = sorted(set(folders) - hidden - (_NO_SOURCE if is_top else set()))
        for name in sorted(files):
            if name.startswith(".") or name.endswith("~"):
                continue
            if Path(name).suffix not in _NO_SOURCE_SUFFIXES:
                yield Path(place, name)


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """No other build of this checkout is at work."""
    place = root / "build"
    place.mkdir(exist_ok=True)
    with (place / "dashboard.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _modules_digest(folder: Path) -> str:
    """What the packages are chosen by."""
    names = ("package.json", "package-lock.json")
    return hashlib.sha256(b"\0".join((folder / name).read_bytes() for name in names)).hexdigest()


def _has_modules(folder: Path) -> bool:
    """True when the packages of the lock are installed."""
    stamp = folder / "node_modules/.installed"
    try:
        return stamp.read_text(encoding="utf-8") == _modules_digest(folder)
    except OSError:
        return False


def _install_modules(folder: Path, node: Node) -> None:
    """The packages of the lock are in `node_modules`; none of their scripts has run."""
    if _has_modules(folder):
        return
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error")
    patience = ("--fetch-timeout=60000", "--fetch-retries=2", "--fetch-retry-mintimeout=1000",
                "--fetch-retry-maxtimeout=5000")  # fmt: skip
    command = (*node.npm, "ci", *quiet, *patience)
    ended = run(command, folder=folder, within_s=_INSTALL_S, environ=node.environ)
    if ended.code != 0 and _OUR_FAULT.search(ended.said):
        said = ended.said.partition("\nnpm error Clean install")[0]  # then come all its options
        raise BuildFailed(f"npm ci failed:\n{said}")
    if ended.code != 0:
        raise Unavailable(f"npm cannot fetch its packages: {ended.reason}")
    stamp = folder / "node_modules/.installed"
    stamp.write_text(_modules_digest(folder), encoding="utf-8")


def _build(root: Path, node: Node) -> int:
    """The page is built from a copy of the source and put in its place; returns its size."""
    folder, work = root / "dashboard", root / "build" / f"dashboard-{os.getpid()}"
    shutil.rmtree(work, ignore_errors=True)
    try:
        for path in _sources(folder):
            copy = work / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
        digest = sources_digest(work)
        (work / "node_modules").symlink_to(folder / "node_modules")
        command = (*node.npm, "run", "build")
        ended = run(command, folder=work, within_s=_BUILD_S, environ=node.environ)
        if ended.code != 0:
            said = ended.said if ended.code is not None else f"{ended.said}\n{ended.reason}"
            raise BuildFailed(f"npm run build failed:\n{said}")
        check_built(work / "dist")
        n_bytes = compress(work / "dist")
        (work / "dist" / STAMP).write_text(digest, encoding="utf-8")
        _replace(folder / "dist", work / "dist")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return n_bytes


def check_built(dist: Path) -> None:
    """Raises BuildFailed unless all of it can be served under the policy of the daemon."""
    index = dist / "index.html"
    if not index.is_file():
        raise BuildFailed("npm run build wrote no dist/index.html")
    others = {path.name for path in dist.iterdir()} - SERVED
    assets = dist / "assets"
    others |= (
        {path.name for path in assets.iterdir() if path.is_dir()} if assets.is_dir() else set()
    )
    if others:
        raise BuildFailed(f"a daemon serves assets only, not {', '.join(sorted(others))}")
    text = index.read_text(encoding="utf-8")
    missing = [name for name in _LOADED.findall(text) if not (dist / name).exists()]
    missing = [name for name in missing if not name.startswith("api/")]
    if missing:
        raise BuildFailed(f"index.html loads what was not built: {', '.join(missing)}")
    if found := _INLINE.search(text):
        raise BuildFailed(f"index.html has `{found[0].strip()}` inline, which the policy forbids")


def compress(dist: Path) -> int:
    """Each file has a compressed copy beside it where that is smaller; returns the bytes to load."""
    n_bytes = 0
    for path in sorted(path for path in dist.rglob("*") if path.is_file()):
        content = path.read_bytes()
        packed = content
        if path.suffix in COMPRESSED and len(content) >= _LEAST_BYTES:
            packed = min(content, gzip.compress(content, compresslevel=9, mtime=0), key=len)
        if packed is not content:
            path.with_name(f"{path.name}.gz").write_bytes(packed)
        n_bytes += len(packed)
    return n_bytes


def _replace(place: Path, built: Path) -> None:
    """`built` stands at `place`, which is never half of it; the former is gone."""
    former = built.with_name("former")
    if place.exists():
        place.rename(former)
    try:
        built.rename(place)
    except OSError:
        if former.exists():
            former.rename(place)
        raise


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds, and says in a line what was done, or why nothing could be."""
    parser = argparse.ArgumentParser(
        prog="python -m dashboard.build", description="Builds the page."
    )
    parser.add_argument("--require", action="store_true", help="fail where it cannot be built")
    parser.add_argument("--modules", action="store_true", help="install npm's packages in any case")
    given = parser.parse_args(arguments)
    try:
        print(f"Dashboard: {build(ROOT, wants_modules=given.modules)}.", flush=True)
    except Unavailable as error:
        shown = (
            "the page built before"
            if (ROOT / "dashboard/dist/index.html").is_file()
            else "a plain page"
        )
        print(
            f"Dashboard: not built, since {error}.\nThe daemon will show {shown}.", file=sys.stderr
        )
        return 1 if given.require else 0
    except (BuildFailed, OSError) as error:
        print(f"Dashboard: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
