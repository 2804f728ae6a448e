"""Cases C1 and D3: hair and emitted particles of legacy systems are picked as object mode draws them."""

import bpy
import numpy as np
import pytest

from addon import api

from . import build, oracles, pictures
from .test_hair import HAIR_TYPES, set_hair_type
from .test_lines_and_points import looking_at


def system_of(obj, kind, count, **settings):
    obj.modifiers.new("Particles", "PARTICLE_SYSTEM")
    made = obj.particle_systems[-1].settings
    made.type, made.count = kind, count
    for name, value in settings.items():
        setattr(made, name, value)
    build.update()
    return made


def hairy(count=3, **settings):
    """An object without a drawn surface that hair grows from."""
    obj = build.plane("Emitter", 0.5)
    obj.show_instancer_for_viewport = False
    system_of(obj, "HAIR", count, hair_length=1.5, **settings)
    return obj


def emitter(**settings):
    obj = build.plane("Emitter", 0.5)
    obj.show_instancer_for_viewport = False
    system_of(obj, "EMITTER", 4, frame_start=1, frame_end=2, lifetime=100, **settings)
    to_frame(7)
    return obj


def to_frame(frame):
    """Particles are simulated frame by frame."""
    for number in range(1, frame + 1):
        bpy.context.scene.frame_set(number)


def evaluated_system(obj):
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return evaluated, evaluated.particle_systems[0]


def middle_of_strand(obj, number):
    evaluated, system = evaluated_system(obj)
    return np.array(system.co_hair(evaluated, particle_no=number, step=2))


def pick_at(place, **options):
    """Seen from the front."""
    view = build.view_from(np.add(place, (0, -5, 0)), place, up=(0, 0, 1))
    return api.pick(view, build.MIDDLE_PX, options=api.PickOptions(**options))


def askew(obj):
    obj.location, obj.rotation_euler, obj.scale = (0.2, 0.1, -0.4), (0.3, 0.4, 0.5), (1.0, 1.5, 0.7)
    build.update()
    return obj


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS)
@pytest.mark.parametrize("hair_type", HAIR_TYPES)
def test_every_drawn_pixel_of_particle_hair_is_a_hit_and_no_far_one(hair_type, view):
    obj = askew(hairy(radius_scale=0.1, root_radius=2.0, tip_radius=1.0, use_close_tip=False))
    set_hair_type(hair_type)
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[:1])
@pytest.mark.parametrize("child_type", ("SIMPLE", "INTERPOLATED"))
def test_every_drawn_pixel_of_children_is_a_hit_and_no_far_one(child_type, view):
    obj = askew(hairy(child_type=child_type, child_percent=3, brownian_factor=0.2))
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("view", oracles.VIEWS[:3])
@pytest.mark.parametrize("method", ("DOT", "CIRC", "CROSS", "AXIS"))
def test_every_drawn_pixel_of_emitted_particles_is_a_hit_and_no_far_one(method, view):
    obj = emitter(display_method=method, display_size=0.2)
    obj.location, obj.scale = (0.2, 0.1, -0.4), (1.0, 1.5, 0.7)
    to_frame(7)
    oracles.assert_drawn_is_picked(obj, view)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("has_overlays", (True, False))
@pytest.mark.parametrize("shading", ("SOLID", "WIREFRAME"))
@pytest.mark.parametrize("display_type", ("TEXTURED", "WIRE", "BOUNDS"))
def test_signs_of_particles_are_overlays_since_4_4(display_type, shading, has_overlays):
    obj = emitter(display_method="CROSS", display_size=0.2)
    obj.display_type = display_type
    space, region, region_3d = build.live_view()
    space.shading.type, space.overlay.show_overlays = shading, has_overlays
    build.update()
    region_3d.update()
    viewport, modifier = api.viewport(), obj.modifiers[0]
    is_drawn = pictures.changed_by(space, region, viewport, modifier, show_viewport=False).any()
    particles = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).particle_systems[0].particles
    pixels = viewport.view.project([particle.location[:] for particle in particles])[0]
    picks = api.pick(viewport, pixels, options=api.PickOptions(kinds={"POINT"}))
    expected = has_overlays or bpy.app.version < (4, 4)
    assert is_drawn == expected
    assert [pick is not None for pick in picks] == [expected] * 4


