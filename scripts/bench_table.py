"""What the benchmark measured, beside its bars: lines, verdicts, and the tables they are shown in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median

# A figure this near to its bar, on the wrong side of it, counts as met and is named so.
TOLERANCE = 0.1
MET, NEARLY, MISSED, UNKNOWN, NO_BAR = "met", "met within 10 %", "not met", "not measured", ""

FASTER, SLOWER, MOST = "FASTER", "SLOWER", "MOST"
HEADINGS = ("", "Picking Ray", "peer", "ratio", "spread", "bar", "verdict")


@dataclass(frozen=True)
class Bar:
    """What is wanted: `value` times FASTER than the peer or more, SLOWER by `value` or less, or `value` at MOST."""

    kind: str
    value: float


@dataclass(frozen=True)
class Line:
    """One measurement: a number of each run for us, and for the peer where there is one.

    Attributes
    ----------
    what : str
    ours, theirs : tuple of float
        In seconds, or in what `unit` says; without any of ours it could not be measured, and `note` says why.
    peer : str
    unit : str
        "s", or what is counted.
    bar : Bar, optional
    note : str
    axis, at : str, float
        What the cost grows with in the plot, and how much of that there was.
    """

    what: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...] = ()
    peer: str = ""
    unit: str = "s"
    bar: Bar | None = None
    note: str = ""
    axis: str = ""
    at: float = 0.0


def line_from_dict(values: dict) -> Line:
    """What `asdict` made of a line, out of JSON."""
    names = Line.__dataclass_fields__
    kept = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    bar = Bar(**kept["bar"]) if kept.get("bar") else None
    return Line(**{**{name: kept[name] for name in names if name in kept}, "bar": bar})


def line_as_dict(line: Line) -> dict:
    """For JSON: the line with its figure, spread and verdict."""
    low, figure, high = spread(line)
    return {**asdict(line), "figure": figure, "low": low, "high": high, "verdict": verdict(line)}


def figures(line: Line) -> list[float]:
    """Of each run the number that is held against the bar: a ratio where there is a peer, else ours."""
    if not line.theirs or (line.bar and line.bar.kind == MOST):
        return list(line.ours)
    pairs = zip(line.ours, line.theirs)
    if line.bar and line.bar.kind == SLOWER:
        return [ours / theirs for ours, theirs in pairs]
    return [theirs / ours for ours, theirs in pairs]


def spread(line: Line) -> tuple[float | None, float | None, float | None]:
    """Lowest, median and highest figure of the runs."""
    values = figures(line)
    return (min(values), median(values), max(values)) if values else (None, None, None)


def verdict(line: Line) -> str:
    """Whether the median meets the bar."""
    figure = spread(line)[1]
    if figure is None:
        return UNKNOWN
    if line.bar is None:
        return NO_BAR
    wanted = line.bar.value
    if line.bar.kind == FASTER:
        is_met, is_near = figure >= wanted, figure >= wanted * (1 - TOLERANCE)
    else:
        is_met, is_near = figure <= wanted, figure <= wanted * (1 + TOLERANCE)
    return MET if is_met else NEARLY if is_near else MISSED


def cells(line: Line) -> tuple[str, ...]:
    """The line as text, under `HEADINGS`."""
    low, figure, high = spread(line)
    if figure is None:
        return (line.what, "", "", "", "", _bar_text(line), f"{UNKNOWN}: {line.note}")
    theirs = amount(median(line.theirs), line.unit) if line.theirs else ""
    is_ratio = bool(line.theirs) and not (line.bar and line.bar.kind == MOST)
    if is_ratio:
        ratio, between = _ratio_text(line, low, figure, high)
    else:
        ratio = ""
        between = _between(low, high, line.unit) if low != high else ""
    return (
        line.what,
        amount(median(line.ours), line.unit),
        theirs,
        ratio,
        between,
        _bar_text(line),
        verdict(line),
    )


def _ratio_text(line: Line, low: float, figure: float, high: float) -> tuple[str, str]:
    """The ratio and what it lay between, so that neither is below one."""
    if line.bar and line.bar.kind == SLOWER:
        return f"{number(figure)}x its time", f"{number(low)}–{number(high)}"
    if figure < 1:
        return f"{number(1 / figure)}x slower", f"{number(1 / high)}–{number(1 / low)}"
    return f"{number(figure)}x faster", f"{number(low)}–{number(high)}"


def _between(low: float, high: float, unit: str) -> str:
    if unit != "s":
        return f"{number(low)}–{number(high)}"
    return f"{amount(low, unit)} – {amount(high, unit)}"


def _bar_text(line: Line) -> str:
    if line.bar is None:
        return ""
    if line.bar.kind == MOST:
        return f"at most {amount(line.bar.value, line.unit)}"
    value = number(line.bar.value)
    return f"{value}x faster" if line.bar.kind == FASTER else f"at most {value}x its time"


def number(value: float) -> str:
    """Two significant digits, without an exponent."""
    if value == 0 or abs(value) >= 10:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 1 else f"{value:.2g}"


def amount(value: float, unit: str) -> str:
    """A number with its unit; seconds in the one that suits them."""
    if unit != "s":
        return f"{number(value)} {unit}"
    if abs(value) >= 1000:
        return f"{number(value)} s"
    for scale, name in ((1.0, "s"), (1e-3, "ms")):
        if abs(value) >= scale:
            return f"{value / scale:.3g} {name}"
    return f"{value * 1e6:.3g} µs"


def terminal_table(rows: Sequence[dict]) -> str:
    """Rows as `bench.py` keeps them, as a table of fixed width."""
    shown = [(row, [cells(line) for line in row["lines"]]) for row in rows]
    every = [HEADINGS, *(line for _, lines in shown for line in lines)]
    # The verdict stands last and may run on.
    widths = [max(len(line[column]) for line in every) for column in range(len(HEADINGS) - 1)]
    parts = [_fixed(HEADINGS, widths)]
    for row, lines in shown:
        parts.append(f"\n{row['name']}: {row['title']}")
        parts += [f"  {note}" for note in row["notes"]]
        parts += [_fixed(line, widths) for line in lines]
    return "\n".join(parts)


def markdown_table(rows: Sequence[dict]) -> str:
    """The same for the page: a table a row."""
    parts = []
    for row in rows:
        parts.append(f"\n## {row['title']}\n\n")
        parts.append(" ".join(row["notes"]) + "\n\n")
        parts.append(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}\n")
        parts += [f"| {' | '.join(cells(line))} |\n" for line in row["lines"]]
    return "".join(parts)


def _fixed(texts: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        text.ljust(width) if column == 0 else text.rjust(width)
        for column, (text, width) in enumerate(zip(texts, widths))
    ]
    return "  ".join(["", *padded, texts[-1]]).rstrip()


def shortfalls(rows: Sequence[dict]) -> list[str]:
    """A line for each that falls short of its bar or was not measured."""
    return [
        f"{row['name']}: {line.what}: {verdict(line)}"
        for row in rows
        for line in row["lines"]
        if verdict(line) in (MISSED, UNKNOWN)
    ]
