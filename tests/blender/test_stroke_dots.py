"""Cases C1 and E15: grease pencil strokes of dots and squares are picked as they are drawn, not as bands."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles, pictures
from .kinds import IS_LEGACY, strokes

LINE = ((-1.5, -0.6, 0), (-0.2, 0.4, 0.3), (0.8, -0.1, 0), (1.6, 0.7, 0))
RING = ((-1.0, 1.0, 0), (-1.0, 1.8, 0), (-0.5, 1.5, 0.2))
HAS_PLACEMENT = "placement_mode" in bpy.types.MaterialGPencilStyle.bl_rna.properties
ONE_A_POINT = {"placement_mode": "COUNT", "placement_count": 1} if HAS_PLACEMENT else {}
PLACEMENTS = (ONE_A_POINT,)
if HAS_PLACEMENT:
    PLACEMENTS += (
        {"placement_mode": "COUNT", "placement_count": 3},
        {"placement_mode": "DENSITY", "placement_density": 2.0},
        {"placement_mode": "RADIUS", "placement_radius_spacing": 250.0},
    )


needs_placement = pytest.mark.skipif(not HAS_PLACEMENT, reason="before 5.2 there is one dot at every point")
RENDERED_PX = (400, 300)


def dotted(mode, lines=(((0, 0, 0), (2, 0, 0)),), radius=0.2, **settings):
    """A grease pencil object whose strokes are dots or squares."""
    obj, layer = strokes(radius, lines)
    material = bpy.data.materials.new("Dots")
    bpy.data.materials.create_gpencil_data(material)
    style = material.grease_pencil
    for name, value in ({"mode": mode, "alignment_mode": "FIXED"} | ONE_A_POINT | settings).items():
        setattr(style, name, value)
    obj.data.materials.append(material)
    return obj, layer


def drawn_strokes(layer):
    return layer.frames[0].strokes if IS_LEGACY else layer.frames[0].drawing.strokes


def set_points(stroke, rotation=None, aspect=None, cyclic=False):
    if aspect is not None:
        if IS_LEGACY:
            stroke.aspect = (min(1.0, aspect), min(1.0, 1.0 / aspect))
        else:
            stroke.aspect_ratio = aspect
    for point in stroke.points if rotation is not None else ():
        setattr(point, "uv_rotation" if IS_LEGACY else "rotation", rotation)
    if cyclic:
        setattr(stroke, "use_cyclic" if IS_LEGACY else "cyclic", True)
    for obj in bpy.data.objects:
        obj.update_tag()
    build.update()


def set_radii(layer, radii):
    for point, radius in zip(drawn_strokes(layer)[0].points, radii, strict=True):
        point.radius = radius


def picks_at(*places, eye=(0.0, 0.0, 5.0), **settings):
    """Whether a pick of no tolerance hits a stroke where these places of the plane of z 0 are drawn."""
    view = build.view_down(eye, **settings)
    pixels = view.view.project([(*place, 0.0) for place in places])[0]
    picks = api.pick(view, pixels, options=api.PickOptions(tolerance_px=0.5))
    return [pick is not None and pick.kind == "STROKE" for pick in picks]


def assert_rendered_is_picked(camera_type="PERSP"):
    """What Workbench renders is hit within half a pixel, and nothing else, the pixels of rims aside."""
    camera = build.camera((1.2, -3.0, 4.0), (0.6, 0.1, 0.3), type=camera_type)
    drawn = pictures.rendered_pixels(*RENDERED_PX)
    assert drawn.sum() > 1000
    view = api.camera_view(camera, *RENDERED_PX)
    rng = np.random.default_rng(5)
    for mask, is_drawn in (
        (drawn & ~oracles.around(~drawn, 2), True),
        (~oracles.around(drawn, 2), False),
    ):
        rows, columns = np.nonzero(mask)
        chosen = rng.permutation(len(rows))[: 2 * oracles.samples_a_view]
        pixels = np.column_stack((columns[chosen], rows[chosen])) + 0.5
        picks = api.pick(view, pixels, options=api.PickOptions(tolerance_px=0.5))
        wrong = [
            tuple(pixel) for pixel, pick in zip(pixels, picks, strict=True) if (pick is not None) != is_drawn
        ]
        assert not wrong, (is_drawn, wrong[:5])


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("placement", PLACEMENTS)
@pytest.mark.parametrize(
    "mode, alignment", (("DOTS", "PATH"), ("BOX", "PATH"), ("BOX", "OBJECT"), ("BOX", "FIXED"))
)
def test_every_rendered_pixel_of_dots_is_a_hit_and_no_other_one(mode, alignment, placement):
    lines = LINE, ((0, 1.4, 0),), RING
    obj, layer = dotted(mode, lines, alignment_mode=alignment, alignment_rotation=0.3, **placement)
    for stroke, rotation, aspect in zip(drawn_strokes(layer), (0.4, -0.7, 1.2), (1.0, 2.0, 0.4), strict=True):
        set_points(stroke, rotation, aspect)
    set_points(drawn_strokes(layer)[2], cyclic=True)
    obj.rotation_euler, obj.scale = (0.3, 0.4, 0.5), (1.0, 1.4, 0.8)
    assert_rendered_is_picked()


@pytest.mark.usefixtures("gpu")
@needs_placement
@pytest.mark.parametrize("camera_type", ("PERSP", "ORTHO"))
@pytest.mark.parametrize("scale", ((0.8, 0.8, 0.8), (0.5, 1.5, -1.0)))
def test_dots_whose_distance_grows_with_their_radius_are_picked_as_rendered(scale, camera_type):
    """In perspective Blender places those of an object that is scaled unevenly otherwise."""
    obj, layer = dotted("DOTS", (LINE,), placement_mode="RADIUS", placement_radius_spacing=220.0)
    set_radii(layer, (0.05, 0.25, 0.07, 0.07))
    obj.rotation_euler, obj.scale = (0.1, 0.2, 0.3), scale
    assert_rendered_is_picked(camera_type)


@needs_placement
def test_dots_by_radius_follow_when_their_object_is_scaled_unevenly():
    obj, layer = dotted("DOTS", placement_mode="RADIUS", placement_radius_spacing=200.0)
    set_radii(layer, (0.05, 0.15))
    # Measured on 5.3.0 with cameras.
    for scale, along in ((1.0, 1.72), (2.0, 1.692)):
        obj.scale.x = scale
        build.update()
        eye = along * scale, 0.0, 8.0
        view = build.view_down(eye)
        (pick,) = api.pick_all(view, build.MIDDLE_PX, options=api.PickOptions(tolerance_px=0.1))
        assert pick.element_ends[0] == pytest.approx((along * scale, 0.0, 0.0), abs=2e-3)


@needs_placement
def test_dots_by_radius_of_an_instance_scaled_unevenly_are_those_of_an_object_scaled_so():
    """Also where they are read anew: Blender then says of the instance where its source is."""
    obj, layer = dotted("DOTS", placement_mode="RADIUS", placement_radius_spacing=200.0)
    set_radii(layer, (0.05, 0.15))
    source = build.collection("Source", linked=False)
    source.objects.link(obj)
    bpy.context.scene.collection.objects.unlink(obj)
    for name, y, scale in (("Even", 3.0, 1.0), ("Uneven", 0.0, 2.0)):
        build.collection_instance(name, source, (0.0, y, 0.0)).scale.x = scale
    build.update()
    for number in range(2):
        for y, scale, along in ((0.0, 2.0, 1.692), (3.0, 1.0, 1.72)):
            view = build.view_down((along * scale, y, 8.0 + number))
            options = api.PickOptions(tolerance_px=0.1, ignored=(str(number),))
            (pick,) = api.pick_all(view, build.MIDDLE_PX, options=options)
            assert pick.element_ends[0] == pytest.approx((along * scale, y, 0.0), abs=2e-3)
        layer.frames[0].drawing.tag_positions_changed()
        obj.update_tag()
        build.update()


@needs_placement
def test_no_dots_are_where_a_radius_is_0_or_grows_faster_than_the_line():
    """Measured on 5.3.0, whose shader takes minutes for such a picture. The numbers of the dots go on after it."""
    line = tuple((x, 0.0, 0.0) for x in (-2.0, -1.0, 0.0, 0.1, 1.1, 2.1))
    _, layer = dotted("DOTS", (line,), placement_mode="RADIUS", placement_radius_spacing=250.0)
    set_radii(layer, (0.0, 0.1, 0.1, 0.3, 0.3, 0.0))
    # From -1 on one every half unit, and from 0.1 on the third, every one and a half.
    inside = [(x, 0.0) for x in (-1.0, -0.5, 0.1)]
    outside = [(x, 0.0) for x in (-1.5, -0.75, -0.25, 0.55, 1.1, 1.6)]
    assert picks_at(*inside, *outside) == [True] * 3 + [False] * 6


@pytest.mark.usefixtures("gpu")
@needs_placement
def test_dots_of_random_size_and_rotation_are_picked_as_rendered():
    random = {"use_randomization": True, "random_size_factor": 0.8, "random_rotation_factor": 1.0}
    dotted("BOX", (LINE,), placement_mode="DENSITY", placement_density=1.5, random_noise_scale=0.6, **random)
    assert_rendered_is_picked()


@pytest.mark.parametrize("mode, at_corner", (("DOTS", False), ("BOX", True)))
def test_disc_has_no_corners_and_a_square_has_and_nothing_is_between_them(mode, at_corner):
    dotted(mode)
    places = (0.0, 0.0), (0.19, 0.0), (0.21, 0.0), (0.17, -0.17), (1.0, 0.0), (1.81, 0.0), (2.1, 0.1)
    assert picks_at(*places) == [True, True, False, at_corner, False, True, True]


def test_square_is_turned_by_its_material_and_its_points():
    _, layer = dotted("BOX", alignment_rotation=np.pi / 4)
    assert picks_at((0.27, 0.0), (0.17, 0.17)) == [True, False]
    # A quarter of a half turn in all.
    set_points(drawn_strokes(layer)[0], rotation=np.pi / 4)
    assert picks_at((0.27, 0.0), (0.17, 0.17)) == [False, True]


@pytest.mark.parametrize(
    "alignment, follows_line, follows_object", (("PATH", 1, 1), ("OBJECT", 0, 1), ("FIXED", 0, 0))
)
def test_long_squares_lie_along_the_line_the_object_or_the_screen(alignment, follows_line, follows_object):
    """Twice as long as wide; the line goes up by an eighth turn, the object is turned by a quarter."""
    obj, layer = dotted("BOX", (((0, 0, 0), (2, 2, 0)),), alignment_mode=alignment)
    set_points(drawn_strokes(layer)[0], aspect=2.0)
    along = np.array((0.18, 0.0))
    turned = along @ ((0, 1), (-1, 0))
    diagonal = np.array((0.13, 0.13))
    assert picks_at(along, diagonal) == [not follows_line, bool(follows_line)]
    obj.rotation_euler.z = np.pi / 2
    build.update()
    if follows_line:
        assert picks_at(diagonal * (-1, 1), diagonal) == [True, False]
    else:
        assert picks_at(along, turned) == [not follows_object, bool(follows_object)]


def test_discs_of_an_aspect_are_ellipses():
    _, layer = dotted("DOTS")
    for aspect, is_wide in ((3.0, True), (1 / 3, False)):
        set_points(drawn_strokes(layer)[0], aspect=aspect)
        places = (0.19, 0.0), (0.0, 0.19), (0.06, 0.06), (0.1, 0.1)
        assert picks_at(*places) == [is_wide, not is_wide, True, False]


@needs_placement
@pytest.mark.parametrize(
    "settings, places",
    (
        ({"placement_mode": "COUNT", "placement_count": 4}, (0.0, 0.5, 1.0, 1.5)),
        ({"placement_mode": "DENSITY", "placement_density": 1.25}, (0.0, 0.8, 1.6)),
        ({"placement_mode": "RADIUS", "placement_radius_spacing": 300.0}, (0.0, 0.6, 1.2, 1.8)),
    ),
)
def test_dots_are_placed_along_the_line_as_the_material_says(settings, places):
    dotted("DOTS", radius=0.1, **settings)
    line = np.arange(0.0, 2.3, 0.05)
    expected = [min(abs(x - place) for place in places) < 0.1 - 1e-6 for x in line]
    found = picks_at(*((x, 0.0) for x in line))
    # On the rim either is right.
    on_rim = [min(abs(abs(x - place) - 0.1) for place in places) < 1e-6 for x in line]
    assert [a == b or rim for a, b, rim in zip(found, expected, on_rim, strict=True)] == [True] * len(line)


@needs_placement
def test_dots_too_many_to_list_cover_their_line():
    dotted("DOTS", placement_mode="DENSITY", placement_density=1e12)
    assert picks_at((0.0, 0.1), (1.0, 0.19), (1.37, -0.1), (1.0, 0.25)) == [True, True, True, False]


def test_pick_of_a_dot_is_the_place_on_it_and_tells_its_stroke_and_material():
    dotted("DOTS", (((0, 0, 0), (2, 0, 0)), ((0, 1, 0), (2, 1, 0))))
    view = build.view_down((0.0, 0.0, 5.0))
    (pixel,), _ = view.view.project([(0.1, 1.1, 0.0)])
    pick = api.pick(view, pixel)
    assert pick.location == pytest.approx((0.1, 1.1, 0.0), abs=1e-4)
    assert pick.element_ends == pytest.approx(np.array([(0, 1, 0), (0, 1, 0)]), abs=1e-6)
    assert (pick.kind, pick.element_index, pick.element_name) == ("STROKE", 1, "Layer")
    assert (pick.material, pick.pixel_distance) == ("Dots", 0.0)


def test_rim_of_a_dot_whose_middle_is_hidden_is_picked():
    dotted("DOTS")
    build.plane("Cover", half_size=0.1, location=(0, 0, 1))
    assert picks_at((0.0, 0.0), (0.17, 0.0)) == [False, True]


@pytest.mark.parametrize("is_wire", ("shading", "display"))
def test_dots_are_the_line_itself_in_wireframe(is_wire):
    obj, _ = dotted("DOTS")
    settings = {"shading": "WIREFRAME"} if is_wire == "shading" else {}
    if is_wire == "display":
        obj.display_type = "WIRE"
        build.update()
    assert picks_at((1.0, 0.0), (0.0, 0.1), **settings) == [True, False]


def test_points_and_lines_of_edit_mode_are_there_between_dots():
    obj, _ = dotted("DOTS")
    bpy.context.view_layer.objects.active = obj
    with build.live_override():
        bpy.ops.object.mode_set(mode="EDIT_GPENCIL" if IS_LEGACY else "EDIT")
        build.update()
        assert picks_at((1.0, 0.0), (1.0, 0.1), (0.0, 0.19)) == [True, False, True]
        kinds = {pick.kind for pick in api.pick_all(build.view_down((2.0, 0.0, 5.0)), build.MIDDLE_PX)}
        bpy.ops.object.mode_set(mode="OBJECT")
    assert kinds >= {"VERTEX", "STROKE"}


@pytest.mark.skipif(not IS_LEGACY, reason="since 4.3 strokes have no width in pixels")
def test_dots_as_wide_on_the_screen_keep_their_size():
    obj, _ = dotted("BOX")
    obj.data.stroke_thickness_space = "SCREENSPACE"
    drawn_strokes(obj.data.layers[0])[0].line_width = 80
    build.update()
    for height in (5.0, 10.0):
        view = build.view_down((0.0, 0.0, height))
        pixels = build.MIDDLE_PX + np.array(((39.0, 39.0), (42.0, 0.0)))
        picks = api.pick(view, pixels, options=api.PickOptions(tolerance_px=0.5))
        assert [pick is not None for pick in picks] == [True, False]
