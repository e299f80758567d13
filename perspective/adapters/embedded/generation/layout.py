"""What lies in a generation's folder, and with which settings does qdrant-edge keep its graph?

Rows stand in the order of their keys, and a row's number is its point's id in the shard:

- `vectors.f32`: float32 (n, d), little-endian; exact, and read where it lies.
- `columns.npz`, `names.json`: what filters ask for, as `EntryBlock` has it.
- `shard/`: the graph. It holds the vectors in half precision, which is enough to choose
  candidates; payload it holds none.
"""

from __future__ import annotations

from qdrant_edge import (
    Distance,
    EdgeConfig,
    EdgeOptimizersConfig,
    EdgeVectorParams,
    HnswIndexConfig,
    Memory,
    VectorStorageDatatype,
)

VECTORS = "vectors.f32"
COLUMNS = "columns.npz"
NAMES = "names.json"
SHARD = "shard"


def shard_config(dimensions: int) -> EdgeConfig:
    """One segment with one graph, searched by one thread, written without a log."""
    return EdgeConfig(
        # The vectors have unit length: their dot product is the cosine.
        vectors=EdgeVectorParams(
            size=dimensions,
            distance=Distance.Dot,
            memory=Memory.Cached,
            datatype=VectorStorageDatatype.Float16,
        ),
        hnsw_config=HnswIndexConfig(
            m=16,
            ef_construct=128,
            full_scan_threshold=64,
            max_indexing_threads=1,
            memory=Memory.Cached,
        ),
        optimizers=EdgeOptimizersConfig(
            default_segment_number=1, max_segment_size=1_000_000_000, indexing_threshold=64
        ),
        max_search_threads=1,
        wal_enabled=False,
    )
