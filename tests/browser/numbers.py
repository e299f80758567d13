"""Is every number on a page one that the API says? Reads both, and compares.

A page shows numbers in `data` elements, which name an address and a place in its answer. Digits
elsewhere must belong to what somebody stored, typed or set, or to a time.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit
from urllib.request import Request, urlopen

from playwright.sync_api import Page, Response

_SHOWN = """() => [...document.querySelectorAll('data[data-from]')].map(one => ({
  address: one.dataset.from, path: one.dataset.path, body: one.dataset.body ?? null,
  value: one.value,
}))"""
_ELSEWHERE = r"""() => {
  const told = 'data, time, code, kbd, pre, input, textarea, option, svg, canvas, script, style, '
    + '.stored, .uplot, bdi, [dir=auto]';
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (/\p{Nd}/u.test(node.data) && !node.parentElement.closest(told)) found.push(node.data.trim());
  }
  return found;
}"""
_STEP = re.compile(r"\{=([^}]*)\}|\{([^=}]+)=([^}]*)\}|([^.{}]+)")

Key = tuple[str, frozenset[tuple[str, str]], str]


class Shown(NamedTuple):
    """A number on the page, and where it says to come from."""

    address: str
    path: str
    body: str | None
    value: str


class Answers:
    """What the daemon answered a page, by what was asked."""

    def __init__(self, page: Page, url: str) -> None:
        self._url = url
        self._heard: dict[Key, list[Response]] = defaultdict(list)
        self._asked: dict[tuple[str, str | None], Any] = {}
        page.on("response", self._hear)

    def of(self, shown: Shown) -> Iterator[Any]:
        """The answers to what a number says to come from, newest first; asks where none was heard."""
        body = None if shown.body is None else json.loads(shown.body)
        heard = self._heard[_key(shown.address, body)]
        for response in reversed(heard):
            yield response.json()
        if not heard:
            yield self.anew(shown)

    def anew(self, shown: Shown) -> Any:
        """What the daemon answers when it is asked; once until `forget`."""
        key = shown.address, shown.body
        if key not in self._asked:
            self._asked[key] = self._ask(shown)
        return self._asked[key]

    def forget(self) -> None:
        """What was asked is asked again from now on."""
        self._asked.clear()

    def _ask(self, shown: Shown) -> Any:
        data = None if shown.body is None else shown.body.encode()
        request = Request(self._url + shown.address, data, {"Content-Type": "application/json"})
        with urlopen(request) as response:
            return json.load(response)

    def _hear(self, response: Response) -> None:
        if "/api/" in response.url and response.ok and "/api/events" not in response.url:
            address = response.url.removeprefix(self._url)
            body = response.request.post_data_json if response.request.post_data else None
            self._heard[_key(address, body)].append(response)


def shown_on(page: Page) -> list[Shown]:
    """The numbers on a page now."""
    return [Shown(**one) for one in page.evaluate(_SHOWN)]


def untold(page: Page, answers: Answers) -> list[Shown]:
    """The numbers on a page now that no answer has."""
    return [
        one
        for one in shown_on(page)
        if not any(is_same(value_at(answer, one.path), one.value) for answer in answers.of(one))
    ]


def digits_elsewhere(page: Page) -> list[str]:
    """Texts with digits that are neither a number of the API, nor a time, nor somebody's own."""
    found: list[str] = page.evaluate(_ELSEWHERE)
    return found


def value_at(answer: Any, path: str) -> Any:
    """What an answer has at a path: keys and places between dots, `{key=value}` picks of a list,
    `{=key}` is a key that may hold dots. None where there is nothing."""
    found = answer
    for named, key, wanted, plain in _STEP.findall(path):
        if key:
            found = next((one for one in found or () if str(one.get(key)) == wanted), None)
        elif isinstance(found, list):
            found = found[int(plain)] if int(plain) < len(found) else None
        elif isinstance(found, dict):
            found = found.get(named or plain)
        else:
            return None
    return found


def is_same(value: Any, shown: str) -> bool:
    """True when a page's number is the very one of an answer."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and float(value) == float(shown)


def _key(address: str, body: Any) -> Key:
    parts = urlsplit(address)
    return parts.path, frozenset(parse_qsl(parts.query)), json.dumps(body, sort_keys=True)
