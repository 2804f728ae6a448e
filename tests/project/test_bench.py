"""The benchmark's own logic: verdicts, what it lists and refuses, what it writes. Nothing here takes time."""

import ast
import json
from pathlib import Path

import bench
import bench_page
import bench_rows
import pytest
from bench_table import FASTER, MOST, SLOWER, Bar, Line, line_as_dict, line_from_dict, spread, verdict

SCRIPTS = Path(bench.__file__).parent


def line(ours, theirs=(), bar=None, **more):
    return Line("a ray", tuple(ours), tuple(theirs), bar=bar, **more)


@pytest.mark.parametrize(
    "bar, ours, theirs, expected",
    [
        (Bar(FASTER, 40.0), 1.0, 41.0, "met"),
        (Bar(FASTER, 40.0), 1.0, 40.0, "met"),
        (Bar(FASTER, 40.0), 1.0, 36.0, "met within 10 %"),
        (Bar(FASTER, 40.0), 1.0, 35.9, "not met"),
        (Bar(SLOWER, 2.0), 2.0, 1.0, "met"),
        (Bar(SLOWER, 2.0), 2.2, 1.0, "met within 10 %"),
        (Bar(SLOWER, 2.0), 2.21, 1.0, "not met"),
        (Bar(MOST, 10.0), 10.0, None, "met"),
        (Bar(MOST, 10.0), 11.0, None, "met within 10 %"),
        (Bar(MOST, 10.0), 11.1, None, "not met"),
        (Bar(MOST, 0.0), 0.0, 5.0, "met"),
        (Bar(MOST, 0.0), 1.0, 5.0, "not met"),
        (None, 1.0, 2.0, ""),
    ],
)
def test_verdict_within_a_tenth_of_the_bar_counts_as_met_and_is_named(bar, ours, theirs, expected):
    assert verdict(line([ours], () if theirs is None else [theirs], bar)) == expected


def test_figure_is_the_median_of_the_ratios_of_the_runs():
    slow_machine_in_the_second_run = line([1.0, 10.0, 2.0], [30.0, 350.0, 80.0], Bar(FASTER, 33.0))
    assert spread(slow_machine_in_the_second_run) == (30.0, 35.0, 40.0)
    assert verdict(slow_machine_in_the_second_run) == "met"


def test_most_is_held_against_our_own_figure_whatever_the_peer_has():
    assert spread(line([3.0, 1.0, 2.0], [100.0, 100.0, 100.0], Bar(MOST, 1.0))) == (1.0, 2.0, 3.0)


def test_line_without_figures_is_not_measured():
    absent = line([], bar=Bar(FASTER, 4.0), note="no window")
    assert verdict(absent) == "not measured"
    assert spread(absent) == (None, None, None)


def test_line_survives_json():
    one = line([1.0, 2.0], [3.0, 4.0], Bar(SLOWER, 2.5), peer="a peer", axis="rays", at=10.0)
    assert line_from_dict(json.loads(json.dumps(line_as_dict(one)))) == one


def test_list_names_every_row_and_measures_nothing(capsys):
    assert bench.main(["--list"]) == 0
    shown = [text.split()[0] for text in capsys.readouterr().out.splitlines()]
    assert shown == list(bench_rows.ROWS)


def test_list_of_chosen_rows(capsys):
    assert bench.main(["--list", "--row", "rays", "--row", "cold"]) == 0
    assert [text.split()[0] for text in capsys.readouterr().out.splitlines()] == ["cold", "rays"]


def test_unknown_row_is_refused_with_the_names_there_are(capsys):
    with pytest.raises(SystemExit) as refused:
        bench.main(["--row", "colt"])
    assert refused.value.code == 2
    assert f"no row 'colt': expected some of {', '.join(bench_rows.ROWS)}" in capsys.readouterr().err


