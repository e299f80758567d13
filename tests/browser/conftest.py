"""A real Chromium before real daemons. Without one, or without a built page, the tests skip.

The browser is one of the system: `tests/browser/chromium.sh` says where it is.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal, Protocol

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from perspective.api.dashboard import dashboard_folder, read_dashboard
from tests.browser import stores
from tests.browser.stores import Store
from tests.browser.watching import Faults

DESKTOP, PHONE = (1280, 800), (390, 844)
PATIENCE_MS = 60_000.0

Scheme = Literal["light", "dark"]


class OpenPage(Protocol):
    """Opens a page of a store, which then must keep to its own until the test ends."""

    def __call__(
        self,
        store: Store,
        route: str = "",
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: Scheme = "light",
        allowed: tuple[str, ...] = (),
    ) -> Page:
        """The page, loaded."""
        ...


@cache
def find_chromium() -> tuple[str, str]:
    """Its path, or the reason why there is none. Whether one is installed, CHROMIUM_INSTALL says."""
    script = Path(__file__).with_name("chromium.sh")
    environ = {"CHROMIUM_INSTALL": "no", **os.environ}
    found = subprocess.run(
        ["sh", str(script)], capture_output=True, text=True, env=environ, check=False
    )
    return found.stdout.strip(), found.stderr.strip()


def launch_arguments() -> list[str]:
    """What Chromium is told. Root has no sandbox; a machine without graphics draws in software."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [*sandbox, "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium for the tests of a module: its driver's event loop ends before other tests begin."""
    path, reason = find_chromium()
    if not path:
        pytest.skip(reason)
    if read_dashboard(dashboard_folder()) is None:
        pytest.skip("the dashboard is not built: make dashboard says why")
    with sync_playwright() as playwright:
        # Playwright's own `headless` would look for a shell of Chromium that it fetches.
        launched = playwright.chromium.launch(executable_path=path, args=launch_arguments())
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens pages; fails the test for what the browser complained of, and for each request to
    another host."""
    watched: list[Faults] = []
    closing: list[Callable[[], None]] = []

    def opened(
        store: Store,
        route: str = "",
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: Scheme = "light",
        allowed: tuple[str, ...] = (),
    ) -> Page:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale="en-GB",
            timezone_id="Europe/Lisbon",
        )
        context.set_default_timeout(PATIENCE_MS)
        closing.append(context.close)
        page = context.new_page()
        faults = Faults(page, store.url)
        faults.allowed.extend(allowed)
        watched.append(faults)
        page.goto(address(store, route))
        return page

    yield opened
    for close in closing:
        close()
    assert [one for faults in watched for one in faults.unexpected] == []


def address(store: Store, route: str = "") -> str:
    """A page's address: its route lies in the hash, with the tenant."""
    name, _, query = route.partition("?")
    asked = f"tenant={store.tenant}" + (f"&{query}" if query else "")
    return f"{store.url}/#/{name}?{asked}"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A daemon that nobody has told anything. For reading only."""
    with stores.running(tmp_path_factory.mktemp("empty"), 0) as store:
        yield store


@pytest.fixture(scope="session")
def with_200(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A daemon with two hundred memories of all kinds. For reading only: see `own_200`."""
    with stores.running(tmp_path_factory.mktemp("with-200"), stores.N_FEW) as store:
        yield store


@pytest.fixture
def own_200(with_200: Store, request: pytest.FixtureRequest) -> Store:
    """The same memories in a tenant of the test's own, which it may change."""
    tenant = "own-" + str(abs(hash(request.node.nodeid)))[:12]
    stores.fill(with_200.client, tenant)
    return with_200._replace(tenant=tenant)


@pytest.fixture(scope="session")
def with_many(tmp_path_factory: pytest.TempPathFactory, is_full: bool) -> Iterator[Store]:
    """A daemon with very many memories: 100,000 in `make prove`, 2,000 otherwise. For reading only."""
    n = stores.N_MANY_FULL if is_full else stores.N_MANY
    with stores.running_fast(tmp_path_factory.mktemp("many"), n) as store:
        yield store
