"""Other languages than English: what the interface says, by what it says in English."""

import json
from pathlib import Path

import bpy

# Simplified Chinese; Blender's own translation has the words of the field.
_FILES = {"zh_HANS": Path(__file__).with_name("zh_HANS.json")}
# Where Blender looks for a text: names of operators, and words that mean something else elsewhere, have a context of
# their own. What Blender has translated itself goes before.
_CONTEXTS = ("*", "Operator", "Light")


def install(removals):
    translations = {
        language: {
            (context, english): text
            for english, text in json.loads(path.read_text("utf-8")).items()
            for context in _CONTEXTS
        }
        for language, path in _FILES.items()
    }
    bpy.app.translations.register(__name__, translations)
    removals.callback(bpy.app.translations.unregister, __name__)
