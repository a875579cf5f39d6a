"""The same work by Pillow: shrink, turn, paint on white, JPEG of quality 85, SHA-256, base64.

`serve` answers a path a line with what it took; `once FILE OUT` does it once and says what memory it took.
"""

import base64
import hashlib
import io
import json
import sys
import time

from PIL import Image, ImageOps

EDGE = 1568
Image.MAX_IMAGE_PIXELS = None


def work(data):
    image = Image.open(io.BytesIO(data))
    scale = min(1.0, EDGE / max(image.size))
    size = tuple(max(1, round(side * scale)) for side in image.size)
    image.draft("RGB", size)
    image.load()
    if image.size != size:
        image = image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    image = ImageOps.exif_transpose(image)
    if image.mode == "RGBA":
        white = Image.new("RGB", image.size, "white")
        white.paste(image, mask=image.getchannel("A"))
        image = white
    out = io.BytesIO()
    image.save(out, "JPEG", quality=85, exif=b"")
    jpeg = out.getvalue()
    hashlib.sha256(jpeg).digest()
    base64.b64encode(jpeg)
    return jpeg


def resident(field):
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field))


def serve():
    kept = {}
    for line in sys.stdin:
        path = line.strip()
        if path not in kept:
            with open(path, "rb") as file:
                kept[path] = file.read()
        cpu, wall = time.process_time(), time.perf_counter()
        jpeg = work(kept[path])
        took = {"cpu": (time.process_time() - cpu) * 1e3, "wall": (time.perf_counter() - wall) * 1e3}
        print(json.dumps({**took, "bytes": len(jpeg)}), flush=True)


def once(path, out):
    with open(path, "rb") as file:
        data = file.read()
    before = resident("VmRSS")
    with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
        refs.write("5")
    jpeg = work(data)
    print(json.dumps({"before": before, "peak": resident("VmHWM")}))
    with open(out, "wb") as file:
        file.write(jpeg)


if __name__ == "__main__":
    serve() if sys.argv[1] == "serve" else once(sys.argv[2], sys.argv[3])
