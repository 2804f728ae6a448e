"""Picks in a random scene against what a click in Blender selects, which needs no picture."""

import bpy
import numpy as np

from addon import api

from . import build, random_judge

# A click reaches some pixels far, so it is asked only where everything around shows one thing.
_REACH_PX = 15
# Kinds of objects of which a click finds more than faces; metaballs have rings around them.
_BESIDE_FACES = (*random_judge.UNNAMED, "curve", "loose", "mixed", "metaball")
_AROUND = np.stack(np.meshgrid(*[np.arange(-_REACH_PX, _REACH_PX + 1, 5)] * 2), axis=-1).reshape(-1, 2)


def judge_clicks(seed, sample_count):
    """Compare the picks of faces in the plain part of the random scene with what clicks select.

    Plain is what a click takes for what is drawn: no wires, no icons, nothing unselectable, culled or see-through.
    """
    verdict = random_judge.Verdict(random_judge.build_and_look(seed))
    _make_plain()
    build.live_view()[2].update()
    viewport = api.viewport()
    rng = np.random.default_rng((seed, 4))
    candidates = np.floor(rng.uniform(_REACH_PX, viewport.size_px - _REACH_PX, (10 * sample_count, 2)))
    around = viewport.view.pixel_rays((candidates[:, None] + _AROUND + 0.5).reshape(-1, 2))
    hits = api.cast_rays(around.origins, around.directions, viewport=viewport)
    names = [hits.instances[index].base_name if index >= 0 else None for index in hits.instance_index]
    for number, pixel in enumerate(candidates):
        shown = set(names[number * len(_AROUND) : (number + 1) * len(_AROUND)])
        # Of nothing one in four is enough.
        if len(shown) != 1 or (None in shown and number % 4):
            continue
        (picked,) = shown
        verdict.compare(pixel, picked, _clicked(pixel))
        verdict.drawn_names.add(picked)
        if verdict.compared == sample_count:
            break
    return verdict


def _clicked(pixel):
    """The name of what a click selects, or None."""
    bpy.ops.object.select_all(action="DESELECT")
    with build.live_override():
        bpy.ops.view3d.select(location=[int(number) for number in pixel], deselect_all=True)
    return next((obj.name for obj in bpy.context.selected_objects), None)


def _make_plain():
    space, _, _ = build.live_view()
    space.shading.show_xray = space.shading.show_backface_culling = space.overlay.show_extras = False
    for collection in bpy.data.collections:
        collection.hide_select = False
    for obj in bpy.data.objects:
        obj.hide_select, obj.show_in_front, obj.display_type = False, False, "TEXTURED"
        is_linear = obj.data is not None and obj.type not in random_judge.TYPES_WITH_FACES
        if is_linear or obj.name[3:] in _BESIDE_FACES:
            obj.hide_viewport = True
