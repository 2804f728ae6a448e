"""The shading normals of one polygon's corners, without those of the whole mesh."""

import numpy as np

from ..core.numbering import numbered, ranges
from .mesh_arrays import corner_edge
from .mesh_memory import add_polygons
from .temporary_mesh import temporary_mesh


def corner_normals(mesh, index, polygon):
    """Blender's own normals of the corners of one polygon.

    They follow from the polygons around its vertices, which Blender is given as a mesh of their own; of a mesh of a
    million triangles all normals would take 50 times as long. Custom normals are read as they are, and so are all where
    the mesh is picked often: Blender keeps them then. The last digit may differ.

    Parameters
    ----------
    mesh : bpy.types.Mesh
    index : PolygonIndex
        Of its polygons.
    polygon : int

    Returns
    -------
    (n, 3) float64
    """
    corners = index.polygon_corners(polygon)
    if mesh.has_custom_normals or index.is_cut:
        return np.array([mesh.corner_normals[corner].vector for corner in corners], dtype=np.float64)
    is_flat = mesh.normals_domain == "FACE"
    around = np.array([polygon])
    if not is_flat:
        around = index.polygons_with(index.corner_vertices[corners.start : corners.stop])
    with temporary_mesh() as part:
        first = _copy_polygons(mesh, index, around, part)[int(np.searchsorted(around, polygon))]
        numbers = range(first, first + len(corners))
        if is_flat:
            normals = [part.polygons[0].normal] * len(corners)
        elif mesh.normals_domain == "CORNER":
            normals = [part.corner_normals[number].vector for number in numbers]
        else:
            normals = [part.vertex_normals[part.loops[number].vertex_index].vector for number in numbers]
        return np.array(normals, dtype=np.float64)


def _copy_polygons(mesh, index, polygons, part):
    """Fill an empty mesh with some polygons of another, and say where each begins."""
    starts = index.offsets[polygons]
    sizes = index.offsets[polygons + 1] - starts
    corners = ranges(starts, sizes)
    vertices, corner_vertices = numbered(index.corner_vertices[corners])
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    add_polygons(part, index.positions[vertices], corner_vertices.astype(np.int32), offsets)
    if mesh.normals_domain == "CORNER":
        following = np.arange(1, len(corners) + 1)
        following[offsets[1:] - 1] = offsets[:-1]
        _copy_sharpness(
            mesh, polygons, corners, np.stack((corner_vertices, corner_vertices[following]), axis=1), part
        )
    return offsets


def _copy_sharpness(mesh, polygons, corners, sides, part):
    """Give a part of a mesh the edges between its corners, `sides` (c, 2), and what is sharp."""
    edges, first, corner_edges = np.unique(
        [corner_edge(mesh, corner) for corner in corners.tolist()], return_index=True, return_inverse=True
    )
    part.edges.add(len(edges))
    part.edges.foreach_set("vertices", sides[first].astype(np.int32).ravel())
    part.loops.foreach_set("edge_index", corner_edges.astype(np.int32))
    # A new mesh is flat in some versions of Blender.
    part.polygons.foreach_set(
        "use_smooth", [mesh.polygons[number].use_smooth for number in polygons.tolist()]
    )
    flags = mesh.attributes.get("sharp_edge")
    if flags is not None:
        values = [flags.data[number].value for number in edges.tolist()]
        part.attributes.new(flags.name, "BOOLEAN", "EDGE").data.foreach_set("value", values)
