"""How the benchmark takes time: each side in a loop of its own, the sides in turns."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

# A loop that takes longer is cut off, and the calls that were made are what is divided by.
LOOP_S = 2.0


@dataclass(frozen=True)
class Effort:
    """How much is measured: how many runs, and whether on a hundredth of everything only."""

    runs: int = 3
    is_trial: bool = False

    def size(self, whole: int) -> int:
        return max(whole // 100, 4) if self.is_trial else whole


def time_of(function: Callable, *arguments: object) -> float:
    """Seconds of one call."""
    started = perf_counter()
    function(*arguments)
    return perf_counter() - started


def per_call(function: Callable, arguments: Iterable, at_most_s: float = LOOP_S) -> float:
    """Seconds of a call on average, over as many arguments as there is time for and one at least."""
    started = perf_counter()
    taken = calls = 0
    for argument in arguments:
        function(argument)
        calls += 1
        taken = perf_counter() - started
        if taken > at_most_s:
            break
    return taken / calls


def median_call(function: Callable, arguments: Iterable, at_most_s: float = LOOP_S) -> float:
    """Seconds of a call, the median of as many as there is time for: what other programs do at the time counts less."""
    started = perf_counter()
    taken = []
    for argument in arguments:
        taken.append(time_of(function, argument))
        if perf_counter() - started > at_most_s:
            break
    return median(taken)


def in_turns(
    what: str, effort: Effort, sides: dict[str, Callable[[], float]]
) -> dict[str, tuple[float, ...]]:
    """What each side gives in each run; every other run begins with the last side."""
    taken = {name: [] for name in sides}
    for run in range(effort.runs):
        progress(f"{what}, run {run + 1} of {effort.runs}")
        for name in sides if run % 2 == 0 else reversed(list(sides)):
            taken[name].append(sides[name]())
    return {name: tuple(values) for name, values in taken.items()}


def median_of(function: Callable[[], float], times: int) -> Callable[[], float]:
    """A side that is measured several times in each run because one time is too short."""
    return lambda: median(function() for _ in range(times))


def progress(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)
