"""How do lines without end come in and go out? As NDJSON, at the pace at which they are stored.

Read piece by piece, cut into chunks of whole lines; a line that is no item is an error in its
place. A body that breaks off ends with its last whole line. Whoever sends must also read: answers
go out while the request still comes in.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable

import aiohttp
import msgspec
from aiohttp import web

from perspective.api.decoding import BodyDecoder
from perspective.domain.query import NewMemory
from perspective.errors import CallerError, InvalidRequest

CONTENT_TYPE = "application/x-ndjson"
MAX_LINE_BYTES = 4 * 1024 * 1024
MAX_CHUNK_LINES = 256
_MAX_CHUNK_BYTES = 1024 * 1024

Item = NewMemory | CallerError


class LineReader:
    """Cuts a request's body into items; empty lines are passed over."""

    def __init__(self, content: aiohttp.StreamReader, decoder: BodyDecoder) -> None:
        self._content = content
        self._decoder = decoder
        self._rest = bytearray()
        self._is_too_long = False
        self.is_whole = False  # the body came to its own end

    async def chunks(self) -> AsyncGenerator[list[Item]]:
        """Whole lines as they come in, so many at a time as a transaction should hold."""
        try:
            while piece := await self._content.readany():
                for chunk in self._chunks_of(piece):
                    yield chunk
        except (web.RequestPayloadError, aiohttp.ClientError, OSError):
            return  # broken off: a line without an end may be half a line
        if self._rest.strip() or self._is_too_long:
            yield [self._item(bytes(self._rest))]
        self.is_whole = True

    def _chunks_of(self, piece: bytes) -> Iterable[list[Item]]:
        """The lines that the piece completes."""
        chunk: list[Item] = []
        n_bytes = 0
        *ends, rest = piece.split(b"\n")
        for end in ends:
            line = bytes(self._rest) + end
            self._rest.clear()
            if line.strip() or self._is_too_long:
                chunk.append(self._item(line))
                n_bytes += len(line)
            if len(chunk) == MAX_CHUNK_LINES or n_bytes >= _MAX_CHUNK_BYTES:
                yield chunk
                chunk, n_bytes = [], 0
        self._rest += rest
        if len(self._rest) > MAX_LINE_BYTES:
            self._rest.clear()
            self._is_too_long = True
        if chunk:
            yield chunk

    def _item(self, line: bytes) -> Item:
        if self._is_too_long or len(line) > MAX_LINE_BYTES:
            self._is_too_long = False
            return InvalidRequest(f"The line is longer than {MAX_LINE_BYTES} bytes.")
        try:
            item: NewMemory = self._decoder.decode(line)
        except InvalidRequest as error:
            return error
        return item


class LineWriter:
    """Answers line by line. `is_heard` turns false when nobody reads any more."""

    def __init__(self, request: web.Request, *, timeout_s: float) -> None:
        self._request = request
        self._timeout_s = timeout_s
        self._encoder = msgspec.json.Encoder()
        self.response = web.StreamResponse()
        self.response.content_type = CONTENT_TYPE
        self.response.charset = "utf-8"
        self.is_heard = True

    async def begin(self) -> None:
        """Sends the head: from now on every error is a line."""
        try:
            await self.response.prepare(self._request)
        except OSError:
            self.is_heard = False

    async def write(self, values: Iterable[msgspec.Struct]) -> None:
        """Sends a line for each value; waits while the listener is slow, but not for ever."""
        try:
            async with asyncio.timeout(self._timeout_s):
                await self.response.write(self._encoder.encode_lines(values))
        except OSError:  # TimeoutError is one
            self.is_heard = False

    async def end(self) -> None:
        """Nothing more is said. Whoever does not listen is cut off."""
        if not self.is_heard:
            if self._request.transport is not None:
                self._request.transport.abort()
            return
        try:
            await self.response.write_eof()
        except OSError:
            self.is_heard = False
