"""A grease pencil drawing without strokes hides nothing, and no pick fails for it."""

import bpy
import pytest

from addon import api

from . import build
from .kinds import IS_LEGACY


@pytest.mark.skipif(IS_LEGACY, reason="drawings that are curves exist from 4.3 on")
def test_drawing_without_strokes_is_passed_over():
    build.cube()
    pencils = getattr(bpy.data, "grease_pencils_v3", bpy.data.grease_pencils)
    pencil = pencils.new("Pencil")
    pencil.layers.new("Lines").frames.new(1)
    build.link(bpy.data.objects.new("Pencil", pencil))
    build.update()
    hits = api.pick_all(build.view_down((0.0, 0.0, 5.0)), build.MIDDLE_PX)
    assert [hit.object_name for hit in hits] == ["Cube", "Cube"]
