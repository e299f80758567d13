"""Does a text hold a key, token or password? The examples are put together when the test runs."""

from __future__ import annotations

import base64
import hashlib
import random
import re
import string
import time
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.text.secret import mask

_RANDOM = random.Random(7)
_ALNUM = string.ascii_letters + string.digits


def _chars(n: int, alphabet: str = _ALNUM) -> str:
    return "".join(_RANDOM.choice(alphabet) for _ in range(n - 3)) + "aZ4"


def _hex(n: int) -> str:
    return "".join(_RANDOM.choice("0123456789abcdef") for _ in range(n))


def _pem(kind: str) -> str:
    lines = "\n".join(_chars(64) for _ in range(4))
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"


SECRETS = {
    "aws_key": "AK" + "IA" + _chars(16, string.ascii_uppercase)[:13] + "ABC",
    "github_token": "gh" + "p_" + _chars(36),
    "github_token fine": "github" + "_pat_" + _chars(22) + "_" + _chars(59),
    "gitlab_token": "gl" + "pat-" + _chars(20),
    "slack_token": "xo" + "xb-" + "123456789012-1234567890123-" + _chars(24),
    "slack_webhook": "https://hooks.slack" + ".com/services/T00000000/B00000000/" + _chars(24),
    "stripe_key": "sk" + "_live_" + _chars(24),
    "openai_key": "sk-" + "proj-" + _chars(48),
    "openai_key old": "sk-" + _chars(20) + "T3Blbk" + "FJ" + _chars(20),
    "anthropic_key": "sk-" + "ant-api03-" + _chars(93) + "AA",
    "google_key": "AI" + "za" + _chars(35),
    "huggingface_token": "h" + "f_" + _chars(34),
    "npm_token": "np" + "m_" + _chars(36),
    "pypi_token": "py" + "pi-AgEIcHlwaS5vcmc" + _chars(70),
    "twilio_key": "S" + "K" + _hex(32),
    "sendgrid_key": "S" + "G." + _chars(22) + "." + _chars(43),
    "telegram_token": "123456789" + ":AA" + _chars(33),
    "discord_token": base64.b64encode(b"123456789012345678").decode() + ".GabcdE." + _chars(38),
    "azure_storage_key": "DefaultEndpointsProtocol=https;AccountName=a;Account"
    "Key=" + _chars(86) + "==;EndpointSuffix=core.windows.net",
    "jwt": "ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0." + _chars(43),
    "private_key": _pem("RSA PRIVATE " + "KEY"),
    "private_key openssh": _pem("OPENSSH PRIVATE " + "KEY"),
    "bearer_token": "use Bearer " + _chars(40),
    "authorization": "Authorization: Basic " + _chars(24),
    "password": "postgres://app:" + "hunter2@db.example:5432/app",
    "password odd": "amqp://u:" + "p@ss-w0rd!@mq/x",
    "password ado": "Server=db;Database=app;User Id=sa;Pass" + "word=hunter2;Encrypt=true",
    "password libpq": "host=db dbname=app user=app pass" + "word=hunter2",
    "password jdbc": "jdbc:mysql://db/app?user=a&pass" + "word=hunter2",
}


@pytest.mark.parametrize("name", SECRETS)
def test_each_kind_of_secret_is_masked_where_it_stands(name: str) -> None:
    """One secret inside a sentence: masked once, by its kind, and the sentence stays."""
    masked, n_masked = mask(f"Note from Ann: {SECRETS[name]} (rotate it)")
    assert n_masked == 1
    assert f"[masked:{name.split(maxsplit=1)[0]}]" in masked
    assert masked.startswith("Note from Ann: ")
    assert masked.endswith(" (rotate it)")
    kept = {"DefaultEndpointsProtocol"}
    parts = set(re.findall(r"[A-Za-z0-9_]{16,}|hunter2|p@ss|w0rd", SECRETS[name])) - kept
    assert not [part for part in parts if part in masked]


def test_a_password_leaves_its_address_readable() -> None:
    """Only the password goes out of a connection string."""
    assert mask(SECRETS["password"])[0] == "postgres://app:[masked:password]@db.example:5432/app"


def test_an_aws_secret_is_known_by_the_key_beside_it() -> None:
    """Forty characters near a key id or their own name are a secret; alone they are not."""
    secret = "abCD1234" * 4 + "/+zZ99xy"
    assert secret not in mask(f"{SECRETS['aws_key']} and {secret}")[0]
    assert secret not in mask(f"aws_secret_access_key = {secret}")[0]
    assert mask(f"checksum {secret}") == (f"checksum {secret}", 0)


