"""Draws the pictures that the media benchmark reads: the same on every machine, from fixed seeds.

How fast a codec is depends on how much detail it meets. So a photograph here is shapes of many sizes, a texture
whose spectrum falls off as in nature, and the noise of a sensor; a screen is text on panels and gradients.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

BAND = 512


def texture(side, seed, steepness):
    """A tile of noise whose amplitude falls off with frequency; it repeats without a seam."""
    noise = np.random.default_rng(seed).standard_normal((side, side)).astype(np.float32)
    frequency = np.hypot(np.fft.fftfreq(side)[:, None], np.fft.rfftfreq(side)[None, :])
    frequency[0, 0] = 1.0
    tile = np.fft.irfft2(np.fft.rfft2(noise) / frequency**steepness, s=(side, side)).astype(np.float32)
    return (tile - tile.mean()) / tile.std()


def shapes(width, height, seed, count):
    """Ellipses and polygons, the large ones first, on a sky."""
    rng = np.random.default_rng(seed)
    canvas = Image.new("RGB", (width, height))
    pen = ImageDraw.Draw(canvas)
    for top in range(0, height, 4):
        share = top / height
        colour = tuple(int(a + (b - a) * share) for a, b in zip((105, 148, 208), (210, 192, 168)))
        pen.rectangle([0, top, width, top + 4], fill=colour)
    largest, smallest = max(width, height) / 9, max(width, height) / 900
    for index in range(count):
        radius = largest * (smallest / largest) ** (index / count) * rng.lognormal(0.0, 0.4)
        x, y = rng.uniform(0, width), rng.uniform(height * 0.22, height)
        colour = tuple(int(value) for value in np.clip(rng.normal((116, 110, 94), (44, 40, 42)), 4, 250))
        if index % 2:
            squash = rng.uniform(0.5, 1.0)
            pen.ellipse([x - radius, y - radius * squash, x + radius, y + radius * squash], fill=colour)
        else:
            angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 8)))
            reach = radius * rng.uniform(0.5, 1.0, angles.size)
            corners = np.stack([x + reach * np.cos(angles), y + reach * np.sin(angles)], axis=1)
            pen.polygon([tuple(corner) for corner in corners], fill=colour)
    return canvas


def photo(width, height, seed, grain, relief, count=7000):
    """A photograph, worked on in bands so that 45 megapixels fit into little memory."""
    canvas = np.asarray(shapes(width, height, seed, count))
    fine, broad = texture(1024, seed + 1, 1.0), texture(1024, seed + 2, 1.6)
    rng = np.random.default_rng(seed + 3)
    result = np.empty((height, width, 3), np.uint8)
    columns = np.arange(width) % 1024
    for top in range(0, height, BAND):
        rows = np.arange(top, min(top + BAND, height))
        ground = np.clip((rows / height - 0.2) * 8, 0, 1)[:, None].astype(np.float32)
        tile_fine = fine[np.ix_(rows % 1024, columns)]
        tile_broad = broad[np.ix_(rows % 1024, columns)]
        for channel in range(3):
            light = canvas[rows, :, channel].astype(np.float32)
            light = light * (1 + ground * 0.05 * tile_broad) + ground * relief * tile_fine
            raw = rng.standard_normal(light.shape).astype(np.float32)
            # Neighbours share their noise, as after the colours of a sensor were interpolated.
            raw = (raw + 0.6 * np.roll(raw, 1, 1) + 0.6 * np.roll(raw, 1, 0)) / 1.3
            light += raw * grain * np.sqrt(np.clip(light, 8, 255) / 128)
            result[rows, :, channel] = np.clip(light + 0.5, 0, 255)
    return Image.fromarray(result)


WORDS = (
    "village agent camera window frame light shutter letter answer tool image model stream request reply "
    "river garden morning station market letter paper carry follow between under across several early"
).split()


def screen(width, height, seed, scale):
    """An editor beside a document with a picture in it."""
    rng = np.random.default_rng(seed)
    canvas = Image.new("RGB", (width, height), (30, 32, 40))
    pen = ImageDraw.Draw(canvas)
    small, large = (ImageFont.load_default(size * scale) for size in (13, 19))
    for line in range(58 * scale):
        shade = line / (58 * scale)
        pen.line([0, line, width, line], fill=(int(60 - 20 * shade), int(64 - 20 * shade), int(84 - 26 * shade)))
    pen.text((20 * scale, 18 * scale), "Two agents and a camera", font=large, fill=(235, 238, 245))
    middle = int(width * 0.6)
    inks = [(198, 120, 221), (97, 175, 239), (152, 195, 121), (229, 192, 123), (171, 178, 191)]
    for y in range(72 * scale, height - 20 * scale, 18 * scale):
        x = 20 * scale + int(rng.integers(0, 4)) * 30 * scale
        while x < middle - 140 * scale and rng.random() < 0.92:
            word = str(rng.choice(WORDS)) + str(rng.choice([" ", "(", ");", " = ", "::"]))
            pen.text((x, y), word, font=small, fill=inks[int(rng.integers(len(inks)))])
            x += int(pen.textlength(word, font=small)) + 4 * scale
    pen.rectangle([middle, 58 * scale, width, height], fill=(250, 250, 252))
    inset = photo(480 * scale, 300 * scale, seed + 9, 3.0, 9.0, 900)
    y = 80 * scale
    while y < height - 30 * scale:
        if rng.random() < 0.06 and y < height - 340 * scale:
            canvas.paste(inset.crop((0, 0, min(inset.width, width - middle - 40 * scale), inset.height)), (middle + 20 * scale, y))
            y += 312 * scale
            continue
        line = ""
        while pen.textlength(line, font=small) < width - middle - 130 * scale:
            line += str(rng.choice(WORDS)) + " "
        pen.text((middle + 20 * scale, y), line, font=small, fill=(36, 40, 48))
        y += 22 * scale
    return canvas


def cutout():
    """A photograph of 12 megapixels with a soft round edge and nothing around it."""
    pixels = np.asarray(photo(4000, 3000, 9, 1.5, 5.0).convert("RGBA")).copy()
    y, x = np.mgrid[0:3000, 0:4000].astype(np.float32)
    distance = np.hypot((x - 2000) / 1600, (y - 1500) / 1260)
    pixels[..., 3] = np.clip((1 - distance) * 12, 0, 1) * 255 + 0.5
    pixels[pixels[..., 3] == 0] = 0
    return Image.fromarray(pixels)


def turned():
    exif = Image.Exif()
    exif[0x0112] = 6
    return exif


PICTURES = {
    "jpeg-24mp.jpg": lambda to: photo(6000, 4000, 8, 7.0, 13.0).save(to, quality=90, exif=turned()),
    "jpeg-45mp.jpg": lambda to: photo(8256, 5504, 10, 3.0, 9.0, 12000).save(to, quality=95, subsampling="4:2:2"),
    "png-4k.png": lambda to: screen(3840, 2160, 3, 2).save(to, compress_level=6),
    "png-rgba-12mp.png": lambda to: cutout().save(to, compress_level=6),
    "png-1080p.png": lambda to: screen(1920, 1080, 2, 1).save(to, compress_level=6),
    "jpeg-pass.jpg": lambda to: photo(1568, 1045, 6, 3.0, 9.0, 3000).save(to, quality=85),
}

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        if not (folder / name).exists():
            part = folder / f"part-{name}"
            draw(part)
            part.rename(folder / name)
