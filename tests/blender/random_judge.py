"""Picks in a random scene against what Blender draws of it."""

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace

import bpy
import numpy as np

from addon import api
from addon.scene.outlines import placing
from addon.scene.picking import pick_pixels

from . import build, pictures, random_scenes, random_views

# Kinds that a picture of ids shows although they have no faces.
UNNAMED = ("hair", "fur", "cloud", "volume", "strokes", "mixture", "ribbons", "dots", "sparks")
TYPES_WITH_FACES = ("MESH", "CURVE", "SURFACE", "FONT", "META")
FACES = api.PickOptions(kinds={"FACE"})
# Pictures of lines are this much smaller than the view, as one is drawn for every object.
_SHRINK = 3.0
# Lines are rounded to pixels.
_RASTER_PX = 1.5
_NEIGHBOURS = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=np.float64)


@dataclass
class Verdict:
    """How many pixels were compared, and (pixel, picked, drawn) where the two differ."""

    notes: str
    compared: int = 0
    drawn_names: set = field(default_factory=set)
    differences: list = field(default_factory=list)

    def compare(self, pixel, picked, drawn, *, agree=None):
        """Count a pixel; `agree` says whether, where the names alone do not."""
        self.compared += 1
        if not (picked == drawn if agree is None else agree):
            self.differences.append((tuple(np.asarray(pixel).tolist()), picked, drawn))


def build_and_look(seed):
    """Build a scene in the empty file and look at it; returns the notes on the view."""
    return random_views.look(seed, random_scenes.build_scene(seed))


def outermost(pick):
    """The name of what stands in the scene: the object or its outermost instancer."""
    return (pick.instancer_path or (pick.object_name,))[0]


def _goes_with(pick, name):
    """Whether what is hit is drawn because an object is shown."""
    return name == pick.object_name or name in pick.instancer_path


def judge_faces(seed, sample_count):
    """Compare the picks of faces in the random scene with the picture of ids, at interior pixels."""
    verdict = Verdict(build_and_look(seed))
    for obj in bpy.data.objects:
        if obj.name[3:] in UNNAMED:
            obj.hide_viewport = True
    space, region, _ = build.live_view()
    space.shading.type = "SOLID"
    viewport = api.viewport()
    # See-through colours are mixed, so no names; what is nearest is the same.
    was_xray, space.shading.show_xray = space.shading.show_xray, False
    picture = pictures.id_picture(space, region, viewport)
    space.shading.show_xray = was_xray
    pixels = _sampled_of_each(picture, sample_count, np.random.default_rng((seed, 2)))
    for pixel, pick in zip(pixels, api.pick(viewport, pixels, options=FACES) if len(pixels) else []):
        drawn, picked = picture.name(*pixel), pick and outermost(pick)
        verdict.drawn_names.add(drawn)
        if picked == drawn or not _is_flat(viewport, pixel):
            verdict.compare(pixel, picked, drawn)
    return verdict


def _is_flat(viewport, pixel):
    """Whether something at a pixel is flattened: of sides in one plane, rounding says which is seen, or the front."""
    everything = replace(FACES, ignore_culling=True)
    matrices = (pick.matrix_world[:3, :3] for pick in api.pick_all(viewport, pixel, options=everything))
    return any(np.linalg.cond(matrix) > 1e5 for matrix in matrices)


