"""Chat Completions, the part that all servers share: tool messages are text, images come from the user."""

from collections.abc import Iterator

from rules.common import arguments, filled, in_order, names, objects, schema
from rules.media import COMMON, data_url


def broken(body: dict, _model: str) -> Iterator[str]:
    """What some server would refuse."""
    yield from names("tools", [tool["function"]["name"] for tool in body.get("tools", [])])
    for tool in body.get("tools", []):
        yield from schema(tool["function"]["name"], tool["function"].get("parameters"))
    if "tools" in body and not body["tools"]:
        yield "tools: empty"
    if "max_tokens" in body and "max_completion_tokens" in body:
        yield "max_tokens: not beside max_completion_tokens"
    if "stream_options" in body and not body.get("stream"):
        yield "stream_options: only for a stream"
    open_calls: list[str] = []
    used = False
    before = ""
    for at, message in enumerate(body["messages"]):
        path, role = f"messages.{at}", message["role"]
        if role == "system" and before not in ("", "system"):
            yield f"{path}: system messages come first"
        if role == "tool":
            if message["tool_call_id"] in open_calls:
                open_calls.remove(message["tool_call_id"])
            else:
                yield f"{path}: answers no open call"
            if not isinstance(message["content"], str):
                yield f"{path}.content: not a string"
        elif open_calls:
            yield f"{path}: {open_calls} not answered yet"
        calls = message.get("tool_calls", [])
        if role != "assistant" or not calls:
            yield from filled(f"{path}.content", message.get("content"))
        used = used or bool(calls)
        for place, call in enumerate(calls):
            open_calls.append(call["id"])
            yield from arguments(f"{path}.tool_calls.{place}", call["function"]["arguments"])
        yield from parts(f"{path}.content", role, message.get("content"), before == "tool")
        before = role
    if open_calls or before not in ("user", "tool"):
        yield f"messages: ends with {before}, {open_calls} open"
    if used and not body.get("tools"):
        yield "tools: must stay while messages hold calls"


def parts(at: str, role: str, content: object, carries: bool) -> Iterator[str]:
    """The parts of a message. One that carries images for a tool says before each whose they are."""
    kinds = [part["type"] for _, part in objects(content)]
    for place, part in objects(content):
        path = f"{at}.{place}"
        if part["type"] == "text":
            yield from filled(path, part["text"])
        elif role != "user":
            yield f"{path}: {part['type']} in a message of the {role}"
        elif part["type"] == "image_url":
            yield from data_url(path, part["image_url"]["url"], (*COMMON, "image/gif"))
    if carries and kinds and kinds[0] != "text":
        yield f"{at}: an image before its caption"
    if role == "user" and not carries:
        yield from in_order(at, kinds, "image_url", "text")
