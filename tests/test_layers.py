"""Who may import whom: registration -> ui -> api -> scene -> core -> numpy, and cli -> api."""

import ast
import graphlib
import sys
from pathlib import Path

import pytest

ADDON = Path(__file__).resolve().parent.parent / "addon"

# Layer -> the layers it may use beside itself. `addon/__init__.py` hands everything out, lazily.
ALLOWED = {
    "core": set(),
    "scene": {"core"},
    "api": {"scene", "core"},
    "ui": {"api", "core"},
    "cli": {"api"},
    "registration": {"ui", "api", "cli"},
    "__init__": {"registration", "api", "core"},
}
BLENDER = {
    *("bpy", "bpy_extras", "bmesh", "mathutils", "gpu", "gpu_extras", "blf", "bl_math", "idprop"),
    *("addon_utils", "rna_keymap_ui"),
}
DRAWING = {"gpu", "gpu_extras", "blf"}
BANNED = {"core": BLENDER, "scene": DRAWING, "api": DRAWING, "cli": DRAWING}
# Operators, panels and the tool do not know each other, only what all of the interface shares.
SHARED_UI = {
    *("properties", "preferences", "results", "sessions", "overlay", "keymaps"),
    *("font", "regions", "text", "units", "names", "icons", "misses", "measures", "list_rows", "following"),
}


def layer_of(path, addon=ADDON):
    """The layer a file belongs to: its folder under `addon`, or its own name there."""
    first = path.relative_to(addon).parts[0]
    return first.removesuffix(".py")


def imports_of(path, addon=ADDON):
    """Every import of a file as (line, dotted name from the top), relative ones resolved below "addon"."""
    package = ("addon", *path.relative_to(addon).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def objections(path, addon=ADDON):
    """What is wrong with a file's imports, one sentence each."""
    layer = layer_of(path, addon)
    where = path.relative_to(addon.parent)
    if layer not in ALLOWED:
        yield f"{where}:1: {layer} is no layer"
        return
    for line, name in imports_of(path, addon):
        top, *rest = name.split(".")
        target = rest[0] if rest else ""
        if top == "addon":
            if target in ALLOWED and target not in ALLOWED[layer] | {layer}:
                yield f"{where}:{line}: {layer} imports {target}"
            if layer == target == "ui" and not may_share(path, rest, addon):
                yield f"{where}:{line}: {name} is another part of the interface"
        elif top in BANNED.get(layer, ()):
            yield f"{where}:{line}: {layer} imports {top}"
        elif top not in {"numpy", *BLENDER, *sys.stdlib_module_names}:
            yield f"{where}:{line}: {top} is neither Python's, nor numpy, nor Blender's"


def may_share(path, rest, addon):
    """Whether a part of the interface, a module or a folder of it, may import ui.rest."""
    part = path.relative_to(addon).parts[1].removesuffix(".py")
    return part == "__init__" or len(rest) < 2 or rest[1] in SHARED_UI | {part}


def ui_parts():
    """The parts of the interface, each with those it imports."""
    parts = {}
    for path in sorted((ADDON / "ui").rglob("*.py")):
        part = path.relative_to(ADDON).parts[1].removesuffix(".py")
        names = [name.split(".") for _, name in imports_of(path)]
        used = {name[2] for name in names if name[:2] == ["addon", "ui"] and len(name) > 2}
        parts.setdefault(part, set()).update(used - {part})
    return parts


def sources():
    return sorted(ADDON.rglob("*.py"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ADDON)))
def test_imports_follow_the_layers(path):
    assert list(objections(path)) == []


def test_no_parts_of_the_interface_import_each_other():
    parts = ui_parts()
    del parts["__init__"]  # it names them all
    graphlib.TopologicalSorter(parts).prepare()  # raises CycleError


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ADDON)))
def test_blender_is_left_as_it_is(path):
    """No search path is changed, and the manifest alone describes the extension."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not (isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.path"), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "bl_info"), node.lineno


@pytest.mark.parametrize(
    ("place", "code", "objection"),
    [
        ("core/a.py", "import bpy", "core imports bpy"),
        ("core/a.py", "def f():\n    from mathutils import Vector", "core imports mathutils"),
        ("core/a.py", "from .. import scene", "core imports scene"),
        ("core/a.py", "from ..scene.pick import Pick", "core imports scene"),
        ("core/a.py", "import addon.ui", "core imports ui"),
        ("scene/a.py", "from ..ui import overlay", "scene imports ui"),
        ("scene/a.py", "import gpu", "scene imports gpu"),
        ("api.py", "from .ui import results", "api imports ui"),
        ("cli.py", "from .scene import picking", "cli imports scene"),
        ("ui/a.py", "from ..scene import history", "ui imports scene"),
        ("ui/a.py", "from . import b", "addon.ui.b is another part of the interface"),
        ("ui/panels/a.py", "from ..tool import Tool", "addon.ui.tool.Tool is another part of the interface"),
        ("helpers.py", "import math", "helpers is no layer"),
        ("core/a.py", "import scipy", "scipy is neither Python's, nor numpy, nor Blender's"),
    ],
)
def test_a_forbidden_import_is_objected_to(tmp_path, place, code, objection):
    path = tmp_path / "addon" / place
    path.parent.mkdir(parents=True)
    path.write_text(code)
    assert [text.split(": ", 1)[1] for text in objections(path, tmp_path / "addon")] == [objection]


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("core/a.py", "import math\nimport numpy as np\nfrom . import rays\nfrom .rays import Rays"),
        ("scene/a.py", "import bpy\nfrom .. import core\nfrom ..core import Rays"),
        (
            "ui/a.py",
            "import gpu\nfrom .. import api\nfrom .properties import Options\nfrom ..core import View",
        ),
        ("ui/panels/a.py", "from . import rows\nfrom ..preferences import Preferences"),
        ("registration.py", "from . import api, ui\nfrom .ui import panels"),
    ],
)
def test_an_allowed_import_is_not(tmp_path, place, code):
    path = tmp_path / "addon" / place
    path.parent.mkdir(parents=True)
    path.write_text(code)
    assert list(objections(path, tmp_path / "addon")) == []
