"""Which model embeds a tenant's memories? The one its settings choose, made when first needed.

Whether a model can be used is the model's own answer; without one a tenant goes on by words,
entities and graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from perspective.domain.answer import ModelHealth
from perspective.domain.tenant import EmbeddingChoice, Tenant
from perspective.errors import InvalidRequest
from perspective.ports.embedder import Embedder


class Embedders:
    """The embedders of all tenants. The default one is made before; `others` make theirs."""

    def __init__(
        self,
        default: Embedder | None,
        others: Mapping[EmbeddingChoice, Callable[[], Embedder]] | None = None,
    ) -> None:
        self._default = default
        self._others = others or {}
        self._made: dict[EmbeddingChoice, Embedder] = (
            {} if default is None else {"default": default}
        )

    def chosen(self, choice: EmbeddingChoice) -> Embedder | None:
        """The embedder of that choice; None where there is none."""
        if choice not in self._made and choice in self._others:
            self._made[choice] = self._others[choice]()
        return self._made.get(choice)

    def of(self, tenant: Tenant) -> Embedder | None:
        """The embedder of a tenant; None where it has no vectors."""
        return self.chosen(tenant.settings.embedding)

    def model_of(self, tenant: Tenant) -> str | None:
        """The name of the tenant's model: vectors of two names are never compared."""
        embedder = self.of(tenant)
        return None if embedder is None else embedder.model

    def check(self, choice: EmbeddingChoice) -> None:
        """Raises InvalidRequest for a model that a tenant cannot be given, with the reason. The
        default may always be had: it may be absent on purpose."""
        if choice == "default":
            return
        embedder = self.chosen(choice)
        health = None if embedder is None else embedder.health()
        if health is None or health.state == "missing":
            reason = (health and health.reason) or f"there is no {choice} embedding here"
            raise InvalidRequest(reason, fields=(("settings.embedding", reason),))

    def health(self) -> dict[EmbeddingChoice, ModelHealth]:
        """Whether each of those that are in use can be used; never waits."""
        return {choice: embedder.health() for choice, embedder in self._made.items()}

    async def close(self) -> None:
        """Lets all models go. Safe to repeat."""
        for embedder in self._made.values():
            await embedder.close()
