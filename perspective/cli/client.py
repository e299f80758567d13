"""How does the command line talk to a daemon? Plain requests, one connection each.

Uses the standard library's client: it is loaded in a fifth of the time of a larger one, goes
through no proxy, and a command asks once or twice. Problems become the errors they came from.
"""

from __future__ import annotations

import http.client
import json
import ssl
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from perspective import errors

ANSWER_S = 60.0
_PROBLEM = "urn:perspective:problem:"
_OTHER_NAMES = {
    "bad-request": errors.CallerError,
    "model-failed": errors.ModelError,
    "not-open": errors.EngineNotOpen,
}


class Client:
    """The REST API at one address. Safe to keep; nothing is held open between requests."""

    def __init__(self, url: str, *, token: str | None = None, timeout_s: float = ANSWER_S) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            message = f"{url!r} is not an address: give one like http://127.0.0.1:2085"
            raise errors.BadValue(message)
        try:
            port = parts.port
        except ValueError as error:
            message = f"{url!r} has a port that is none"
            raise errors.BadValue(message) from error
        self.url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._is_secure = parts.scheme == "https"
        self._place = (parts.hostname, port)
        self._token = token
        self._timeout_s = timeout_s

    def get(self, path: str, **query: Any) -> Any:
        """What the API answers; query values of None are left out."""
        return self.ask("GET", path, query=query)

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        """What the API answers to a body (JSON)."""
        return self.ask("POST", path, body=body, query=query)

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """One request and its answer, decoded.

        Raises the error that the daemon's problem names, NotRunning when nobody is there,
        DaemonError when no answer comes in time.
        """
        sent = self._headers({"Accept": "application/json", **(headers or {})})
        content = None
        if body is not None:
            content = json.dumps(body, ensure_ascii=False).encode()
            sent["Content-Type"] = "application/json"
        with self._connected() as connection:
            connection.request(method, _target(path, query), body=content, headers=sent)
            response = connection.getresponse()
            answer = response.read()
        return self._decoded(response.status, answer)

    def exchange(
        self,
        path: str,
        blocks: Iterable[Sequence[bytes]],
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Iterator[Any]:
        """Sends lines of JSON and yields an answer for each, then the last line (`totals`).

        Block by block: the answers to one are read before the next is sent, so that neither
        side waits for the other. Raises as `ask` does, and DaemonError when the stream breaks.
        """
        given = {"Content-Type": "application/x-ndjson", "Transfer-Encoding": "chunked"}
        with self._connected() as connection:
            connection.putrequest("POST", _target(path, query))
            for name, value in self._headers({**given, **(headers or {})}).items():
                connection.putheader(name, value)
            connection.endheaders()
            response = None
            for lines in chain(blocks, ((),)):  # an empty block ends the body, and has the totals
                raw = b"".join(line + b"\n" for line in lines)
                connection.send(b"%x\r\n%b\r\n" % (len(raw), raw))
                response = response or connection.getresponse()
                if response.status >= 400:
                    raise self._problem(response)
                for _ in lines or (b"",):
                    answer = json.loads(response.readline() or b"null")
                    if answer is None:
                        message = f"{self.url} ended the stream; what was answered is stored"
                        raise errors.DaemonError(message)
                    yield answer
                    if "totals" in answer:
                        return

    def _problem(self, response: http.client.HTTPResponse) -> errors.PerspectiveError:
        """The error that a refused stream tells of."""
        try:
            self._decoded(response.status, response.read())
        except errors.PerspectiveError as error:
            return error
        return errors.DaemonError(f"what answers at {self.url} is not Perspective")

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        return {**headers, "Authorization": f"Bearer {self._token}"} if self._token else headers

    @contextmanager
    def _connected(self) -> Iterator[http.client.HTTPConnection]:
        """A connection for one request; what goes wrong with it leaves as our errors."""
        connection = self._connection()
        try:
            yield connection
        except TimeoutError as error:
            message = f"{self.url} did not answer within {self._timeout_s:g} s"
            raise errors.DaemonError(message) from error
        except ConnectionRefusedError as error:
            message = f"nobody answers at {self.url}; start Perspective with: perspective start"
            raise errors.NotRunning(message) from error
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            message = f"{self.url} cannot be reached: {reason}"
            raise errors.NotRunning(message) from error
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._place
        if self._is_secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(host, port, timeout=self._timeout_s, context=context)
        return http.client.HTTPConnection(host, port, timeout=self._timeout_s)

    def _decoded(self, status: int, answer: bytes) -> Any:
        """The answer's value, or the error that it tells of."""
        try:
            value = json.loads(answer) if answer else None
        except ValueError as error:
            message = f"what answers at {self.url} is not Perspective (HTTP {status})"
            raise errors.DaemonError(message) from error
        if status < 400:
            return value
        problem = value if isinstance(value, dict) else {}
        kind = str(problem.get("type", ""))
        if not kind.startswith(_PROBLEM):
            message = f"what answers at {self.url} is not Perspective (HTTP {status})"
            raise errors.DaemonError(message)
        raise _error_of(kind.removeprefix(_PROBLEM), status, problem)


def _error_of(name: str, status: int, problem: dict[str, Any]) -> errors.PerspectiveError:
    """The error behind a problem: by its name, else by its status."""
    found = _OTHER_NAMES.get(name) or getattr(errors, name.title().replace("-", ""), None)
    if not (isinstance(found, type) and issubclass(found, errors.PerspectiveError)):
        found = errors.CallerError if status < 500 else errors.PerspectiveError
    message = str(problem.get("detail") or problem.get("title") or name)
    wrong = [
        (str(one.get("field")), str(one.get("reason")))
        for one in problem.get("errors", ())
        if isinstance(one, dict)
    ]
    if found is errors.InvalidRequest:
        return errors.InvalidRequest(message, fields=tuple(wrong))
    return found(message)


def _target(path: str, query: dict[str, Any] | None) -> str:
    """A path with its query, as a request line has it; values of None are left out."""
    given = {name: _word(value) for name, value in (query or {}).items() if value is not None}
    return quote(path, safe="/%") + (f"?{urlencode(given)}" if given else "")


def _word(value: Any) -> str:
    """A query value as the API reads it."""
    return json.dumps(value) if isinstance(value, bool) else str(value)
