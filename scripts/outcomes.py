"""What came out of a test run: read from pytest's report, counted and shown."""

from __future__ import annotations

import collections
import signal
import xml.etree.ElementTree
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """The counts of a suite, with the reasons of what was skipped and the names of what failed."""

    suite: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    reasons: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()


def read_outcome(suite: str, report: Path, status: int) -> Outcome:
    """The outcome of a pytest run that ended with `status` and should have left a JUnit report.

    A run that left none, or failed without a failed test, counts as one failure.
    """
    if not report.exists():
        return Outcome(suite, failed=1, failures=(f"the run {_ending(status)} before it could report",))
    passed, reasons, failures = 0, [], []
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        skip = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failures.append(f"{case.get('classname')}::{case.get('name')}")
        elif skip is not None:
            reasons.append(skip.get("message") or "no reason given")
        else:
            passed += 1
    if status and not failures:
        failures.append("no tests were found" if status == 5 else f"the run {_ending(status)}")
    return Outcome(suite, passed, len(failures), len(reasons), tuple(reasons), tuple(failures))


def summary(outcomes: Sequence[Outcome]) -> str:
    """A table of the suites, every reason and failure, and the totals as the last line."""
    width = max(len(outcome.suite) for outcome in outcomes)
    lines = ["", f"{'suite':{width}}  passed  failed  skipped"]
    for outcome in outcomes:
        lines.append(f"{outcome.suite:{width}}  {outcome.passed:6}  {outcome.failed:6}  {outcome.skipped:7}")
    for outcome in outcomes:
        for reason, count in collections.Counter(outcome.reasons).items():
            lines.append(f"skipped in {outcome.suite}: {reason}" + (f" ({count} times)" if count > 1 else ""))
        lines += [f"failed in {outcome.suite}: {failure}" for failure in outcome.failures]
    passed, failed, skipped = (
        sum(getattr(o, kind) for o in outcomes) for kind in ("passed", "failed", "skipped")
    )
    return "\n".join([*lines, "", f"{passed} passed, {failed} failed, {skipped} skipped"])


def is_good(outcomes: Sequence[Outcome]) -> bool:
    """Nothing failed, and not everything was skipped."""
    return not any(outcome.failed for outcome in outcomes) and any(outcome.passed for outcome in outcomes)


def _ending(status: int) -> str:
    # A shell or bubblewrap in between reports a signal as 128 and its number.
    number = -status if status < 0 else status - 128
    names = {member.value: member.name for member in signal.Signals}
    return f"was ended by {names[number]}" if number in names else f"ended with status {status}"
