"""Which model embeds a tenant's memories? The one its settings choose, made when first needed.

Whether a model can be used is the model's own answer; without one a tenant goes on by words,
entities and graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from perspective.domain.answer import ModelHealth
from perspective.domain.tenant import EmbeddingChoice, Tenant
from perspective.errors import DimensionMismatch, InvalidRequest
from perspective.ports.embedder import Embedder


class Embedders:
    """The embedders of all tenants. The default one is made before; `others` make theirs, and
    `known` those that a tenant may still have in service when nobody chooses them any more, by
    name."""

    def __init__(
        self,
        default: Embedder | None,
        others: Mapping[EmbeddingChoice, Callable[[], Embedder]] | None = None,
        known: Mapping[str, Callable[[], Embedder]] | None = None,
    ) -> None:
        self._others = others or {}
        self._known = known or {}
        self._former: dict[str, Embedder] = {}
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

    def serving(self, tenant: Tenant) -> Embedder | None:
        """The embedder whose vectors the tenant has: the chosen one, unless another is in service;
        None where that cannot be had any more. Raises DimensionMismatch where a model of the same
        name has other dimensions than it had."""
        chosen, model = self.of(tenant), tenant.embedding_model
        if chosen is None or model in {None, chosen.model}:
            _check_dimensions(tenant, chosen)
            return chosen
        for one in (*self._made.values(), *self._former.values()):
            if one.model == model:
                return one
        if model not in self._known:
            return None
        self._former[model] = self._known[model]()
        return self._former[model]

    def choice_of(self, embedder: Embedder) -> EmbeddingChoice | None:
        """The choice that means this embedder; None when none does."""
        return next((choice for choice, one in self._made.items() if one is embedder), None)

    def model_of(self, tenant: Tenant) -> str | None:
        """The name of the model whose vectors the tenant has; None where it has none. Vectors of two
        names are never compared."""
        embedder = self.of(tenant)
        return None if embedder is None else tenant.embedding_model or embedder.model

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
        for embedder in (*self._made.values(), *self._former.values()):
            await embedder.close()


def _check_dimensions(tenant: Tenant, embedder: Embedder | None) -> None:
    if embedder is None or None in {tenant.dimensions, embedder.dimensions}:
        return
    if tenant.dimensions != embedder.dimensions:
        raise DimensionMismatch(
            f"tenant {tenant.id!r} was made with {tenant.dimensions} dimensions "
            f"({tenant.embedding_model}); {embedder.model} has {embedder.dimensions}"
        )
