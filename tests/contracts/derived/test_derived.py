"""Does every store know what was read out of what, and does it go with what it rests on?"""

from __future__ import annotations

from perspective.domain.graph import Entity, EntityKind
from perspective.domain.memory import EXTRACTED, Recorded, Semantic
from perspective.ports.catalog import TenantStores
from perspective.ports.transaction import RecordTransaction, Row
from tests.contracts.material import (
    MINUTE,
    NOON,
    edge,
    everything,
    inserting,
    memory,
    order,
    version,
)

READ = {"source": EXTRACTED, "type": "semantic"}


async def _filled(stores: TenantStores) -> None:
    """`f` rests on `a` and `b`, `g` on `a` alone; `h` is of a caller, whom `a` supports as well."""
    for name in "ab":
        await stores.records.write(inserting(name))
    for name in "fg":
        await stores.records.write(inserting(name, of_memory=READ))
    await stores.records.write(inserting("h", of_memory={"type": "semantic"}))
    ends = [("a", "f"), ("b", "f"), ("a", "g"), ("a", "h")]
    edges = [edge(*one, kind="supports", memory_id=one[0]) for one in ends]
    await stores.records.write(lambda transaction: transaction.add(*edges))


def _ids(found: list[Recorded]) -> list[str]:
    return [one.memory.id for one in found]


async def test_sources_and_what_was_read_out_of_them(stores: TenantStores) -> None:
    """Both ways, by insertion; what a caller stored is nobody's reading."""
    await _filled(stores)

    def look(transaction: RecordTransaction) -> list[list[str]]:
        return [
            _ids(transaction.derived("a")),
            _ids(transaction.derived("b")),
            _ids(transaction.derived("f")),
            _ids(transaction.sources("f")),
            _ids(transaction.sources("a")),
            _ids(transaction.stated("default", "hash of content of f")),
            _ids(transaction.stated("elsewhere", "hash of content of f")),
            _ids(transaction.stated("default", "hash of content of h")),
        ]

    assert await stores.records.write(look) == [
        ["f", "g"], ["f"], [], ["a", "b"], [], ["f"], [], [],
    ]  # fmt: skip


async def test_what_was_read_is_neither_last_nor_a_repeat_nor_counted(stores: TenantStores) -> None:
    """A text follows the text before it, and a quota is of what was stored."""
    await _filled(stores)

    def look(transaction: RecordTransaction) -> tuple[str | None, str | None, int]:
        latest = transaction.latest("default", None)
        repeated = transaction.repeat_of(
            namespace="default", session=None, speaker=None,
            content_hash="hash of content of g", since=NOON - MINUTE,
        )  # fmt: skip
        return None if latest is None else latest.memory.id, repeated, transaction.count()

    assert await stores.records.write(look) == ("h", None, 3)
    hidden = memory("g", **READ, deleted_at=NOON)
    await stores.records.write(lambda transaction: transaction.replace(hidden))
    assert await stores.records.write(lambda transaction: transaction.count()) == 3


async def test_forgetting_a_reading_leaves_statements_without_its_support(
    stores: TenantStores,
) -> None:
    """They stay, for somebody else may support them."""
    await _filled(stores)
    await stores.records.write(lambda transaction: transaction.forget_reading("a"))
    sources = await stores.records.write(lambda transaction: _ids(transaction.sources("f")))
    assert sources == ["b"]
    assert await stores.records.write(lambda transaction: _ids(transaction.sources("g"))) == []
    assert len(await stores.records.recorded(["f", "g", "h"])) == 3


async def test_erasing_takes_what_was_read_in_it(stores: TenantStores) -> None:
    """The words and data of a statement are those of its texts; another text that says the same is
    read again."""
    await _filled(stores)
    receipt = await stores.erasures.erase(order("1", "a"))
    assert receipt is not None
    assert (receipt.n_memories, receipt.n_versions) == (3, 3)
    assert _ids(await stores.records.recorded(["a", "b", "f", "g", "h"])) == ["b", "h"]
    assert await stores.records.write(lambda transaction: transaction.count()) == 2
    dump = "".join(await stores.records.dump())
    assert "content of g" not in dump
    assert "content of f" not in dump
    queue = await stores.records.read(lambda snapshot: snapshot.queue("pending", limit=9))
    assert [one.memory_id for one in queue] == ["b"]


async def test_erasing_takes_what_no_text_says_any_more(stores: TenantStores) -> None:
    """What was withdrawn, and what a person kept of the memory; not what they kept of another."""
    await stores.records.write(inserting("a"))
    kept = {"detail": Semantic(source_ids=("a",))}
    other = {"detail": Semantic(source_ids=("z",))}
    await stores.records.write(inserting("f", of_memory={**READ, "deleted_at": NOON}))
    await stores.records.write(inserting("g", of_memory={**READ, "pinned": True}, **kept))
    await stores.records.write(inserting("h", of_memory={**READ, "pinned": True}, **other))
    receipt = await stores.erasures.erase(order("1", "a"))
    assert receipt is not None
    assert (receipt.n_memories, len(receipt.keys)) == (1, 3)
    assert _ids(await stores.records.recorded(["a", "f", "g", "h"])) == ["h"]


async def test_statement_is_known_by_what_was_read_first(stores: TenantStores) -> None:
    """Also after a person corrected its words."""
    await _filled(stores)
    later = version("f", number=2, content="corrected", known_from=NOON + MINUTE)
    await stores.records.write(lambda transaction: transaction.append(later))
    found = await stores.records.write(
        lambda transaction: transaction.stated("default", "hash of content of f")
    )
    assert [(one.memory.id, one.version.content) for one in found] == [("f", "corrected")]


async def test_candidates_say_that_they_were_read(stores: TenantStores) -> None:
    """Ranking shows the text in place of the statement."""
    await _filled(stores)
    keys = [one.version.key for one in await stores.records.recorded(["a", "f", "h"])]
    found = await stores.records.read(lambda snapshot: snapshot.candidates(keys, everything()))
    assert [one.is_derived for one in found] == [False, True, False]


async def test_memories_that_name_a_thing_of_a_kind(stores: TenantStores) -> None:
    """Those asked about alone, and not by a name that says nothing."""
    kinds = {"lisbon": "place", "ana": "person", "ben": "person"}
    for name in "abc":
        await stores.records.write(inserting(name))
    rows: list[Row] = [
        *(Entity(id=f"e-{one}", name=one, normal_name=one, kind=kind, created_at=NOON)  # type: ignore[arg-type]
          for one, kind in kinds.items()),
        edge("a", "e-lisbon", "entity"), edge("a", "e-ana", "entity"),
        edge("b", "e-ben", "entity"), edge("c", "e-lisbon", "entity"),
        edge("e-ana", "b", "relation"),
    ]  # fmt: skip
    await stores.records.write(lambda transaction: transaction.add(*rows))

    async def naming(*kinds: EntityKind, but: tuple[str, ...] = ()) -> list[str]:
        return sorted(
            await stores.records.read(
                lambda snapshot: snapshot.naming(["a", "b", "nowhere"], kinds, but=but)
            )
        )

    assert await naming("place") == ["a"]
    assert await naming("place", "person") == ["a", "b"]
    assert await naming("person", but=("ana",)) == ["b"]
    assert await naming("person", but=("ana", "ben", "zoe")) == []
    assert await naming("event") == []
    assert await naming() == []
