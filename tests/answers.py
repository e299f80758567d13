"""What does an answer say? Also one that would go on for ever."""

from __future__ import annotations

import asyncio

from aiohttp import ClientResponse

_SILENCE_S = 0.3


async def text_of(response: ClientResponse) -> str:
    """The answer's text; of a stream of events, what comes before it falls silent."""
    if response.content_type != "text/event-stream":
        return await response.text()
    said = b""
    try:
        while chunk := await asyncio.wait_for(response.content.readany(), _SILENCE_S):
            said += chunk
    except TimeoutError:
        response.close()
    return said.decode()