@pytest.mark.parametrize("part", [["--row", "cold"], ["--trial"]])
def test_page_of_a_part_is_refused(part, capsys):
    with pytest.raises(SystemExit) as refused:
        bench.main(["--docs", *part])
    assert refused.value.code == 2
    assert "--docs wants every row whole" in capsys.readouterr().err


@pytest.mark.parametrize("row", bench_rows.ROWS.values(), ids=bench_rows.ROWS)
def test_every_row_is_a_function_of_its_module(row):
    tree = ast.parse((SCRIPTS / f"{row.module}.py").read_text("utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert row.name in functions


def report(*lines):
    rows = [
        {
            "name": "warm",
            "title": "Later picks",
            "notes": ["One ray."],
            "lines": list(map(line_as_dict, lines)),
        }
    ]
    return {
        "blender": "5.3.0",
        "machine": "A processor",
        "versions": {"numpy": "2.5.5"},
        "runs": 3,
        "trial": False,
        "rows": rows,
    }


def test_json_holds_figure_spread_bar_and_verdict_of_each_line(tmp_path, capsys):
    source, copy = tmp_path / "source.json", tmp_path / "copy.json"
    met = line([1.0, 1.0, 1.0], [3.0, 5.0, 4.0], Bar(FASTER, 3.0), peer="a peer")
    source.write_text(json.dumps(report(met)), "utf-8")
    assert bench.main(["--from", str(source), "--json", str(copy)]) == 0
    written = json.loads(copy.read_text("utf-8"))
    assert written == json.loads(source.read_text("utf-8"))
    (shown,) = written["rows"][0]["lines"]
    assert (shown["low"], shown["figure"], shown["high"], shown["verdict"]) == (3.0, 4.0, 5.0, "met")
    assert shown["bar"] == {"kind": "FASTER", "value": 3.0}
    out = capsys.readouterr().out
    assert "4.0x faster" in out and "3.0–5.0" in out and "Every bar is met." in out


def test_page_of_a_file_with_a_part_is_refused(tmp_path, capsys):
    source = tmp_path / "source.json"
    source.write_text(json.dumps(report(line([1.0]))), "utf-8")
    assert bench.main(["--from", str(source), "--docs"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "not every row" in err


def test_what_falls_short_or_was_not_measured_is_named_and_told_by_the_exit_status(tmp_path, capsys):
    source = tmp_path / "source.json"
    short = line([4.0], [2.0], Bar(FASTER, 3.0))
    absent = Line("a window", (), note="there is none")
    source.write_text(json.dumps(report(short, absent)), "utf-8")
    assert bench.main(["--from", str(source)]) == 1
    out = capsys.readouterr().out
    assert "2.0x slower" in out and "not measured: there is none" in out
    assert out.endswith("Falls short:\nwarm: a ray: not met\nwarm: a window: not measured\n")


def test_file_that_cannot_be_written_whole_is_left_as_it_was(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before", "utf-8")
    with pytest.raises(UnicodeEncodeError):
        bench_page.write_whole(page, "half of it \ud800")
    assert page.read_text("utf-8") == "before"
    assert list(tmp_path.iterdir()) == [page]


def test_tuning_of_the_machine_does_not_reach_what_is_measured():
    variables = {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_L2_SIZE": "1", "HOME": "/home"}
    assert bench.variables_without_tuning(variables) == {"HOME": "/home"}
    assert len(variables) == 3


@pytest.mark.parametrize("unmeasured, status", [(False, 0), (True, 1)])
def test_trial_fails_only_for_what_could_not_be_measured(unmeasured, status, tmp_path, capsys):
    source = tmp_path / "source.json"
    lines = [line([4.0], [2.0], Bar(FASTER, 3.0)), *([Line("a window", ())] if unmeasured else [])]
    source.write_text(json.dumps({**report(*lines), "trial": True}), "utf-8")
    assert bench.main(["--from", str(source)]) == status
    assert "its verdicts mean nothing" in capsys.readouterr().out
