"""Can the daemon listen where the settings say, and who is there if not?"""

from __future__ import annotations

import errno
import http.client
import json
import socket
from typing import Any

from perspective.errors import BadValue, PortInUse

_ASK_S = 0.5
_MAX_ANSWER = 1024 * 1024


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to host and port, not listening yet: callers are refused until it does.

    Raises PortInUse, or BadValue for an address that is not this machine's.
    """
    place = f"[{host}]" if ":" in host else host
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError as error:
        message = f"server.host: {host} is not an address of this machine: {error.strerror}"
        raise BadValue(message) from error
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise port_in_use(host, port) from error
        if error.errno == errno.EACCES:
            message = f"server.port: {port} is kept for privileged programs; take one over 1023"
        else:
            message = f"server.host: {place} cannot be bound: {error.strerror or error}"
        raise BadValue(message) from error
    except BaseException:
        listener.close()
        raise
    return listener


def port_in_use(host: str, port: int) -> PortInUse:
    """The error that says who has the port, as far as it answers, and what to do."""
    place = f"[{host}]" if ":" in host else host
    other = _who_answers(host, port)
    if other is None:
        who = "another program"
        remedy = "end that program"
    else:
        folder = f" with the data directory {other}" if other else ""
        who = f"another Perspective{folder}"
        remedy = f"end that one (perspective stop --data-dir {other or '…'})"
    return PortInUse(
        f"port {port} on {place} is taken by {who}; {remedy}, or choose another port: "
        "--port N, or server.port in perspective.toml (0 takes any free one)"
    )


def _who_answers(host: str, port: int) -> str | None:
    """The data directory of the Perspective that answers there ("" if it does not say).

    None when what answers is something else, or nothing.
    """
    host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    connection = http.client.HTTPConnection(host, port, timeout=_ASK_S)
    try:
        connection.request("GET", "/api/status", headers={"Accept": "application/json"})
        answer: Any = json.loads(connection.getresponse().read(_MAX_ANSWER))
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    if not isinstance(answer, dict):
        return None
    if "data_dir" in answer and "uptime_s" in answer:
        return str(answer["data_dir"] or "")
    return "" if str(answer.get("type", "")).startswith("urn:perspective:") else None
