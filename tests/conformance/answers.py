"""What the clients sent and what the stand-in answered, held against the vendors' types.

The clients themselves overlook unknown members. So each request is sent once more, to a stand-in with the same
script, and the bare answer is judged.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from edits import PLANTED
from programs import LIMIT, Sim
from shape import faults
from vendors import VENDORS, Vendor

SECRET = "***"
OWN_HEADERS = {"host", "content-length", "connection", "accept-encoding", "user-agent"}


def replayed(wire: str, model: str, sim: Sim, again: Sim) -> Iterator[str]:
    """Faults in what was sent and in what comes back."""
    vendor = VENDORS[wire]
    requests = sim.requests()
    if not requests:
        yield "nothing was recorded"
    for at, (about, body) in enumerate(requests):
        status, text = send(again.url, about, body)
        if status != about["status"]:
            yield f"request {at}: {status}, the first time {about['status']}: {text[:200]}"
        if status == 200:
            yield from (f"request {at}: {fault}" for fault in vendor.refuses(spelled(wire, body), model))
            yield from (f"answer {at}: {fault}" for fault in judged(vendor, text))
            if not any(PLANTED in fault for fault in judged(vendor, text.replace("{", f'{{"{PLANTED}":1,', 1))):
                yield f"answer {at}: may hold anything"


def send(url: str, about: dict, body: dict) -> tuple[int, str]:
    """One recorded request, with a key of our own."""
    parts = urlsplit(url)
    headers = {name: value for name, value in about["headers"] if name not in OWN_HEADERS}
    for name, value in headers.items():
        if value == SECRET:
            headers[name] = "Bearer k" if name == "authorization" else "k"
    request = urllib.request.Request(
        f"{parts.scheme}://{parts.netloc}{about['path']}", json.dumps(body).encode(), headers, method=about["method"]
    )
    try:
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def judged(vendor: Vendor, text: str) -> Iterator[str]:
    """Faults of an answer, or of each event of a stream."""
    lines = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith(("data: ", "{"))]
    declared = vendor.event if len(lines) > 1 else vendor.answer
    for line in lines:
        if line == "[DONE]" or line == '{"type":"ping"}':
            continue
        for fault in faults(declared, json.loads(line), vendor.answers):
            yield f"{fault} in {line[:120]}"


def spelled(wire: str, body: Any) -> Any:
    """A body as the reference spells it. Google's client has names with underscores, and base64 for URLs."""
    if wire != "gemini":
        return body
    if isinstance(body, dict):
        return {camel(name): plain(name, spelled(wire, each)) for name, each in body.items()}
    if isinstance(body, list):
        return [spelled(wire, each) for each in body]
    return body


def plain(name: str, value: Any) -> Any:
    """Bytes in the common alphabet."""
    return value.replace("-", "+").replace("_", "/") if name in ("data", "thoughtSignature") else value


def camel(name: str) -> str:
    """A name without underscores."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
