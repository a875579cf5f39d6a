"""The vendors' own clients behind one interface, one module a package."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, NamedTuple

TOOL = "cam__look"
DESCRIPTION = "Takes a picture."
PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "zoom": {"type": "integer", "description": "How near."},
        "label": {"type": "string", "description": "What to call it."},
    },
}
TIMEOUT = 20


class Call(NamedTuple):
    """A call as the vendor's client read it."""

    id: str
    name: str
    arguments: dict


class Answer(NamedTuple):
    """An answer as the vendor's client read it."""

    text: str
    pieces: int
    """Pieces of text in a stream."""
    calls: list[Call]
    echo: list[Any]
    """The answer as it goes back."""
    tokens: tuple[int | None, int | None]


class Result(NamedTuple):
    """A result of a call."""

    call: Call
    text: str
    png: bytes | None


class Client(ABC):
    """A vendor's client and its words for a conversation."""

    model = "sim-model"
    refusal: type[Exception]
    """What it raises when the service answers 400."""

    @abstractmethod
    def user(self, text: str, png: bytes | None = None, media_type: str = "image/png") -> list[Any]:
        """A person's message, with a picture."""

    @abstractmethod
    def results(self, results: list[Result]) -> list[Any]:
        """The results of one round."""

    @abstractmethod
    def whole(self, messages: list[Any]) -> Answer:
        """Asks for one answer."""

    @abstractmethod
    def streamed(self, messages: list[Any]) -> Answer:
        """Asks for a stream."""


def joined(pieces: Iterable[str | None]) -> tuple[str, int]:
    """The text of a stream, and in how many pieces it came."""
    held = [piece for piece in pieces if piece]
    return "".join(held), len(held)