def judge_lines(seed, sample_count):
    """Compare picks with the pixels that change when an object without faces is hidden.

    A changed pixel is a hit of the object, and unless the view is see-through no face hides it. What wins at a pixel
    without being a face is drawn within the tolerance of it.
    """
    verdict = Verdict(build_and_look(seed))
    space, region, region_3d = build.live_view()
    # Else pictures without a window show the sides of images as another view would.
    region_3d.update()
    viewport = _shrunk(api.viewport())
    if bpy.app.version < (4, 4):
        _show_as_later(bpy.data.objects)
    rng = np.random.default_rng((seed, 3))
    is_wireframe = viewport.shading == "WIREFRAME"
    # The outline of a smooth surface lies where it has no edge.
    space.shading.show_object_outline &= not is_wireframe
    objects = [
        obj
        for obj in bpy.context.view_layer.objects
        if _is_linear(obj, is_wireframe and viewport.is_xray)
        and obj.visible_get(viewport=space)
        # In wireframe Blender draws boxes within that of a volume, which nothing tells of.
        and not (is_wireframe and obj.type == "VOLUME")
    ]
    # All pictures first: what a pick reads may make Blender draw a pixel of an edge differently.
    changes = list(pictures.changed_pixels_of_each(space, region, viewport, objects, is_wireframe))
    drawn = _Drawn(zip((obj.name for obj in objects), changes, strict=True))
    drawn.draw = lambda name: pictures.changed_pixels(
        space, region, viewport, bpy.data.objects[name], is_wireframe
    )
    verdict.drawn_names = {name for name, changed in drawn.items() if changed.any()}
    for name, changed in tuple(drawn.items()):
        pixels = _sampled(changed, sample_count, rng)
        missed = _missed(viewport, pixels, name)
        if missed:
            missed = _still_missed(missed, bpy.data.objects[name], space, region, viewport)
        verdict.compared += len(pixels)
        verdict.differences += missed
    _compare_far(verdict, viewport, drawn, sample_count, rng)
    return verdict


class _Drawn(dict):
    """The pixels that change when an object is hidden, by its name; of what was not asked for drawn when it is."""

    draw = None

    def __missing__(self, name):
        self[name] = self.draw(name)
        return self[name]


def _still_missed(missed, obj, space, region, viewport):
    """Those of the missed pixels that change for the sake of an object itself."""
    is_wireframe = viewport.shading == "WIREFRAME"

    def changed_without(names):
        with _without(names - {obj.name}, space):
            again = pictures.changed_pixels(space, region, viewport, obj, is_wireframe)
        return [one for one in missed if again[int(one[0][1]), int(one[0][0])]]

    # Now and then a few pixels of edges differ from one picture to the next whatever is hidden.
    missed = changed_without(set())
    if missed and is_wireframe:
        missed = _not_through_images(viewport, space, region, obj, missed)
    if missed and is_wireframe:
        # Smoothed lines over each other may mix in another order.
        missed = changed_without(_picked_at(viewport, missed))
    if missed and bpy.app.version < (4, 4):
        missed = _not_of_others(viewport, space, obj, missed)
        # Slivers of instances change with what else there is.
        objects = bpy.context.view_layer.objects
        missed = missed and changed_without({one.name for one in objects if pictures.is_instancer(one)})
    return missed


def _not_through_images(viewport, space, region, obj, missed):
    """The missed pixels but for those of an image through which a line is seen only where lines are smoothed.

    Smoothing mixes a little of a line that lies behind an image into it.
    """
    pixels = np.array([one[0] for one in missed])
    over = [
        any(pick.kind == "IMAGE" and pick.pixel_distance == 0.0 for pick in picks)
        for picks in pick_pixels(viewport, pixels, api.PickOptions(), every=True)
    ]
    if not any(over):
        return missed
    rough = pictures.changed_pixels(space, region, viewport, obj)
    return [
        one
        for one, is_over in zip(missed, over, strict=True)
        if not is_over or rough[int(one[0][1]), int(one[0][0])]
    ]


def _show_as_later(objects):
    """Leave out what Blender draws wrong before 4.4.

    Rounding in software rendering takes edges between faces in one plane for those to be left out.
    """
    for obj in objects:
        obj.show_all_edges = True
    build.update()


def _not_of_others(viewport, space, obj, missed):
    """The missed pixels at which nothing else is picked once an object is not there.

    Before 4.4 an instancer is moved away for its picture and takes its children along, and whatever is drawn first
    may decide which edges instances of something else show.
    """
    pixels = np.array([one[0] for one in missed]).reshape(-1, 2)
    with_it = _others(viewport, pixels, obj)
    with pictures.without(obj, space):
        build.update()
        without_it = _others(viewport, pixels, obj)
    build.update()
    return [one for one, *both in zip(missed, with_it, without_it, strict=True) if both[0] == both[1]]


