"""How near a JPEG is to what it should show: a Lanczos picture of the whole file, in floating point, never coded.

`quality.py SOURCE JPEG...` prints a JSON list: SSIM of the luma (Wang et al. 2004: Gauss of sigma 1.5, 11 samples) and
sharpness, the energy of the gradient relative to the reference.
"""

import json
import sys

import numpy as np
from PIL import Image, ImageOps

EDGE = 1568
LUMA = np.array([0.299, 0.587, 0.114], np.float32)
Image.MAX_IMAGE_PIXELS = None


def reference(path):
    image = ImageOps.exif_transpose(Image.open(path))
    pixels = np.asarray(image.convert("RGBA" if image.mode == "RGBA" else "RGB"))
    # Luma is a sum of samples, so it may be taken before the picture is shrunk.
    luma = pixels[..., :3].astype(np.float32) @ LUMA
    if pixels.shape[2] == 4:
        cover = pixels[..., 3].astype(np.float32) / 255
        luma = luma * cover + 255 * (1 - cover)
    height, width = luma.shape
    scale = min(1.0, EDGE / max(width, height))
    size = (max(1, int(width * scale + 0.5)), max(1, int(height * scale + 0.5)))
    return np.asarray(Image.fromarray(luma).resize(size, Image.Resampling.LANCZOS)).clip(0, 255)


def smooth(values):
    taps = np.exp(-0.5 * (np.arange(-5, 6) / 1.5) ** 2).astype(np.float32)
    taps /= taps.sum()
    for axis in (0, 1):
        padded = np.pad(values, [(5, 5) if a == axis else (0, 0) for a in (0, 1)], mode="symmetric")
        length = values.shape[axis]
        values = sum(tap * padded.take(range(i, i + length), axis) for i, tap in enumerate(taps))
    return values


def ssim(x, y):
    mx, my = smooth(x), smooth(y)
    vx, vy, cov = smooth(x * x) - mx * mx, smooth(y * y) - my * my, smooth(x * y) - mx * my
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float((((2 * mx * my + c1) * (2 * cov + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2))).mean())


def gradient(luma):
    return float((np.diff(luma, axis=0) ** 2).mean() + (np.diff(luma, axis=1) ** 2).mean())


if __name__ == "__main__":
    wanted = reference(sys.argv[1])
    found = []
    for path in sys.argv[2:]:
        luma = np.asarray(Image.open(path).convert("RGB")).astype(np.float32) @ LUMA
        if luma.shape != wanted.shape:
            sys.exit(f"{path}: {luma.shape[::-1]}, wanted {wanted.shape[::-1]}")
        found.append({"ssim": ssim(luma, wanted), "sharpness": gradient(luma) / gradient(wanted)})
    print(json.dumps(found))
