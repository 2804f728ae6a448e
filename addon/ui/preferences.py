"""The add-on's preferences: what the marks in the viewport look like, and the keys."""

from dataclasses import dataclass

import bpy
import rna_keymap_ui
from bpy.app.translations import pgettext_iface as iface_

from .. import __package__ as base_package
from .. import api
from . import keymaps


@dataclass(frozen=True)
class OverlayStyle:
    """How picks are marked: colours are RGB as in a theme, sizes are pixels before ui_scale."""

    is_shown: bool = True
    has_label: bool = True
    face_rgb: tuple = (1.0, 0.63, 0.16)
    point_rgb: tuple = (1.0, 0.48, 0.0)
    normal_rgb: tuple = (0.13, 0.87, 0.87)
    label_rgb: tuple = (1.0, 1.0, 1.0)
    hover_rgb: tuple = (1.0, 1.0, 1.0)
    face_opacity: float = 0.25
    outline_px: float = 2.0
    point_px: float = 9.0
    normal_px: float = 60.0


_DEFAULT = OverlayStyle()
_COLORS = ("face_rgb", "point_rgb", "normal_rgb", "label_rgb", "hover_rgb")
_SIZES = ("face_opacity", "outline_px", "point_px", "normal_px")
# Blender keeps no copy of the texts of an enumeration.
_listed_actions = []

_MEGABYTE = 1 << 20
# Key maps with the same key that are named.
_NAMED_MAX = 3


def _limit_cache(self, _context):
    api.limit_cache(self.cache_size * _MEGABYTE)


def _redraw(_self, context):
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def _color(name, description, default):
    return bpy.props.FloatVectorProperty(
        name=name,
        description=description,
        subtype="COLOR_GAMMA",
        size=3,
        min=0.0,
        max=1.0,
        default=default,
        update=_redraw,
    )


def _pixels(name, description, default, least, most):
    return bpy.props.FloatProperty(
        name=name,
        description=description,
        subtype="PIXEL",
        default=default,
        min=least,
        max=most,
        precision=1,
        update=_redraw,
    )


class PICKING_RAY_AP_preferences(bpy.types.AddonPreferences):
    bl_idname = base_package

    is_shown: bpy.props.BoolProperty(
        name="Show Picks in Viewport",
        description="Mark the picked face, place and normal in the 3D viewports, as long as these show overlays",
        default=_DEFAULT.is_shown,
        update=_redraw,
    )
    has_label: bpy.props.BoolProperty(
        name="Name and Distance",
        description="Write the object's name and its distance beside the picked place",
        default=_DEFAULT.has_label,
        update=_redraw,
    )
    has_hover: bpy.props.BoolProperty(
        name="Outline Under Mouse",
        description="While picking, outline what a click would pick",
        default=True,
    )
    use_theme_colors: bpy.props.BoolProperty(
        name="Colors of the Theme",
        description="Take the theme's colors for active object, selected vertex, normal and text",
        default=True,
        update=_redraw,
    )
    face_rgb: _color("Face", "Color of the picked face", _DEFAULT.face_rgb)
    point_rgb: _color("Point", "Color of the picked place", _DEFAULT.point_rgb)
    normal_rgb: _color("Normal", "Color of the normal at the picked place", _DEFAULT.normal_rgb)
    label_rgb: _color("Text", "Color of the name beside the picked place", _DEFAULT.label_rgb)
    hover_rgb: _color("Under Mouse", "Color of the outline of what is under the mouse", _DEFAULT.hover_rgb)
    face_opacity: bpy.props.FloatProperty(
        name="Face Opacity",
        description="How much of what is drawn the filled face covers",
        subtype="FACTOR",
        default=_DEFAULT.face_opacity,
        min=0.0,
        max=1.0,
        update=_redraw,
    )
    outline_px: _pixels("Outline", "Width of the outline of the picked face", _DEFAULT.outline_px, 1.0, 10.0)
    point_px: _pixels("Point", "Diameter of the picked place", _DEFAULT.point_px, 4.0, 40.0)
    normal_px: _pixels("Normal", "Length of the normal, whatever the zoom", _DEFAULT.normal_px, 0.0, 400.0)

    cache_size: bpy.props.IntProperty(
        name="Cache Size",
        description="Megabytes of geometry to keep between picks; what was picked least lately is given back first",
        default=api.DEFAULT_LIMIT_BYTES // _MEGABYTE,
        min=16,
        soft_max=65536,
        update=_limit_cache,
    )

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        column = layout.column(heading="Viewport")
        column.prop(self, "has_hover")
        column.prop(self, "is_shown")
        marks = layout.column()
        marks.active = self.is_shown
        marks.prop(self, "has_label")
        marks.prop(self, "use_theme_colors")
        if not self.use_theme_colors:
            for name in _COLORS:
                marks.prop(self, name)
        sizes = marks.column(align=True)
        for name in _SIZES:
            sizes.prop(self, name)
        memory = layout.row()
        memory.prop(self, "cache_size")
        memory.label(text=f"MB, {api.cached_bytes() / _MEGABYTE:.1f} in use")
        self._draw_keys(context, layout)
        row = layout.row()
        row.alignment = "RIGHT"
        row.operator(PICKING_RAY_OT_preferences_reset.bl_idname, icon="LOOP_BACK")

    def _draw_keys(self, context, layout):
        user = context.window_manager.keyconfigs.user
        header, body = layout.panel("picking_ray_keys")
        header.label(text="Shortcuts")
        if body is not None:
            header.operator_menu_enum("picking_ray.shortcut_add", "action", icon="ADD")
            items = [*keymaps.start_items(user), *keymaps.action_items(user)]
            _draw_items(body, user, items, keymaps.conflicts(user, items))
        header, body = layout.panel("picking_ray_keys_while_picking", default_closed=True)
        header.label(text="Shortcuts While Picking")
        if body is not None:
            _draw_items(body, user, keymaps.picking_items(user))
            body.label(text="With the Tool")
            _draw_items(body, user, keymaps.tool_items(user))


