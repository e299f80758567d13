"""What may a caller ask to store, change, list and recall? These types validate the requests.

They are decoded by msgspec, which refuses unknown fields and wrong types; the same types make
the OpenAPI document. Times may come without a zone: the engine then takes the server's.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from perspective.domain.graph import EntityKind
from perspective.domain.memory import MemoryState, MemoryType, Role

Name = Annotated[str, Meta(min_length=1, max_length=256)]
Content = Annotated[str, Meta(min_length=1, description="The text to remember, any script.")]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Tags = Annotated[tuple[Name, ...], Meta(max_length=64)]
Profile = Literal["balanced", "product", "weighted"]

MaxChars = Annotated[
    int, Meta(ge=1, le=2**31 - 1, description="Characters of each content that are shown at most.")
]

MAX_BUDGET = 1000
MAX_TOKENS = 1_000_000
MAX_SENTENCES = 100


class EntityMention(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entity that the caller says a memory is about."""

    name: Name
    kind: EntityKind = "other"


class Procedure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a way of doing something has beside its text; what an edit leaves out stays as it is."""

    code: Annotated[str, Meta(min_length=1)] | UnsetType | None = UNSET
    preconditions: Annotated[tuple[Content, ...], Meta(max_length=64)] | UnsetType = UNSET
    postconditions: Annotated[tuple[Content, ...], Meta(max_length=64)] | UnsetType = UNSET


class NewMemory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A memory to store. Only `content` is needed."""

    content: Content
    namespace: Name = "default"
    memory_type: MemoryType = "episodic"
    tags: Tags = ()
    metadata: dict[str, Any] = {}
    event_at: datetime | None = None
    source_session: Name | None = None
    speaker: Name | None = None
    role: Role | None = None
    source: Name | None = None
    importance: Share = 0.5
    confidence: Share = 1.0
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    entities: Annotated[tuple[EntityMention, ...], Meta(max_length=64)] = ()
    procedure: Annotated[
        Procedure | None, Meta(description="For a `memory_type` of `procedural` alone.")
    ] = None
    id: Annotated[str, Meta(min_length=1, max_length=128)] | None = None


class MemoryEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edit changes; a field left out stays as it is, null clears it."""

    content: Content | UnsetType = UNSET
    tags: Tags | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET
    event_at: datetime | UnsetType | None = UNSET
    valid_from: datetime | UnsetType | None = UNSET
    valid_to: datetime | UnsetType | None = UNSET
    importance: Share | UnsetType = UNSET
    confidence: Share | UnsetType = UNSET
    procedure: Annotated[
        Procedure | UnsetType, Meta(description="For procedural memories alone.")
    ] = UNSET


class Outcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How following a procedure went. With `taken_back` one that was told before counts no more."""

    success: bool
    note: Annotated[str, Meta(min_length=1, max_length=10_000)] | None = None
    taken_back: bool = False


Weight = Annotated[float, Meta(ge=0.0, le=100.0)]


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What counts for how much in one question; what is left out is as in the settings
    (`retrieval.recency_share`, `retrieval.weighted_shares`, `retrieval.text_weight` and so on). A weight
    that the profile, or the settings, do not use is refused."""

    recency: Annotated[Weight | None, Meta(description="balanced (at most 1) and weighted.")] = None
    importance: Annotated[Weight | None, Meta(description="balanced (at most 1) and weighted.")] = (
        None
    )
    similarity: Annotated[Weight | None, Meta(description="weighted alone.")] = None
    accesses: Annotated[Weight | None, Meta(description="weighted alone.")] = None
    text: Annotated[
        Weight | None, Meta(description="This and all below: balanced alone, by score and not rrf.")
    ] = None
    vector: Weight | None = None
    entity: Weight | None = None
    answer_type: Weight | None = None
    speaker: Weight | None = None
    neighbour: Weight | None = None
    second_neighbour: Weight | None = None
    semantic: Weight | None = None
    session: Weight | None = None
    time: Weight | None = None
    question: Weight | None = None
    reply: Weight | None = None
    part: Weight | None = None

    def given(self) -> dict[str, float]:
        """Those that are not left out, by name."""
        pairs = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return {name: value for name, value in pairs if value is not None}


class Scope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question, and which memories may answer it. Only `query` is needed; [engine contract, §5]."""

    query: Annotated[str, Meta(min_length=1, max_length=100_000)]
    namespaces: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=256)] | None = None
    types: Annotated[tuple[MemoryType, ...], Meta(min_length=1)] | None = None
    tags: Tags = ()
    session: Name | None = None
    speaker: Name | None = None
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    min_confidence: Share | None = None
    include_faded: bool = True
    include_archived: bool = True
    profile: Profile | None = None
    weights: Weights | None = None
    reinforce: bool = True


class RecallQuery(Scope, frozen=True, kw_only=True):
    """A question to a tenant's memories, and how many of them to answer with."""

    budget: Annotated[int, Meta(ge=1, le=MAX_BUDGET)] | None = None
    max_tokens: Annotated[int, Meta(ge=1, le=MAX_TOKENS)] | None = None
    explain: bool = False


class ContextQuery(Scope, frozen=True, kw_only=True):
    """A question whose answer is a block of text for a prompt, within so many tokens."""

    token_budget: Annotated[int, Meta(ge=1, le=MAX_TOKENS)] = 2000
    include_suspect: Annotated[
        bool, Meta(description="With memories that order the agent about (tagged `suspect`).")
    ] = False
    current_session: Annotated[
        Name | None, Meta(description="The conversation going on: its last turns end the block.")
    ] = None
    session_tokens: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_TOKENS)] | None,
        Meta(description="Tokens of those turns at most; half of the budget if it is left out."),
    ] = None


class SessionQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much of a conversation's end is wanted."""

    max_tokens: Annotated[int, Meta(ge=1, le=MAX_TOKENS)] = 2000
    namespace: Name | None = None
    include_suspect: Annotated[
        bool, Meta(description="With turns that order the agent about (tagged `suspect`).")
    ] = False


class ReflectQuery(Scope, frozen=True, kw_only=True):
    """A question whose answer is made of sentences, each with the memory that it rests on."""

    max_sentences: Annotated[int, Meta(ge=1, le=MAX_SENTENCES)] = 8
    include_suspect: Annotated[
        bool, Meta(description="With memories that order the agent about (tagged `suspect`).")
    ] = False
    use_model: Annotated[
        bool, Meta(description="Let the language model write the answer, where there is one.")
    ] = True


class MemoryListing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which memories to list, newest first."""

    type: MemoryType | None = None
    tag: Name | None = None
    namespace: Name | None = None
    session: Name | None = None
    speaker: Name | None = None
    state: MemoryState | Literal["deleted"] | None = None
    since: datetime | None = None
    until: datetime | None = None
    source_id: Name | None = None
    q: Annotated[str, Meta(min_length=1, max_length=100_000)] | None = None
    max_chars: MaxChars | None = None
    limit: Annotated[int, Meta(ge=1, le=500)] = 50
    cursor: str | None = None
