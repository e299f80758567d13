"""What is committed in the folder, up to which change, and how is it asked?

Everything here blocks, and runs wherever the caller puts it. `cursor.json` is written after
each commit, so that after a crash it may be behind the index and never ahead of it. Files are
compared with their checksums before tantivy reads them: damage it may not survive.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import msgspec
import tantivy

from perspective.adapters.embedded.files.cursor import (
    Cursor,
    read_cursor,
    write_cursor,
)
from perspective.adapters.embedded.files.disk import sync_folder
from perspective.adapters.embedded.files.footers import META, read_meta, verify_segments
from perspective.adapters.embedded.tantivy_errors import translated
from perspective.adapters.embedded.tantivy_query import Bounds, Clause, FilterQuery, all_of
from perspective.adapters.embedded.tantivy_schema import (
    FORMAT,
    TIMES,
    new_document,
    new_schema,
    safe_term,
)
from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.errors import DiskFull, StoreCorrupt

_HEAP_BYTES = 15_000_000
_DOCUMENTS_AT_ONCE = 16
_KILLED = "writer was killed"
_SEGMENT_NAME = re.compile("[0-9a-f]{32}")
_MUST = tantivy.Occur.Must
_SHOULD = tantivy.Occur.Should
_MUST_NOT = tantivy.Occur.MustNot


class Committed(msgspec.Struct, frozen=True):
    """The committed documents until the next commit but one, or the next rest.

    `n_scored` is how many documents tantivy's own scores count: deleted ones too, until they
    are merged away.
    """

    reader: tantivy.Index
    bounds: Bounds
    n_documents: int
    n_scored: int

    def may_hold(self, key: int) -> bool:
        """False when no document has this key."""
        return key <= self.bounds.greatest.get("key", 0)

    def view(self) -> CommittedView:
        """The documents as they stand, for one question."""
        schema = self.reader.schema
        return CommittedView(
            self.reader.searcher(), schema, self.bounds, self.n_documents, self.n_scored
        )


class CommittedView(msgspec.Struct, frozen=True):
    """The committed documents as they stood at one moment; any thread may ask.

    `overridden` in each question are keys to leave out.
    """

    searcher: tantivy.Searcher
    schema: tantivy.Schema
    bounds: Bounds
    n_documents: int
    n_scored: int

    def count(self, keys: Collection[int]) -> int:
        """How many of these versions there are."""
        if not keys:
            return 0
        with translated():
            return _counts(self.searcher, FilterQuery(self.schema, self.bounds).keys(keys))[0]

    def statistics(
        self, terms: Sequence[str], where: Filter, overridden: Collection[int]
    ) -> TextStatistics:
        """Exact counts over the documents that match the filter."""
        with translated():
            clauses = self._clauses(where, overridden)
            n_documents, n_terms = _counts(self.searcher, all_of(clauses))
            found = [0] * len(terms)
            for column, term in enumerate(terms if n_documents else ()):
                query = all_of([(_MUST, self._term(term)), *clauses])
                found[column] = _counts(self.searcher, query)[0]
        return TextStatistics(n_documents, n_terms, tuple(found))

    def search(
        self,
        terms: Sequence[str],
        where: Filter,
        overridden: Collection[int],
        statistics: TextStatistics,
        limit: int,
    ) -> list[tuple[int, float]]:
        """(key, about BM25 by these statistics) of documents that hold a term, best first.

        tantivy weighs a term by its rarity in the whole index; each is boosted to weigh what
        it does by `statistics`. **Ties** by key, greatest first.
        """
        if limit <= 0 or not self.n_documents:
            return []
        with translated():
            weighted = self._weighted(terms, statistics)
            if not weighted:
                return []
            any_term = tantivy.Query.boolean_query([(_SHOULD, query) for query in weighted])
            query = all_of([(_MUST, any_term), *self._clauses(where, overridden)])
            return self._best(query, limit)

    def _weighted(self, terms: Sequence[str], statistics: TextStatistics) -> list[tantivy.Query]:
        wanted = statistics.idf()
        documents_with = tuple(self.searcher.doc_freq("terms", safe_term(term)) for term in terms)
        given = TextStatistics(max(self.n_scored, *documents_with, 0), 0, documents_with).idf()
        return [
            tantivy.Query.boost_query(self._term(term), float(wanted[i] / given[i]))
            for i, term in enumerate(terms)
            if documents_with[i] and statistics.document_frequencies[i]
        ]

    def _best(self, query: tantivy.Query, limit: int) -> list[tuple[int, float]]:
        # tantivy breaks ties by place: take all that tie with the last, then break them by key.
        # The searcher may show a later commit than the counts: more documents than `n_documents`.
        n_asked = limit + 1
        while True:
            hits = self.searcher.search(query, limit=n_asked, count=False).hits
            if len(hits) < n_asked or hits[-1][0] < hits[limit - 1][0]:
                break
            n_asked *= 4
        keys = self.searcher.fast_field_values("key", [address for _, address in hits])
        found = [(int(key or 0), float(score)) for key, (score, _) in zip(keys, hits, strict=True)]
        found.sort(key=lambda hit: (-hit[1], -hit[0]))
        return found[:limit]

    def _clauses(self, where: Filter, overridden: Collection[int]) -> list[Clause]:
        filters = FilterQuery(self.schema, self.bounds)
        left_out = [(_MUST_NOT, filters.keys(overridden))] if overridden else []
        return [*filters.clauses(where), *left_out]

    def _term(self, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.schema, "terms", safe_term(term), "freq")


class TantivyFolder:
    """The index in a folder, and its one writer. Commits are made by one thread at a time.

    It has two readers, one shown and one spare, which shows the next commit. Letting go of files
    that were merged away takes a busy disk 300 ms; tantivy releases the interpreter's lock
    for that when a reader reloads, and not when Python drops a searcher. So Python never
    holds the last one: the reader behind it does.
    """

    def __init__(self, folder: Path) -> None:
        """Opens the index, or makes an empty one; raises StoreCorrupt where there is a damaged
        one, or one of another format."""
        self._folder = folder
        self._schema = new_schema()
        self._writer: tantivy.IndexWriter | None = None
        with translated(otherwise=StoreCorrupt):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._cursor = self._first_cursor()
            if (folder / META).exists():
                verify_segments(folder, Event())
            self._index, self._spare = (self._open_reader() for _ in range(2))
            self._index.searcher().doc_freq("terms", "")  # reads the files that open lazily
            self.committed = self._look(self._index, _bounds_of(self._index.searcher()))
            if self.committed.n_documents < self._cursor.n_documents:
                raise StoreCorrupt("the text index holds fewer documents than were committed")
        self.seq = self._cursor.seq

    def verify_marks(self) -> None:
        """The small files are what was written; raises StoreCorrupt. Not during a commit."""
        with translated(otherwise=StoreCorrupt):
            read_cursor(self._folder, FORMAT)

    def verify(self, stopped: Event) -> None:
        """Every committed file is what was written, unless stopped; raises StoreCorrupt. Commits
        may go on meanwhile."""
        with translated(otherwise=StoreCorrupt):
            verify_segments(self._folder, stopped)

    def commit(
        self, entries: Sequence[IndexEntry], seq: int, removed: Collection[int] = ()
    ) -> None:
        """The entries replace what stands under their keys, and nothing stands under those
        removed, durably; `seq` is the cursor.

        `committed` then shows them. When it raises, the index is as before the call, or holds
        the entries with the cursor behind them.
        """
        with translated():
            if removed:
                self._expect(self.committed.n_documents - len(removed))
            with self._adding() as writer:
                for key in removed:
                    writer.delete_documents_by_term("key", key)
                self._add(writer, entries)
                writer.commit()
            self._note_commit(self.committed.bounds.widened(entries), seq)

    def begin_again(self) -> None:
        """Everything is to be added anew by `add_again`. Until `commit_again` the index is, and
        after a crash it will be, as it was."""
        self.rest()
        with translated(), self._adding() as writer:
            writer.delete_all_documents()

    def add_again(self, entries: Sequence[IndexEntry]) -> None:
        """Adds entries after `begin_again`; the latest of a key counts."""
        with translated(), self._adding() as writer:
            self._add(writer, entries)

    def commit_again(self, seq: int) -> None:
        """The index holds what was added since `begin_again` and nothing else, durably; no file
        of what was there before is left."""
        with translated():
            self._expect(0)
            with self._adding() as writer:
                writer.commit()
            self._spare.reload()
            self._note_commit(_bounds_of(self._spare.searcher()), seq)
        self.rest()
        self.release()
        self._sweep()

    def give_up(self) -> None:
        """What was added and not committed is forgotten."""
        self._writer = None

    def rest(self) -> None:
        """Lets merges finish and closes the writer, with its threads and memory; from then on
        all files are marked."""
        writer, self._writer = self._writer, None
        with translated():
            if writer is not None:
                writer.wait_merging_threads()
                self._show(self.committed.bounds)
            if not self._cursor.marks:
                self._write_cursor(self._cursor, is_at_rest=True)

    def release(self) -> None:
        """Lets go of what `committed` was before, which nobody may ask any more."""
        with translated():
            self._spare.reload()

    @contextmanager
    def _adding(self) -> Iterator[tantivy.IndexWriter]:
        """The writer; after a failure a new one is opened, without what this one held."""
        try:
            yield self._open_writer()
        except BaseException as error:
            self._writer = None  # with what it holds, which is added again
            # A thread that could not write does not say why.
            if _KILLED in str(error) and shutil.disk_usage(self._folder).free < _HEAP_BYTES:
                raise DiskFull from error
            raise

    def _add(self, writer: tantivy.IndexWriter, entries: Sequence[IndexEntry]) -> None:
        for number, entry in enumerate(entries, 1):
            if number % _DOCUMENTS_AT_ONCE == 0:
                time.sleep(0)  # lets other threads have the interpreter
            writer.delete_documents_by_term("key", entry.key)
            writer.add_document(new_document(entry, self._schema))

    def _note_commit(self, bounds: Bounds, seq: int) -> None:
        self._show(bounds)
        n_documents = self.committed.n_documents
        self._write_cursor(Cursor(format=FORMAT, seq=seq, n_documents=n_documents))
        self.seq = seq

    def _expect(self, n_documents: int) -> None:
        """The next commit may leave fewer documents than the last did."""
        self._write_cursor(Cursor(format=FORMAT, seq=self.seq, n_documents=max(0, n_documents)))

    def _sweep(self) -> None:
        """Removes the files of segments that the index no longer has."""
        kept = {segment.stem for segment in read_meta(self._folder).segments}
        with translated():
            for path in self._folder.iterdir():
                name = path.name.partition(".")[0]
                if _SEGMENT_NAME.fullmatch(name) and name not in kept:
                    path.unlink()
            sync_folder(self._folder)

    def _open_reader(self) -> tantivy.Index:
        index = tantivy.Index(self._schema, path=str(self._folder))
        index.config_reader("manual")
        index.reload()
        return index

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._writer is None:
            if self._cursor.marks:
                self._write_cursor(self._cursor)
            self._writer = self._index.writer(_HEAP_BYTES, 1)
        return self._writer

    def _show(self, bounds: Bounds) -> None:
        self._spare.reload()
        self._index, self._spare = self._spare, self._index
        self.committed = self._look(self._index, bounds)

    def _look(self, reader: tantivy.Index, bounds: Bounds) -> Committed:
        n_scored = sum(segment.max_doc for segment in read_meta(self._folder).segments)
        return Committed(reader, bounds, reader.searcher().num_docs, n_scored)

    def _first_cursor(self) -> Cursor:
        has_index = (self._folder / META).exists()
        cursor = read_cursor(self._folder, FORMAT)
        if cursor is None:
            if has_index:
                raise StoreCorrupt("the text index has no cursor.json")
            cursor = Cursor(format=FORMAT, seq=0, n_documents=0)
            write_cursor(self._folder, cursor)
        if cursor.seq and not has_index:
            raise StoreCorrupt("the text index has a cursor and no meta.json")
        return cursor

    def _write_cursor(self, cursor: Cursor, *, is_at_rest: bool = False) -> None:
        self._cursor = write_cursor(self._folder, cursor, is_at_rest=is_at_rest)


def _counts(searcher: tantivy.Searcher, query: tantivy.Query) -> tuple[int, int]:
    """How many documents match, and how many terms they have in all."""
    result = searcher.aggregate(
        query, {"n": {"value_count": {"field": "n_terms"}}, "sum": {"sum": {"field": "n_terms"}}}
    )
    return int(result["n"]["value"]), int(result["sum"]["value"])


def _bounds_of(searcher: tantivy.Searcher) -> Bounds:
    """Bounds of what is indexed. The sums are made in float64, which may be off by a few
    microseconds for years far away: they are given a little room."""
    fields = ("key", "confidence", *TIMES)
    result = searcher.aggregate(
        tantivy.Query.all_query(), {field: {"stats": {"field": field}} for field in fields}
    )
    found = {field: result[field] for field in fields if result[field]["count"]}
    room = {field: 0.0 if field == "confidence" else 64.0 for field in found}
    return Bounds(
        least={field: stats["min"] - room[field] for field, stats in found.items()},
        greatest={field: stats["max"] + room[field] for field, stats in found.items()},
    )
