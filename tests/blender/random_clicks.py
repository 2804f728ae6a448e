"""Picks in a random scene against what a click in Blender selects, which needs no picture."""

import bpy
import numpy as np

from addon import api

from . import build, random_additions, random_judge

# A click reaches some pixels far, so it is asked only where everything around shows one thing, at so many pixels first;
# where the two differ all are looked at, as tips of faces lie between those.
_REACH_PX, _STEP_PX = 20, 5
# Kinds of objects of which a click finds more than faces; metaballs have rings around them.
_BESIDE_FACES = (
    *random_judge.UNNAMED, "curve", "loose", "mixed", "metaball", "family", "family.001", "force_field"
)  # fmt: skip


def judge_clicks(seed, sample_count):
    """Compare the picks of faces in the plain part of the random scene with what clicks select.

    Plain is what a click takes for what is drawn: no wires, no icons, nothing unselectable, culled or see-through.
    """
    verdict = random_judge.Verdict(random_judge.build_and_look(seed))
    _make_plain()
    build.live_view()[2].update()
    viewport = api.viewport()
    # Drawn where local collections show it, but no click selects it.
    never_clicked = {obj.name for obj in bpy.data.objects if not obj.visible_get()}
    rng = np.random.default_rng((seed, 4))
    candidates = np.floor(rng.uniform(_REACH_PX, viewport.size_px - _REACH_PX, (10 * sample_count, 2)))
    for number, (pixel, shown) in enumerate(zip(candidates, _shown_around(viewport, candidates, _STEP_PX))):
        # Of nothing one in four is enough.
        if len(shown) != 1 or shown & never_clicked or (None in shown and number % 4):
            continue
        (picked,) = shown
        clicked = _clicked(pixel)
        if clicked != picked and _shown_around(viewport, pixel[None], 1) != [shown]:
            continue
        verdict.compare(pixel, picked, clicked)
        verdict.drawn_names.add(picked)
        if verdict.compared == sample_count:
            break
    return verdict


def _shown_around(viewport, pixels, step_px):
    """For each pixel (n, 2) the set of names of what has a face within reach, None for nothing."""
    offsets = np.arange(-_REACH_PX, _REACH_PX + 1, step_px)
    around = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    rays = viewport.view.pixel_rays((pixels[:, None] + around + 0.5).reshape(-1, 2))
    hits = api.cast_rays(rays.origins, rays.directions, viewport=viewport)
    names = [hits.instances[index].base_name if index >= 0 else None for index in hits.instance_index]
    return [set(names[first : first + len(around)]) for first in range(0, len(names), len(around))]


def _clicked(pixel):
    """The name of what a click selects, or None."""
    bpy.ops.object.select_all(action="DESELECT")
    with build.live_override():
        bpy.ops.view3d.select(location=[int(number) for number in pixel], deselect_all=True)
    return next((obj.name for obj in bpy.context.selected_objects), None)


def _make_plain():
    space, _, _ = build.live_view()
    if bpy.context.mode != "OBJECT":
        with build.live_override():
            bpy.ops.object.mode_set(mode="OBJECT")
    space.shading.type = "SOLID"
    space.shading.show_xray = space.shading.show_backface_culling = space.overlay.show_extras = False
    for collection in bpy.data.collections:
        collection.hide_select = False
    for obj in bpy.data.objects:
        obj.hide_select, obj.show_in_front, obj.display_type = False, False, "TEXTURED"
        for name in random_additions.SHOWN:
            setattr(obj, name, False)
        if obj.field is not None:
            obj.field.type = "NONE"
        is_linear = obj.data is not None and obj.type not in random_judge.TYPES_WITH_FACES
        if is_linear or obj.name.split()[-1] in _BESIDE_FACES:
            obj.hide_viewport = True
