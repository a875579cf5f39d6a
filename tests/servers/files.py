"""A fastmcp server that serves the files of a folder: `python files.py FOLDER [http PORT]`.

What each tool gives back is made by the library, not by hand; the files are the caller's.
"""

import sys
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.utilities.types import Audio, File, Image
from mcp.types import Annotations, ImageContent, TextContent

FOLDER = Path(sys.argv[1])
server = FastMCP("files")


def image(name: str, mime: str, audience: list[str]) -> ImageContent:
    """An image with readers."""
    content = Image(path=FOLDER / name).to_image_content(mime_type=mime)
    content.annotations = Annotations(audience=audience, priority=0.9)
    return content


@server.tool
def jpeg() -> Image:
    """Returns a photograph."""
    return Image(path=FOLDER / "picture.jpg")


@server.tool
def webp() -> Image:
    """Returns a WebP."""
    return Image(path=FOLDER / "picture.webp")


@server.tool
def gif() -> list:
    """Returns a GIF, which models do not take, and a word."""
    return [Image(path=FOLDER / "picture.gif"), "moving"]


@server.tool
def wav() -> Audio:
    """Returns a sound."""
    return Audio(path=FOLDER / "tone.wav")


@server.tool
def pdf() -> File:
    """Returns a document."""
    return File(path=FOLDER / "paper.pdf")


@server.tool
def csv() -> File:
    """Returns a table as text."""
    return File(path=FOLDER / "table.csv")


@server.tool
def for_the_person() -> list:
    """Returns an image that only the person should get."""
    return [image("picture.jpg", "image/jpeg", ["user"]), TextContent(type="text", text="shown")]


@server.tool
def for_the_model() -> list:
    """Returns an image that only the model should get."""
    return [image("picture.jpg", "image/jpeg", ["assistant"])]


@server.tool
def words() -> list:
    """Returns a text for each reader."""
    return [
        TextContent(type="text", text="for the model", annotations=Annotations(audience=["assistant"])),
        TextContent(type="text", text="for the person", annotations=Annotations(audience=["user"])),
    ]


@server.tool
def numbers() -> list[int]:
    """Returns structured data."""
    return [1, 2, 3]


@server.tool
def broken() -> str:
    """Fails."""
    raise ValueError("the lens cap is on")


if len(sys.argv) > 3:
    server.run(transport="http", host="127.0.0.1", port=int(sys.argv[3]), show_banner=False)
else:
    server.run(show_banner=False)