@contextmanager
def _without(names, space):
    """Have objects not drawn meanwhile."""
    with ExitStack() as stack:
        for name in sorted(names):
            stack.enter_context(pictures.without(bpy.data.objects[name], space))
        yield


def _picked_at(viewport, missed):
    """Names of what stands in the scene and is picked at the missed pixels or next to them."""
    pixels = np.concatenate([one[0] + _NEIGHBOURS for one in missed])
    found = pick_pixels(viewport, pixels, api.PickOptions(see_through=True), every=True)
    return {outermost(pick) for picks in found for pick in picks}


def _others(viewport, pixels, obj):
    """For each pixel what is picked there and next to it besides an object and its instances, as a set."""
    options = api.PickOptions(see_through=True)
    return [
        {
            (pick.kind, pick.object_name, pick.persistent_id)
            for picks in pick_pixels(viewport, pixel + _NEIGHBOURS, options, every=True)
            for pick in picks
            if not _goes_with(pick, obj.name)
        }
        for pixel in pixels
    ]


def _is_linear(obj, hides_nothing):
    """Whether an object is drawn without faces, or `hides_nothing`, and nothing else changes when it is hidden."""
    if obj.name.startswith(("Source", "View camera", "00 ")) or obj.type == "META":
        return False
    has_faces = obj.type in TYPES_WITH_FACES or obj.instance_type != "NONE"
    return (
        hides_nothing
        or not has_faces
        or obj.name[3:] in ("loose", "curve", "cloud", "fur")
        or obj.display_type in ("BOUNDS", "WIRE")
    )


def _shrunk(viewport):
    size_px = np.floor(viewport.size_px / _SHRINK)
    return replace(viewport, view=viewport.view.view, size_px=size_px)


def _missed(viewport, pixels, name):
    """Those of the pixels at which an object is no hit, give or take how lines become pixels, as differences."""
    missed = []
    for pixel, picks in zip(pixels, pick_pixels(viewport, pixels, api.PickOptions(), every=True)):
        if _shows(picks, name, viewport.is_xray):
            continue
        around = pick_pixels(viewport, pixel + _NEIGHBOURS, api.PickOptions(), every=True)
        if not any(_shows(beside, name, viewport.is_xray) for beside in around):
            head = (picks[0].kind, outermost(picks[0])) if picks else None
            missed.append((tuple(pixel.tolist()), head, name))
    return missed


def _shows(picks, name, is_xray):
    """Whether an object is among the hits of a pixel, and no face of another hides it."""
    if not any(_goes_with(pick, name) for pick in picks):
        return False
    return is_xray or picks[0].kind != "FACE" or _goes_with(picks[0], name)


def _compare_far(verdict, viewport, drawn, sample_count, rng):
    """Winners that are no faces, at random pixels and around what is drawn, have a drawn pixel near."""
    tolerance_px = api.PickOptions().tolerance_px * viewport.ui_scale
    edge = int(tolerance_px) + 3
    low, high = np.full(2, edge), np.asarray(viewport.size_px, dtype=int) - edge
    pixels = [rng.integers(low, high, (2 * sample_count, 2)) + 0.5]
    for changed in drawn.values():
        around = _sampled(changed, sample_count, rng)
        around = np.floor(around + rng.uniform(-25, 25, around.shape)) + 0.5
        pixels.append(around)
    # Of what is not drawn nothing may be picked where it stands.
    places = [obj.matrix_world.translation for obj in bpy.data.objects if obj.name not in drawn]
    around = viewport.view.project(np.array(places).reshape(-1, 3))[0]
    pixels.append(np.floor(around + rng.uniform(-8, 8, around.shape)) + 0.5)
    pixels = np.concatenate(pixels)
    pixels = pixels[((pixels > low) & (pixels < high)).all(axis=1)]
    for pixel, pick in zip(pixels, api.pick(viewport, pixels)):
        if pick is None or pick.kind == "FACE":
            continue
        rows, columns = np.nonzero(drawn[outermost(pick)])
        away = np.hypot(columns + 0.5 - pixel[0], rows + 0.5 - pixel[1]).min(initial=np.inf)
        if _may_be_undrawn(viewport, pick):
            continue
        is_near = away <= tolerance_px + _RASTER_PX
        if is_near or not (_is_short(viewport, pick) or _is_overdrawn(viewport, pick)):
            picked = (pick.kind, outermost(pick), round(float(pick.pixel_distance), 1))
            verdict.compare(pixel, picked, f"{away:.1f} px away", agree=is_near)


