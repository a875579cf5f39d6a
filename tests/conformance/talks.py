"""The vendors' clients talk to the stand-ins: chat, streams, calls, and pictures in results."""

import base64
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from answers import replayed
from clients import TOOL, Answer, Client, Result
from clients.anthropic import Anthropic
from clients.chat import Chat
from clients.gemini import Gemini
from clients.ollama import Ollama
from clients.responses import OpenAi, Perplexity, Responses
from goldens import CONVERSATIONS
from pictures import Picture, picture
from programs import Sim, wire
from report import Report

CLIENTS: dict[str, Callable[[str], Client]] = {
    "anthropic": Anthropic,
    "openai-compat": Chat,
    "gemini": Gemini,
    "openai-responses": OpenAi,
    "xai-responses": Responses,
    "meta-responses": Responses,
    "perplexity-responses": Perplexity,
    "ollama": Ollama,
}
SAID = 'The door is shut. 戸は閉まっています。 "Quotes" and a line\nbreak, \U0001f6aa too.'
ARGUMENTS = {"zoom": 2, "label": '戸口 "left" \\ right'}
CALLS = {"text": "taking a look", "calls": [{"name": TOOL, "arguments": ARGUMENTS}, {"name": TOOL, "arguments": {}}]}
SAY = {"text": SAID}
# What it says by itself depends on what reached it.
OWN: dict = {}
Talk = Callable[[Client], Iterator[str]]


def run(report: Report) -> None:
    """All talks on all wires."""
    with tempfile.TemporaryDirectory(prefix="conformance-") as folder:
        for name, client in CLIENTS.items():
            talk(report, name, client, Path(folder))


def talk(report: Report, name: str, client: Callable[[str], Client], folder: Path) -> None:
    """All talks on one wire, in the order of the script."""
    talks: list[tuple[str, list[dict], Talk]] = [
        ("chats", [SAY], lambda api: chats(api.whole(api.user("Hello.")), 0)),
        ("streams", [SAY], lambda api: chats(api.streamed(api.user("Hello.")), 2)),
        ("sees a person's picture", [OWN], sees),
        ("sees a picture of a tool", [CALLS, OWN], lambda api: looks(api, api.whole, picture("red", "blue"))),
        ("sees it in a stream", [CALLS, OWN], lambda api: looks(api, api.streamed, picture("yellow", "green"))),
        ("sees no picture that was not sent", [CALLS, OWN], lambda api: looks(api, api.whole, None)),
        ("is refused with a false picture", [], refused),
    ]
    if name == "ollama":
        talks.append(("sees the product's JPEG of a WebP", [OWN], converted))
    steps = [step for _, script, _ in talks for step in script]
    with Sim(name, folder / name, steps) as sim:
        api = client(sim.url)
        for what, _, check in talks:
            report.check(f"{name} client {what}", lambda check=check: check(api))
        with Sim(name, folder / f"{name}-again", steps) as again:
            report.check(f"{name} client and stand-in keep to the types", lambda: replayed(name, api.model, sim, again))


def chats(answer: Answer, least: int) -> Iterator[str]:
    """What was said arrives whole, in pieces if it was streamed, with its cost."""
    if answer.text != SAID:
        yield f"said {answer.text!r}"
    if answer.pieces < least:
        yield f"{answer.pieces} pieces"
    if answer.calls or not all(answer.tokens):
        yield f"calls {answer.calls}, tokens {answer.tokens}"


def sees(api: Client) -> Iterator[str]:
    """A picture in a person's message is looked at."""
    shown = picture("white", "black")
    answer = api.whole(api.user("What do you see?", shown.png))
    if answer.text != shown.seen:
        yield f"said {answer.text!r}"


def looks(api: Client, ask: Callable[[list], Answer], shown: Picture | None) -> Iterator[str]:
    """Two calls in one round; the second result brings the picture, and the answer tells its colours."""
    messages = api.user("Look.")
    called = ask(messages)
    found = [(call.name, call.arguments) for call in called.calls]
    if found != [(TOOL, ARGUMENTS), (TOOL, {})] or called.text != CALLS["text"]:
        yield f"called {found} and said {called.text!r}"
        return
    first, second = called.calls
    results = [Result(first, "nothing new", None), Result(second, "taken", shown.png if shown else None)]
    answer = ask([*messages, *called.echo, *api.results(results)])
    if answer.text != (shown.seen if shown else "no picture received") or answer.calls:
        yield f"said {answer.text!r}"


def converted(api: Client) -> Iterator[str]:
    """What the product makes of a red WebP for a server that may not read it is red still."""
    conversation = json.loads((CONVERSATIONS / "attachment.json").read_text(encoding="utf-8"))
    jpeg = base64.b64decode(wire("ollama", conversation)["messages"][0]["images"][0])
    answer = api.whole(api.user("What do you see?", jpeg))
    if answer.text != "left: red, right: red":
        yield f"said {answer.text!r}"


def refused(api: Client) -> Iterator[str]:
    """The client knows a refusal as one."""
    try:
        answer = api.whole(api.user("What do you see?", picture("red", "red").png, "image/jpeg"))
    except api.refusal as error:
        if "400" not in f"{error} {getattr(error, 'status_code', '')}":
            yield f"refused with {error}"
    else:
        yield f"said {answer.text!r}"
