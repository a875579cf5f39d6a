"""Messages: results answer the calls right before them, and come first in their message."""

import re
from collections.abc import Iterator

from rules.common import filled, in_order, names, objects, schema
from rules.media import COMMON, image

TAKEN = (*COMMON, "image/gif")
BREAKPOINTS = 4
ID = re.compile(r"[a-zA-Z0-9_-]+")


def broken(body: dict, _model: str) -> Iterator[str]:
    """What the vendor would refuse."""
    yield from names("tools", [tool["name"] for tool in body.get("tools", [])])
    for tool in body.get("tools", []):
        yield from schema(tool["name"], tool["input_schema"])
    if str(body).count("'cache_control'") > BREAKPOINTS:
        yield f"body: more than {BREAKPOINTS} cache breakpoints"
    messages = body["messages"]
    if not messages or messages[0]["role"] != "user" or messages[-1]["role"] != "user":
        yield "messages: must begin and end with the user"
    for at, block in objects(body.get("system")):
        yield from filled(f"system.{at}", block["text"])
    called: list[str] = []
    seen: set[str] = set()
    used = False
    for at, message in enumerate(messages):
        path = f"messages.{at}.content"
        yield from filled(path, message["content"])
        blocks = objects(message["content"])
        for place, block in blocks:
            yield from content(f"{path}.{place}", message["role"], block)
        kinds = [block["type"] for _, block in blocks]
        used = used or "tool_use" in kinds or "tool_result" in kinds
        answered = [block["tool_use_id"] for _, block in blocks if block["type"] == "tool_result"]
        if sorted(answered) != sorted(called):
            yield f"{path}: results for {answered} after calls of {called}"
        if kinds[: len(answered)] != ["tool_result"] * len(answered):
            yield f"{path}: tool_result after another block"
        called = [block["id"] for _, block in blocks if block["type"] == "tool_use"]
        if seen.intersection(called) or len(set(called)) < len(called):
            yield f"{path}: the id of a call stands twice"
        seen.update(called)
        if not all(map(ID.fullmatch, called)):
            yield f"{path}: {called} has letters that no id may have"
    if used and not body.get("tools"):
        yield "tools: must stay while messages hold calls"


def content(at: str, role: str, block: dict) -> Iterator[str]:
    """One block of a message."""
    kind = block["type"]
    if kind in ("tool_use", "thinking", "redacted_thinking") and role != "assistant":
        yield f"{at}: {kind} in a message of the {role}"
    if kind in ("tool_result", "image", "document") and role != "user":
        yield f"{at}: {kind} in a message of the {role}"
    if kind == "text":
        yield from filled(at, block["text"])
    elif kind == "image":
        yield from picture(at, block)
    elif kind == "tool_result":
        yield from filled(at, block.get("content"))
        inner = objects(block.get("content"))
        kinds = [each["type"] for _, each in inner]
        if block.get("is_error") and any(each != "text" for each in kinds):
            yield f"{at}: only text may stand beside is_error"
        # The order of the vendor's guide to images: what is shown before what is said about it.
        yield from in_order(at, kinds, "image", "text")
        for place, each in inner:
            yield from content(f"{at}.content.{place}", role, each)


def picture(at: str, block: dict) -> Iterator[str]:
    """An image; one at an address is not ours to send."""
    source = block["source"]
    if source["type"] != "base64":
        yield f"{at}: not base64"
        return
    yield from image(at, source["data"], source["media_type"], TAKEN)
