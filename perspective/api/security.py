"""May this request be served? One pure function per check; `Gate` asks them all.

A page of another site must reach nothing here through the reader's browser: not by a forged form
(Origin, Sec-Fetch-Site, content type), nor by a name that it points to this machine (Host).
"""

from __future__ import annotations

import hmac
import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from multidict import CIMultiDictProxy

from perspective.api.problems import FORBIDDEN_HOST, FORBIDDEN_ORIGIN, UNAUTHORIZED, Refused
from perspective.errors import BadValue
from perspective.settings import SecuritySettings

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

# What the dashboard may do: load its own files and ask this server, nothing else.
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": ", ".join(
        f"{feature}=()"
        for feature in (
            "accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope",
            "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "usb",
            "xr-spatial-tracking",
        )
    ),
}  # fmt: skip

ALWAYS = {**HEADERS, "Server": "Perspective"}  # not which version of what

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def is_loopback(host: str) -> bool:
    """True for `localhost` and the addresses of this machine alone; brackets are allowed."""
    name = host.removeprefix("[").removesuffix("]").lower()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def host_name(authority: str) -> str:
    """The name in `name:port`, lower case, without port and brackets; empty if it is malformed."""
    try:
        parts = urlsplit(f"//{authority}")
        _ = parts.port  # raises ValueError for a port that is none
    except ValueError:
        return ""
    if parts.netloc != authority or parts.username is not None:
        return ""
    if "[" in authority and authority.rpartition("]")[2].partition(":")[0]:
        return ""  # a name behind the address, which urlsplit may pass over
    return (parts.hostname or "").lower()


def is_host_allowed(authority: str, allowed_hosts: frozenset[str]) -> bool:
    """True when the Host header names this machine or a host the settings allow, on any port."""
    name = host_name(authority)
    return bool(name) and (is_loopback(name) or name in allowed_hosts)


def is_origin_allowed(origin: str, authority: str, allowed_hosts: frozenset[str]) -> bool:
    """True when the Origin header is this very site (`authority` is Host), or an allowed host."""
    scheme, separator, site = origin.partition("://")
    if not separator or scheme.lower() not in {"http", "https"}:
        return False  # also `null`, which hides who asks
    name = host_name(site)
    return bool(name) and (site.lower() == authority.lower() or name in allowed_hosts)


def is_fetch_allowed(method: str, fetch_site: str) -> bool:
    """False for a write that a browser says comes from another site."""
    return method in _SAFE_METHODS or fetch_site.strip().lower() != "cross-site"


def is_token_right(authorization: str, token: str) -> bool:
    """True when the Authorization header carries the bearer token; takes the same time always."""
    scheme, _, given = authorization.partition(" ")
    is_bearer = scheme.lower() == "bearer"
    is_same = hmac.compare_digest(
        given.strip().encode("utf-8", "surrogateescape"), token.encode("utf-8")
    )
    return is_bearer and is_same


def read_token(settings: SecuritySettings) -> str | None:
    """The token in `security.token_file`, or None when no file is set; BadValue if it is no use."""
    if not settings.token_file:
        return None
    path = Path(settings.token_file).expanduser()
    try:
        token = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadValue(f"security.token_file: {path} cannot be read: {error}") from error
    if not token or not token.isprintable() or " " in token:
        raise BadValue(f"security.token_file: {path} must hold one token without blanks")
    return token


class Gate(msgspec.Struct, frozen=True):
    """The checks of one server. `checks_host` is set when it is bound to loopback."""

    checks_host: bool
    allowed_hosts: frozenset[str]
    token: str | None
    open_paths: frozenset[str]

    @classmethod
    def of(
        cls, host: str, settings: SecuritySettings, token: str | None, open_paths: frozenset[str]
    ) -> Gate:
        """The checks that suit the bound host; BadValue off loopback without a token."""
        if not is_loopback(host) and not token:
            message = f"server.host {host} is not loopback: set security.token_file"
            raise BadValue(message)
        names = frozenset(host_name(name) or name.lower() for name in settings.allowed_hosts)
        return cls(is_loopback(host), names, token or None, open_paths)

    def check(self, method: str, path: str, headers: CIMultiDictProxy[str]) -> None:
        """Raises Refused for the first check that fails.

        `path` is the route's, as it was declared: what a caller writes into an address makes
        nothing open.
        """
        hosts = headers.getall("Host", [])
        authority = hosts[0] if len(hosts) == 1 else ""
        if self.checks_host and not is_host_allowed(authority, self.allowed_hosts):
            detail = "The Host header names another host; add it to security.allowed_hosts."
            raise Refused(FORBIDDEN_HOST, detail)
        if any(
            not is_origin_allowed(origin, authority, self.allowed_hosts)
            for origin in headers.getall("Origin", [])
        ):
            detail = "The Origin header names another site; add it to security.allowed_hosts."
            raise Refused(FORBIDDEN_ORIGIN, detail)
        if not is_fetch_allowed(method, headers.get("Sec-Fetch-Site", "")):
            raise Refused(FORBIDDEN_ORIGIN, "A page of another site may not write here.")
        if self.token is not None and path not in self.open_paths:
            if "Authorization" not in headers:
                raise Refused(UNAUTHORIZED, "Send the header Authorization: Bearer <token>.")
            if not is_token_right(headers["Authorization"], self.token):
                raise Refused(UNAUTHORIZED, "The bearer token is not the right one.")
