"""Is the page built when its source changed, put in place whole, and missing with a reason?

Node and npm are small shell scripts here: what is proven is what is done with them.
"""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest

from dashboard import build as page
from dashboard.node import find_node, is_new_enough
from dashboard.tool import BuildFailed, Unavailable, run

NODE = "#!/bin/sh\necho v22.12.0\n"
NPM = """#!/bin/sh
echo "$@" >> "$CALLS"
case "$1" in
ci) test -z "$NPM_FAILS" || { echo "npm error code $NPM_FAILS"; exit 1; }
    mkdir -p node_modules/axe-core;;
run) test -z "$BUILD_FAILS" || { echo "src/main.tsx: error TS1005"; exit 2; }
    test -d node_modules/axe-core || exit 3
    mkdir -p dist/assets
    cp src/main.tsx dist/assets/index-AbCd1234.js
    echo '<script type="module" src="./assets/index-AbCd1234.js"></script>' > dist/index.html
    test -z "$EXTRA" || echo "$EXTRA" > "dist/$EXTRA";;
esac
"""


class Project:
    """A checkout with a source, and tools that note how they were called."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tools = root / "tools"
        self.dist = root / "dashboard/dist"
        self.source = root / "dashboard/src/main.tsx"
        self.source.parent.mkdir(parents=True)
        self.source.write_text("let a = 1;" * 500)
        for name in ("package.json", "package-lock.json"):
            (root / "dashboard" / name).write_text("{}")
        self.tools.mkdir()
        self.write_tool("node", NODE)
        self.write_tool("npm", NPM)

    def write_tool(self, name: str, script: str) -> None:
        """A program of that name is on the path."""
        (self.tools / name).write_text(script)
        (self.tools / name).chmod(0o755)

    @property
    def calls(self) -> list[str]:
        """What npm was asked for so far: the first word of each call."""
        file = self.root / "calls"
        return [line.split()[0] for line in file.read_text().splitlines()] if file.exists() else []

    @property
    def script(self) -> str:
        """What was built from the source."""
        return (self.dist / "assets/index-AbCd1234.js").read_text()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A checkout in which nothing was built."""
    made = Project(tmp_path)
    monkeypatch.setenv("PATH", f"{made.tools}:/usr/bin:/bin")
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    return made


def test_it_is_built_once(project: Project) -> None:
    """The first call installs and builds; the next does nothing; nothing is left beside."""
    assert not page.is_fresh(project.root)
    assert page.build(project.root).startswith("built in ")
    assert page.build(project.root) == "is up to date"
    assert project.calls == ["ci", "run"]
    assert page.is_fresh(project.root)
    assert [one.name for one in (project.root / "build").iterdir()] == ["dashboard.lock"]


def test_scripts_of_packages_do_not_run(project: Project) -> None:
    """Npm installs exactly the lock, without running anything of a package."""
    page.build(project.root)
    first = (project.root / "calls").read_text().splitlines()[0]
    assert first.startswith("ci --ignore-scripts --no-audit --no-fund")


def test_a_changed_source_is_built_again(project: Project) -> None:
    """What was changed, added or removed shows; packages are installed again with a new lock only."""
    page.build(project.root)
    project.source.write_text("let b = 2;")
    page.build(project.root)
    assert project.script == "let b = 2;"
    (project.root / "dashboard/src/more.ts").write_text("")
    assert not page.is_fresh(project.root)
    (project.root / "dashboard/src/more.ts").unlink()
    assert page.is_fresh(project.root)
    for name in ("README.md", "build.py", ".cache", "src/.main.tsx.swp", "src/main.tsx~"):
        (project.root / "dashboard" / name).write_text("no source")
    assert page.is_fresh(project.root)
    assert project.calls == ["ci", "run", "run"]
    (project.root / "dashboard/package-lock.json").write_text('{"lockfileVersion": 3}')
    page.build(project.root)
    assert project.calls == ["ci", "run", "run", "ci", "run"]


def test_packages_can_be_wanted_by_themselves(project: Project) -> None:
    """A page that is up to date, as an sdist brings one, needs no packages unless they are asked for."""
    page.build(project.root)
    (project.root / "dashboard/node_modules/.installed").unlink()
    assert page.build(project.root) == "is up to date"
    assert "packages installed" in page.build(project.root, wants_modules=True)
    assert project.calls == ["ci", "run", "ci"]


def test_each_file_has_a_compressed_copy_that_is_smaller(project: Project) -> None:
    """The copy is the same, is made alike each time, and small files have none."""
    page.build(project.root)
    packed = (project.dist / "assets/index-AbCd1234.js.gz").read_bytes()
    assert gzip.decompress(packed).decode() == project.script
    assert not (project.dist / "index.html.gz").exists()
    (project.dist / page.STAMP).unlink()
    page.build(project.root)
    assert (project.dist / "assets/index-AbCd1234.js.gz").read_bytes() == packed


