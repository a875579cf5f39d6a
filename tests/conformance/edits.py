"""Small changes to a body. A path is names and places joined by dots."""

import json
from collections.abc import Callable
from typing import Any

# No vendor has a member of this name.
PLANTED = "not_a_field"
Edit = Callable[[dict], None]


def find(body: Any, path: str) -> Any:
    """The value at a path."""
    for step in path.split(".") if path else []:
        body = body[step if isinstance(body, dict) else int(step)]
    return body


def place(body: dict, path: str) -> tuple[Any, Any]:
    """What holds the end of a path, and its name or place there."""
    above, _, last = path.rpartition(".")
    holder = find(body, above)
    return holder, last if isinstance(holder, dict) else int(last)


def drop(path: str) -> Edit:
    """Takes a value out."""

    def edit(body: dict) -> None:
        holder, last = place(body, path)
        del holder[last]

    return edit


def put(path: str, value: Any) -> Edit:
    """Sets a member."""

    def edit(body: dict) -> None:
        holder, last = place(body, path)
        holder[last] = value

    return edit


def add(path: str, value: Any) -> Edit:
    """Puts an entry into a list, before the one that stands there."""

    def edit(body: dict) -> None:
        holder, last = place(body, path)
        holder.insert(last, value)

    return edit


def move(path: str, to: str) -> Edit:
    """Takes an entry out of one list and puts it into another."""

    def edit(body: dict) -> None:
        holder, last = place(body, path)
        add(to, holder.pop(last))(body)

    return edit


def flip(path: str) -> Edit:
    """Turns a list around."""
    return lambda body: find(body, path).reverse()


def swap(old: str, new: str) -> Edit:
    """Puts one text for another, everywhere."""

    def edit(body: dict) -> None:
        text = json.dumps(body)
        assert old in text, f"{old[:40]} is not in the body"
        body.update(json.loads(text.replace(old, new)))

    return edit


def both(one: Edit, other: Edit) -> Edit:
    """One edit after another."""

    def edit(body: dict) -> None:
        one(body)
        other(body)

    return edit
