"""How does each page look? `python -m tests.browser.screenshots [ROUTE …]` shows it to people.

Each route, light and dark, large and small, with nothing and with two hundred memories, becomes a
picture in build/screenshots. Nothing is judged here.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import stores
from tests.browser.conftest import (
    DESKTOP,
    PATIENCE_MS,
    PHONE,
    Scheme,
    address,
    find_chromium,
    launch_arguments,
)
from tests.browser.stores import Store
from tests.daemons import PROJECT

FOLDER = PROJECT / "build" / "screenshots"
ROUTES = (
    "overview", "memories", "memories/seen-0", "memories?q=bicycle", "recall?q=bicycle", "graph",
    "reviews", "jobs", "logs", "settings",
)  # fmt: skip
_SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_SIZES = {"desktop": DESKTOP, "phone": PHONE}
_SETTLED_MS = 1_500.0  # charts and the graph are drawn; a picture may also be taken too early


def take(browser: Browser, store: Store, name: str, route: str) -> list[Path]:
    """The pictures of one route in one store."""
    taken = []
    for scheme, (size_name, (width, height)) in product(_SCHEMES, _SIZES.items()):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB"
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(address(store, route))
        page.wait_for_timeout(_SETTLED_MS)
        file = FOLDER / f"{_file_name(route)}-{name}-{scheme}-{size_name}.png"
        page.screenshot(path=file)
        context.close()
        taken.append(file)
    return taken


def _file_name(route: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in route)


def main(routes: Sequence[str]) -> int:
    """Takes all pictures; 3 where there is no Chromium."""
    path, reason = find_chromium()
    if not path:
        print(reason, file=sys.stderr)
        return 3
    FOLDER.mkdir(parents=True, exist_ok=True)
    n_taken = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=launch_arguments())
        for name, n in (("empty", 0), ("200", stores.N_FEW)):
            home = Path(folder, name)
            home.mkdir()
            with stores.running(home, n) as store:
                for route in routes or ROUTES:
                    n_taken += len(take(browser, store, name, route))
        browser.close()
    print(f"{n_taken} pictures in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