def _is_short(viewport, pick):
    """Whether so little of a line is seen between what hides it that there may be no middle of a pixel in it."""
    place = viewport.view.project(np.array([pick.location]))[0][0]
    options = api.PickOptions(tolerance_px=0.75)

    def count(away_px):
        """How many of eight places around it are on the line as well."""
        steps = [away_px * step for step in _NEIGHBOURS if step.any()]
        beside = (pick_pixels(viewport, [place + step], options, every=True)[0] for step in steps)
        return sum(_shows(picks, outermost(pick), viewport.is_xray) for picks in beside)

    # Where lines meet in a tip, more than one of the nearest may be.
    return count(1) < 3 or not count(2)


def _is_overdrawn(viewport, pick):
    """Whether a line of something else lies on it, of the same colour, so that nothing changes when it is hidden."""
    place = viewport.view.project(np.array([pick.location]))[0]
    options = api.PickOptions(tolerance_px=_RASTER_PX)
    return any(
        one.kind != "FACE" and outermost(one) != outermost(pick)
        for one in pick_pixels(viewport, place, options, every=True)[0]
    )


def _may_be_undrawn(viewport, pick):
    """Whether it is narrower than a pixel, so that a picture without smoothing may show nothing of it.

    Or the rim of something wide in wireframe, which Blender draws with the outlines that are off here.
    """
    if viewport.shading == "WIREFRAME" and pick.kind in ("HAIR", "POINT"):
        return True
    radius = _radius(pick)
    if radius is None:
        return False
    # A diamond lies between the middles of pixels up to twice the width of a band, and of ribbons scales count less.
    widest = 0.5 if pick.kind == "STROKE" else 1.0
    radius *= placing.mean_scale(pick.matrix_world)
    return radius < widest * placing.pixel_sizes(viewport.view, pick.location[None])[0]


def _radius(pick):
    """Half the width of what is hit, in its own space; None if it is as wide in pixels wherever it is."""
    if pick.kind == "HAIR" and bpy.context.scene.render.hair_type == "STRAND":
        return None
    if pick.kind == "HAIR" and pick.element_name is not None:
        settings = bpy.data.objects[pick.object_name].particle_systems[pick.element_name].settings
        return settings.root_radius * settings.radius_scale
    # Emitted particles have a size in pixels.
    return pick.attributes.get("radius") if pick.kind in ("HAIR", "POINT", "STROKE") else None


def _sampled(mask, count, rng):
    """(n, 2) centres of at most `count` pixels of a mask."""
    rows, columns = np.nonzero(mask)
    chosen = rng.permutation(len(rows))[:count]
    return np.column_stack((columns[chosen], rows[chosen])) + 0.5


def _sampled_of_each(picture, count, rng):
    """(n, 2) centres of interior pixels, about as many of each thing in the picture."""
    inside = picture.interior()
    numbers = np.unique(picture.ids[inside])
    chosen = [_sampled(inside & (picture.ids == number), count // len(numbers), rng) for number in numbers]
    return np.concatenate(chosen) if chosen else np.zeros((0, 2))
