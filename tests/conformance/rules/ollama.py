"""Ollama's own chat: content is a string, images are bare base64 beside it."""

from collections.abc import Iterator

from rules.common import filled, names, schema
from rules.media import image

# What its runner decodes for sure.
TAKEN = ("image/jpeg", "image/png")


def broken(body: dict, _model: str) -> Iterator[str]:
    """What the server would refuse or lose."""
    yield from names("tools", [tool["function"]["name"] for tool in body.get("tools", [])])
    for tool in body.get("tools", []):
        yield from schema(tool["function"]["name"], tool["function"]["parameters"])
    open_calls: list[tuple[str | None, str]] = []
    before = ""
    for at, message in enumerate(body["messages"]):
        path, role = f"messages.{at}", message["role"]
        if role not in ("system", "user", "assistant", "tool"):
            yield f"{path}: {role} is no role"
        if role == "system" and before not in ("", "system"):
            yield f"{path}: system messages come first"
        if role == "tool":
            answered = (message.get("tool_call_id"), message.get("tool_name"))
            if answered in open_calls:
                open_calls.remove(answered)
            else:
                yield f"{path}: {answered} is no open call"
        elif open_calls:
            yield f"{path}: {open_calls} not answered yet"
        calls = message.get("tool_calls") or []
        if not isinstance(message.get("content"), str):
            yield f"{path}.content: not a string"
        elif not calls and not message.get("images"):
            yield from filled(f"{path}.content", message["content"])
        open_calls += [(call.get("id"), call["function"]["name"]) for call in calls]
        if "images" in message:
            yield from filled(f"{path}.images", message["images"])
            for place, each in enumerate(message["images"]):
                yield from image(f"{path}.images.{place}", each, None, TAKEN)
        before = role
    if open_calls or before not in ("user", "tool"):
        yield f"messages: ends with {before}, {open_calls} open"
