"""Images as base64: strict, of a type that is taken, and what the bytes say they are."""

import base64
import binascii
from collections.abc import Iterator
from typing import Any

STARTS = {
    "image/jpeg": b"\xff\xd8\xff",
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}
COMMON = ("image/jpeg", "image/png", "image/webp")


def media_type(data: bytes) -> str | None:
    """The type that the first bytes say."""
    if data[:4] == b"RIFF" and data[8:12] != b"WEBP":
        return None
    return next((name for name, start in STARTS.items() if data.startswith(start)), None)


def image(at: str, data: Any, declared: str | None, taken: tuple[str, ...] = COMMON) -> Iterator[str]:
    """Faults of an image. `declared` is None where the wire has no place for a type."""
    if not isinstance(data, str) or not data:
        yield f"{at}: no base64"
        return
    try:
        found = media_type(base64.b64decode(data, validate=True))
    except binascii.Error as error:
        yield f"{at}: not base64: {error}"
        return
    if declared is not None and declared != found:
        yield f"{at}: declared as {declared}, the bytes are {found}"
    if found not in taken:
        yield f"{at}: {found} is not taken"


def media(at: str, data: str, declared: str) -> Iterator[str]:
    """Faults of an image, or of base64 of another kind."""
    if declared.startswith("image/"):
        yield from image(at, data, declared)
        return
    try:
        base64.b64decode(data, validate=True)
    except binascii.Error as error:
        yield f"{at}: not base64: {error}"


def data_url(at: str, url: Any, taken: tuple[str, ...] = COMMON) -> Iterator[str]:
    """Faults of an image in a data URL."""
    head, mark, data = str(url).partition(";base64,")
    if not mark or not head.startswith("data:"):
        yield f"{at}: not a base64 data URL"
        return
    yield from image(at, data, head.removeprefix("data:"), taken)
