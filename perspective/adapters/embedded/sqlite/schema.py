"""Which tables hold a tenant's records, and may this program open them?

Times are whole microseconds since 1970, UTC. JSON columns are NULL when empty. A newer minor
version of the schema may add tables, columns with defaults and keys in `extra`; so no statement
here replaces a row whole, or names no columns. A newer major one is refused.

A version is in two tables: `versions` is narrow and holds all that a filter asks for, so that a
hop over the graph or a walk along an index reads little; `contents` holds the rest. The columns
of `versions` from `memory_id` to `is_deleted` repeat what the memory says, and `tags.at` what the
version says; the transaction keeps them in step. Ids are long, so edges name numbered nodes.
"""

from __future__ import annotations

import apsw

from perspective.domain.memory import SCHEMA_MAJOR, SCHEMA_VERSION
from perspective.domain.text.analysis import ANALYSIS
from perspective.errors import SchemaTooNew, StoreCorrupt

META = "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"

_RECORDS = f"""
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters VALUES ('seq', 0), ('live', 0), ('analysis', {ANALYSIS});

CREATE TABLE nodes (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE  -- of a memory, an entity or a concept
);

CREATE TABLE memories (
    node INTEGER PRIMARY KEY,
    first_key INTEGER NOT NULL,  -- of its first version: the order of insertion
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    namespace TEXT NOT NULL,
    source_session TEXT,
    speaker TEXT,
    role TEXT,
    source TEXT,
    source_id TEXT,
    ordinal INTEGER,
    state TEXT NOT NULL,
    pinned INTEGER NOT NULL,
    gated TEXT,
    deleted_at INTEGER,
    access_count INTEGER NOT NULL,
    last_accessed_at INTEGER,
    schema_version TEXT NOT NULL,
    stability REAL NOT NULL DEFAULT 1.0,
    extra TEXT
);
CREATE INDEX memories_by_session ON memories (namespace, source_session, first_key);
CREATE INDEX memories_by_source ON memories (source_id, ordinal) WHERE source_id IS NOT NULL;
CREATE INDEX memories_by_kind ON memories (type, state, namespace, deleted_at);  -- for counts

CREATE TABLE versions (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL,  -- of the latest change
    node INTEGER NOT NULL,
    number INTEGER NOT NULL,
    known_from INTEGER NOT NULL,
    known_to INTEGER,
    valid_from INTEGER,
    valid_to INTEGER,
    superseded_by TEXT,
    confidence REAL NOT NULL,
    at INTEGER NOT NULL,  -- the event's time, else the time of recording
    memory_id TEXT NOT NULL,
    type TEXT NOT NULL,
    namespace TEXT NOT NULL,
    session TEXT,
    speaker TEXT,
    source_id TEXT,
    state TEXT NOT NULL,
    is_deleted INTEGER NOT NULL
);
CREATE UNIQUE INDEX versions_by_node ON versions (node, number);
CREATE UNIQUE INDEX versions_by_seq ON versions (seq);
CREATE INDEX versions_by_at ON versions (at, memory_id);
CREATE INDEX versions_by_namespace ON versions (namespace, at, memory_id);
CREATE INDEX versions_by_session ON versions (session, at, memory_id) WHERE session IS NOT NULL;
CREATE INDEX versions_by_source ON versions (source_id, at, memory_id)
    WHERE source_id IS NOT NULL;

CREATE INDEX versions_by_speaker ON versions (speaker, namespace) WHERE speaker IS NOT NULL;

CREATE TABLE speakers (  -- who ever spoke, under the name's normal form
    normal_name TEXT NOT NULL,
    speaker TEXT NOT NULL,
    PRIMARY KEY (normal_name, speaker)
) WITHOUT ROWID;

CREATE TABLE contents (
    key INTEGER PRIMARY KEY,  -- of the version
    importance REAL NOT NULL,
    event_at INTEGER,
    event_zone TEXT,
    language TEXT,
    content_hash TEXT NOT NULL,
    tags TEXT,
    detail TEXT NOT NULL,
    metadata TEXT,
    extra TEXT,
    content TEXT NOT NULL,
    terms TEXT NOT NULL,
    tokens INTEGER  -- estimated; NULL: not when it was stored
);
CREATE INDEX contents_by_hash ON contents (content_hash);

CREATE TABLE tags (
    tag TEXT NOT NULL,
    at INTEGER NOT NULL,
    memory_id TEXT NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (tag, at, memory_id, key)
) WITHOUT ROWID;
CREATE INDEX tags_by_key ON tags (key, tag);

CREATE TABLE embeddings (
    key INTEGER NOT NULL,
    model TEXT NOT NULL,
    vector BLOB,  -- float32, little-endian; NULL: the model cannot read the text
    PRIMARY KEY (key, model)
);

CREATE TABLE edges (
    source INTEGER NOT NULL,  -- a node
    kind TEXT NOT NULL,
    target INTEGER NOT NULL,  -- a node
    predicate TEXT NOT NULL,
    weight REAL NOT NULL,
    created_at INTEGER NOT NULL,
    last_reinforced_at INTEGER NOT NULL,
    decay_rate REAL NOT NULL,
    origin TEXT NOT NULL,
    memory_id TEXT,
    extra TEXT,
    PRIMARY KEY (source, kind, target, predicate)
) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges (target, kind);

CREATE TABLE entities (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    normal_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    aliases TEXT,
    created_at INTEGER NOT NULL,
    extra TEXT
) WITHOUT ROWID;
CREATE TABLE entity_names (
    name TEXT NOT NULL,  -- a normal name or an alias
    entity_id TEXT NOT NULL,
    is_alias INTEGER NOT NULL,
    PRIMARY KEY (name, entity_id)
) WITHOUT ROWID;
CREATE INDEX entity_names_by_entity ON entity_names (entity_id);

CREATE TABLE queue (
    memory_id TEXT PRIMARY KEY,
    enqueued_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    reason TEXT
) WITHOUT ROWID;

CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT NOT NULL,
    memory_id TEXT,
    before TEXT,
    after TEXT
);
CREATE INDEX events_by_memory ON events (memory_id, id);

CREATE TABLE idempotency (
    key TEXT PRIMARY KEY,
    request_hash TEXT NOT NULL,
    answer TEXT NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE documents (
    source_id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    content TEXT NOT NULL
);
"""

