"""Gemini: as many answers as calls, in one content, and the published protocol parses the body."""

import re
from collections.abc import Iterator

from google.ai import generativelanguage_v1beta
from google.protobuf import json_format

from rules.common import filled, names, objects
from rules.media import media

NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}")
BESIDE = {"thought", "thoughtSignature", "mediaResolution", "videoMetadata"}
# JSON Schema that is a hard 400 in `parameters`.
NO_SCHEMA = {"$schema", "$ref", "$defs", "additionalProperties", "oneOf", "allOf", "not", "const", "exclusiveMinimum"}


def is_old(model: str) -> bool:
    """Models that take no images inside an answer and give no signatures."""
    return model.startswith(("gemini-1", "gemini-2"))


def broken(body: dict, model: str) -> Iterator[str]:
    """What the service would refuse."""
    request = generativelanguage_v1beta.GenerateContentRequest.pb()()
    try:
        json_format.ParseDict(body, request)
    except json_format.ParseError as error:
        yield f"protocol: {error}"
    declared = [each for tool in body.get("tools", []) for each in tool.get("functionDeclarations") or []]
    yield from names("tools", [each["name"] for each in declared])
    for each in declared:
        if not NAME.fullmatch(each["name"]):
            yield f"tools: {each['name']!r} is no name of a function"
        yield from schema(f"tools.{each['name']}", each.get("parameters"))
        if "parameters" in each and not each["parameters"].get("properties"):
            yield f"tools.{each['name']}: no properties, so no parameters"
    if "tools" in body and not declared:
        yield "tools: declares nothing"
    for at, part in enumerate(body.get("systemInstruction", {}).get("parts", [])):
        yield from filled(f"systemInstruction.{at}", part.get("text"))
    called: list[tuple[str | None, str]] = []
    used = False
    before = "model"
    start = max((at for at, content in enumerate(body["contents"]) if is_question(content)), default=0)
    for at, content in enumerate(body["contents"]):
        path = f"contents.{at}"
        if content.get("role") not in ("user", "model") or content["role"] == before == "model":
            yield f"{path}: {content.get('role')} after {before}"
        before = content.get("role")
        yield from filled(f"{path}.parts", content["parts"])
        answered = []
        calls = []
        for place, part in enumerate(content["parts"]):
            yield from one(f"{path}.parts.{place}", content, part, model)
            if response := part.get("functionResponse"):
                if len(answered) < place:
                    yield f"{path}.parts.{place}: an answer after another part"
                answered.append((response.get("id"), response["name"]))
            if call := part.get("functionCall"):
                if at > start and not calls and not is_old(model) and not part.get("thoughtSignature"):
                    yield f"{path}.parts.{place}: the first call of a round needs its signature"
                calls.append((call.get("id"), call["name"]))
        if answered != called:
            yield f"{path}: answers {answered} to calls {called}"
        used = used or bool(calls)
        called = calls
    if called or before != "user":
        yield f"contents: ends with {before}, {called} open"
    if used and not declared:
        yield "tools: must stay while contents hold calls"


def is_question(content: dict) -> bool:
    """Whether a content is a person's, not the answers of functions."""
    return content.get("role") == "user" and not any("functionResponse" in part for part in content["parts"])


def one(at: str, content: dict, part: dict, model: str) -> Iterator[str]:
    """One part of a content."""
    kinds = [name for name in part if name not in BESIDE]
    if len(kinds) != 1:
        yield f"{at}: {kinds} in one part"
        return
    role = content.get("role")
    if role != {"functionCall": "model", "functionResponse": "user"}.get(kinds[0], role):
        yield f"{at}: {kinds[0]} of the {role}"
    if kinds[0] == "text" and not part.get("thoughtSignature"):
        yield from filled(at, part["text"])
    if kinds[0] == "inlineData":
        yield from media(at, part["inlineData"]["data"], part["inlineData"]["mimeType"])
    if kinds[0] == "functionResponse":
        response = part["functionResponse"]
        if "parts" in response and is_old(model):
            yield f"{at}: this model takes no images inside an answer"
        for place, inner in objects(response.get("parts")):
            data = inner["inlineData"]
            yield from media(f"{at}.parts.{place}", data["data"], data["mimeType"])


def schema(at: str, node: object) -> Iterator[str]:
    """A schema in the service's own subset."""
    if not isinstance(node, dict):
        return
    for name in NO_SCHEMA.intersection(node):
        yield f"{at}: {name} is not taken"
    for name in node.get("required") or []:
        if name not in (node.get("properties") or {}):
            yield f"{at}: {name} is required and not declared"
    for name, inner in (node.get("properties") or {}).items():
        yield from schema(f"{at}.{name}", inner)
    yield from schema(f"{at}.items", node.get("items"))