def _draw_items(layout, keyconfig, items, conflicts=()):
    """Native widgets of items, and below each what else has its key."""
    column = layout.column()
    for keymap, item in items:
        column.context_pointer_set("keymap", keymap)
        rna_keymap_ui.draw_kmi([], keyconfig, keymap, item, column, 0)
        places = {}
        for ours, keymap_name, name in conflicts:
            if ours == item:
                places.setdefault(name, []).append(iface_(keymap_name))
        for name, keymap_names in places.items():
            text = iface_("{name} has this key as well, in {keymap}")
            text = text.format(name=iface_(name, "Operator"), keymap=_listed(keymap_names))
            column.label(text=text, icon="ERROR", translate=False)


def _listed(names):
    """A few names, and how many more there are."""
    if len(names) <= _NAMED_MAX:
        return ", ".join(names)
    text = iface_("{names} and {count} more")
    return text.format(names=", ".join(names[: _NAMED_MAX - 1]), count=len(names) - _NAMED_MAX + 1)


def _actions(_self, _context):
    """Every operator that is for users, as an item of an enumeration."""
    global _listed_actions
    found = [
        getattr(bpy.types, getattr(bpy.ops.picking_ray, name).idname()) for name in dir(bpy.ops.picking_ray)
    ]
    _listed_actions = [
        (cls.__name__, cls.bl_label, cls.__doc__)
        for cls in sorted(found, key=lambda cls: cls.bl_label)
        if "INTERNAL" not in getattr(cls, "bl_options", ())
    ]
    return _listed_actions


class PICKING_RAY_OT_shortcut_add(bpy.types.Operator):
    """Add a shortcut for one of the actions, to be given a key here"""

    bl_idname = "picking_ray.shortcut_add"
    bl_label = "Add Shortcut"
    bl_options = {"INTERNAL"}

    action: bpy.props.EnumProperty(name="Action", description="What the shortcut does", items=_actions)

    def execute(self, context):
        name = self.action.removeprefix("PICKING_RAY_OT_")
        keymaps.add_action(context.window_manager.keyconfigs.user, f"picking_ray.{name}")
        return {"FINISHED"}


class PICKING_RAY_OT_preferences_reset(bpy.types.Operator):
    """Set everything here back to how it was installed, keys included"""

    bl_idname = "picking_ray.preferences_reset"
    bl_label = "Reset to Defaults"
    bl_options = {"INTERNAL"}

    def execute(self, context):
        preferences = context.preferences.addons[base_package].preferences
        for name in PICKING_RAY_AP_preferences.__annotations__:
            preferences.property_unset(name)
        _limit_cache(preferences, context)
        user = context.window_manager.keyconfigs.user
        for items in (keymaps.start_items, keymaps.tool_items, keymaps.picking_items):
            for keymap, item in items(user):
                keymap.restore_item_to_default(item)
        for keymap, item in keymaps.action_items(user):
            keymap.keymap_items.remove(item)
        _redraw(self, context)
        return {"FINISHED"}


def own_preferences(context):
    """The add-on's preferences; None when it was registered by a script, without any."""
    addon = context.preferences.addons.get(base_package)
    return None if addon is None else addon.preferences


def has_hover(context):
    """Whether the user wants to see what is under the mouse while picking; so without preferences."""
    preferences = own_preferences(context)
    return preferences is None or preferences.has_hover


def install(_removals):
    """Apply what was saved; how a limit is undone is a matter of the api's release."""
    preferences = own_preferences(bpy.context)
    if preferences is not None:
        _limit_cache(preferences, bpy.context)


def label_rgb(context):
    """The color of texts in the style that the user wants."""
    chosen = own_preferences(context)
    if chosen is None or chosen.use_theme_colors:
        return tuple(context.preferences.themes[0].view_3d.space.text_hi)
    return tuple(chosen.label_rgb)


def overlay_style(context):
    """The style the user wants; the default one without preferences."""
    chosen = own_preferences(context)
    if chosen is None or chosen.use_theme_colors:
        theme = context.preferences.themes[0].view_3d
        text = theme.space.text_hi
        colors = theme.object_active, theme.vertex_select, theme.normal, text, text
    else:
        colors = [getattr(chosen, name) for name in _COLORS]
    colors = {name: tuple(color) for name, color in zip(_COLORS, colors)}
    if chosen is None:
        return OverlayStyle(**colors)
    return OverlayStyle(
        is_shown=chosen.is_shown,
        has_label=chosen.has_label,
        **colors,
        **{name: getattr(chosen, name) for name in _SIZES},
    )


CLASSES = (
    PICKING_RAY_OT_preferences_reset,
    PICKING_RAY_OT_shortcut_add,
    PICKING_RAY_AP_preferences,
)
