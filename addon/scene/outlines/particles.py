"""Particle systems as object mode draws them: strands of hair, and the signs that stand for particles."""

import bpy
import numpy as np

from ...core.splines import CATMULL_ROM, Splines, evaluate
from .outline import Outline
from .placing import mean_scale
from .strands import CLOSED_FROM, IS_RESAMPLED, resampled, ribbons, shaped_radii

KINDS = frozenset(("HAIR", "POINT"))

# Before 4.4 they are drawn without overlays as well.
SIGNS_ARE_OVERLAYS = bpy.app.version >= (4, 4)
# Blender rounds the corners of a strand off; so many lines for each of its parts.
_STEPS = 4
_CIRCLE_CORNERS = 7 if bpy.app.version >= (4, 4) else 32
_SHOWN_STATES = frozenset(("ALIVE", "DYING"))
_DRAWN_AS_DOTS = frozenset(("HALO", "LINE"))


def particle_outlines(obj, hair_subdivision):
    """The strands and signs of all systems that an evaluated object shows, numbered through in each kind."""
    strand_count = particle_count = 0
    for modifier in shown_systems(obj):
        system, settings = modifier.particle_system, modifier.particle_system.settings
        if settings.type == "HAIR" and settings.render_type == "PATH":
            if settings.display_method != "NONE":
                strands = _strands(obj, modifier, hair_subdivision, strand_count)
                strand_count += len(system.particles) + len(system.child_particles)
                if strands is not None:
                    yield strands
        elif settings.type == "EMITTER":
            yield from _signs(obj, system, particle_count)
            particle_count += len(system.particles)


def placement(obj, scene):
    """What the particles of an object depend on that no update tag tells, as bytes: the time, above all."""
    if not len(obj.particle_systems):
        return b""
    shown = [
        (
            modifier.name,
            settings.type,
            settings.render_type,
            settings.display_method,
            settings.display_size,
            settings.display_step,
            settings.display_percentage,
            settings.use_parent_particles,
            settings.root_radius,
            settings.tip_radius,
            settings.radius_scale,
            settings.shape,
            settings.use_close_tip,
            settings.show_unborn,
            settings.use_dead,
        )
        for modifier in shown_systems(obj)
        for settings in (modifier.particle_system.settings,)
    ]
    matrix = tuple(map(tuple, obj.matrix_world))
    states = (obj.original.mode, scene.frame_current_final, scene.render.hair_subdiv)
    return repr((obj.original.session_uid, *states, matrix, shown)).encode()


def shown_systems(obj):
    """Yield the modifiers of the particle systems that an object shows."""
    for modifier in obj.modifiers:
        if modifier.type == "PARTICLE_SYSTEM" and modifier.show_viewport:
            system = modifier.particle_system
            if system is not None and system.settings is not None:
                yield modifier


def _strands(obj, modifier, hair_subdivision, first_number):
    """All strands of a system; None without any that has a length."""
    settings = modifier.particle_system.settings
    if obj.original.mode == "PARTICLE_EDIT":
        first, strands = 0, _edited_strands(obj, modifier)
    else:
        first, strands = _grown_strands(obj, modifier.particle_system)
    counts = np.array([len(strand) for strand in strands], dtype=np.int64)
    if not counts.any():
        return None
    positions = np.concatenate([strand for strand in strands if len(strand)])
    number, part = first_number + first, modifier.name
    if IS_RESAMPLED:
        count = 1 << (settings.display_step + hair_subdivision)
        positions, along, _, counts = resampled(positions, counts, count, np.zeros(len(positions)))
        return ribbons(positions, _radii(settings, along), counts, first=number, part=part)
    splines = Splines(
        counts,
        types=np.full(len(counts), CATMULL_ROM),
        cyclic=np.zeros(len(counts), dtype=bool),
        resolutions=np.full(len(counts), _STEPS),
        orders=counts,
        knot_modes=counts,
        weights=np.ones(counts.sum()),
    )
    smooth = evaluate(splines, positions)
    along = np.concatenate([np.linspace(0.0, 1.0, count) for count in counts])
    radii = np.maximum(smooth.mixed(_radii(settings, along)), 0.0)
    return ribbons(smooth.positions, radii, smooth.counts, first=number, part=part)


