"""Who publishes the types of each wire, and where a service departs from them.

Every difference names its reason. What is not here has to be as published.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Required, TypedDict

import anthropic.types as claude
import ollama._types as ollama
import openai.types.chat as chat
import openai.types.responses as responses
import perplexity.generated.api as pplx
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming, MessageCreateParamsStreaming
from google.genai import types as gemini
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming as ChatNonStreaming
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming as ChatStreaming
from openai.types.responses import response_create_params as openai_params
from openai.types.responses.response_input_param import FunctionCallOutput
from openai.types.responses.response_usage import InputTokensDetails

import rules.anthropic
import rules.chat
import rules.gemini
import rules.ollama
import rules.responses
from shape import Differences, Field, faults, resolved

NONE = Differences()


class GeminiBody(TypedDict, total=False):
    """The body of `generateContent`. The package has types for its members only."""

    contents: Required[list[gemini.Content]]
    systemInstruction: gemini.Content
    tools: list[gemini.Tool]
    toolConfig: gemini.ToolConfig
    safetySettings: list[gemini.SafetySetting]
    generationConfig: gemini.GenerationConfig


@dataclass(frozen=True)
class Vendor:
    """One wire."""

    streamed: Any
    """The type of a body that asks for a stream."""
    whole: Any
    """The type of a body that asks for one answer."""
    rules: Callable[[dict, str], Iterator[str]]
    """What its documents say and its types do not."""
    differences: Differences = NONE
    takes: frozenset[str] | None = None
    """The members of a body, where the service takes fewer than the types say."""
    answer: Any = None
    """The type of an answer."""
    event: Any = None
    """The type of one event of a stream."""
    answers: Differences = NONE
    """Differences in what the service sends."""

    def refuses(self, body: Any, model: str) -> list[str]:
        """Every reason for which the vendor would refuse a body."""
        if not isinstance(body, dict):
            return ["body: not an object"]
        declared = self.streamed if body.get("stream") is True else self.whole
        found = [str(fault) for fault in faults(declared, body, self.differences)]
        if self.takes is not None:
            found += [f"{name}: this vendor does not take it" for name in body if name not in self.takes]
        # Rules may rely on types.
        return found or list(self.rules(body, model))


def optional(declared: Any) -> Field:
    """A member that may be left out."""
    return Field(declared, required=False)


def needed(declared: Any) -> Field:
    """A member that has to be there."""
    return Field(declared, required=True)


# OpenAI's own API is the only one that must be told not to be strict.
OPEN_TOOL = {responses.FunctionToolParam: {"strict": optional(bool | None)}}
# The others have no `detail`; OpenAI requires it in a message.
OPEN_IMAGE = {responses.ResponseInputImageParam: {"detail": optional(str)}}
# What the types leave open for conversations that the vendor keeps, and a client that sends its own must say.
WHOLE = {"model": needed(str), "input": needed(str | responses.ResponseInputParam)}
SAID = {
    FunctionCallOutput: {"call_id": needed(str)},
    openai_params.ResponseCreateParamsStreaming: WHOLE,
    openai_params.ResponseCreateParamsNonStreaming: WHOLE,
}

# The package lets everything of a body be left out; the reference does not.
GEMINI_NEEDS = {
    gemini.Content: {"parts": needed(list[gemini.Part])},
    gemini.Blob: {"mimeType": needed(str), "data": needed(bytes)},
    gemini.FunctionResponsePart: {"inlineData": needed(gemini.FunctionResponseBlob)},
    gemini.FunctionResponseBlob: {"mimeType": needed(str), "data": needed(bytes)},
    gemini.FunctionCall: {"name": needed(str)},
    gemini.FunctionResponse: {"name": needed(str), "response": needed(dict[str, Any])},
    gemini.FunctionDeclaration: {"name": needed(str)},
    gemini.Schema: {"type": needed(gemini.Type)},
}

COMMON_TAKES = {"model", "input", "stream", "tools", "tool_choice", "max_output_tokens", "reasoning", "temperature"}

# OpenAI's answers echo it, as the examples of its reference show.
ECHOED = {responses.Response: {"store": optional(bool)}}
# OpenAI alone counts what it writes to its cache, and xAI its price.
UNCOUNTED = {InputTokensDetails: {"cache_write_tokens": optional(int)}}
PRICED = {responses.ResponseUsage: {"cost_in_usd_ticks": optional(int)}}
# The server has ids and places of calls, the package has not caught up.
OLLAMA_CALLS = {
    ollama.Message.ToolCall: {"id": optional(str)},
    ollama.Message.ToolCall.Function: {"index": optional(int)},
}

OPENAI = Vendor(
    openai_params.ResponseCreateParamsStreaming,
    openai_params.ResponseCreateParamsNonStreaming,
    rules.responses.of(rules.responses.OPENAI),
    Differences(fields=SAID),
    answer=responses.Response,
    event=responses.ResponseStreamEvent,
    answers=Differences(fields=ECHOED),
)


def like_openai(limits: rules.responses.Limits, takes: set[str], says: dict[Any, dict[str, Field]]) -> Vendor:
    """A vendor whose documents tell people to use OpenAI's client."""
    return Vendor(
        OPENAI.streamed,
        OPENAI.whole,
        rules.responses.of(limits),
        Differences(fields=SAID | OPEN_TOOL | OPEN_IMAGE),
        frozenset(COMMON_TAKES | takes),
        OPENAI.answer,
        OPENAI.event,
        Differences(fields=OPENAI.answers.fields | UNCOUNTED | says),
    )


