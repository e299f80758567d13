"""How are tenants, the walls between users, made, changed and taken down?"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from operator import attrgetter
from typing import Any

from perspective.api.operation import ACTOR, Call, Resource
from perspective.api.wire import (
    ConfirmQuery,
    Deleted,
    NamespacePage,
    NewTenant,
    PageQuery,
    TenantEdit,
    TenantPage,
    TenantPageQuery,
    TenantPath,
)
from perspective.demo.load import Demo, load_sample
from perspective.domain.answer import TenantView

resource = Resource("tenants", "Tenants: no query, job or export reaches two of them.")


@resource.operation("GET", "/api/tenants", summary="Lists tenants, by id")
async def list_tenants(call: Call, query: PageQuery) -> TenantPage:
    """All tenants. Their counts are shown when one is read by itself."""
    return TenantPage(*_page(await call.memory.tenants.list(), "id", query))


@resource.operation(
    "POST",
    "/api/tenants",
    summary="Makes a tenant",
    statuses=(HTTPStatus.CREATED,),
    example={"id": "ana"},
)
async def create_tenant(call: Call, body: NewTenant) -> TenantView:
    """A new, empty tenant; what `settings` leaves out comes from `[tenant.defaults]`."""
    return await call.memory.tenants.create(body.id, **body.settings.given())


@resource.operation("POST", "/api/demo", summary="Loads a small sample into the tenant demo")
async def load_demo(call: Call) -> Demo:
    """And says what to ask it. Nothing else is touched; loading it again doubles nothing, and brings
    nothing back that was deleted. It goes with its tenant."""
    return await load_sample(call.memory, actor=ACTOR)


@resource.operation("GET", "/api/tenants/{id}", summary="Reads a tenant")
async def read_tenant(call: Call, path: TenantPath) -> TenantView:
    """Its settings, counts and the state of its indexes."""
    return await call.memory.tenants.read(path.id)


@resource.operation(
    "PATCH",
    "/api/tenants/{id}",
    summary="Changes a tenant's settings",
    example={"settings": {"decay": False}},
)
async def edit_tenant(call: Call, path: TenantPath, body: TenantEdit) -> TenantView:
    """A setting left out stays as it is."""
    return await call.memory.tenants.edit(path.id, **body.settings.given())


@resource.operation("DELETE", "/api/tenants/{id}", summary="Deletes a tenant and its memories")
async def delete_tenant(call: Call, path: TenantPath, query: ConfirmQuery) -> Deleted:
    """For good. `confirm` must be the tenant's id."""
    await call.memory.tenants.delete(path.id, confirm=query.confirm)
    return Deleted(1)


@resource.operation("GET", "/api/namespaces", summary="Lists a tenant's namespaces, by name")
async def list_namespaces(call: Call, query: TenantPageQuery) -> NamespacePage:
    """Each namespace with the number of memories in it."""
    return NamespacePage(
        *_page(await call.memory.tenants.namespaces(query.tenant_id), "name", query)
    )


def _page(items: Iterable[Any], name: str, query: PageQuery) -> tuple[tuple[Any, ...], str | None]:
    """The items of one page in the order of their names, and the cursor: the last one's name."""
    ordered = sorted(items, key=attrgetter(name))
    rest = [item for item in ordered if query.cursor is None or getattr(item, name) > query.cursor]
    page = tuple(rest[: query.limit])
    return page, getattr(page[-1], name) if len(rest) > len(page) else None
