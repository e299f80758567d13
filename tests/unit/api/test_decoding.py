"""Does every wrong request become a reason that names the field?"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
import pytest

from perspective.api.decoding import (
    MAX_DEPTH,
    MAX_VALUES,
    BodyDecoder,
    body_decoder,
    decode_strings,
    narrow,
)
from perspective.api.questions import RecallBody
from perspective.api.wire import BatchBody, LogQuery, NewTenant, StoreBody
from perspective.domain.query import NewMemory, RecallQuery
from perspective.errors import InvalidRequest

STORE = BodyDecoder(StoreBody)
RECALL = BodyDecoder(RecallBody)


def _refusal(decoder: BodyDecoder, raw: bytes) -> InvalidRequest:
    with pytest.raises(InvalidRequest) as caught:
        decoder.decode(raw)
    return caught.value


def _store(**fields: Any) -> bytes:
    return msgspec.json.encode({"content": "x", **fields})


@pytest.mark.parametrize(
    ("raw", "field", "reason"),
    [
        (b"{}", "content", "is missing"),
        (b'{"content":1}', "content", "expected `str`, got `int`"),
        (b'{"content":"a","tags":["a",3]}', "tags[1]", "expected `str`, got `int`"),
        (b'{"content":"a","contnt":1}', "contnt", "did you mean content?"),
        (b'{"content":"a","entities":[{"nme":"x"}]}', "entities[0].nme", "did you mean name?"),
        (b'{"content":"a","entities":[{}]}', "entities[0].name", "is missing"),
        (b'{"content":"a","zzz":1}', "zzz", "known are content"),
        (b'{"content":"a","event_at":"2024-13-01T00:00:00Z"}', "event_at", "RFC3339"),
        (b'{"content":"a","importance":2}', "importance", "<= 1.0"),
        (b'{"content":"a","memory_type":"dream"}', "memory_type", "enum"),
        (b'{"content":"a","metadata":[]}', "metadata", "expected `object`"),
        (b"[]", "body", "expected `object`, got `array`"),
        (b"null", "body", "expected `object`, got `null`"),
    ],
)
def test_wrong_field_is_named_with_its_reason(raw: bytes, field: str, reason: str) -> None:
    """The path of msgspec becomes a field's name as the caller wrote it."""
    [(name, why)] = _refusal(STORE, raw).fields
    assert name == field
    assert reason in why


def test_unknown_field_that_belongs_in_the_address_is_told_so() -> None:
    """A tenant in the body of an edit is a common mistake with a clear cure."""
    decoder = BodyDecoder(RecallQuery, elsewhere=("tenant_id",))
    error = _refusal(decoder, b'{"query":"a","tenant_id":"ana"}')
    assert "?tenant_id=" in error.fields[0][1]


def test_unknown_field_of_a_nested_type_gets_its_own_hint() -> None:
    """The hint comes from the type the field stands in."""
    error = _refusal(BodyDecoder(NewTenant), b'{"id":"a","settings":{"decya":true}}')
    assert error.fields == (("settings.decya", "unknown field; did you mean decay?"),)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"content":"a"',
        b'{"content":"a"} x',
        b"\xef\xbb\xbf{}",
        b'{"content":"\xff"}',
        b'{"content":"\xed\xa0\x80"}',
        b'{"content":"\\ud800"}',
        b'{"content":"\\ud800x"}',
        b'{"content":"\\udc00"}',
        b'{"content":"a","metadata":{"x":NaN}}',
        b'{"content":"a","metadata":{"x":Infinity}}',
        b'{"content":"a","metadata":{"x":1e999}}',
        b'{"content":"a","metadata":{"\\ud800":1}}',
        b"[" * 100_000,
        b'{"content":"a","metadata":' + b'{"a":' * 100_000,
    ],
)
def test_what_is_not_json_is_refused(raw: bytes) -> None:
    """Broken JSON, half characters, numbers that are none and endless depth are refused."""
    assert str(_refusal(STORE, raw))


@pytest.mark.parametrize("budget", [0, -1, 10**9, 10**30, 1.5, "10", True])
def test_absurd_budget_is_refused(budget: Any) -> None:
    """A budget is a whole number of memories within reason."""
    [(name, _)] = _refusal(RECALL, msgspec.json.encode({"query": "a", "budget": budget})).fields
    assert name == "budget"


def test_metadata_may_be_deep_but_not_without_end() -> None:
    """As deep as MAX_DEPTH is stored, one deeper is refused by name."""
    deep: Any = 1
    for _ in range(MAX_DEPTH):
        deep = {"a": deep}
    assert STORE.decode(_store(metadata=deep))
    [(name, reason)] = _refusal(STORE, _store(metadata={"a": deep})).fields
    assert (name, "deeper" in reason) == ("metadata", True)


