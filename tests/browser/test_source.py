"""Is the dashboard's source as it should be: formatted, linted, and typed by the API as it is?"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from dashboard.node import Node, find_node
from dashboard.tool import Unavailable
from perspective.api.openapi import document
from perspective.api.routes import RESOURCES
from tests.daemons import PROJECT

DASHBOARD = PROJECT / "dashboard"
TOOLS = DASHBOARD / "node_modules"


@pytest.fixture(scope="module")
def node() -> Node:
    """The Node that builds the dashboard."""
    try:
        found = find_node(PROJECT)
    except Unavailable as error:
        pytest.skip(f"no Node: {error}")
    if not TOOLS.is_dir():
        pytest.skip("the dashboard's packages are not installed: make dashboard says why")
    return found


def _run(node: Node, tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(node.program), str(TOOLS / tool), *arguments],
        cwd=DASHBOARD, env=node.environ, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_types_are_made_from_the_description(node: Node, tmp_path: Path) -> None:
    """`schema.d.ts` is what the generator makes of the API's description now; `npm run types` beside
    a running daemon makes it anew."""
    described, made = tmp_path / "openapi.json", tmp_path / "schema.d.ts"
    described.write_text(json.dumps(document(RESOURCES, version="0", has_token=False)))
    ended = _run(node, "openapi-typescript/bin/cli.js", str(described), "--output", str(made))
    assert ended.returncode == 0, ended.stderr
    assert made.read_text() == (DASHBOARD / "src/api/schema.d.ts").read_text()


def test_the_source_is_formatted_and_linted(node: Node) -> None:
    """Biome has nothing to say."""
    ended = _run(node, "@biomejs/biome/bin/biome", "ci", ".")
    assert ended.returncode == 0, ended.stderr[-3000:] + ended.stdout[-3000:]
