"""How do questions travel over REST, and what comes back? The domain's types, with the tenant."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from perspective.api.wire import TenantId
from perspective.domain.answer import Recalled, RecalledMemory
from perspective.domain.query import ContextQuery, RecallQuery, ReflectQuery, SessionQuery


class RecallBody(RecallQuery, frozen=True, kw_only=True):
    """A question, and whose memories are asked. Only `query` is needed."""

    tenant_id: TenantId = "default"


class ContextBody(ContextQuery, frozen=True, kw_only=True):
    """A question whose answer goes into a prompt, and whose memories are asked."""

    tenant_id: TenantId = "default"


class ReflectBody(ReflectQuery, frozen=True, kw_only=True):
    """A question to answer in sentences, and whose memories are asked."""

    tenant_id: TenantId = "default"


class SessionPath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The conversation meant."""

    id: Annotated[str, Meta(min_length=1, max_length=256, description="As in `source_session`.")]


class WindowQuery(SessionQuery, frozen=True, kw_only=True):
    """How much of a conversation's end is wanted, and whose it is."""

    tenant_id: TenantId = "default"


class FoundMemory(RecalledMemory, frozen=True, kw_only=True, omit_defaults=True):
    """A memory that was found. `why` only with `explain`."""


class RecallAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Memories, best first; `confident` is false when none of them clears the floor.

    `degraded` names what could not take part, only when something could not.
    """

    results: tuple[FoundMemory, ...]
    confident: bool
    took_ms: float
    degraded: dict[str, str] = {}

    @classmethod
    def of(cls, recalled: Recalled) -> RecallAnswer:
        """The answer about what the engine recalled."""
        return msgspec.convert(recalled, cls, from_attributes=True)