def test_metadata_holds_a_bounded_number_of_values() -> None:
    """An ocean of values is refused by name."""
    [(name, reason)] = _refusal(STORE, _store(metadata={"a": [0] * MAX_VALUES})).fields
    assert (name, "values" in reason) == ("metadata", True)


@pytest.mark.parametrize("number", [2**63, -(2**63), 10**30])
def test_metadata_holds_no_endless_integers(number: int) -> None:
    """Integers beyond 64 bits are refused at any depth."""
    raw = b'{"content":"a","metadata":{"a":[{"b":%d}]}}' % number
    [(name, reason)] = _refusal(STORE, raw).fields
    assert (name, "64 bits" in reason) == ("metadata", True)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_time_without_a_place_in_utc_is_refused(at: str) -> None:
    """The first and last hours of the calendar may not exist in UTC."""
    [(name, _)] = _refusal(STORE, _store(event_at=at)).fields
    assert name == "event_at"


def test_time_without_a_zone_is_passed_on() -> None:
    """The engine knows the server's zone, so it decides."""
    body = STORE.decode(_store(event_at="2024-03-02T09:00:00"))
    assert body.event_at == datetime(2024, 3, 2, 9)  # noqa: DTZ001 - the point of the test


def test_narrow_keeps_the_domains_part() -> None:
    """The tenant goes its own way; the memory is what the engine gets."""
    body = STORE.decode(_store(tenant_id="ana", tags=["t"]))
    memory = narrow(body, NewMemory)
    assert type(memory) is NewMemory
    assert (memory.content, memory.tags) == ("x", ("t",))


@pytest.mark.parametrize(
    "item",
    [b'{"content":"\\ud800"}', b'{"content":"a","metadata":{"x":NaN}}', b'{"content":"\\udfff!"}'],
)
def test_one_items_fault_does_not_hide_the_others(item: bytes) -> None:
    """Half a character in one item leaves the rest of the batch readable."""
    body = body_decoder(BatchBody).decode(b'{"items":[{"content":"good"},' + item + b"]}")
    decoder = BodyDecoder(NewMemory)
    assert decoder.decode(body.items[0]).content == "good"
    _refusal(decoder, body.items[1])


@pytest.mark.parametrize(
    "raw",
    [
        b'{"items":[',
        b'{"items":[{"content":"a"}',
        b'{"items":"\\ud800"}',
        b"\xff",
        b'{"items":[\xff]}',
    ],
)
def test_broken_batch_is_refused_as_a_whole(raw: bytes) -> None:
    """Where items end cannot be seen in broken JSON."""
    _refusal(body_decoder(BatchBody), raw)


def test_strings_are_converted_by_type() -> None:
    """A query string's words become levels, times and numbers."""
    query = decode_strings(
        [("level", "error"), ("limit", "5"), ("since", "2024-01-01T00:00:00Z")], LogQuery
    )
    assert (query.level, query.limit) == ("error", 5)
    assert query.since is not None


@pytest.mark.parametrize(
    ("pairs", "field", "reason"),
    [
        ([("lvel", "x")], "lvel", "did you mean level?"),
        ([("limit", "5"), ("limit", "6")], "limit", "more than once"),
        ([("limit", "many")], "limit", "expected `int`"),
        ([("limit", "0")], "limit", ">= 1"),
        ([("since", "2024-01-01T00:00:00 02:00")], "since", "%2B"),
        ([("level", "loud")], "level", "enum"),
    ],
)
def test_wrong_parameter_is_named(pairs: list[tuple[str, str]], field: str, reason: str) -> None:
    """Parameters are judged like bodies."""
    with pytest.raises(InvalidRequest) as caught:
        decode_strings(pairs, LogQuery)
    [(name, why)] = caught.value.fields
    assert name == field
    assert reason in why


def test_repeated_parameter_fills_a_list() -> None:
    """A field of several values takes its name several times."""

    class Several(msgspec.Struct, forbid_unknown_fields=True):
        tags: tuple[str, ...] = ()

    assert decode_strings([("tags", "a"), ("tags", "b")], Several).tags == ("a", "b")
    assert decode_strings([("tags", "a")], Several).tags == ("a",)


def test_address_that_is_not_unicode_is_refused() -> None:
    """Bytes that are no UTF-8 reach us as surrogates, and go no further."""
    with pytest.raises(InvalidRequest, match="UTF-8"):
        decode_strings([("text", "\udcff")], LogQuery)
