"""Rules that several wires share."""

import json
import re
from collections.abc import Iterator
from typing import Any

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def objects(value: Any) -> list[tuple[int, dict]]:
    """The objects of a list with their places; none of anything else, such as a text in place of parts."""
    return list(enumerate(value)) if isinstance(value, list) else []


def filled(at: str, value: Any) -> Iterator[str]:
    """A text, or a list of parts, that holds something."""
    if not value or (isinstance(value, str) and not value.strip()):
        yield f"{at}: empty"


def names(at: str, tools: list[str]) -> Iterator[str]:
    """Names of tools that every vendor takes, each once."""
    for name in tools:
        if not NAME.fullmatch(name):
            yield f"{at}: {name!r} is no name of a tool"
    if len(set(tools)) < len(tools):
        yield f"{at}: a name stands twice"


def arguments(at: str, text: str) -> Iterator[str]:
    """Arguments of a call as the JSON text of an object."""
    try:
        fits = isinstance(json.loads(text), dict)
    except ValueError:
        fits = False
    if not fits:
        yield f"{at}: not the JSON text of an object"


def in_order(at: str, kinds: list[str], first: str, then: str) -> Iterator[str]:
    """All parts of one kind stand before all of another."""
    if then in kinds and first in kinds[kinds.index(then) :]:
        yield f"{at}: {first} after {then}"


def schema(at: str, node: Any) -> Iterator[str]:
    """The parameters of a tool: an object, and what it requires is declared."""
    node = node or {}
    if node.get("type") != "object":
        yield f"{at}: not the schema of an object"
    for name in node.get("required") or []:
        if name not in (node.get("properties") or {}):
            yield f"{at}: {name} is required and not declared"
