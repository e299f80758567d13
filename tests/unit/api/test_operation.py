"""Is a declaration refused that cannot be served?"""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from perspective.api import routes
from perspective.api.operation import Answer, Call, Resource
from perspective.api.routes import RESOURCES, UNDOCUMENTED
from perspective.api.wire import Live, PinBody, TenantPath


def test_signature_is_the_declaration() -> None:
    """Types of path, query, body and answer are read from the handler."""
    resource = Resource("x", "X.")

    @resource.operation("POST", "/x/{id}", summary="Does x", statuses=(201, 200))
    async def make_x(call: Call, path: TenantPath, body: PinBody | None) -> Answer[Live]:
        """Makes one."""
        return Answer(Live(), 201)

    [operation] = resource.operations
    assert (operation.id, operation.description) == ("make_x", "Makes one.")
    assert (operation.path_type, operation.query_type) == (TenantPath, None)
    assert (operation.body_type, operation.is_body_optional) == (PinBody, True)
    assert (operation.answer_type, operation.statuses) == (Live, (201, 200))


def test_placeholder_without_parameter_is_an_error() -> None:
    """A path whose placeholders the handler does not take is a mistake of ours."""
    resource = Resource("x", "X.")
    with pytest.raises(TypeError, match="does not fit"):

        @resource.operation("GET", "/x/{name}", summary="Does x")
        async def read_x(call: Call) -> Live:
            return Live()


def test_every_module_of_routes_is_served() -> None:
    """A new file of routes cannot be forgotten in the list."""
    found = pkgutil.walk_packages(routes.__path__, f"{routes.__name__}.")
    modules = [importlib.import_module(name) for _, name, is_package in found if not is_package]
    made = [
        {one.name for one in vars(module).values() if isinstance(one, Resource)}
        for module in modules
    ]
    assert all(made)
    assert set().union(*made) == {r.name for r in (*RESOURCES, *UNDOCUMENTED)}


def test_operation_ids_are_unique() -> None:
    """A generated client makes one function of each."""
    ids = [operation.id for resource in RESOURCES for operation in resource.operations]
    assert len(ids) == len(set(ids))
