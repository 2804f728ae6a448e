"""The rows of the benchmark: what each measures, against what, and which module does it inside Blender."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """`notes` are sentences that say what the figures mean; `needs_window` rows run in Debian's Blender."""

    name: str
    title: str
    module: str
    notes: tuple[str, ...]
    needs_window: bool = False


_EVERY = (
    Row(
        "cold",
        "The first pick on a mesh nobody has seen",
        "bench_meshes",
        (
            "One ray on a new evaluated mesh, extraction included; against the first call of Scene.ray_cast on another "
            "one.",
            "Up to 100,000 triangles a run is the median of several meshes.",
        ),
    ),
    Row(
        "warm",
        "Later picks on a mesh of 1,000,000 triangles",
        "bench_meshes",
        (
            "Time of a ray, over 500 different ones in a loop; against Scene.ray_cast in a loop of its own.",
            "All of them have been cast before, at once and one by one.",
        ),
    ),
    Row(
        "structure",
        "Building the structure, 1,000,000 triangles",
        "bench_meshes",
        ("Against the first call of Scene.ray_cast on a mesh whose triangles Blender has already made.",),
    ),
    Row(
        "instances",
        "Later picks among many instances",
        "bench_objects",
        (
            "Time of a ray, over up to 500 different ones in a loop; against Scene.ray_cast in a loop of its own.",
            "Small rings of 512 triangles: instances of a point instancer, or objects that share a mesh.",
        ),
    ),
    Row(
        "move",
        "After one object moved among 10,000",
        "bench_objects",
        (
            "No peer: Blender's own ray has no structure over objects.",
            "With the next ray there would also be what a move puts off, and there is what the one evicts of the other "
            "from the processor's caches.",
        ),
    ),
    Row(
        "unchanged",
        "Enumerating an unchanged scene of 10,000 objects before a pick",
        "bench_objects",
        ("Time of api.cast_rays with a ray past everything, less the same in a scene of one object.",),
    ),
    Row(
        "rays",
        "Incoherent rays, 500,000 triangles",
        "bench_batches",
        (
            "All rays in one call; against a loop of Scene.ray_cast over up to 20,000 of them, scaled to all, and "
            "against trimesh with embreex, which gives the triangle alone.",
            "embreex alone, without trimesh, also gives where. Both are single precision.",
            "Ours and embreex have been asked once before.",
        ),
    ),
    Row(
        "accuracy",
        "Accuracy",
        "bench_accuracy",
        (
            "600 rays a run at a closed mesh of 20,000 triangles, a third each in any direction, at vertices and at "
            "middles of edges; judged by exact rational arithmetic.",
            "The bound is 1e-15 of the largest coordinate, of t over the cosine of incidence.",
            "Where several triangles meet in the point, a peer may name any of them, we only the first.",
        ),
    ),
    Row(
        "panel",
        "The sidebar, and the add-on when idle",
        "bench_window",
        (
            "In a window of Debian's Blender, 8,192 objects in the scene, those picked the last by name: time inside "
            "what Blender calls of the panels for one redraw of the sidebar, lists included.",
            "Idle is registered with nothing picked: counted are calls of the add-on's functions.",
        ),
        needs_window=True,
    ),
    Row(
        "overlay",
        "Picks and measures drawn in a 3D view",
        "bench_overlay",
        (
            "In a window of Debian's Blender: time inside what Blender calls to draw them, for one redraw of one view. "
            "What the graphics card does afterwards is not in it.",
        ),
        needs_window=True,
    ),
)
ROWS = {row.name: row for row in _EVERY}


def chosen_rows(names) -> list[Row]:
    """The rows of these names, in their own order; all of them for none.

    Raises
    ------
    ValueError
        For a name that no row has.
    """
    unknown = [name for name in names if name not in ROWS]
    if unknown:
        raise ValueError(f"no row {', '.join(map(repr, unknown))}: expected some of {', '.join(ROWS)}")
    return [row for row in _EVERY if not names or row.name in names]
