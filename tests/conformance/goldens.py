"""The shared conversations and the golden bodies, with the images put where their names stand."""

import base64
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

TESTS = Path(__file__).resolve().parents[2] / "crates/llm/tests"
CONVERSATIONS = TESTS / "golden/conversations"
IMAGES = TESTS / "images"
# What the product makes of this picture for a server that may not read it is not written down byte for byte.
CONVERTED = "@red.webp as jpeg"
MARK = re.compile(r"@([a-z]+\.(?:jpg|webp))")
# A folder for each wire, and one more for a model that wants another body. Gemini's body names no model.
FOLDERS = {
    "anthropic": "anthropic",
    "openai-compat": "openai-compat",
    "gemini": "gemini",
    "gemini-2.5": "gemini",
    "openai-responses": "openai-responses",
    "xai-responses": "xai-responses",
    "meta-responses": "meta-responses",
    "perplexity-responses": "perplexity-responses",
    "ollama": "ollama",
}
GEMINI_MODELS = {"gemini": "gemini-3.7-flash", "gemini-2.5": "gemini-2.5-flash"}


class Golden(NamedTuple):
    """One golden body."""

    name: str
    wire: str
    model: str
    body: dict
    conversation: dict


@cache
def image(name: str) -> str:
    """The base64 of an image."""
    return base64.b64encode((IMAGES / name).read_bytes()).decode()


def filled(text: str) -> str:
    """A golden with its images, except for those that the product converts."""
    return MARK.sub(lambda mark: image(mark[1]), text.replace(CONVERTED, "\0")).replace("\0", CONVERTED)


def all_goldens() -> Iterator[Golden]:
    """Every golden body, beside the conversation that it was written for."""
    for folder, wire in FOLDERS.items():
        for file in sorted((TESTS / "golden" / folder).glob("*.json")):
            body = json.loads(filled(file.read_text(encoding="utf-8")))
            conversation = json.loads((CONVERSATIONS / file.name).read_text(encoding="utf-8"))
            model = GEMINI_MODELS.get(folder) or body["model"]
            conversation["model"] = model
            yield Golden(f"{folder}/{file.stem}", wire, model, body, conversation)


def converted(value: Any, by: str) -> Any:
    """A body whose converted images are `by`."""
    return json.loads(json.dumps(value).replace(CONVERTED, by))
