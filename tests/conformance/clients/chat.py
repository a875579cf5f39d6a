"""OpenAI's client, for Chat Completions."""

import base64
import json
from typing import Any

import openai

from clients import DESCRIPTION, PARAMETERS, TIMEOUT, TOOL, Answer, Call, Client, Result


def image(png: bytes, media_type: str = "image/png") -> dict:
    """An image part."""
    return {"type": "image_url", "image_url": {"url": f"data:{media_type};base64,{base64.b64encode(png).decode()}"}}


class Chat(Client):
    """Chat Completions. A tool's picture is carried by a message of the user."""

    refusal = openai.BadRequestError

    def __init__(self, url: str) -> None:
        self.api = openai.OpenAI(
            api_key="k", base_url=url, max_retries=0, timeout=TIMEOUT, _strict_response_validation=True
        ).chat.completions
        function = {"name": TOOL, "description": DESCRIPTION, "parameters": PARAMETERS}
        self.head: dict[str, Any] = {"model": self.model, "tools": [{"type": "function", "function": function}]}

    def user(self, text: str, png: bytes | None = None, media_type: str = "image/png") -> list[Any]:
        parts = [image(png, media_type)] if png else []
        return [{"role": "user", "content": [*parts, {"type": "text", "text": text}]}]

    def results(self, results: list[Result]) -> list[Any]:
        messages: list[Any] = [{"role": "tool", "tool_call_id": call.id, "content": text} for call, text, _ in results]
        shown = [part for _, text, png in results if png for part in ({"type": "text", "text": text}, image(png))]
        return [*messages, {"role": "user", "content": shown}] if shown else messages

    def whole(self, messages: list[Any]) -> Answer:
        return self.read(self.api.create(**self.head, messages=messages), 0)

    def streamed(self, messages: list[Any]) -> Answer:
        options: Any = {"include_usage": True}
        with self.api.stream(**self.head, messages=messages, stream_options=options) as stream:
            pieces = len([event for event in stream if event.type == "content.delta"])
            return self.read(stream.get_final_completion(), pieces)

    def read(self, completion: Any, pieces: int) -> Answer:
        """The client's completion."""
        choice = completion.choices[0]
        made = choice.message.tool_calls or []
        assert choice.finish_reason == ("tool_calls" if made else "stop"), choice.finish_reason
        calls = [Call(call.id, call.function.name, json.loads(call.function.arguments)) for call in made]
        echo: dict[str, Any] = {"role": "assistant", "content": choice.message.content}
        if made:
            echo["tool_calls"] = [
                {"id": call.id, "type": "function", "function": call.function.model_dump(include={"name", "arguments"})}
                for call in made
            ]
        tokens = (completion.usage.prompt_tokens, completion.usage.completion_tokens)
        return Answer(choice.message.content or "", pieces, calls, [echo], tokens)