def test_strand_is_named_by_its_number_and_hidden_with_its_system():
    obj = hairy()
    for number in range(3):
        pick = pick_at(middle_of_strand(obj, number))
        assert (pick.kind, pick.object_name, pick.index) == ("HAIR", "Emitter", number)
    place = middle_of_strand(obj, 1)
    obj.particle_systems[0].settings.display_method = "NONE"
    assert pick_at(place) is None
    obj.particle_systems[0].settings.display_method = "RENDER"
    assert pick_at(place).kind == "HAIR"
    obj.modifiers[0].show_viewport = False
    assert pick_at(place) is None


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("shown", (True, False))
@pytest.mark.parametrize("method", ("DOT", "CIRC", "CROSS", "HAIR"))
def test_pixels_of_particles_of_what_is_displayed_as_bounds(method, shown):
    obj = askew(hairy() if method == "HAIR" else emitter(display_method=method, display_size=0.1))
    obj.display_type, obj.show_instancer_for_viewport = "BOUNDS", shown
    to_frame(7)
    oracles.assert_drawn_is_picked(obj, oracles.VIEWS[1])


def test_particles_of_what_is_displayed_as_bounds_are_hit_by_their_kind():
    obj = hairy()
    obj.display_type, obj.show_instancer_for_viewport = "BOUNDS", True
    build.update()
    assert pick_at(middle_of_strand(obj, 0), kinds={"HAIR"}).kind == "HAIR"
    assert pick_at((0.5, 0.2, 0), kinds={"BOUNDS"}).kind == "BOUNDS"
    assert pick_at((0.3, 0.2, 0), kinds={"FACE", "EDGE"}) is None


def test_emitter_itself_is_a_hit_only_where_it_is_shown():
    obj = hairy()
    at = looking_at((0.01, 0.49, 0), distance=1.0)
    assert api.pick(*at) is None
    obj.show_instancer_for_viewport = True
    assert api.pick(*at).kind == "FACE"


def test_hair_follows_the_object_it_grows_from():
    obj = hairy()
    before = middle_of_strand(obj, 0)
    obj.location, obj.rotation_euler = (0, 9, 2), (0, 0, 1)
    build.update()
    after = middle_of_strand(obj, 0)
    assert after[1] > 7 and pick_at(after).location == pytest.approx(after, abs=1e-4)
    assert pick_at(before) is None


def test_children_take_the_place_of_their_parents():
    obj = hairy(child_type="INTERPOLATED", child_percent=4)
    system = evaluated_system(obj)[1]
    child_count = len(system.child_particles)
    assert child_count > 0
    assert pick_at(middle_of_strand(obj, 3)).index in range(3, 3 + child_count)


def test_true_radius_of_particle_hair():
    obj = hairy(radius_scale=0.1, root_radius=2.0, tip_radius=2.0, use_close_tip=False)
    place = middle_of_strand(obj, 0)
    pick = pick_at(place, true_radius=True)
    assert pick.location == pytest.approx(place - (0, 0.1, 0), abs=1e-4)
    assert pick.normal == pytest.approx((0, -1, 0), abs=1e-3)


def test_emitted_particles_are_picked_where_they_are_at_the_frame():
    obj = emitter(display_method="CROSS", display_size=0.05)
    for frame in (7, 30):
        to_frame(frame)
        places = [particle.location.copy() for particle in evaluated_system(obj)[1].particles]
        for number, place in enumerate(places):
            pick = pick_at(place)
            assert (pick.kind, pick.index) == ("POINT", number)
            assert pick.location == pytest.approx(place, abs=0.051)
    obj.particle_systems[0].settings.display_method = "NONE"
    assert pick_at(places[0]) is None


def test_system_without_particles_and_object_of_no_size_raise_nothing():
    obj = hairy(count=0)
    assert pick_at((0, 0, 0)) is None
    system_of(obj, "HAIR", 2)
    obj.scale = (0, 0, 0)
    build.update()
    pick_at((0, 0, 0))
    build.cube("Other", location=(0, 9, 0))
    assert pick_at((0, 9, 0)).object_name == "Other"


def test_particle_edit_mode_still_picks_the_strands():
    obj = hairy()
    place = middle_of_strand(obj, 0)
    bpy.context.view_layer.objects.active = obj
    with build.live_override():
        bpy.ops.object.mode_set(mode="PARTICLE_EDIT")
    assert pick_at(place).kind == "HAIR"
    with build.live_override():
        bpy.ops.object.mode_set(mode="OBJECT")
