"""The clients for Responses: OpenAI's, which xAI and Meta tell people to use, and Perplexity's own."""

import base64
import json
from typing import Any, ClassVar

import openai
import perplexity

from clients import DESCRIPTION, PARAMETERS, TIMEOUT, TOOL, Answer, Call, Client, Result, joined


class Responses(Client):
    """OpenAI's client."""

    refusal: type[Exception] = openai.BadRequestError
    detail: ClassVar[dict] = {}
    """What a vendor's type wants beside an image."""
    typed = False
    """Whether an answer must fit the client's types. Other vendors leave out counts that OpenAI has."""
    strict: ClassVar[dict] = {}
    """What a vendor's type wants beside a tool."""

    def __init__(self, url: str) -> None:
        self.api: Any = openai.OpenAI(
            api_key="k", base_url=url, max_retries=0, timeout=TIMEOUT, _strict_response_validation=self.typed
        ).responses
        tool = {"type": "function", "name": TOOL, "description": DESCRIPTION, "parameters": PARAMETERS}
        self.head: dict[str, Any] = {"model": self.model, "tools": [tool | self.strict]}

    def image(self, png: bytes, media_type: str = "image/png") -> dict:
        """An image part."""
        url = f"data:{media_type};base64,{base64.b64encode(png).decode()}"
        return {"type": "input_image", "image_url": url}

    def user(self, text: str, png: bytes | None = None, media_type: str = "image/png") -> list[Any]:
        parts = [self.image(png, media_type) | self.detail] if png else []
        return [{"type": "message", "role": "user", "content": [*parts, {"type": "input_text", "text": text}]}]

    def results(self, results: list[Result]) -> list[Any]:
        items = []
        for call, text, png in results:
            output = [{"type": "input_text", "text": text}, self.image(png)] if png else text
            items.append({"type": "function_call_output", "call_id": call.id, "output": output})
        return items

    def whole(self, messages: list[Any]) -> Answer:
        return self.read(self.api.create(**self.head, input=messages), 0)

    def streamed(self, messages: list[Any]) -> Answer:
        with self.api.stream(**self.head, input=messages) as stream:
            return self.pieced(list(stream), stream.get_final_response())

    def pieced(self, events: list[Any], response: Any) -> Answer:
        """A response of which the pieces tell the same as the whole."""
        whole = self.read(response, 0)
        text, pieces = joined(event.delta for event in events if event.type == "response.output_text.delta")
        made = [event for event in events if event.type == "response.function_call_arguments.delta"]
        for at, item in enumerate(response.output if made else []):
            arguments = "".join(event.delta for event in made if event.output_index == at)
            assert arguments == getattr(item, "arguments", ""), arguments
        assert text == whole.text, text
        return whole._replace(pieces=pieces)

    def read(self, response: Any, pieces: int) -> Answer:
        """The client's response."""
        assert response.status == "completed", response.status
        calls, echo, said = [], [], ""
        for item in response.output:
            if item.type == "function_call":
                calls.append(Call(item.call_id, item.name, json.loads(item.arguments)))
                echo.append({name: getattr(item, name) for name in ("type", "call_id", "name", "arguments")})
            elif item.type == "message":
                text = "".join(part.text for part in item.content)
                said += text
                echo.append({"type": "message", "role": "assistant", "content": text})
        return Answer(said, pieces, calls, echo, (response.usage.input_tokens, response.usage.output_tokens))


class OpenAi(Responses):
    """OpenAI's types want both said."""

    typed = True
    detail: ClassVar[dict] = {"detail": "auto"}
    strict: ClassVar[dict] = {"strict": False}


class Perplexity(Responses):
    """Perplexity's client."""

    model = "google/gemini-3.7-flash"
    refusal = perplexity.BadRequestError

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.api = perplexity.Perplexity(
            api_key="k",
            base_url=url.removesuffix("/v1"),
            max_retries=0,
            timeout=TIMEOUT,
            _strict_response_validation=True,
        ).responses

    def streamed(self, messages: list[Any]) -> Answer:
        events = list(self.api.create(**self.head, input=messages, stream=True))
        assert events[-1].type == "response.completed", events[-1].type
        return self.pieced(events, events[-1].response)
