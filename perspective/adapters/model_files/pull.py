"""How does a model's file get here? Whole, checked, and under its name only then.

What has arrived stays in a `.part` file, and a later try goes on behind it. The sha256 is the
manifest's; where that has none, the one that the hub names (`X-Linked-Etag`).
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import httpx
import msgspec

from perspective.adapters.model_files.manifest import Weights, note_of, sha256_of
from perspective.errors import Conflict, DiskFull, ModelMissing, StoreUnavailable

Progress = Callable[[int, int | None], None]

_SHA256 = re.compile(r'^(?:W/)?"?([0-9a-f]{64})"?$')
_CONTENT_RANGE = re.compile(r"^bytes (\d+)-\d+/(\d+|\*)$")
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_CHUNK = 1 << 18
_TIMEOUT = httpx.Timeout(30.0)


class Pulled(msgspec.Struct, frozen=True, kw_only=True):
    """A file that is here. `checked_by`: manifest, hub, or nobody."""

    path: str
    sha256: str
    checked_by: str
    was_here: bool = False


class _Facts(msgspec.Struct):
    """What is known of the file by now."""

    sha256: str | None
    checked_by: str
    n_bytes: int | None


class _Broken(Exception):
    """The connection was lost or the server faltered; another try may go on."""


class Pull:
    """Gets files from a hub, or a mirror of it with the same paths."""

    def __init__(self, hub_url: str, *, n_tries: int = 5, first_wait_s: float = 1.0) -> None:
        self._hub_url = hub_url.rstrip("/")
        self._n_tries = n_tries
        self._first_wait_s = first_wait_s

    def url_of(self, weights: Weights) -> str:
        """Where the file is asked for."""
        return f"{self._hub_url}/{weights.repository}/resolve/{weights.revision}/{weights.file}"

    def pull(self, weights: Weights, target: Path, progress: Progress = lambda *_: None) -> Pulled:
        """The file is at `target`, whole and checked.

        Raises ModelMissing when it cannot be had or is another file than was expected (nothing of
        it is kept then), Conflict when another process is at it, DiskFull, StoreUnavailable.
        """
        facts = _Facts(weights.sha256, "manifest" if weights.sha256 else "nobody", weights.bytes)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with _held(target.with_name(target.name + ".part")) as part:
                if target.exists():
                    return self._found(weights, target, Path(part.name))
                self._download(weights, part, facts, progress)
                return _settled(part, target, facts)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise DiskFull(f"{target.parent}: the disk is full") from error
            raise StoreUnavailable(f"{target}: {error.strerror or error}") from error

    def _found(self, weights: Weights, target: Path, part: Path) -> Pulled:
        """What is there already, if it is the one."""
        found = sha256_of(target)
        if weights.sha256 not in {None, found}:
            text = f"{target} is there, with the sha256 {found} and not {weights.sha256}; remove it"
            raise ModelMissing(text)
        part.unlink(missing_ok=True)
        checked_by = "manifest" if weights.sha256 else "nobody"
        return Pulled(path=str(target), sha256=found, checked_by=checked_by, was_here=True)

    def _download(
        self, weights: Weights, part: BinaryIO, facts: _Facts, progress: Progress
    ) -> None:
        """The whole file is in `part`. A try that brought something gives new courage."""
        n_left, wait_s = self._n_tries, self._first_wait_s
        with httpx.Client(timeout=_TIMEOUT, follow_redirects=True) as client:
            while True:
                n_before = part.seek(0, os.SEEK_END)
                try:
                    return self._go_on(client, weights, part, facts, progress)
                except _Broken as error:
                    if part.seek(0, os.SEEK_END) > n_before:
                        n_left, wait_s = self._n_tries, self._first_wait_s
                    n_left -= 1
                    if n_left == 0:
                        raise ModelMissing(f"{error}; what has arrived is kept") from error
                time.sleep(wait_s)
                wait_s = min(wait_s * 2, 30.0)

    def _go_on(
        self,
        client: httpx.Client,
        weights: Weights,
        part: BinaryIO,
        facts: _Facts,
        progress: Progress,
    ) -> None:
        url = self.url_of(weights)
        start = part.seek(0, os.SEEK_END)
        if start and facts.sha256 is None:  # of which file it is a part, nobody could say
            start = _emptied(part)
        headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
        try:
            with client.stream("GET", url, headers=headers) as response:
                _learn(facts, response)
                if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
                    return None if start == facts.n_bytes else _again(part)
                _check_status(url, response)
                start = _place(part, response, start)
                total = _total(response, start) or facts.n_bytes
                _check_room(part, start, total)
                for chunk in response.iter_bytes(_CHUNK):
                    part.write(chunk)
                    start += len(chunk)
                    progress(start, total)
                    if total is not None and start > total:
                        raise ModelMissing(f"{url} sent more than the {total} bytes it announced")
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise ModelMissing(f"{url}: {error}") from error
        except httpx.ConnectError as error:
            text = f"{url} cannot be reached ({error}); --from or llm.hub_url names a mirror"
            raise _Broken(text) from error
        except httpx.HTTPError as error:
            raise _Broken(f"{url}: the connection was lost ({error})") from error
        finally:
            part.flush()
        if total is not None and start < total:
            raise _Broken(f"{url}: only {start} of {total} bytes came")
        return None


def _settled(part: BinaryIO, target: Path, facts: _Facts) -> Pulled:
    """The part has become the file; or it is another file, and is gone."""
    os.fsync(part.fileno())
    path = Path(part.name)
    found = sha256_of(path)
    if facts.sha256 not in {None, found}:
        path.unlink()
        text = (
            f"what came is not {target.name} as the {facts.checked_by} knows it: its sha256 is "
            f"{found}, not {facts.sha256}; nothing was kept"
        )
        raise ModelMissing(text)
    if facts.sha256 is not None:
        note_of(target).write_text(f"{found}  {target.name}\n", encoding="ascii")
    path.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return Pulled(path=str(target), sha256=found, checked_by=facts.checked_by)


@contextmanager
def _held(path: Path) -> Iterator[BinaryIO]:
    """The part, to go on with; one process at a time."""
    with path.open("a+b") as part:
        try:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Conflict(f"another process is pulling {path.stem}") from error
        yield part


def _learn(facts: _Facts, response: httpx.Response) -> None:
    """What the hub, or who it sends us to, says of the file."""
    if facts.checked_by == "manifest":
        return
    for one in (*response.history, response):
        said = _SHA256.match(one.headers.get("X-Linked-Etag", ""))
        if said is not None:
            facts.sha256, facts.checked_by = said.group(1), "hub"
        n_bytes = one.headers.get("X-Linked-Size", "")
        if n_bytes.isdecimal():
            facts.n_bytes = int(n_bytes)


def _check_status(url: str, response: httpx.Response) -> None:
    if response.status_code in _PASSING:
        raise _Broken(f"{url} answered {response.status_code}")
    if not response.is_success:
        raise ModelMissing(f"{url} answered {response.status_code} {response.reason_phrase}")


def _place(part: BinaryIO, response: httpx.Response, start: int) -> int:
    """Where what comes belongs: behind the part, or at the beginning if the server starts anew."""
    if response.status_code == httpx.codes.PARTIAL_CONTENT:
        said = _CONTENT_RANGE.match(response.headers.get("Content-Range", ""))
        if said is not None and int(said.group(1)) == start:
            return start
        _again(part)
    return _emptied(part)


def _total(response: httpx.Response, start: int) -> int | None:
    """How long the whole file is, by this answer."""
    said = _CONTENT_RANGE.match(response.headers.get("Content-Range", ""))
    if response.status_code == httpx.codes.PARTIAL_CONTENT and said and said.group(2) != "*":
        return int(said.group(2))
    length = response.headers.get("Content-Length", "")
    return start + int(length) if length.isdecimal() else None


def _check_room(part: BinaryIO, start: int, total: int | None) -> None:
    folder = Path(part.name).parent
    if total is not None and shutil.disk_usage(folder).free < total - start:
        raise DiskFull(f"{folder}: {total - start:,} bytes are needed, and less is free")


def _emptied(part: BinaryIO) -> int:
    part.truncate(0)
    return 0


def _again(part: BinaryIO) -> None:
    """What is there does not fit what the server has: everything from the beginning."""
    _emptied(part)
    raise _Broken("the server has another file than before")
