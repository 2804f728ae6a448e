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
_IMPORT = """
try:
    bpy.ops.picking_ray.history_import(filepath=path)
except RuntimeError as error:
    said = str(error)
said
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


def test_what_is_wrong_with_a_file_is_said_in_chinese(blender):
    """Of the sentence the name of the column and what stands there are as in the file."""
    path = blender.process.work / "picks.csv"
    picking.start_with_key(blender)
    blender.click(*picking.cube(blender))
    blender.key("ESC")
    blender.run("bpy.ops.picking_ray.history_export(filepath=path, file_format='CSV')", path=str(path))
    head, row = path.read_text("utf-8").splitlines()
    cells = row.split(",")
    cells[head.split(",").index("distance")] = "far"
    path.write_text("\n".join((head, ",".join(cells))), "utf-8")
    english = blender.run(_IMPORT, path=str(path))
    assert "Nothing imported: Row 2, distance: expected a number, got 'far'" in english
    blender.run(_SPEAK, language="zh_HANS")
    assert "第 2 行，distance：应为数字，却是 'far'" in blender.run(_IMPORT, path=str(path))
    path.write_text('"a"b', "utf-8")
    assert blender.run(_IMPORT, path=str(path)).strip().endswith("第 1 行：应为 CSV，却是其他内容")
    nothing = str(path.with_name("nothing.csv"))
    assert "没有那个文件或目录" in blender.run(_IMPORT, path=nothing)
    blender.run(_SPEAK, language="DEFAULT")
