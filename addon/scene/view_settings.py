"""What a viewport draws, with options applied; where there is no viewport, all that it could."""

from .options import EVERY_KIND

# Outlines of curves in edit mode that are not shown, by `Viewport.curve_handles`.
_HIDDEN_HANDLES = {"NONE": ("SELECTED", "OTHER"), "SELECTED": ("OTHER",), "ALL": ()}


class ViewSettings:
    """What of a view layer is drawn wherever one looks from, as values.

    Attributes
    ----------
    kinds, asked_kinds : frozenset of str
        Those that are drawn and asked for, and all that are asked for.
    hidden_types, unselectable_types : frozenset of str
    uids : frozenset of int or None
        `session_uid` of the objects in the local view.
    camera_uid : int or None
    view : View or None
    culls_by_material : bool
        Whether what is seen from behind is not drawn where its material says so.
    is_wireframe, is_xray : bool
    overlays, edges, points, wires, extras, every_face, bones_in_front, hollow_tracks : bool
        Whether these are drawn, or drawn so.
    wire_threshold, hidden_handles, onion_skins, tracks
    """

    def __init__(self, options, viewport):
        hidden_kinds = viewport.hidden_kinds if viewport else frozenset()
        self.asked_kinds = EVERY_KIND if options.kinds is None else options.kinds
        self.kinds = self.asked_kinds - hidden_kinds
        self.overlays = "BOUNDS" not in hidden_kinds
        self.points = "VERTEX" not in hidden_kinds
        self.is_wireframe = viewport is not None and viewport.shading == "WIREFRAME"
        self.edges = self.is_wireframe or "EDGE" not in hidden_kinds
        self._take(options, viewport) if viewport else self._take_all()

    def _take_all(self):
        self.hidden_types = self.unselectable_types = frozenset()
        self.uids = self.camera_uid = self.view = self.tracks = None
        self.culls_by_material = self.is_xray = False
        self.every_face = self.wires = self.bones_in_front = self.hollow_tracks = False
        self.extras, self.wire_threshold = True, 1.0
        self.hidden_handles, self.onion_skins = _HIDDEN_HANDLES["ALL"], "NONE"

    def _take(self, options, viewport):
        self.hidden_types, self.unselectable_types = viewport.hidden_types, viewport.unselectable_types
        self.uids, self.camera_uid, self.view = viewport.shown_uids, viewport.camera_uid, viewport.view
        self.culls_by_material = viewport.culls_by_material and not options.ignore_culling
        self.is_xray, self.every_face = viewport.is_xray, viewport.draws_every_face
        self.wires = self.is_wireframe or viewport.shows_wires
        self.wire_threshold = viewport.wire_threshold
        self.extras, self.bones_in_front = viewport.shows_extras, viewport.bones_in_front
        self.hidden_handles = _HIDDEN_HANDLES[viewport.curve_handles]
        self.onion_skins = viewport.onion_skins
        self.tracks = viewport.tracks if "ICON" in self.asked_kinds else None
        self.hollow_tracks = viewport.shading == "SOLID" and viewport.is_xray
