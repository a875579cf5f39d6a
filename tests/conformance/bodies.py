"""Golden bodies against the vendors' types, and what the product writes against the golden bodies."""

import json
from collections.abc import Iterator
from typing import Any

from goldens import CONVERTED, Golden, all_goldens, converted, image
from programs import wire
from report import Report
from rules.media import image as picture
from shape import join, show
from vendors import VENDORS

COUNT = 8 * 12 + 3


def run(report: Report) -> None:
    """Checks every golden body."""
    goldens = list(all_goldens())
    report.check("every golden is there", lambda: [] if len(goldens) == COUNT else [f"{len(goldens)} of {COUNT}"])
    for golden in goldens:
        report.check(f"golden {golden.name}", lambda golden=golden: judged(golden))
        report.check(f"written {golden.name}", lambda golden=golden: written(golden))


def judged(golden: Golden) -> list[str]:
    """What the vendor would refuse in a golden body."""
    return VENDORS[golden.wire].refuses(converted(golden.body, image("red.jpg")), golden.model)


def written(golden: Golden) -> Iterator[str]:
    """How the product's own body differs, and what the vendor would refuse in it."""
    body = wire(golden.wire, golden.conversation)
    yield from differs(golden.body, body, "")
    yield from VENDORS[golden.wire].refuses(body, golden.model)


def differs(golden: Any, ours: Any, path: str) -> Iterator[str]:
    """Where two bodies differ, as JSON."""
    if golden == CONVERTED:
        yield from picture(path, ours, "image/jpeg")
    elif isinstance(golden, dict) and isinstance(ours, dict):
        for name in golden.keys() | ours.keys():
            if name not in golden or name not in ours:
                yield f"{join(path, name)}: only in {'the golden' if name in golden else 'ours'}"
            else:
                yield from differs(golden[name], ours[name], join(path, name))
    elif isinstance(golden, list) and isinstance(ours, list) and len(golden) == len(ours):
        for at, (one, other) in enumerate(zip(golden, ours, strict=True)):
            yield from differs(one, other, join(path, at))
    # As text, true is not 1.
    elif json.dumps(golden) != json.dumps(ours):
        yield f"{path}: {show(ours)}, the golden has {show(golden)}"
