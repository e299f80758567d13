"""An installation as a wheel makes one: the package in a folder of its own, with a built page.

What the page holds is a test's own, so that these tests need no Node.
"""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

from tests.daemons import PROJECT, Home

SCRIPT = "document.title = 'seen'; // " + "x" * 3000
INDEX = (
    '<!doctype html><html lang="en"><title>Perspective</title>'
    '<script type="module" src="./assets/index-AbCd1234.js"></script></html>'
)


def install(home: Home, *, with_page: bool) -> None:
    """The home's processes use a copy of the package, which nothing lies beside."""
    place = home.folder / "site"
    shutil.copytree(PROJECT / "perspective", place / "perspective")  # keeps times: nothing compiles
    package = place / "perspective"
    shutil.rmtree(package / "_dashboard", ignore_errors=True)
    models = package / "_models"
    if not models.exists():
        shutil.copytree(PROJECT / "models", models)
    if with_page:
        write_page(package / "_dashboard")
    home.environ["PYTHONPATH"] = str(place)


def write_page(folder: Path) -> None:
    """What a build leaves."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    script = folder / "assets/index-AbCd1234.js"
    script.write_text(SCRIPT)
    script.with_name(f"{script.name}.gz").write_bytes(gzip.compress(SCRIPT.encode(), mtime=0))
