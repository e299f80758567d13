"""Are the files beside the code true: the model manifest, what the wheel carries?"""

import hashlib
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dashboard import build as page_build
from dashboard import node
from perspective.adapters.extraction.spacy_syntax import SHA256
from perspective.adapters.models import nano_e5_model
from perspective.adapters.models.nano_e5_embedder import MODEL
from perspective.api import dashboard
from perspective.settings import Settings
from tests.architecture.source import ROOT

MANIFEST = ROOT / "models" / "manifest.toml"


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _models(role: str) -> dict[str, dict[str, Any]]:
    """Those of the manifest that are there for something."""
    models = _read(MANIFEST)["models"]
    return {name: model for name, model in models.items() if model["role"] == role}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_default_embedding_model_is_in_the_manifest() -> None:
    """The model that embedding.model names by default is the manifest's default."""
    defaults = [name for name, model in _models("embedding").items() if model.get("default")]
    assert defaults == [Settings().embedding.model]


def test_model_files_are_those_of_the_manifest() -> None:
    """Each small file beside the manifest has the sha256 written there, and none is missing there."""
    for model in _models("embedding").values():
        if "folder" not in model:  # its weights carry the tokenizer
            continue
        folder = MANIFEST.parent / model["folder"]
        shipped = {path.name: _sha256(path) for path in folder.iterdir() if path.suffix == ".json"}
        assert shipped == model["files"]


def test_installed_weights_are_those_of_the_manifest() -> None:
    """The weights that a pinned package carries have the size and sha256 written down."""
    for model in [*_models("embedding").values(), *_models("language").values()]:
        weights = model["weights"]
        if weights["source"] != "python-package":
            continue
        spec = find_spec(weights["module"])
        if spec is None and ("extra" in weights or not weights.get("has_dependencies", True)):
            continue
        assert spec is not None
        assert spec.origin is not None
        file = Path(spec.origin).parent / weights["file"]
        assert file.stat().st_size == weights["bytes"]
        assert _sha256(file) == weights["sha256"]


def test_files_of_the_syntax_are_those_of_the_manifest() -> None:
    """Each file of a package that carries a whole pipeline has the sha256 written down, and the
    adapter that loads it checks the same."""
    for model in _models("syntax").values():
        weights = model["weights"]
        spec = find_spec(weights["module"])
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent / weights["folder"]
        assert {name: _sha256(folder / name) for name in model["files"]} == model["files"]
        assert model["files"] == SHA256


def test_wheel_carries_every_small_model_file() -> None:
    """The build puts the manifest and each file it names into the package, and nothing else."""
    build = _read(ROOT / "pyproject.toml")["tool"]["hatch"]["build"]
    expected = {"models/manifest.toml": "perspective/_models/manifest.toml"}
    for model in _models("embedding").values():
        for file in model.get("files", ()):
            path = f"{model['folder']}/{file}"
            expected[f"models/{path}"] = f"perspective/_models/{path}"
    assert build["targets"]["wheel"]["force-include"] == expected


def test_packages_carry_the_dashboard() -> None:
    """The hook that builds it and puts it into a wheel is asked for, an sdist has what was built,
    and Node is locked with its hashes."""
    build = _read(ROOT / "pyproject.toml")["tool"]["hatch"]["build"]
    assert (ROOT / build["hooks"]["custom"]["path"]).is_file()
    assert build["targets"]["sdist"]["artifacts"] == ["dashboard/dist"]
    lock = (ROOT / "requirements/node.txt").read_text(encoding="utf-8")
    assert re.search(rf"^{node.PACKAGE}==[\d.]+ \\\n +--hash=sha256:", lock, re.MULTILINE)


def test_what_the_build_leaves_is_what_is_served() -> None:
    """The build lets through exactly the places that the daemon looks at, and compresses only
    kinds that it knows."""
    served = {dashboard.INDEX, dashboard.ICON, dashboard.ASSETS}
    assert served == page_build.SERVED
    assert set(dashboard.CONTENT_TYPES) >= page_build.COMPRESSED


def test_model_package_is_pinned_as_the_manifest_says() -> None:
    """The package that carries the weights is asked for in exactly the manifest's version."""
    pyproject = _read(ROOT / "pyproject.toml")
    project = pyproject["project"]
    for model in _read(MANIFEST)["models"].values():
        weights = model["weights"]
        if weights["source"] != "python-package":
            continue
        extra = weights.get("extra")
        asked = project["optional-dependencies"][extra] if extra else project["dependencies"]
        if not weights.get("has_dependencies", True):
            asked = pyproject["dependency-groups"]["llm"]
        assert f"{weights['package']}=={weights['package_version']}" in asked


def test_what_a_hub_has_is_named_exactly() -> None:
    """A file that is pulled has a repository, a name of its own and a licence, and a sha256 is one."""
    files = []
    for model in _models("language").values():
        weights = model["weights"]
        assert model["licence"]
        assert re.fullmatch(r"[0-9a-f]{64}", weights.get("sha256", "0" * 64))
        if weights["source"] == "hub":
            assert re.fullmatch(r"[\w.-]+/[\w.-]+", weights["repository"])
            assert re.fullmatch(r"[\w.-]+\.gguf", weights["file"])
            files.append(weights["file"])
    assert len(files) == len(set(files)) > 0


def test_the_multilingual_model_is_that_of_the_manifest() -> None:
    """What its adapter insists on is what the manifest says, under the name that tenants show."""
    model = _read(MANIFEST)["models"][MODEL]
    assert model["weights"]["sha256"] == nano_e5_model.SHA256
    assert model["weights"]["file"] == nano_e5_model.WEIGHTS
    assert model["weights"]["module"] == nano_e5_model.PACKAGE
    assert model["dimensions"] == nano_e5_model.DIMENSIONS


def test_package_says_that_it_is_typed() -> None:
    """`py.typed` lies in the package, so that a user's type checker reads our types."""
    assert (ROOT / "perspective" / "py.typed").is_file()
