"""Do packages contain the dashboard, and are they made where it cannot be built?

From a copy of the project whose page is a test's own; nothing is fetched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from dashboard.build import STAMP, sources_digest
from tests.acceptance.page.installed import INDEX, write_page
from tests.daemons import PROJECT

_COPIED = ("pyproject.toml", "README.md", "LICENSE", ".gitignore", "dashboard", "models",
           "perspective", "requirements")  # fmt: skip
_LEFT = shutil.ignore_patterns("node_modules", "dist", "__pycache__")
_BUILD = """
import sys
from hatchling.build import build_sdist, build_wheel
print((build_sdist if sys.argv[1] == "sdist" else build_wheel)(sys.argv[2]))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what a package is made from, without a built page."""
    root = tmp_path / "project"
    root.mkdir()
    for name in _COPIED:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, root / name, ignore=_LEFT)
        else:
            shutil.copy2(PROJECT / name, root / name)
    return root


def _give_page(root: Path) -> None:
    """The copy has a page that is up to date."""
    dist = root / "dashboard/dist"
    write_page(dist)
    (dist / STAMP).write_text(sources_digest(root / "dashboard"))


def _packed(root: Path, kind: str, out: Path) -> tuple[Path, str]:
    """The package that hatchling makes without Node and without a network, and what it said."""
    out.mkdir(exist_ok=True)
    environ = {**os.environ, "PIP_NO_INDEX": "1", "PATH": str(root / "no-programs")}
    finished = subprocess.run(
        [sys.executable, "-c", _BUILD, kind, str(out)],
        capture_output=True, text=True, cwd=root, env=environ, timeout=300, check=False,
    )  # fmt: skip
    assert finished.returncode == 0, finished.stderr
    name = finished.stdout.splitlines()[-1]
    return out / name, finished.stdout + finished.stderr


def test_a_wheel_has_the_page_and_an_sdist_makes_the_same(project: Path, tmp_path: Path) -> None:
    """The wheel carries what was built; one made from an unpacked sdist too, without any Node."""
    _give_page(project)
    wheel, _ = _packed(project, "wheel", tmp_path / "first")
    sdist, _ = _packed(project, "sdist", tmp_path / "first")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again, said = _packed(unpacked, "wheel", tmp_path / "second")
    for made in (wheel, again):
        with zipfile.ZipFile(made) as archive:
            names = set(archive.namelist())
            assert archive.read("perspective/_dashboard/index.html").decode() == INDEX
        assert "perspective/_dashboard/assets/index-AbCd1234.js.gz" in names
        assert not [name for name in names if "node_modules" in name or name.startswith("dash")]
    assert "not built" not in said


def test_where_it_cannot_be_built_the_wheel_is_made_without(project: Path, tmp_path: Path) -> None:
    """No Node and no registry are a warning, and the package works with a plain page."""
    wheel, said = _packed(project, "wheel", tmp_path / "out")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "perspective/api/dashboard.py" in names
    assert not [name for name in names if "_dashboard" in name]
    assert "Dashboard: not built, since " in said
