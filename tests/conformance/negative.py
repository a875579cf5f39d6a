"""The judge must be able to say no: broken copies of golden bodies, each refused for the right reason."""

import base64
import copy
from collections.abc import Iterator
from typing import Any

from edits import PLANTED, Edit, add, both, drop, find, flip, move, put, swap
from goldens import Golden, all_goldens, converted, image
from report import Report
from shape import join
from vendors import VENDORS

# Members whose value is the caller's own: schemas that the types leave open, and what a call says.
FREE = {
    "anthropic": {"input_schema", "input"},
    "gemini": {"args", "response"},
    "ollama": {"arguments"},
}
RED = image("red.jpg")
Break = tuple[str, Edit, str]

# All change the body of the conversation `mixed`: a text result, then two results with an image each.
IMAGES: list[Break] = [
    ("an image that is none", swap(RED, base64.b64encode(b"this is no picture").decode()), "None"),
    ("broken base64", swap(RED[:4], "%%%%"), "base64"),
]
TYPES: list[Break] = [
    ("a wrong media type", swap("image/jpeg", "image/png"), "the bytes are image/jpeg"),
    ("a type that no vendor takes", swap("image/jpeg", "image/bmp"), "image/bmp"),
]
RESPONSES: list[Break] = [
    ("a result left out", drop("input.6"), "open"),
    ("a result of no call", put("input.6.call_id", "x"), "answers no open call"),
    ("a result before its call", move("input.6", "input.1"), "answers no open call"),
    ("a call among results", move("input.3", "input.4"), "not answered yet"),
    ("a result that is an object", put("input.6.output", {"a": 1}), "input.6.output"),
    ("an image before its text", flip("input.6.output"), "input_text after input_image"),
    ("a part of another API", put("input.6.output.0.type", "text"), "input.6.output"),
    ("arguments as an object", put("input.1.arguments", {}), "input.1.arguments: a string"),
    ("arguments that are no object", put("input.1.arguments", "[]"), "JSON text"),
    ("a call without a name", drop("input.1.name"), "input.1.name: missing"),
    ("an empty text", put("input.0.content", " "), "empty"),
    ("a name with a dot", put("tools.0.name", "cam.shot"), "no name of a tool"),
    *IMAGES,
    *TYPES,
]
GEMINI_RESULT = {"functionResponse": {"name": "cam__shot", "response": {"result": "a"}}}
CHAT_IMAGE = [{"type": "image_url", "image_url": {"url": "x"}}]
NO_TOOLS: Break = ("no tools", drop("tools"), "must stay")

