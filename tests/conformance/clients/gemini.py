"""Google's client."""

from typing import Any

from google import genai
from google.genai import errors, types

from clients import DESCRIPTION, PARAMETERS, TIMEOUT, TOOL, Answer, Call, Client, Result, joined


class Gemini(Client):
    """`generateContent`."""

    model = "gemini-3.7-flash"
    refusal = errors.ClientError

    def __init__(self, url: str) -> None:
        options = types.HttpOptions(base_url=url.removesuffix("/v1beta"), api_version="v1beta", timeout=TIMEOUT * 1000)
        self.client = genai.Client(api_key="k", http_options=options)
        function = types.FunctionDeclaration(
            name=TOOL, description=DESCRIPTION, parameters=types.Schema.model_validate(upper(PARAMETERS))
        )
        self.config = types.GenerateContentConfig(
            tools=[types.Tool(function_declarations=[function])],
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        )

    def user(self, text: str, png: bytes | None = None, media_type: str = "image/png") -> list[Any]:
        parts = [types.Part.from_bytes(data=png, mime_type=media_type)] if png else []
        return [types.Content(role="user", parts=[*parts, types.Part(text=text)])]

    def results(self, results: list[Result]) -> list[Any]:
        parts = []
        for call, text, png in results:
            blob = types.FunctionResponseBlob(mime_type="image/png", data=png)
            shown = [types.FunctionResponsePart(inline_data=blob)] if png else None
            response = types.FunctionResponse(id=call.id, name=call.name, response={"result": text}, parts=shown)
            parts.append(types.Part(function_response=response))
        return [types.Content(role="user", parts=parts)]

    def whole(self, messages: list[Any]) -> Answer:
        return read([self.client.models.generate_content(model=self.model, contents=messages, config=self.config)])

    def streamed(self, messages: list[Any]) -> Answer:
        stream = self.client.models.generate_content_stream(model=self.model, contents=messages, config=self.config)
        return read(list(stream))


def read(chunks: list[Any]) -> Answer:
    """All chunks of an answer; one is a whole answer."""
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts or []]
    last = chunks[-1]
    assert last.candidates[0].finish_reason == types.FinishReason.STOP, last
    text, pieces = joined(part.text for part in parts if not part.thought)
    calls = [part.function_call for part in parts if part.function_call]
    kept = [part for part in parts if part.function_call or part.text or part.thought_signature]
    return Answer(
        text,
        pieces,
        [Call(call.id, call.name, call.args) for call in calls],
        [types.Content(role="model", parts=kept)],
        (last.usage_metadata.prompt_token_count, last.usage_metadata.candidates_token_count),
    )


def upper(schema: dict) -> dict:
    """A schema with the names of types that this client has."""
    inner = {name: upper(each) for name, each in schema.get("properties", {}).items()}
    return schema | {"type": schema["type"].upper()} | ({"properties": inner} if inner else {})
