"""Rays, cameras and meshes in numpy; knows nothing of Blender."""

from .camera import look_at, orthographic, orthographic_2d, perspective, picking_ray, project, unproject
from .hits import Hits
from .mesh_index import MeshIndex
from .polygon_index import PolygonIndex
from .rank import rank_hits
from .ray_triangles import ray_triangles
from .rays import Rays
from .scene_index import SceneIndex
from .shapes import ray_box, ray_plane, ray_sphere
from .view import View

__all__ = [
    "Hits",
    "MeshIndex",
    "PolygonIndex",
    "Rays",
    "SceneIndex",
    "View",
    "look_at",
    "orthographic",
    "orthographic_2d",
    "perspective",
    "picking_ray",
    "project",
    "rank_hits",
    "ray_box",
    "ray_plane",
    "ray_sphere",
    "ray_triangles",
    "unproject",
]