# What stores made before erasing lack.
_ERASURES = """
CREATE TABLE IF NOT EXISTS removed (
    key INTEGER PRIMARY KEY,  -- of an erased version
    seq INTEGER NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS removed_by_seq ON removed (seq);

CREATE TABLE IF NOT EXISTS erasures (
    id TEXT PRIMARY KEY,
    target_id TEXT NOT NULL,  -- of a memory or a long text
    actor TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    done_at INTEGER,
    n_memories INTEGER NOT NULL,
    n_versions INTEGER NOT NULL,
    keys TEXT  -- of the erased versions, until it is done
);
CREATE INDEX IF NOT EXISTS erasures_by_target ON erasures (target_id);
CREATE INDEX IF NOT EXISTS erasures_pending ON erasures (requested_at) WHERE done_at IS NULL;

CREATE INDEX IF NOT EXISTS edges_by_memory ON edges (memory_id) WHERE memory_id IS NOT NULL;
"""

# Tables and indexes that came after schema 1.0: made in files that lack them.
_ADDED = """
CREATE TABLE IF NOT EXISTS works (  -- documents to be split into memories
    source_id TEXT PRIMARY KEY,
    process_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    plan TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS entity_keys (  -- under which entities are found by their names' parts
    key TEXT NOT NULL,
    entity_id TEXT NOT NULL,
    memory_id TEXT NOT NULL,  -- which calls it so
    PRIMARY KEY (key, entity_id, memory_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS entity_keys_by_memory ON entity_keys (memory_id);

CREATE INDEX IF NOT EXISTS entities_merged ON entities (json_extract(extra, '$.merged_into'), id)
    WHERE json_extract(extra, '$.merged_into') IS NOT NULL;

CREATE INDEX IF NOT EXISTS queue_by_state ON queue (state, enqueued_at, memory_id);

CREATE TABLE IF NOT EXISTS changes (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL  -- the change set as JSON
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS change_steps (
    change_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    state TEXT NOT NULL,
    signature TEXT NOT NULL,  -- what it is about, whichever run planned it
    body TEXT NOT NULL,  -- the step as JSON
    PRIMARY KEY (change_id, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS change_steps_undone ON change_steps (signature) WHERE state = 'undone';
CREATE TABLE IF NOT EXISTS change_memories (
    memory_id TEXT NOT NULL,
    change_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (memory_id, change_id, number)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS reviews (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    body TEXT NOT NULL  -- the review as JSON
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS reviews_by_state ON reviews (state, kind, id);
CREATE TABLE IF NOT EXISTS communities (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL  -- the community as JSON
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS named_memories (  -- of which reviews and communities speak
    memory_id TEXT NOT NULL,
    what TEXT NOT NULL,  -- review or community
    id TEXT NOT NULL,
    PRIMARY KEY (memory_id, what, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS named_memories_by_id ON named_memories (id);

CREATE INDEX IF NOT EXISTS memories_by_arrival ON memories (type, recorded_at)
    WHERE deleted_at IS NULL;
"""

# Columns that came after schema 1.0, with their defaults.
_COLUMNS = (
    ("memories", "stability", "REAL NOT NULL DEFAULT 1.0"),
    ("contents", "tokens", "INTEGER"),  # estimated; NULL: not when it was stored
)


def prepare_records(connection: apsw.Connection) -> None:
    """A file holds the tables; one with tables before is of a version that we can read."""
    prepare(connection, _RECORDS)
    connection.execute(_ERASURES)
    connection.execute(_ADDED)
    for table, name, kind in _COLUMNS:
        if all(
            name != column for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")
        ):
            connection.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")


def last_seq(connection: apsw.Connection) -> int:
    """The sequence number given out last."""
    value: int = connection.execute("SELECT value FROM counters WHERE name = 'seq'").get
    return value


def prepare(connection: apsw.Connection, tables: str) -> None:
    """Makes the tables in an empty file, else checks the version that is written in it."""
    if connection.execute("SELECT count(*) FROM sqlite_schema").get == 0:
        connection.execute(META)
        connection.execute("INSERT INTO meta VALUES ('schema_version', ?)", (SCHEMA_VERSION,))
        connection.execute(tables)
        return
    if not connection.table_exists("main", "meta"):
        raise StoreCorrupt("the file is a SQLite database, but not one of ours")
    version = connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").get
    major = str(version).partition(".")[0]
    if not major.isdecimal():
        raise StoreCorrupt(f"the store says that its schema is {version!r}")
    if int(major) > SCHEMA_MAJOR:
        raise SchemaTooNew(
            f"the store has schema {version}, this program reads up to {SCHEMA_MAJOR}.x: "
            "use a newer version of Perspective"
        )
