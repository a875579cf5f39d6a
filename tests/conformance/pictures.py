"""Pictures of two halves, written here byte by byte: what a stand-in says of them, it must have seen."""

import struct
import zlib
from typing import NamedTuple

WIDTH, HEIGHT = 64, 48
RGB = {
    "red": (214, 32, 36),
    "green": (32, 150, 60),
    "blue": (32, 74, 204),
    "yellow": (244, 216, 32),
    "white": (242, 242, 242),
    "black": (14, 14, 14),
}


class Picture(NamedTuple):
    """A PNG and the names of its colours."""

    left: str
    right: str
    png: bytes

    @property
    def seen(self) -> str:
        """What a stand-in says that looked at it."""
        return f"left: {self.left}, right: {self.right}"


def picture(left: str, right: str) -> Picture:
    """A picture in two colours."""
    row = b"\0" + bytes(RGB[left]) * (WIDTH // 2) + bytes(RGB[right]) * (WIDTH // 2)
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(row * HEIGHT)), (b"IEND", b"")]
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return Picture(left, right, png)
