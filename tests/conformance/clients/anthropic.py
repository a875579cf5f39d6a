"""Anthropic's client."""

import base64
from typing import Any

import anthropic

from clients import DESCRIPTION, PARAMETERS, TIMEOUT, TOOL, Answer, Call, Client, Result


def image(png: bytes, media_type: str = "image/png") -> dict:
    """An image block."""
    source = {"type": "base64", "media_type": media_type, "data": base64.b64encode(png).decode()}
    return {"type": "image", "source": source}


class Anthropic(Client):
    """Messages."""

    refusal = anthropic.BadRequestError

    def __init__(self, url: str) -> None:
        self.api = anthropic.Anthropic(
            api_key="k",
            base_url=url.removesuffix("/v1"),
            max_retries=0,
            timeout=TIMEOUT,
            _strict_response_validation=True,
        ).messages
        self.head: dict[str, Any] = {
            "model": self.model,
            "max_tokens": 1000,
            "tools": [{"name": TOOL, "description": DESCRIPTION, "input_schema": PARAMETERS}],
        }

    def user(self, text: str, png: bytes | None = None, media_type: str = "image/png") -> list[Any]:
        blocks = [image(png, media_type)] if png else []
        return [{"role": "user", "content": [*blocks, {"type": "text", "text": text}]}]

    def results(self, results: list[Result]) -> list[Any]:
        blocks = []
        for call, text, png in results:
            content = [image(png), {"type": "text", "text": text}] if png else text
            blocks.append({"type": "tool_result", "tool_use_id": call.id, "content": content})
        return [{"role": "user", "content": blocks}]

    def whole(self, messages: list[Any]) -> Answer:
        return self.read(self.api.create(**self.head, messages=messages), 0)

    def streamed(self, messages: list[Any]) -> Answer:
        with self.api.stream(**self.head, messages=messages) as stream:
            pieces = len(list(stream.text_stream))
            return self.read(stream.get_final_message(), pieces)

    def read(self, message: Any, pieces: int) -> Answer:
        """The client's message."""
        text = "".join(block.text for block in message.content if block.type == "text")
        uses = [block for block in message.content if block.type == "tool_use"]
        assert message.stop_reason == ("tool_use" if uses else "end_turn"), message.stop_reason
        return Answer(
            text,
            pieces,
            [Call(use.id, use.name, use.input) for use in uses],
            [{"role": "assistant", "content": message.content}],
            (message.usage.input_tokens, message.usage.output_tokens),
        )
