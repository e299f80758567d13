"""What is a tenant, and which names may it have?

A tenant's id is also the name of its folder, so it is limited to what every file system keeps
apart: lower-case letters, digits and `. _ @ + -`, beginning with a letter or digit.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Literal

import msgspec

from perspective.errors import InvalidRequest

TENANT_ID_PATTERN = r"^[a-z0-9][a-z0-9._@+-]{0,62}[a-z0-9]$|^[a-z0-9]$"
_TENANT_ID = re.compile(TENANT_ID_PATTERN)


EmbeddingChoice = Literal["default", "multilingual"]


class TenantSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a tenant may set for itself; the defaults come from `[tenant.defaults]`."""

    max_memories: int = 0
    extraction: bool = True
    decay: bool = True
    consolidation: bool = True
    embedding: EmbeddingChoice = "default"


class Tenant(msgspec.Struct, frozen=True, kw_only=True):
    """A wall: a user or a team whose memories no one else's query can reach.

    `embedding_model` and `dimensions` are those of the model in service: fixed when it is first
    opened with the one that `settings.embedding` chooses, and anew when all is embedded with
    another. `extra` keeps `has_documents` and `has_unread`: a start looks there for long texts, and
    for texts to be read, that an earlier run has left; and `n_evolved`.
    """

    id: str
    created_at: datetime
    settings: TenantSettings = TenantSettings()
    embedding_model: str | None = None
    dimensions: int | None = None
    extra: dict[str, Any] = {}

    @property
    def has_documents(self) -> bool:
        """Whether long texts may wait to be split."""
        return bool(self.extra.get("has_documents"))

    @property
    def has_unread(self) -> bool:
        """Whether texts may wait to be read, also where nobody has looked yet."""
        return bool(self.extra.get("has_unread", True))

    @property
    def n_evolved(self) -> int:
        """How often another model came into service: the vectors of each have their own place."""
        return int(self.extra.get("n_evolved", 0))

    def in_service(self, model: str | None, dimensions: int | None, n_evolved: int) -> Tenant:
        """The tenant with this model in service; another one whose dimensions are not known yet is
        not fixed."""
        if dimensions is None and model == self.embedding_model:
            dimensions = self.dimensions
        extra = {**self.extra, "n_evolved": n_evolved} if n_evolved else self.extra
        new: Tenant = msgspec.structs.replace(
            self,
            embedding_model=None if dimensions is None else model,
            dimensions=dimensions,
            extra=extra,
        )
        return new


def check_tenant_id(tenant_id: str) -> str:
    """Returns the id unchanged, or raises InvalidRequest with the rule it breaks."""
    if not _TENANT_ID.fullmatch(tenant_id):
        reason = (
            "a tenant id is 1 to 64 of: a-z 0-9 . _ @ + - "
            "(lower case; begins and ends with a letter or digit)"
        )
        raise InvalidRequest(reason, fields=(("tenant_id", reason),))
    return tenant_id
