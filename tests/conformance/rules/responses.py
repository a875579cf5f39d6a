"""Responses: flat items, an output after its call, text before images in an output."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.common import arguments, filled, in_order, names, objects, schema
from rules.media import COMMON, data_url

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh")


@dataclass(frozen=True)
class Limits:
    """What a vendor takes."""

    images: tuple[str, ...] = COMMON
    include: tuple[str, ...] = ()
    efforts: tuple[str, ...] = EFFORTS
    reasoning: tuple[str, ...] = ("effort",)
    free_choice: bool = True
    """Whether `tool_choice` may be anything but `auto`."""
    answers_as_parts: bool = True
    """Whether the assistant's words may come back as parts."""
    least_output: int = 1


OPENAI = Limits(
    images=(*COMMON, "image/gif"),
    include=("reasoning.encrypted_content", "web_search_call.action.sources"),
    efforts=(*EFFORTS, "max"),
    reasoning=("effort", "summary", "context"),
)
XAI = Limits(include=("reasoning.encrypted_content", "no_inline_citations"), reasoning=("effort", "summary"))
# Below this cap its thinking can eat the whole answer.
META = Limits(efforts=EFFORTS[1:], free_choice=False, least_output=2048)
PERPLEXITY = Limits(images=(*COMMON, "image/gif"), answers_as_parts=False)


def of(limits: Limits) -> Callable[[dict, str], Iterator[str]]:
    """The rules of one vendor."""
    return lambda body, _model: broken(limits, body)


def broken(limits: Limits, body: dict) -> Iterator[str]:
    """What the vendor would refuse."""
    functions = [tool for tool in body.get("tools", []) if tool["type"] == "function"]
    yield from names("tools", [tool["name"] for tool in functions])
    for tool in functions:
        yield from schema(tool["name"], tool.get("parameters"))
    yield from head(limits, body)
    if isinstance(body["input"], str):
        yield from filled("input", body["input"])
        return
    open_calls: list[str] = []
    seen: set[str] = set()
    before = ""
    for at, item in enumerate(body["input"]):
        path = f"input.{at}"
        kind = item.get("type", "message")
        if (
            kind != "function_call_output"
            and open_calls
            and (kind != "function_call" or before == "function_call_output")
        ):
            yield f"{path}: {open_calls} not answered yet"
        if before == "reasoning" and kind not in ("message", "function_call"):
            yield f"{path}: reasoning without what it led to"
        if kind == "function_call":
            if item["call_id"] in seen:
                yield f"{path}: the id of a call stands twice"
            seen.add(item["call_id"])
            open_calls.append(item["call_id"])
            yield from arguments(path, item["arguments"])
        elif kind == "function_call_output":
            if item["call_id"] in open_calls:
                open_calls.remove(item["call_id"])
            else:
                yield f"{path}: answers no open call"
            yield from parts(limits, f"{path}.output", item["output"], ("input_text", "input_image", "input_file"))
            kinds = [part["type"] for _, part in objects(item["output"])]
            yield from in_order(path, kinds, "input_text", "input_image")
        elif kind == "message":
            yield from message(limits, path, item)
        before = kind
    if open_calls or before == "reasoning" or body["input"][-1].get("role", "user") != "user":
        yield f"input: ends with {before}, {open_calls} open"
    if limits.free_choice and seen and not body.get("tools"):
        yield "tools: must stay while the input holds calls"


def head(limits: Limits, body: dict) -> Iterator[str]:
    """What stands around the input."""
    for word in body.get("include") or []:
        if word not in limits.include:
            yield f"include: {word} is not taken"
    if not limits.free_choice and body.get("tool_choice", "auto") != "auto":
        yield "tool_choice: only auto is taken"
    if (body.get("max_output_tokens") or limits.least_output) < limits.least_output:
        yield "max_output_tokens: too few for an answer"
    reasoning = body.get("reasoning") or {}
    for name in reasoning:
        if name not in limits.reasoning:
            yield f"reasoning.{name}: not taken"
    if reasoning.get("effort", limits.efforts[0]) not in limits.efforts:
        yield f"reasoning.effort: {reasoning['effort']} is not taken"


def message(limits: Limits, at: str, item: dict) -> Iterator[str]:
    """A message of a person or of the model."""
    said = item["role"] == "assistant"
    if said and not limits.answers_as_parts and not isinstance(item["content"], str):
        yield f"{at}: the assistant's words must be a string"
    kinds = ("output_text", "refusal") if said else ()
    yield from parts(limits, f"{at}.content", item["content"], kinds)


def parts(limits: Limits, at: str, content: object, allowed: tuple[str, ...]) -> Iterator[str]:
    """A text or its parts; `allowed` is empty where the types say it all."""
    yield from filled(at, content)
    for place, part in objects(content):
        path = f"{at}.{place}"
        if allowed and part["type"] not in allowed:
            yield f"{path}: {part['type']} does not belong here"
        if part["type"].endswith("_text"):
            yield from filled(path, part.get("text"))
        elif part["type"] == "input_image":
            yield from data_url(path, part.get("image_url"), limits.images)
