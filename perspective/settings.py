"""Which settings are there, what does each mean, and why is its default what it is?

Frozen groups, no I/O; `settings_loader` reads them. The description of each field is what
`perspective.toml` and `perspective config` print.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from perspective.consolidation_settings import ConsolidationSettings, TierSettings
from perspective.domain.tenant import EmbeddingChoice
from perspective.model_settings import (
    Count,
    EmbeddingSettings,
    ExtractionSettings,
    Group,
    LlmSettings,
    Seconds,
    Share,
)

__all__ = [
    "Arm",
    "ConsolidationSettings",
    "DecaySettings",
    "EmbeddingSettings",
    "ExtractionSettings",
    "IndexSettings",
    "JobsSettings",
    "LlmSettings",
    "LoggingSettings",
    "ReflectionSettings",
    "RetrievalSettings",
    "SecuritySettings",
    "ServerSettings",
    "Settings",
    "StoringSettings",
    "TenantDefaults",
    "TenantSettingsGroup",
    "TierSettings",
]

Weight = Annotated[float, Meta(ge=0)]
Arm = Literal["vector", "text", "entity", "temporal", "semantic"]


class ServerSettings(Group, frozen=True, kw_only=True):
    """Where the daemon listens and where the memories lie."""

    host: Annotated[
        str, Meta(description="Address to bind. Off loopback a token file is needed.")
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="Port; 0 takes any free one.")] = 2085
    data_dir: Annotated[
        str, Meta(description="Folder of all memories; empty: the user's data directory.")
    ] = ""
    timezone: Annotated[
        str, Meta(description="Zone of times that come without one (IANA name).")
    ] = "UTC"
    max_body_bytes: Annotated[
        int, Meta(ge=1024, description="Largest request body; a text of a million tokens fits.")
    ] = 32 * 1024 * 1024
    shutdown_timeout_s: Annotated[
        Seconds, Meta(description="Requests under way get this long before a stop cuts them.")
    ] = 8.0
    max_connections: Annotated[
        Count, Meta(description="Connections at once; beyond, and where the system allows fewer "
                    "open files, the one that was silent for longest is closed.")
    ] = 16_384  # fmt: skip
    idle_timeout_s: Annotated[
        Seconds, Meta(description="A connection that brings no whole request for this long is "
                      "closed.")
    ] = 300.0  # fmt: skip
    body_timeout_s: Annotated[
        Seconds, Meta(description="A body must be in within this, and an answer line be taken; "
                      "a stream of lines may come as slowly as it likes.")
    ] = 60.0  # fmt: skip
    index_wait_s: Annotated[
        Seconds, Meta(description="A store waits this long for its indexing, then answers.")
    ] = 2.0
    max_open_tenants: Annotated[
        Count, Meta(description="Tenants kept open; the least recently used one is closed.")
    ] = 64


class TenantDefaults(Group, frozen=True, kw_only=True):
    """What a new tenant starts with."""

    max_memories: Annotated[
        int, Meta(ge=0, description="Memories a tenant may hold; 0 is no limit.")
    ] = 0
    auto_create: Annotated[
        bool, Meta(description="A store to an unknown tenant makes it (on loopback only).")
    ] = True
    extraction: Annotated[bool, Meta(description="Extract entities and facts.")] = True
    decay: Annotated[bool, Meta(description="Let unused memories fade in ranking.")] = True
    consolidation: Annotated[bool, Meta(description="Merge, link and promote memories.")] = True
    embedding: Annotated[
        EmbeddingChoice,
        Meta(description="default: the model of [embedding]; multilingual: one for a hundred "
             "languages, with the extra multilingual."),
    ] = "default"  # fmt: skip


class TenantSettingsGroup(Group, frozen=True, kw_only=True):
    """Tenants: the walls between users."""

    defaults: TenantDefaults = TenantDefaults()


class StoringSettings(Group, frozen=True, kw_only=True):
    """How texts are taken in."""

    repeat_window_s: Annotated[
        float, Meta(ge=0, description="The same words from the same speaker within this time "
                    "reinforce the first instead of making a second.")
    ] = 600.0  # fmt: skip
    idempotency_days: Annotated[
        float, Meta(gt=0, description="A retry with the same Idempotency-Key gets the first "
                    "answer for this long.")
    ] = 7.0  # fmt: skip
    part_tokens: Annotated[
        int, Meta(ge=16, description="Longer texts are split at sentences into parts of this.")
    ] = 200
    overlap_sentences: Annotated[
        int, Meta(ge=0, le=5, description="Sentences that a part repeats of the one before.")
    ] = 1
    background_chars: Annotated[
        Count, Meta(description="A text of more characters is split behind the answer: it is "
                    "durable at once, and found bit by bit.")
    ] = 200_000  # fmt: skip


class IndexSettings(Group, frozen=True, kw_only=True):
    """Where the vectors lie, and the process that writes their files."""

    vectors: Annotated[
        Literal["embedded", "qdrant"],
        Meta(description="embedded: files in the data directory; qdrant: a Qdrant server, with the "
             "extra qdrant."),
    ] = "embedded"  # fmt: skip
    qdrant_url: Annotated[
        str, Meta(description="Address of its REST API; asked only if vectors is qdrant.")
    ] = "http://127.0.0.1:6333"
    qdrant_api_key_env: Annotated[
        str, Meta(description="Name of the environment variable that holds its API key.")
    ] = ""
    qdrant_timeout_s: Annotated[
        Seconds, Meta(description="A call may take this long, and so may a search with all its "
                      "calls; a question then goes on without vectors.")
    ] = 5.0  # fmt: skip
    semantic_links: Annotated[
        int, Meta(ge=0, description="Memories that one is linked with at most for being more alike "
                  "than 99 in 100 pairs are; 0 links none.")
    ] = 8  # fmt: skip
    generation_changes: Annotated[
        Count, Meta(description="Changed vectors at which the file of vectors is written anew.")
    ] = 2_000
    generation_share: Annotated[
        Share, Meta(description="And this share of it must have changed, so that work stays in "
                    "proportion.")
    ] = 0.25  # fmt: skip
    exact_rows: Annotated[
        Count,
        Meta(description="Up to so many matching vectors are all compared; more ask a graph."),
    ] = 16_384
    spare_bytes: Annotated[
        int, Meta(ge=0, description="The file of vectors is not written if less than this would "
                  "stay free on the disk.")
    ] = 268_435_456  # fmt: skip
    verify_s: Annotated[
        Seconds,
        Meta(description="The files of the indexes are compared with their checksums this often."),
    ] = 3_600.0
    worker_idle_s: Annotated[
        Seconds, Meta(description="The worker process ends after so long without work.")
    ] = 60.0


class RetrievalSettings(Group, frozen=True, kw_only=True):
    """How memories are found and ranked; the weights come from tests/bench."""

    profile: Annotated[
        Literal["balanced", "product", "weighted"], Meta(description="How scores are combined.")
    ] = "balanced"
    fusion: Annotated[
        Literal["score", "rrf"],
        Meta(description="score adds the arms' scores; rrf only their ranks (it finds less)."),
    ] = "score"
    budget: Annotated[Count, Meta(description="Memories returned when a query does not say.")] = 10
    overfetch: Annotated[
        Count, Meta(description="Candidates of each arm, as a multiple of the budget.")
    ] = 3
    min_candidates: Annotated[
        Count, Meta(description="Candidates of each arm at least, whatever the budget.")
    ] = 30
    arms: Annotated[
        tuple[Arm, ...],
        Meta(description="The signals in use; leave one out to see what it brings. semantic, which "
             "follows links to what is alike, is left out: it found a little less within ten."),
    ] = ("vector", "text", "entity", "temporal")  # fmt: skip
    text_weight: Annotated[
        Weight, Meta(description="What BM25 counts, per rarest word matched.")
    ] = 0.3
    vector_weight: Annotated[
        Weight, Meta(description="What the cosine above neutral_cosine counts.")
    ] = 1.0
    neutral_cosine: Annotated[
        float, Meta(ge=-1, le=1, description="The cosine of texts that have nothing in common.")
    ] = 0.2
    entity_weight: Annotated[
        Weight, Meta(description="Added for a memory about an entity that the query names.")
    ] = 0.1
    answer_type_weight: Annotated[
        Weight, Meta(description="Added for a memory that names a place, or a person, where the "
                     "question asks for one.")
    ] = 0.2  # fmt: skip
    speaker_weight: Annotated[
        Weight, Meta(description="Added for a memory said by a speaker that the query names.")
    ] = 0.2
    neighbour_weight: Annotated[
        Weight, Meta(description="Share of the score of the memories just before and after.")
    ] = 0.25
    second_neighbour_weight: Annotated[
        Weight, Meta(description="Share of the score of the memories two steps away.")
    ] = 0.1
    semantic_weight: Annotated[
        Weight, Meta(description="Share of the score of the best memory that it is alike to.")
    ] = 0.05
    session_weight: Annotated[
        Weight, Meta(description="Share of the score of the best memory of the same session.")
    ] = 0.35
    time_weight: Annotated[
        Weight, Meta(description="Added for a memory of the time that the query names.")
    ] = 0.4
    question_weight: Annotated[
        Weight, Meta(description="Taken off a memory that ends with a question.")
    ] = 0.15
    reply_weight: Annotated[
        Weight, Meta(description="Taken off what an assistant, a tool or the system said.")
    ] = 0.3
    part_weight: Annotated[
        Weight,
        Meta(description="Taken off part n of a long reply besides, times log2(2 + n), n up to 6."),
    ] = 0.2
    newer_gap: Annotated[
        Weight, Meta(description="The newer of two like statements leads, if not further behind.")
    ] = 0.5
    newer_similarity: Annotated[
        Share, Meta(description="How alike their words must be for that.")
    ] = 0.2
    bm25_k1: Annotated[
        float, Meta(ge=0, description="BM25: how soon repetitions of a word stop counting.")
    ] = 0.9
    bm25_b: Annotated[Share, Meta(description="BM25: how much long texts are held back.")] = 0.4
    confident_above: Annotated[
        Share, Meta(description="An answer is confident when a relevance reaches this.")
    ] = 0.045
    recency_share: Annotated[
        Share, Meta(description="balanced: what full staleness takes off the score.")
    ] = 0.15
    importance_share: Annotated[
        Share, Meta(description="balanced: what no importance takes off the score.")
    ] = 0.15
    weighted_shares: Annotated[
        tuple[Weight, Weight, Weight, Weight],
        Meta(description="weighted: similarity, importance, recency, accesses."),
    ] = (0.4, 0.3, 0.2, 0.1)


class ReflectionSettings(Group, frozen=True, kw_only=True):
    """How questions are answered in sentences."""

    n_memories: Annotated[
        int, Meta(ge=1, le=200, description="Memories that an answer is made from at most.")
    ] = 20
    known_above: Annotated[
        Share, Meta(description='Below this support the answer is "not known".')
    ] = 0.5


class DecaySettings(Group, frozen=True, kw_only=True):
    """How memories fade."""

    unit_days: Annotated[
        float, Meta(gt=0, description="Days that one unit of stability lasts.")
    ] = 30.0
    learning_rate: Annotated[
        float, Meta(ge=0, description="What each access adds to stability, as a share.")
    ] = 0.1
    faded_below: Annotated[Share, Meta(description="Strength under which a memory is faded.")] = 0.1
    archive_days: Annotated[
        float, Meta(ge=0, description="A faded memory that nobody used for so long is archived.")
    ] = 90.0
    forgettable_below: Annotated[
        Share, Meta(description="Strength under which a memory is offered to be let go.")
    ] = 0.01
    review_again_days: Annotated[
        float, Meta(ge=0, description="What a person kept is not offered again for so long.")
    ] = 180.0
    confidence_per_30_days: Annotated[
        Share, Meta(description="What is left of a fact's confidence after thirty days in which "
                    "nobody validated it; half after 400 days.")
    ] = 0.95  # fmt: skip

    def kept_confidence(self, *, decays: bool) -> float:
        """What is left after thirty days, in a tenant that lets memories fade or does not."""
        return self.confidence_per_30_days if decays else 1.0


class JobsSettings(Group, frozen=True, kw_only=True):
    """What is done again and again behind the answers, and how often."""

    enabled: Annotated[
        bool, Meta(description="Run jobs by themselves; off: only when somebody says so.")
    ] = True
    maintenance_interval_s: Annotated[
        Seconds, Meta(description="What has faded is looked for this often.")
    ] = 3_600.0
    consolidation_interval_s: Annotated[
        Seconds, Meta(description="Memories are merged, linked and promoted this often.")
    ] = 14_400.0
    archive_at: Annotated[
        str, Meta(description="Time of day (server.timezone) at which what is long unused is "
                  "archived.")
    ] = "03:30"  # fmt: skip
    upkeep_interval_s: Annotated[
        Seconds, Meta(description="Files are kept small this often: often enough that nothing "
                      "grows, seldom enough that nobody notices.")
    ] = 21_600.0  # fmt: skip


class SecuritySettings(Group, frozen=True, kw_only=True):
    """Who may talk to the daemon, and what is never written down."""

    token_file: Annotated[
        str, Meta(description="File with the bearer token; needed when not on loopback.")
    ] = ""
    allowed_hosts: Annotated[
        tuple[str, ...], Meta(description="Host names accepted besides loopback's.")
    ] = ()
    mask_secrets: Annotated[
        bool, Meta(description="Mask keys, tokens and passwords before they are stored.")
    ] = True


class LoggingSettings(Group, frozen=True, kw_only=True):
    """What the daemon writes to its log."""

    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="Least level written.")
    ] = "info"
    format: Annotated[
        Literal["json", "console"], Meta(description="json, a line a fact; console for eyes.")
    ] = "json"
    file: Annotated[
        str, Meta(description="Log file; empty: logs/perspective.log in the data directory.")
    ] = ""
    rotate_bytes: Annotated[int, Meta(ge=4096, description="The file is rotated at this size.")] = (
        10 * 1024 * 1024
    )
    rotate_files: Annotated[int, Meta(ge=1, le=100, description="Old log files kept.")] = 5


class Settings(Group, frozen=True, kw_only=True):
    """All settings. A missing group or key takes its default."""

    server: ServerSettings = ServerSettings()
    tenant: TenantSettingsGroup = TenantSettingsGroup()
    embedding: EmbeddingSettings = EmbeddingSettings()
    storing: StoringSettings = StoringSettings()
    index: IndexSettings = IndexSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    reflection: ReflectionSettings = ReflectionSettings()
    extraction: ExtractionSettings = ExtractionSettings()
    llm: LlmSettings = LlmSettings()
    decay: DecaySettings = DecaySettings()
    consolidation: ConsolidationSettings = ConsolidationSettings()
    tiers: TierSettings = TierSettings()
    jobs: JobsSettings = JobsSettings()
    security: SecuritySettings = SecuritySettings()
    logging: LoggingSettings = LoggingSettings()
