"""Do the settings show what is in force, and can tenants be made, changed and deleted there?"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from perspective.errors import TenantNotFound
from tests.browser.conftest import OpenPage
from tests.browser.stores import Store

MADE = "settings-made"


def _row(page: Page, tenant: str) -> Locator:
    link = page.get_by_role("link", name=tenant, exact=True)
    return page.get_by_role("listitem").filter(has=link)


def test_each_setting_is_shown(open_page: OpenPage, with_200: Store) -> None:
    """Each setting in force is there with its key, in its group; the box finds them by key, meaning
    and variable, and what was changed can be seen alone, with its default and its origin."""
    page = open_page(with_200, "settings")
    items = with_200.client.get("/api/config")["items"]
    keys = page.locator(".settings__key")
    expect(keys).to_have_count(len(items))
    assert keys.all_text_contents() == [one["key"].rpartition(".")[2] for one in items]
    page.get_by_label("Find").fill("PERSPECTIVE_TENANT_DEFAULTS_DECAY")
    expect(keys).to_have_text(["decay"])
    page.get_by_text("Change", exact=True).click()
    expect(page.get_by_text("[tenant.defaults]\ndecay = true")).to_be_visible()
    page.get_by_label("Find").fill("")
    page.get_by_label("Only what I changed").check()
    changed = [one for one in items if one["origin"] != "default"]
    expect(keys).to_have_count(len(changed))
    port = page.get_by_role("listitem").filter(has_text="Port; 0 takes any free one.")
    if "server.port" in {one["key"] for one in changed}:
        expect(port).to_contain_text("default 2085")
    page.reload()
    expect(keys).to_have_count(len(changed))


def test_a_tenant_is_made_changed_and_deleted(open_page: OpenPage, with_200: Store) -> None:
    """A tenant is created with settings of its own, changed, and deleted once its id is typed; the page
    then shows the default one. Each is read back over REST."""
    client = with_200.client
    page = open_page(with_200, "settings/tenants")
    page.get_by_role("button", name="New tenant").click()
    page.get_by_label("Id", exact=True).fill(MADE)
    page.get_by_label("Let unused memories fade").uncheck()
    page.get_by_role("button", name="Create", exact=True).click()
    row = _row(page, MADE)
    expect(row).to_contain_text("fading off")
    settings = client.get(f"/api/tenants/{MADE}")["settings"]
    assert (settings["decay"], settings["extraction"]) == (False, True)

    row.get_by_role("button", name="Change").click()
    page.get_by_label("Memories at most").fill("7")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("at most 7")
    assert client.get(f"/api/tenants/{MADE}")["settings"] == {**settings, "max_memories": 7}

    page.evaluate(f"location.hash = '#/settings/tenants?tenant={MADE}'")
    expect(row).to_contain_text("shown")
    row.get_by_role("button", name="Delete").click()
    sure = page.get_by_role("button", name="Delete for good")
    expect(sure).to_be_disabled()
    page.keyboard.press("Escape")
    expect(sure).to_have_count(0)
    assert client.get(f"/api/tenants/{MADE}")["id"] == MADE
    row.get_by_role("button", name="Delete").click()
    page.get_by_label(f"Type {MADE} to go on").fill(MADE)
    sure.click()
    expect(row).to_have_count(0)
    expect(page).to_have_url(re.compile("tenant=default"))
    with pytest.raises(TenantNotFound):
        client.get(f"/api/tenants/{MADE}")


def test_a_refused_tenant_says_why(open_page: OpenPage, with_200: Store) -> None:
    """An id that no tenant may have is refused in the dialog, which stays open with what was typed."""
    page = open_page(with_200, "settings/tenants", allowed=("status of 400",))
    page.get_by_role("button", name="New tenant").click()
    page.get_by_label("Id", exact=True).fill("Not A Tenant")
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("lower case")
    expect(page.get_by_label("Id", exact=True)).to_have_value("Not A Tenant")


def test_models_and_the_daemon_are_named(open_page: OpenPage, with_200: Store) -> None:
    """The model in use is named with its state, and the daemon with its version and data directory."""
    page = open_page(with_200, "settings/models")
    model = with_200.client.get("/api/health")["model"]
    row = page.get_by_role("row").filter(has_text="embedding, default")
    expect(row).to_contain_text(model["name"])
    expect(row).to_contain_text("ready")
    page.get_by_role("tab", name="Models").press("ArrowRight")
    status = with_200.client.get("/api/status")
    daemon = page.get_by_role("region", name="This daemon")
    expect(daemon).to_contain_text(status["version"])
    expect(daemon).to_contain_text(status["data_dir"])