def _grown_strands(obj, system):
    """The number of the first strand that is drawn, and all of them; where there are children, maybe they alone."""
    parent_count, child_count = len(system.particles), len(system.child_particles)
    shows_parents = child_count == 0 or system.settings.use_parent_particles
    first = 0 if shows_parents else parent_count
    numbers = range(first, parent_count + child_count)
    steps = range(2**system.settings.display_step + 1)
    places = [system.co_hair(obj, particle_no=number, step=step) for number in numbers for step in steps]
    places = np.array(places, dtype=np.float64).reshape(-1, 3)
    return first, _to_local(obj, places).reshape(len(numbers), len(steps), 3)


def _edited_strands(obj, modifier):
    """The strands between their keys, of which alone Blender tells anything in particle edit mode."""
    return [
        np.array(
            [key.co_object(object=obj, modifier=modifier, particle=particle) for key in particle.hair_keys]
        ).reshape(-1, 3)
        for particle in modifier.particle_system.particles
    ]


def _radii(settings, along):
    root, tip = (0.5 * settings.radius_scale * part for part in (settings.root_radius, settings.tip_radius))
    shape = settings.shape
    if IS_RESAMPLED:
        return shaped_radii(root, tip, shape, along, settings.use_close_tip)
    with np.errstate(divide="ignore"):
        share = along ** (1.0 + shape) if shape < 0.0 else along ** (1.0 / (1.0 - min(shape, 0.999)))
    radii = root + share * (tip - root)
    return np.where(settings.use_close_tip & (along > CLOSED_FROM), 0.0, radii)


def _signs(obj, system, first_number):
    """What stands for the particles of an emitter that are alive."""
    settings = system.settings
    method = settings.display_method
    if method == "RENDER":
        method = "DOT" if settings.render_type in _DRAWN_AS_DOTS else "NONE"
    shown = [
        (number, particle) for number, particle in enumerate(system.particles) if is_shown(particle, settings)
    ]
    if method == "NONE" or not shown:
        return
    numbers = np.array([number for number, _ in shown]) + first_number
    places = np.array([particle.location[:] for _, particle in shown], dtype=np.float64)
    size = settings.display_size
    if method == "DOT":
        local = _to_local(obj, places)
        scale = mean_scale(np.array(obj.matrix_world, dtype=np.float64)) or 1.0
        yield Outline("POINT", local, local, numbers, half_widths=np.full((len(local), 2), size / scale))
    elif method == "CIRC":
        angles = np.arange(_CIRCLE_CORNERS + 1) * (2.0 * np.pi / _CIRCLE_CORNERS)
        corners = np.stack((np.cos(angles), np.sin(angles)), axis=1) * size
        sides = np.tile(np.stack((corners[:-1], corners[1:]), axis=1), (len(places), 1, 1))
        local = np.repeat(_to_local(obj, places), _CIRCLE_CORNERS, axis=0)
        owners = np.repeat(numbers, _CIRCLE_CORNERS)
        yield Outline("POINT", local, local.copy(), owners, facing=sides, facing_unit="WORLD")
    else:
        turns = np.array([particle.rotation.to_matrix() for _, particle in shown], dtype=np.float64)
        axes = turns.transpose(0, 2, 1) * size
        low, high = (-axes, axes) if method == "CROSS" else (np.zeros_like(axes), 2.0 * axes)
        starts, ends = (_to_local(obj, (places[:, None] + offset).reshape(-1, 3)) for offset in (low, high))
        yield Outline("POINT", starts, ends, np.repeat(numbers, 3))


def is_shown(particle, settings):
    """Whether a particle is there at its age."""
    state = particle.alive_state
    if state == "UNBORN":
        return settings.show_unborn
    return state in _SHOWN_STATES or (state == "DEAD" and settings.use_dead)


def _to_local(obj, places):
    """Places (n, 3) in the world in the object's own space; where that has no volume, none of them."""
    matrix = np.array(obj.matrix_world, dtype=np.float64)
    if np.linalg.det(matrix) == 0.0:
        return np.full(places.shape, np.nan)
    matrix = np.linalg.inv(matrix)
    return places @ matrix[:3, :3].T + matrix[:3, 3]