BREAKS: dict[str, list[Break]] = {
    "anthropic": [
        ("a result left out", drop("messages.2.content.2"), "results for"),
        ("a result of no call", put("messages.2.content.0.tool_use_id", "x"), "results for"),
        ("text before results", add("messages.2.content.0", {"type": "text", "text": "a"}), "after another block"),
        ("an image in an error", put("messages.2.content.1.is_error", True), "beside is_error"),
        ("text before its image", flip("messages.2.content.1.content"), "image after text"),
        ("an id with a dot", swap("call_a", "call.a"), "letters"),
        ("a call of the user", move("messages.1.content.2", "messages.2.content.3"), "in a message of the user"),
        ("an empty text", put("messages.0.content", " "), "empty"),
        ("no cap", drop("max_tokens"), "max_tokens: missing"),
        ("a flag as a text", put("messages.2.content.0.is_error", "true"), "is_error: a flag"),
        ("the assistant last", drop("messages.2"), "begin and end"),
        NO_TOOLS,
        *IMAGES,
        *TYPES,
    ],
    "openai-compat": [
        ("a result left out", drop("messages.2"), "not answered yet"),
        ("a result of no call", put("messages.2.tool_call_id", "x"), "answers no open call"),
        ("images among results", move("messages.5", "messages.3"), "not answered yet"),
        (
            "an image in a result",
            put("messages.2.content", CHAT_IMAGE),
            "2.content",
        ),
        ("an image before its caption", drop("messages.5.content.0"), "before its caption"),
        ("a part of another API", put("messages.5.content.0.type", "input_text"), "messages.5.content"),
        ("arguments as an object", put("messages.1.tool_calls.0.function.arguments", {}), "arguments: a string"),
        ("two caps", both(put("max_tokens", 1), put("max_completion_tokens", 1)), "max_completion_tokens"),
        NO_TOOLS,
        *IMAGES,
        *TYPES,
    ],
    "gemini": [
        ("a result left out", drop("contents.2.parts.2"), "to calls"),
        ("results in another order", flip("contents.2.parts"), "to calls"),
        ("a result too many", add("contents.2.parts.0", GEMINI_RESULT), "to calls"),
        ("two contents of the model", add("contents.2", {"role": "model", "parts": [{"text": "a"}]}), "model after"),
        ("text before results", add("contents.2.parts.0", {"text": "a"}), "after another part"),
        ("no signature", drop("contents.1.parts.0.thoughtSignature"), "needs its signature"),
        ("two kinds in one part", put("contents.2.parts.0.text", "a"), "in one part"),
        ("a response that is a text", put("contents.2.parts.0.functionResponse.response", "a"), "response: an object"),
        ("words of JSON Schema", put("tools.0.functionDeclarations.1.parameters.$schema", "a"), "$schema: unknown"),
        ("a type in small letters", put("tools.0.functionDeclarations.1.parameters.type", "object"), "'OBJECT'"),
        ("no properties", drop("tools.0.functionDeclarations.1.parameters.properties"), "no properties"),
        ("an effort of another wire", put("generationConfig.thinkingConfig.effort", "low"), "effort: unknown"),
        NO_TOOLS,
        *IMAGES,
        *TYPES,
    ],
    "openai-responses": [
        ("no word about strictness", drop("tools.0.strict"), "strict: missing"),
        NO_TOOLS,
        *RESPONSES,
    ],
    "xai-responses": [
        ("a member of another vendor", put("truncation", "auto"), "does not take it"),
        ("an include of another vendor", put("include", ["web_search_call.results"]), "is not taken"),
        NO_TOOLS,
        *RESPONSES,
    ],
    # It has no other way than to leave the tools out to say that none may be called.
    "meta-responses": [
        ("storage", put("store", False), "does not take it"),
        ("a choice of tools", put("tool_choice", "none"), "only auto"),
        *RESPONSES,
    ],
    "perplexity-responses": [
        ("an include of another vendor", put("include", ["reasoning.encrypted_content"]), "include: unknown"),
        ("a type of message", put("input.0.type", "user"), "input.0"),
        NO_TOOLS,
        *RESPONSES,
    ],
    "ollama": [
        ("a result left out", drop("messages.4"), "open"),
        ("a result of no call", put("messages.2.tool_call_id", "x"), "is no open call"),
        ("a result without a name", drop("messages.2.tool_name"), "is no open call"),
        ("arguments as a text", put("messages.1.tool_calls.0.function.arguments", "{}"), "arguments: an object"),
        ("a data URL", swap(RED, f"data:image/jpeg;base64,{RED}"), "not base64"),
        ("a WebP", swap(RED, image("red.webp")), "image/webp is not taken"),
        ("parts", put("messages.0.content", [{"type": "text", "text": "a"}]), "messages.0.content"),
        *IMAGES,
    ],
}


def run(report: Report) -> None:
    """Checks that what is broken is refused."""
    for golden in all_goldens():
        if golden.name.endswith(("/mixed", "/attachment", "/tools")):
            report.check(f"unknown members in {golden.name}", lambda golden=golden: unknown(golden))
        if golden.name == f"{golden.wire}/mixed":
            for name, edit, reason in BREAKS[golden.wire]:
                report.check(
                    f"{golden.wire} refuses {name}",
                    lambda golden=golden, edit=edit, reason=reason: refused(golden, edit, reason),
                )


def refused(golden: Golden, edit: Edit, reason: str) -> Iterator[str]:
    """A fault if a broken body passes, or fails for another reason."""
    body = copy.deepcopy(golden.body)
    edit(body)
    found = VENDORS[golden.wire].refuses(body, golden.model)
    if not any(reason in fault for fault in found):
        yield f"expected {reason!r}, got {found[:3]}"


def unknown(golden: Golden) -> Iterator[str]:
    """A fault for every object of a body that may hold a member nobody knows."""
    whole = converted(golden.body, RED)
    for path in objects(whole, "", FREE.get(golden.wire, {"parameters"})):
        body = copy.deepcopy(whole)
        find(body, path)[PLANTED] = 1
        if not any(PLANTED in fault for fault in VENDORS[golden.wire].refuses(body, golden.model)):
            yield f"{path or 'body'} may hold anything"


def objects(value: Any, path: str, free: set[str]) -> Iterator[str]:
    """The paths of all objects whose members the vendor names."""
    if isinstance(value, dict):
        yield path
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in steps:
        if step not in free:
            yield from objects(each, join(path, step), free)
