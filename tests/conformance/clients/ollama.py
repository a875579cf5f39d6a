"""Ollama's client."""

from typing import Any

import ollama

from clients import DESCRIPTION, PARAMETERS, TIMEOUT, TOOL, Answer, Call, Client, Result, joined


class Ollama(Client):
    """`/api/chat`. This client has no ids of calls; the name of the tool pairs them."""

    refusal = ollama.ResponseError

    def __init__(self, url: str) -> None:
        self.client = ollama.Client(host=url, timeout=TIMEOUT)
        function = {"name": TOOL, "description": DESCRIPTION, "parameters": PARAMETERS}
        self.head: dict[str, Any] = {"model": self.model, "tools": [{"type": "function", "function": function}]}

    def user(self, text: str, png: bytes | None = None, media_type: str = "image/png") -> list[Any]:
        # Without a place for a type, a false one is a picture of no type.
        shown = png if media_type == "image/png" or not png else png[4:]
        return [ollama.Message(role="user", content=text, images=[ollama.Image(value=shown)] if shown else None)]

    def results(self, results: list[Result]) -> list[Any]:
        return [
            ollama.Message(
                role="tool",
                tool_name=call.name,
                content=text,
                images=[ollama.Image(value=png)] if png else None,
            )
            for call, text, png in results
        ]

    def whole(self, messages: list[Any]) -> Answer:
        return read([self.client.chat(**self.head, messages=messages)])

    def streamed(self, messages: list[Any]) -> Answer:
        return read(list(self.client.chat(**self.head, messages=messages, stream=True)))


def read(chunks: list[Any]) -> Answer:
    """All lines of an answer; one is a whole answer."""
    text, pieces = joined(chunk.message.content for chunk in chunks)
    made = [call for chunk in chunks for call in chunk.message.tool_calls or []]
    last = chunks[-1]
    assert last.done and last.done_reason == "stop", last
    return Answer(
        text,
        pieces,
        [Call("", call.function.name, dict(call.function.arguments)) for call in made],
        [ollama.Message(role="assistant", content=text, tool_calls=made or None)],
        (last.prompt_eval_count, last.eval_count),
    )
