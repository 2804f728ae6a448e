"""What panels draw, of which nothing can be read back from Blender's own layout."""

from types import SimpleNamespace

import bpy

from . import build


class RecordingLayout:
    """Keeps every label, and takes everything else that a layout is asked for."""

    def __init__(self, texts):
        self.texts = texts

    def label(self, text="", **_settings):
        self.texts.append(text)

    def operator(self, *_name, **_settings):
        return self

    def __getattr__(self, _name):
        return lambda *_arguments, **_settings: RecordingLayout(self.texts)


def panel_texts(panel):
    """The labels that a panel draws."""
    texts = []
    with build.live_override():
        panel.draw(SimpleNamespace(layout=RecordingLayout(texts)), bpy.context)
    return texts
