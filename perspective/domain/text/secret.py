"""Does a text hold a key, token or password that must not be remembered?

Structured detectors only: a secret is known by its prefix, its frame or the place it stands in,
never by how random it looks, so hashes, UUIDs, base64 images and code pass untouched. Linear on
any text: every pattern begins with a literal or a boundary and has bounded repetitions.

**Source** the patterns follow gitleaks' published rules (https://github.com/gitleaks/gitleaks,
config/gitleaks.toml, MIT licence) and the providers' own descriptions of their tokens.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterator

import msgspec

from perspective.domain.text.secret_rules import RULES, Rule

_Span = tuple[int, int, str]

_WINDOW = 131_072  # characters looked at in one go
_MARGIN = 32_768  # no pattern of the rules is longer
_MAX_ROUNDS = 8  # each shows fewer; a text without secrets takes one
_NEAR = 300  # characters around a key id in which its secret is looked for
_BEGIN_KEY = re.compile(r"-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----")
_END_KEY = re.compile(r"-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----")
_KEY_LINES = re.compile(r"(?:\s|\\[nr])*+(?:[A-Za-z0-9+/=]{16,}+(?:\s|\\[nr])*+)*+")
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=_-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])")
_AWS_WORDS = ("akia", "asia", "abia", "acca", "a3t", "aws_key", "secret")
_AWS_ANCHOR = re.compile(
    r"\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b|\[masked:aws_key\]"
    r"|aws_?secret(?:_?access)?_?key|secret_?access_?key",
    re.IGNORECASE,
)
_HEX = re.compile(r"[0-9a-fA-F]+")
_PASSWORD = re.compile(
    r"(?<![a-z0-9_])(?:password|passwd|pwd)[ \t]{0,3}=[ \t]{0,3}"
    r"(?P<secret>'[^'\r\n]{1,256}'|[^;&\s\"'()\[\]{}<>$,]{1,256})(?=[;&\s\"']|\Z)",
    re.IGNORECASE,
)
# Another part of a connection string, and what parts it from the next: `host=db.example;`.
_PAIR = re.compile(
    r"(?<![a-z0-9_])(?:server|data source|addr|address|host|hostaddr|endpoint|port|database|dbname"
    r"|db|initial catalog|user id|userid|uid|user|username|driver|trusted_connection|encrypt"
    r"|integrated security|sslmode|provider|schema)[ \t]{0,3}=[ \t]{0,3}[^;&\s\"'(),]{1,200}"
    r"(?=[;&\s\"']|\Z)",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[\r\n(){}]")


class _Found(msgspec.Struct, frozen=True, order=True):
    """Ordered by start, then longest first."""

    start: int
    minus_end: int
    kind: str


def mask(text: str) -> tuple[str, int]:
    """The text with each secret replaced by `[masked:<kind>]`, and how many there were.

    Of overlapping finds the one that begins first is taken, the longest of those that begin
    together. Idempotent: what was masked holds no secret, also not one that only shows itself once
    its neighbour is masked.
    """
    n_all = 0
    for _ in range(_MAX_ROUNDS):
        text, n_masked = _mask_once(text)
        n_all += n_masked
        if not n_masked:
            break
    return text, n_all


def _mask_once(text: str) -> tuple[str, int]:
    found = sorted(
        _Found(start, -end, kind)
        for start, end, kind in (*_private_keys(text), *_in_windows(text))
        if start < end
    )
    if not found:
        return text, 0
    pieces: list[str] = []
    position = n_masked = 0
    for one in found:
        if one.start < position:
            # A longer secret that begins inside the one before must not show its end.
            position = max(position, -one.minus_end)
            continue
        pieces += (text[position : one.start], f"[masked:{one.kind}]")
        position = -one.minus_end
        n_masked += 1
    pieces.append(text[position:])
    return "".join(pieces), n_masked


def _in_windows(text: str) -> Iterator[_Span]:
    """What the detectors find, asked window by window, so that no step is long.

    Each sees more than its window, on both sides more than the longest secret: what begins in
    the window is found as in the whole text.
    """
    for start in range(0, len(text), _WINDOW):
        first = max(0, start - _MARGIN)
        seen = text[first : start + _WINDOW + _MARGIN]
        lower = seen.lower()
        for detect in _DETECTORS:
            for begin, end, kind in detect(seen, lower):
                if start <= begin + first < start + _WINDOW:
                    yield begin + first, end + first, kind


def _by_rules(text: str, lower: str) -> Iterator[_Span]:
    for rule in RULES:
        where = lower if rule.ignore_case else text
        if any(keyword in where for keyword in rule.keywords):
            yield from _by_rule(rule, text)


def _by_rule(rule: Rule, text: str) -> Iterator[_Span]:
    for match in rule.pattern.finditer(text):
        start, end = match.span("secret" if "secret" in rule.pattern.groupindex else 0)
        if rule.check is None or rule.check(text[start:end]):
            yield start, end, rule.kind


def _private_keys(text: str) -> Iterator[_Span]:
    """Whole PEM blocks; one that was cut off ends with its last line of base64."""
    position = 0
    while begin := _BEGIN_KEY.search(text, position):
        end = _END_KEY.search(text, begin.end())
        if end is None:
            break
        yield begin.start(), end.end(), "private_key"
        position = end.end()
    for begin in _BEGIN_KEY.finditer(text, position):
        lines = _KEY_LINES.match(text, begin.end())
        stop = lines.end() if lines else begin.end()
        stop -= len(text[begin.end() : stop]) - len(text[begin.end() : stop].rstrip())
        yield begin.start(), stop, "private_key"


def _aws_secrets(text: str, lower: str) -> Iterator[_Span]:
    """Secret access keys have no prefix: they are looked for near a key id or their own name."""
    if not any(word in lower for word in _AWS_WORDS):
        return
    anchors = [match.span() for match in _AWS_ANCHOR.finditer(text)]
    if not anchors:
        return
    for match in _AWS_SECRET.finditer(text):
        start, end = match.span()
        while len(anchors) > 1 and anchors[0][1] + _NEAR < start:
            anchors.pop(0)
        is_near = anchors[0][0] - _NEAR <= end and start <= anchors[0][1] + _NEAR
        if is_near and _is_mixed(match[0]):
            yield start, end, "aws_secret"


def _is_mixed(token: str) -> bool:
    """Upper, lower and digits, and no plain hexadecimal: 40 characters of hex are a git hash."""
    return (
        not _HEX.fullmatch(token)
        and any(c.isupper() for c in token)
        and any(c.islower() for c in token)
        and any(c.isdigit() for c in token)
    )


def _connection_passwords(text: str, lower: str) -> Iterator[_Span]:
    """`password=…` on one line with another part of a connection string (`host=…`)."""
    if "password" not in lower and "passwd" not in lower and "pwd" not in lower:
        return
    pairs = [match.span() for match in _PAIR.finditer(text)]
    starts = [start for start, _ in pairs]
    for match in _PASSWORD.finditer(text) if pairs else ():
        start, end = match.span("secret")
        after = bisect.bisect(starts, start)
        gaps = []
        if after < len(pairs):
            gaps.append((end, pairs[after][0]))
        if after:
            gaps.append((pairs[after - 1][1], match.start()))
        for left, right in gaps:
            if 0 < right - left <= _NEAR and not _BREAK.search(text, left, right):
                yield start, end, "password"
                break


_DETECTORS: tuple[Callable[[str, str], Iterator[_Span]], ...] = (
    _by_rules,
    _aws_secrets,
    _connection_passwords,
)