def test_a_failed_build_leaves_the_page_as_it_was(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tool's words are told, and the former page is still served."""
    page.build(project.root)
    before = project.script
    project.source.write_text("let = ;")
    monkeypatch.setenv("BUILD_FAILS", "yes")
    with pytest.raises(BuildFailed, match="error TS1005"):
        page.build(project.root)
    assert project.script == before
    assert not page.is_fresh(project.root)
    assert [one.name for one in (project.root / "build").iterdir()] == ["dashboard.lock"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [("ECONNREFUSED", Unavailable), ("ENOTFOUND", Unavailable), ("EUSAGE", BuildFailed)],
)
def test_a_registry_out_of_reach_is_no_fault_of_the_source(
    project: Project, monkeypatch: pytest.MonkeyPatch, code: str, expected: type[Exception]
) -> None:
    """No network is told as such; a lock that does not fit is a fault."""
    monkeypatch.setenv("NPM_FAILS", code)
    with pytest.raises(expected, match=code):
        page.build(project.root)
    assert not project.dist.exists()


def test_what_a_daemon_would_not_serve_is_no_build(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files beside index.html, icon and assets would be missing in the browser."""
    monkeypatch.setenv("EXTRA", "robots.txt")
    with pytest.raises(BuildFailed, match=r"robots\.txt"):
        page.build(project.root)


@pytest.mark.parametrize(
    "index",
    [
        "<script>alert(1)</script>",
        '<script type="module">import "./x"</script>',
        '<p style="color:red">',
        "<style>p{}</style>",
        '<body onload="go()">',
        '<script src="./assets/gone-12345678.js"></script>',
    ],
)
def test_a_page_that_the_policy_would_break_is_no_build(tmp_path: Path, index: str) -> None:
    """Inline code and styles, and files that are not there, are found before a browser does."""
    (tmp_path / "index.html").write_text(index)
    with pytest.raises(BuildFailed):
        page.check_built(tmp_path)


@pytest.mark.parametrize(
    ("version", "is_enough"),
    [
        ("v20.19.0", True), ("v20.20.2", True), ("v22.12.0", True), ("v24.0.0", True),
        ("v20.18.9", False), ("v21.9.0", False), ("v22.11.0", False), ("v18.20.0", False),
        ("", False), ("node: not found", False),
    ],
)  # fmt: skip
def test_only_a_node_that_is_new_enough_is_used(version: str, is_enough: bool) -> None:
    """What Vite needs: 20.19 and later of its line, or 22.12 and later."""
    assert is_new_enough(version) is is_enough


def test_without_node_and_without_a_registry_it_says_why(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old Node is not used; the package's lock is asked, and what pip says is the reason."""
    project.write_tool("node", "#!/bin/sh\necho v16.0.0\n")
    lock = project.root / "requirements/node.txt"
    lock.parent.mkdir()
    lock.write_text("no-such-package==1 --hash=sha256:" + "0" * 64 + "\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(Unavailable, match=r"no npm .* pip cannot fetch"):
        find_node(project.root)
    assert not list((project.root / "build").glob("node*"))


def test_a_tool_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    """Nothing that a tool started goes on."""
    script = "sleep 600 & echo $!; wait"
    ended = run(["/bin/sh", "-c", script], folder=tmp_path, within_s=2.0)
    assert ended.code is None
    assert ended.reason == "it took too long"
    deadline = time.monotonic() + 60
    while ended.said and _is_running(ended.said):  # nothing said: a very slow machine
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _is_running(pid: str) -> bool:
    """Whether the process is there and has not ended."""
    state = run(["ps", "-o", "stat=", "-p", pid], folder=Path.cwd(), within_s=60).said
    return bool(state) and not state.startswith("Z")


def test_the_command_says_one_line(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Built, up to date, not possible (no failure unless required), and failed."""
    monkeypatch.setattr(page, "ROOT", project.root)
    assert page.main([]) == 0
    assert capsys.readouterr().out.startswith("Dashboard: built in ")
    assert page.main([]) == 0
    assert capsys.readouterr().out == "Dashboard: is up to date.\n"
    project.source.write_text("changed")
    (project.root / "dashboard/node_modules/.installed").unlink()
    monkeypatch.setenv("NPM_FAILS", "ENOTFOUND")
    assert page.main([]) == 0
    said = capsys.readouterr().err
    assert "npm cannot fetch its packages: npm error code ENOTFOUND" in said
    assert "the page built before" in said
    assert page.main(["--require"]) == 1
    monkeypatch.delenv("NPM_FAILS")
    monkeypatch.setenv("BUILD_FAILS", "yes")
    assert page.main([]) == 1
    assert "TS1005" in capsys.readouterr().err
