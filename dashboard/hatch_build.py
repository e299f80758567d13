"""How does the built page get into a package? As a hook of hatchling.

A wheel carries it as `perspective/_dashboard`; an sdist has source and result. Where it cannot be
built the package is made without it. An editable installation reads `dashboard/dist` itself.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Hatchling runs this file by its path, so the project's root is not where modules are sought.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dashboard.build import build, is_fresh
from dashboard.node import node_on_path, requirement
from dashboard.tool import BuildFailed, Unavailable


class DashboardHook(BuildHookInterface[Any]):
    """Builds the dashboard before a wheel or an sdist is made."""

    def dependencies(self) -> list[str]:
        """Node, from its package, where there is something to build and nothing to build it with."""
        root = Path(self.root)
        if is_fresh(root) or node_on_path() is not None:
            return []
        wanted = requirement(root)
        return [wanted] if wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """The dashboard is built if it can be, and what is there goes into the wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        try:
            self.app.display_info(f"Dashboard: {build(root)}.")
        except (Unavailable, BuildFailed, OSError) as error:
            self.app.display_warning(f"Dashboard: not built, since {error}")
        dist = root / "dashboard/dist"
        if self.target_name == "wheel" and (dist / "index.html").is_file():
            build_data["force_include"][str(dist)] = "perspective/_dashboard"