def test_a_private_key_that_was_cut_off_is_masked_to_its_end() -> None:
    """A block without its last line hides its base64 and leaves the prose after it."""
    cut = "-----BEGIN PRIVATE " + "KEY-----\n" + "\n".join(_chars(64) for _ in range(3))
    assert mask(f"see {cut}\n\nThat was the key.") == (
        "see [masked:private_key]\n\nThat was the key.",
        1,
    )


INNOCENT = [
    "The password is easy to remember", "password = getpass.getpass()", 'password="x"',
    "connect(host=host, user=user, password=password)", "def login(user, password=None): ...",
    "commit " + hashlib.sha1(b"a", usedforsecurity=False).hexdigest(),
    "sha256:" + hashlib.sha256(b"a").hexdigest(), str(uuid.UUID(int=7)), "550e8400-e29b-41d4-a716-446655440000",
    "data:image/png;base64," + base64.b64encode(bytes(range(256)) * 4).decode(),
    "https://example.com:8080/path?x=1#y", "git@github.com:org/repo.git", "ssh://git@host:22/x",
    "postgres://user:${DB_PASSWORD}@db/app", "https://user:<password>@host/x", "http://u:****@h/",
    "sk-learn and sk_test are words", "skeleton-key", "AKIA is a prefix", "ghp_ tokens", "hf_hub_download(repo_id='x')",
    "npm_config_registry", "SG.1 and SG.2 are seats", "xoxo hugs", "Bearer of bad news", "the bearer responsibilities",
    "Authorization: Bearer $TOKEN", "Authorization: Bearer <token>", "eyJ is how a JWT begins",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----",
    "2024-01-15T10:30:00.123456Z", "192.168.0.1:8080", "1234567890:ABC", "M.A.S.H. and N.A.S.A.",
    "module.submod.function_name_that_is_long_enough_to_match", "user=ann&sort=asc", "host=db user=ann",
    "我的密码是什么？", "пароль=секрет", "😀" * 50, "a" * 500, "A" * 500, "0" * 500, "", "sha512-" + "a1B2" * 22 + "==",
    "integrity=sha384-" + "oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
    "for key in keys: print(key)", "import { sk } from 'x'", "AIzawa is a name", "key=value; token=next(tokens)",
]  # fmt: skip


@pytest.mark.parametrize("text", INNOCENT)
def test_what_only_looks_random_passes_untouched(text: str) -> None:
    """Hashes, UUIDs, images, code, prose and stand-ins for secrets are left as they are."""
    assert mask(text) == (text, 0)


@given(
    st.lists(st.sampled_from([*SECRETS.values(), *INNOCENT]) | st.text(max_size=20), max_size=6),
    st.sampled_from(["", " ", "\n", ";", "=", "://", ":", "@", "password="]),
)
def test_masking_what_is_masked_changes_nothing(parts: list[str], between: str) -> None:
    """`mask` is idempotent, however secrets and text are put together."""
    once, _ = mask(between.join(parts))
    assert mask(once) == (once, 0)


def test_a_secret_that_stands_against_another_is_masked_too() -> None:
    """A key that touches the next secret ends where that one is masked."""
    key = SECRETS["aws_key"]
    frame = (
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"
    )
    assert mask(key + frame) == ("[masked:aws_key][masked:private_key]", 2)


@pytest.mark.parametrize(
    "pattern",
    ["a", "eyJ", "eyJaaaaaaaaaaaa.", "://a:b", "://a:", "http://u:p@h ", "password=", "password=a;",
     "a=1 password=b host=", "-----BEGIN PRIVATE KEY-----", "sk-", "SG.aaaa", "Bearer ", "M.",
     "AKIAABCDEFGHIJKLMNOP ", "aB3" * 13 + "x ", "\n", "1234567890:A"],
)  # fmt: skip
def test_a_megabyte_of_anything_is_read_in_linear_time(pattern: str) -> None:
    """No text makes a pattern go back and forth: a megabyte takes a second or so."""
    text = (pattern * (1_000_000 // len(pattern) + 1))[:1_000_000]
    start = time.perf_counter()
    mask(text)
    assert time.perf_counter() - start < 20