VENDORS = {
    "anthropic": Vendor(
        MessageCreateParamsStreaming,
        MessageCreateParamsNonStreaming,
        rules.anthropic.broken,
        answer=claude.Message,
        event=claude.RawMessageStreamEvent,
    ),
    "openai-compat": Vendor(
        ChatStreaming,
        ChatNonStreaming,
        rules.chat.broken,
        answer=chat.ChatCompletion,
        event=chat.ChatCompletionChunk,
    ),
    "gemini": Vendor(
        GeminiBody,
        GeminiBody,
        rules.gemini.broken,
        Differences(fields=GEMINI_NEEDS),
        answer=gemini.GenerateContentResponse,
        event=gemini.GenerateContentResponse,
    ),
    "openai-responses": OPENAI,
    "xai-responses": like_openai(
        rules.responses.XAI, {"store", "include", "prompt_cache_key", "top_p", "parallel_tool_calls", "text"}, PRICED
    ),
    "meta-responses": like_openai(rules.responses.META, set(), {}),
    "perplexity-responses": Vendor(
        pplx.ResponsesResponseCreateParamsStreaming,
        pplx.ResponsesResponseCreateParamsNonStreaming,
        rules.responses.of(rules.responses.PERPLEXITY),
        # A list of models to fall back to would do too; we send one.
        Differences(fields={pplx.ResponsesResponseCreateParamsStreaming: {"model": needed(str)}}),
        answer=pplx.ResponsesResponseOutput,
        event=resolved(pplx.ResponseStreamEventOutput, pplx),
    ),
    "ollama": Vendor(
        ollama.ChatRequest,
        ollama.ChatRequest,
        rules.ollama.broken,
        Differences(
            fields=OLLAMA_CALLS
            | {
                # The package leaves these open, the server does not.
                ollama.ChatRequest: {
                    "messages": needed(list[ollama.Message]),
                    "options": optional(ollama.Options),
                },
                ollama.Tool: {"type": needed(str), "function": needed(ollama.Tool.Function)},
                ollama.Tool.Function: {"name": needed(str), "parameters": needed(ollama.Tool.Function.Parameters)},
                ollama.Message: {"tool_call_id": optional(str)},
            },
            # The package's image is a file or bytes; what it sends is their base64.
            instead={ollama.Image: str},
        ),
        answer=ollama.ChatResponse,
        event=ollama.ChatResponse,
        answers=Differences(fields=OLLAMA_CALLS),
    ),
}
