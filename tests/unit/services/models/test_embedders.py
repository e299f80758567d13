"""Which model does a tenant have, may it change, and what if it is not here?"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from perspective import wiring
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.domain.answer import ModelHealth
from perspective.domain.ranking.calibration import Calibration
from perspective.engine import Perspective
from perspective.errors import BadValue, InvalidRequest, ModelMissing
from perspective.ports.feed import Vector
from perspective.services.models.embedders import Embedders
from perspective.settings import Settings, TenantDefaults, TenantSettingsGroup
from tests.engines import IMPATIENT, SetClock, contents, engine_over

ANA = "Ana moved to Lisbon in March"
BEN = "Ben sold his car to a dentist"
REASON = "other-model needs pip install 'perspective-memory[multilingual]'"


class Other(HashEmbedder):
    """Another model, of other dimensions, that counts what it embeds and may be missing."""

    def __init__(self, *, is_missing: bool = False) -> None:
        super().__init__(32)
        self.is_missing = is_missing
        self.n_texts = 0

    @property
    def calibration(self) -> Calibration:
        """A scale that nobody could take for another one."""
        return Calibration(zero=-1.0, one=3.0)

    async def embed_query(self, text: str) -> Vector | None:
        """The vector of a question, unless missing."""
        self._check()
        return await super().embed_query(text)

    async def embed_passages(self, texts: Any) -> list[Vector | None]:
        """The vectors of texts, unless missing."""
        self._check()
        self.n_texts += len(texts)
        return await super().embed_passages(texts)

    def health(self) -> ModelHealth:
        """Missing with its reason, or ready."""
        if self.is_missing:
            return ModelHealth(name=self.model, state="missing", reason=REASON)
        return super().health()

    def _check(self) -> None:
        if self.is_missing:
            raise ModelMissing(REASON)


def choice_of(other: Other) -> Embedders:
    """Hashed words by default, and the other model for who chooses it."""
    return Embedders(HashEmbedder(), {"multilingual": lambda: other})


async def model_of(memory: Perspective, tenant_id: str) -> str | None:
    """The name of the model that a tenant is open with."""
    return (await memory.tenants.read(tenant_id)).embedding_model


async def test_each_tenant_has_the_model_it_chose() -> None:
    """Two tenants side by side: each with its own model's name and dimensions."""
    other = Other()
    async with engine_over(InMemoryCatalog(), embedders=choice_of(other)) as memory:
        await memory.tenants.create("ana", embedding="multilingual")
        await memory.tenants.create("ben")
        for tenant_id in ("ana", "ben"):
            await memory.store(ANA, tenant_id=tenant_id)
            assert contents(await memory.recall("Lisbon", tenant_id=tenant_id)) == [ANA]
        views = [await memory.tenants.read(tenant_id) for tenant_id in ("ana", "ben")]
        assert [(v.embedding_model, v.dimensions) for v in views] == [
            ("hash-32", 32),
            ("hash-64", 64),
        ]
        assert other.n_texts == 1
        assert set((await memory.health()).models) == {"default", "multilingual"}


async def test_a_model_is_made_when_a_tenant_needs_it() -> None:
    """An engine whose tenants are content with the default one makes no other."""
    made: list[Other] = []

    def make() -> Other:
        made.append(Other())
        return made[-1]

    embedders = Embedders(HashEmbedder(), {"multilingual": make})
    async with engine_over(InMemoryCatalog(), embedders=embedders) as memory:
        await memory.store(ANA)
        assert made == []
        await memory.tenants.create("ana", embedding="multilingual")
        assert len(made) == 1


async def test_cosines_enter_ranking_on_the_models_scale() -> None:
    """The signal of the vector arm is the calibrated cosine."""
    async with engine_over(InMemoryCatalog(), embedders=choice_of(Other())) as memory:
        await memory.tenants.create("ana", embedding="multilingual")
        signals = []
        for tenant_id in ("default", "ana"):
            await memory.store(ANA, tenant_id=tenant_id)
            (one,) = (await memory.recall(ANA, tenant_id=tenant_id, explain=True)).results
            assert one.why is not None
            signals.append(one.why.vector)
        assert signals == [pytest.approx(1.0), pytest.approx(0.5)]


async def test_other_settings_close_nothing() -> None:
    """Only another model makes a tenant open anew."""
    async with engine_over(InMemoryCatalog(), embedders=choice_of(Other())) as memory:
        await memory.store(ANA)
        (before,) = memory._services.host.open_spaces
        await memory.tenants.edit("default", decay=False, embedding="default")
        await asyncio.sleep(0.02)
        assert memory._services.host.open_spaces == [before]


async def test_a_missing_model_is_given_to_nobody() -> None:
    """Making a tenant with it, or changing one to it, is refused with what to install."""
    embedders = choice_of(Other(is_missing=True))
    async with engine_over(InMemoryCatalog(), embedders=embedders) as memory:
        with pytest.raises(InvalidRequest, match=r"perspective-memory\[multilingual\]") as refused:
            await memory.tenants.create("ana", embedding="multilingual")
        assert refused.value.fields == (("settings.embedding", REASON),)
        with pytest.raises(InvalidRequest, match="pip install"):
            await memory.tenants.edit("default", embedding="multilingual")
        assert [one.id for one in await memory.tenants.list()] == ["default"]


async def test_a_tenant_whose_model_is_gone_goes_on_without_it() -> None:
    """Words still find; recall and health say why vectors do not; back again, all is embedded."""
    catalog, other = InMemoryCatalog(), Other()
    async with engine_over(catalog, embedders=choice_of(other)) as memory:
        await memory.tenants.create("ana", embedding="multilingual")
        await memory.store(ANA, tenant_id="ana")
    gone = Other(is_missing=True)
    async with engine_over(catalog, settings=IMPATIENT, embedders=choice_of(gone)) as memory:
        await memory.store(BEN, tenant_id="ana")
        found = await memory.recall("Lisbon", tenant_id="ana")
        assert contents(found)[0] == ANA
        assert found.degraded == {"vector": REASON}
        degraded = (await memory.health()).degraded
        assert (degraded["model/multilingual"], degraded["ana/vector"]) == (REASON, REASON)
        await memory.store(BEN)  # the others do not notice
        assert (await memory.recall("Ben")).degraded == {}
    async with engine_over(catalog, embedders=choice_of(other)) as memory:
        assert (await memory.store("Eve keeps bees", tenant_id="ana")).indexed
        assert other.n_texts == 3


async def test_a_default_that_is_not_here_is_a_wrong_setting() -> None:
    """A first start whose tenants would all lack their model says so, and what to install."""
    defaults = TenantDefaults(embedding="multilingual")
    settings = Settings(tenant=TenantSettingsGroup(defaults=defaults))
    catalog, embedders = InMemoryCatalog(), choice_of(Other(is_missing=True))
    memory = wiring._compose(settings, catalog, embedders, SetClock())
    with pytest.raises(BadValue, match=r"tenant\.defaults: .*pip install"):
        await memory.open()
    await memory.close()
    async with engine_over(catalog, settings=Settings()) as made:
        await made.store(ANA)
    async with engine_over(catalog, settings=settings, embedders=embedders) as memory:
        assert contents(await memory.recall("Lisbon")) == [ANA]
        with pytest.raises(InvalidRequest, match="pip install"):
            await memory.store(ANA, tenant_id="somebody-new")


async def test_settings_of_before_the_choice_mean_the_default() -> None:
    """A tenant that was made when there was no choice has the default model."""
    kept = msgspec.json.decode(b'{"max_memories":3}', type=Settings().tenant.defaults.__class__)
    assert kept.embedding == "default"
