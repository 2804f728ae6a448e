"""The interface in Chinese, as the user has set it, and in English again; B31: no translation stays behind."""

from . import picking

_SPEAK = """
view = bpy.context.preferences.view
view.language = language
view.use_translate_interface = view.use_translate_tooltips = view.use_translate_reports = True
"""
_SAID = """
from bpy.app.translations import pgettext_iface, pgettext_tip, pgettext_rpt
[
    pgettext_iface("Pick in Viewport", "Operator"),
    pgettext_tip("Copy to the clipboard"),
    pgettext_rpt("Nothing there"),
]
"""
_DISABLE = """
import addon_utils
addon_utils.disable(module)
"""


def test_everything_is_said_in_chinese_while_the_add_on_is_enabled(blender):
    blender.show_tab("Pick")
    english = blender.run(_SAID)
    blender.run(_SPEAK, language="zh_HANS")
    assert blender.run(_SAID) == ["在视图中拾取", "复制到剪贴板", "那里没有东西"]
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.click(*picking.empty_place(blender))
    assert picking.miss(blender) == "那里没有东西"
    assert picking.status_is_ours(blender)
    blender.key("ESC")
    blender.run(_DISABLE, module=picking.ADDON)
    assert blender.run(_SAID)[1:] == english[1:]
    blender.run(_SPEAK, language="DEFAULT")
