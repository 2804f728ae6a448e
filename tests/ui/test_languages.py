"""Everything the interface says is there in every language, and nothing that it no longer says."""

import ast
import json
import re
from pathlib import Path

import pytest

UI = Path(__file__).resolve().parents[2] / "addon" / "ui"
LANGUAGES = sorted(UI.glob("*.json"))
# What Blender shows of a class that has no description.
DESCRIBED = re.compile(r"^PICKING_RAY_(OT|MT)_")
# Names and words that are not shown, or mean the same in every language.
NOT_SHOWN = {
    *("3D View", "Operator", "Light", "Picking Ray", "Window", "X", "Y", "Z"),
    *("UNIFORM_COLOR", "B", "MB", "JSON"),
}
# What makes errors that can be said in another language, and which of its arguments is what they say.
SAYING = {"UnreadableError": 0, "NoViewportError": 0, "_Unexpected": 0, "_typed": 0, "unexpected": 1}
SENTENCE = re.compile(r"^[A-Z][a-zA-Z'-]*[a-z]|^3D |^\{\w+\} \w|^[a-z]+ [a-z ]+$")
PLACEHOLDER = re.compile(r"\{\w*\}")


def documentation(tree):
    """The string constants that document, and are not shown by Blender as a description."""
    for node in ast.walk(tree):
        is_described = isinstance(node, ast.ClassDef) and DESCRIBED.match(node.name)
        for one in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            is_text = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            if is_text and not (is_described and one is node.body[0]):
                yield id(one.value)


def strings_of(tree):
    return [one for one in ast.walk(tree) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def texts_of(path):
    tree = ast.parse(path.read_text("utf-8"))
    silent = set(documentation(tree))
    return {one.value for one in strings_of(tree) if id(one) not in silent and SENTENCE.match(one.value)}


def words_of(path, name):
    """The string constants in what a module assigns to a name."""
    tree = ast.parse(path.read_text("utf-8"))
    assigned = [
        one for one in tree.body if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == name
    ]
    return [one.value for one in strings_of(assigned[0].value)]


def said_errors():
    """Sentences of errors that users are told, and their parts."""
    found = set(words_of(UI.parent / "scene" / "pick_files.py", "_PLACES"))
    for path in (UI.parent / "scene").glob("*.py"):
        for one in ast.walk(ast.parse(path.read_text("utf-8"))):
            number = SAYING.get(getattr(one.func, "id", "")) if isinstance(one, ast.Call) else None
            if number is not None and len(one.args) > number:
                found |= {text.value for text in strings_of(one.args[number])}
    return found


def shown_texts():
    texts = {text for path in UI.rglob("*.py") for text in texts_of(path)}
    kinds = {kind.title() for kind in words_of(UI.parent / "scene" / "options.py", "EVERY_KIND")}
    reasons = {word for word in words_of(UI / "misses.py", "_REASONS") if not word.isupper()}
    return (texts | kinds | reasons | said_errors()) - NOT_SHOWN


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_every_text_is_translated_and_no_other(path):
    translated = json.loads(path.read_text("utf-8"))
    shown = shown_texts()
    assert not shown - translated.keys(), sorted(shown - translated.keys())
    assert not translated.keys() - shown, sorted(translated.keys() - shown)


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_translations_have_the_places_of_the_original(path):
    for english, text in json.loads(path.read_text("utf-8")).items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(english)), english
        assert text.strip() == text and text and not text.endswith("。"), english
