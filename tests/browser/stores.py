"""What is in the stores that the pages are looked at with? Nothing, two hundred, or very many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from perspective.cli.client import Client
from tests.acceptance.scale.texts import Texts
from tests.browser import fast_daemon
from tests.daemons import Daemon, Home, other_daemon

N_FEW = 200
N_MANY, N_MANY_FULL = 2_000, 100_000

# What a page must show as text, in any script and direction, however it looks like something else.
UNUSUAL = (
    "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">",
    "</textarea><svg onload=alert(1)><style>*{display:none}</style>&lt;b&gt; &amp; &#x3C;",
    "[a link](javascript:alert(1)) **not bold** `code` {{ 7 * 7 }} ${7 * 7} <%= 7 %>",
    "\u202eThis line is turned around\u202c and this \u2066isolated\u2069 one \u200fis not",
    "王小明在三月搬到了里斯本，每天早上沿着河边跑步，然后去咖啡馆学习葡萄牙语。",
    "田中さんは来週の水曜日に京都で新しい仕事を始めます。",
    "สมชายย้ายไปเชียงใหม่เมื่อเดือนที่แล้ว และเริ่มเรียนทำอาหารทุกวันเสาร์",
    "انتقلت ليلى إلى القاهرة في الربيع وتعمل الآن في مكتبة قديمة قرب النهر.",
    "דנה קנתה אופניים כחולים ורוכבת כל בוקר לאורך הים.",
    "अनिता ने जयपुर में एक छोटी सी किताबों की दुकान खोली है।",
    "🎉 Party at Zoë's 👩‍👩‍👧‍👦 on Friday 🇵🇹 bring 🍰",
    "A word without end: " + "Donaudampfschifffahrtsgesellschaft" * 12,
    "const total = items\n\t.filter((one) => one.price > 0)\n\t.reduce((a, b) => a + b, 0);",
    "e\u0301 and \u00e9, Z\u0351\u036b\u0343\u036a\u0302\u036b\u033da\u0334lgo, \ufeff\u200b\u00ad soft",
    "The report begins here. " + "It goes on for many lines and says little new. " * 150,
)
_NAMESPACES = (
    "default",
    "work",
    "home/garden",
    "旅行",
    "a-namespace-with-quite-a-long-name/inside",
)
_TAGS = ("people", "places", "money", "ideas", "日本語", "<b>bold</b>")
_TYPES = ("episodic", "semantic", "procedural")
_ENTITIES = (("Ana", "person"), ("Lisbon", "place"), ("Project Heron", "thing"), ("田中", "person"))
_BEGAN_AT = datetime(2024, 1, 3, 9, 30, tzinfo=UTC)


class Store(NamedTuple):
    """A daemon's address, its API, and the tenant that is looked at."""

    url: str
    client: Client
    tenant: str = "default"


def bodies(n: int) -> list[dict[str, Any]]:
    """Memories to store: ordinary sentences, and the unusual ones among the newest."""
    made = Texts(seed=7).items(n - len(UNUSUAL))
    made += [{"content": text, "speaker": "Zoë", "role": "user"} for text in UNUSUAL]
    for number, body in enumerate(made):
        name, kind = _ENTITIES[number % len(_ENTITIES)]
        body |= {
            "id": f"seen-{number}",
            "memory_type": _TYPES[number % 3],
            "namespace": _NAMESPACES[number % len(_NAMESPACES)],
            "tags": [_TAGS[number % len(_TAGS)]],
            "event_at": (_BEGAN_AT + timedelta(hours=37 * number)).isoformat(),
            "importance": (number % 10) / 10,
        }
        if number % 4 == 0:
            body["entities"] = [{"name": name, "kind": kind}]
    return made


def fill(client: Client, tenant: str, n: int = N_FEW) -> None:
    """The tenant has so many memories, all indexed."""
    items = bodies(n)
    for start in range(0, n, 1000):
        body = {"tenant_id": tenant, "items": items[start : start + 1000], "wait": True}
        answer = client.post("/api/store/batch", body)
        assert answer["failed"] == 0, [one for one in answer["results"] if "error" in one][:3]


@contextmanager
def running(folder: Path, n: int) -> Iterator[Store]:
    """A daemon with the default model and so many memories; ended with the block."""
    home = Home(folder)
    daemon = Daemon(home)
    try:
        daemon.start()
        if n:
            fill(daemon.client, "default", n)
        yield Store(daemon.url, daemon.client)
    finally:
        home.end_everything()


@contextmanager
def running_fast(folder: Path, n: int) -> Iterator[Store]:
    """A daemon without a model and so many memories; ended with the block."""
    home = Home(folder)
    try:
        with other_daemon(home, fast_daemon.__name__) as daemon:
            client = Client(daemon.url, timeout_s=600.0)
            try:
                fill(client, "default", n)
                yield Store(daemon.url, client)
            finally:
                daemon.process.terminate()
                daemon.process.wait(60)
    finally:
        home.end_everything()
