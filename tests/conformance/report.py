"""Counts checks and shows those that failed."""

from collections.abc import Callable, Iterable
from traceback import format_exc

SHOWN = 12


class Report:
    """The outcome of a run. A check passes if it names no fault and raises nothing."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def check(self, name: str, faults: Callable[[], Iterable[str]]) -> None:
        """Runs one check and counts it."""
        try:
            found = list(faults())
        except Exception:
            found = format_exc().rstrip().splitlines()[-SHOWN:]
        if not found:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED {name}")
        for line in found[:SHOWN]:
            print(f"    {line[:600]}")
        if len(found) > SHOWN:
            print(f"    and {len(found) - SHOWN} more")
