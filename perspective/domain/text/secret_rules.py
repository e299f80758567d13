"""By which marks is a secret known? Data for `secret.mask`.

A pattern is tried only when one of its keywords stands in the text. The group `secret` is what
is replaced; without it, the whole match. See `secret` for the source.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable

import msgspec

_OPEN = r"(?<![A-Za-z0-9_-])"
_CLOSE = r"(?![A-Za-z0-9_-])"


class Rule(msgspec.Struct, frozen=True):
    """One kind of secret. `check`, if any, has the last word on what the pattern found."""

    kind: str
    keywords: tuple[str, ...]
    pattern: re.Pattern[str]
    check: Callable[[str], bool] | None = None
    ignore_case: bool = False


def _token(kind: str, keywords: str, body: str, check: Callable[[str], bool] | None = None) -> Rule:
    """A token that stands by itself, known by its prefix (`keywords`, by spaces)."""
    return Rule(kind, tuple(keywords.split()), re.compile(f"{_OPEN}(?:{body}){_CLOSE}"), check)


def _placed(
    kind: str, keywords: str, body: str, check: Callable[[str], bool] | None = None
) -> Rule:
    """A secret known by the place it stands in; `body` has the group `secret`."""
    pattern = re.compile(body, re.IGNORECASE)
    return Rule(kind, tuple(keywords.split()), pattern, check, ignore_case=True)


def _is_discord_token(token: str) -> bool:
    """True when the first part is the base64 of a number: the bot's id."""
    head = token.split(".", 1)[0]
    try:
        return base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).isdigit()
    except (binascii.Error, ValueError):
        return False


def _is_opaque(token: str) -> bool:
    """True for what is no word: it has a digit, or is longer than words are."""
    return len(token) >= 40 or any(character.isdigit() for character in token)


def _is_real_password(password: str) -> bool:
    """False for a stand-in: `${DB_PASSWORD}`, `<password>`, `{{ pw }}`, `****`, `%s`."""
    return not re.fullmatch(
        r"\$\{?\w{1,64}\}?|\{{1,2}[^{}]{0,64}\}{1,2}|<[^<>]{0,64}>|%\w{1,64}%|%[sdr]|[*x.•]+"
        r"|\[masked:\w+\]?.*",
        password,
        re.IGNORECASE,
    )


RULES: tuple[Rule, ...] = (
    _token("aws_key", "AKIA ASIA ABIA ACCA A3T", r"(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    _token("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{36,255}"),
    _token("github_token", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    _token("gitlab_token", "glpat- glptt- glrt- gldt- glcbt- glft- glsoat- glagent- glimt- gloas-",
           r"gl(?:pat|ptt|rt|dt|cbt|ft|soat|agent|imt|oas)-[A-Za-z0-9_.-]{20,300}"),
    _token("slack_token", "xox", r"xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,300}"),
    _token("slack_token", "xapp-", r"xapp-\d-[A-Za-z0-9-]{10,300}"),
    _token("stripe_key", "sk_ rk_", r"[sr]k_(?:test|live|prod)_[A-Za-z0-9]{10,200}"),
    _token("stripe_key", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,200}"),
    _token("anthropic_key", "sk-ant-", r"sk-ant-[a-z]{2,12}\d{2}-[A-Za-z0-9_-]{20,300}"),
    _token("openai_key", "sk-", r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,300}"),
    _token("openai_key", "T3BlbkFJ", r"sk-[A-Za-z0-9_-]{16,150}T3BlbkFJ[A-Za-z0-9_-]{16,150}"),
    _token("openai_key", "sk-", r"sk-(?:or-v1-)?(?=[A-Za-z]{0,60}\d)[A-Za-z0-9]{32,128}"),
    _token("google_key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    _token("google_token", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,1024}"),
    _token("google_secret", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{28}"),
    _token("huggingface_token", "hf_ api_org_", r"(?:hf_|api_org_)[A-Za-z0-9]{34,40}"),
    _token("npm_token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    _token("pypi_token", "pypi-AgE", r"pypi-AgE[A-Za-z0-9_-]{50,1024}"),
    _token("twilio_key", "SK", r"SK[0-9a-f]{32}"),
    _token("sendgrid_key", "SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    _token("telegram_token", ":A", r"\d{8,10}:A[A-Za-z0-9_-]{34}"),
    _token("discord_token", ".", r"[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}",
           _is_discord_token),
    _token("azure_secret", "Q~", r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}"),
    _token("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{10,8192}\.eyJ[A-Za-z0-9_-]{8,16384}\.[A-Za-z0-9_-]{10,2048}"),
    _token("groq_key", "gsk_", r"gsk_[A-Za-z0-9]{52}"),
    _token("xai_key", "xai-", r"xai-[A-Za-z0-9]{70,90}"),
    _token("perplexity_key", "pplx-", r"pplx-[A-Za-z0-9]{48}"),
    _token("replicate_token", "r8_", r"r8_[A-Za-z0-9]{37}"),
    _token("digitalocean_token", "_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    _token("databricks_token", "dapi", r"dapi[a-f0-9]{32}(?:-\d)?"),
    _token("shopify_token", "shp", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _token("square_token", "sq0 EAAA", r"sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}|EAAA[A-Za-z0-9_-]{60}"),
    _token("linear_key", "lin_api_", r"lin_api_[A-Za-z0-9]{40}"),
    _token("notion_token", "ntn_", r"ntn_[A-Za-z0-9]{40,50}"),
    _token("docker_token", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,80}"),
    _token("vault_token", "hvs. hvb.", r"hv[sb]\.[A-Za-z0-9_-]{24,300}"),
    _token("grafana_token", "glsa_ glc_", r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}"),
    _token("sentry_token", "sntry", r"sntry[su]_[A-Za-z0-9+/=_-]{40,400}"),
    _token("supabase_token", "sbp_", r"sbp_[a-f0-9]{40}"),
    _token("doppler_token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,80}"),
    _token("age_key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
    _placed("slack_webhook", "hooks.slack.com",
            r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[a-z0-9+/]{40,80})"),
    _placed("discord_webhook", "/api/webhooks/",
            r"discord(?:app)?\.com/api/webhooks/\d{17,20}/(?P<secret>[a-z0-9_-]{60,80})"),
    _placed("azure_storage_key", "key=",
            r"(?:AccountKey|SharedAccessKey)=(?P<secret>[a-z0-9+/]{40,90}={1,2})"),
    _placed("azure_signature", "sig=", r"[?&;]sig=(?P<secret>[a-z0-9%+/]{40,90}(?:%3d|=))"),
    _placed("password", "://",
            r"(?<=://)[^\s:/?#@'\"<>()]{0,128}:(?P<secret>[^\s/?#'\"<>()]{1,256})@(?=[\w.\[-])",
            _is_real_password),
    _placed("password", "password= passwd= pwd=",
            r"[?&](?:password|passwd|pwd)=(?P<secret>[^\s&#'\"<>()]{1,256})", _is_real_password),
    _placed("authorization", "authorization",
            r"authorization['\"]?\s{0,3}[:=]\s{0,3}['\"]?(?:bearer|basic|token)\s{1,3}"
            r"(?P<secret>[a-z0-9._~+/-]{8,4096}={0,2})", _is_opaque),
    _placed("bearer_token", "bearer",
            r"\bbearer\s{1,3}(?P<secret>[a-z0-9._~+/-]{20,4096}={0,2})", _is_opaque),
)  # fmt: skip
