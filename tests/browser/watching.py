"""Does a page keep to its own? What a browser complains of, and what a page asks others for."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, Response

from tests.daemons import PROJECT

AXE = PROJECT / "dashboard/node_modules/axe-core/axe.min.js"
MAX_RESPONSE_BYTES = 500_000
_GRAVE = {"serious", "critical"}
_LOCAL_SCHEMES = {"blob", "data", "about"}
_RUN_AXE = """async () => {
    const found = await axe.run(document, {resultTypes: ["violations"]});
    return found.violations.map(({id, impact, help, nodes}) => ({
        id, impact, help, nodes: nodes.map((one) => one.target.join(" ")).slice(0, 5),
    }));
}"""


class Faults:
    """What went wrong in a page, what it asked other hosts for, and which answers were too long.

    `allowed` are parts of complaints that a test causes on purpose, such as `status of 404`.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.found: list[str] = []
        self.allowed: list[str] = []
        self._host = urlsplit(url).netloc
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.found.append(f"page error: {error}"))
        page.on("request", self._see)
        page.on("requestfailed", self._fail)
        page.on("response", self._weigh)

    @property
    def unexpected(self) -> list[str]:
        """What no test asked for."""
        return [one for one in self.found if not any(part in one for part in self.allowed)]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            place = message.location["url"]
            self.found.append(f"console {message.type}: {message.text} {place}")

    def _see(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in _LOCAL_SCHEMES and parts.netloc != self._host:
            self.found.append(f"request elsewhere: {request.url}")

    def _fail(self, request: Request) -> None:
        reason = request.failure or ""
        if "ERR_ABORTED" not in reason:  # a page that is left gives up what it was asking
            self.found.append(f"request failed: {request.url} {reason}")

    def _weigh(self, response: Response) -> None:
        size = int(response.headers.get("content-length", 0))
        if size > MAX_RESPONSE_BYTES:
            self.found.append(f"response of {size} bytes: {response.url}")


def axe(page: Page, script: Path = AXE) -> list[dict[str, Any]]:
    """The serious and critical violations that axe finds in the page as it is now.

    The script is run by the debugger, which no policy of the page hinders.
    """
    assert script.is_file(), "axe-core is not installed: python -m dashboard.build --modules"
    page.evaluate(script.read_text(encoding="utf-8") + "; undefined")
    violations: list[dict[str, Any]] = page.evaluate(_RUN_AXE)
    return [one for one in violations if one["impact"] in _GRAVE]
