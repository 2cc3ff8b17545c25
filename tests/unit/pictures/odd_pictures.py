"""Untrusted pictures: valid but unusual ones, and broken or malicious ones."""

import io
import struct
import zlib

from PIL import Image, ImageCms, PngImagePlugin

SECRET = "the-boss-waits-in-room-nine"


def encoded(image: Image.Image, kind: str, **settings) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **settings)
    return out.getvalue()


def drawn(mode: str = "RGB", size: tuple[int, int] = (40, 24)) -> Image.Image:
    """Return a picture that is red on the left, with a green corner at the top right."""
    image = Image.new("RGB", size, (200, 40, 40))
    image.paste((30, 180, 60), (size[0] // 2, 0, size[0], size[1] // 2))
    return image.convert(mode)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_of(width: int, height: int, rows: bytes, *, color: int = 0, depth: int = 8) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    packed = zlib.compress(rows, 9)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", head), chunk(b"IDAT", packed), chunk(b"IEND", b""))
    )


def _exif(orientation: int | None = None) -> Image.Exif:
    exif = Image.Exif()
    exif[0x010E] = SECRET
    if orientation is not None:
        exif[0x0112] = orientation
    return exif


def _text() -> PngImagePlugin.PngInfo:
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", SECRET)
    text.add_itxt("Description", SECRET, zip=False)
    text.add(b"prVt", SECRET.encode())
    return text


def _frames() -> dict:
    return {"save_all": True, "append_images": [Image.new("RGB", (40, 24), "blue")] * 3}


def _sixteen_bit() -> bytes:
    rows = b"".join(b"\0" + struct.pack(">40H", *[0x8000] * 40) for _ in range(24))
    return png_of(40, 24, rows, depth=16)


def _profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def sound() -> dict[str, bytes]:
    """Return valid pictures with a secret in their metadata, which reading must remove."""
    rgb, alpha = drawn(), drawn("RGBA")
    alpha.putalpha(128)
    palette = drawn("P")
    png, jpeg = encoded(rgb, "PNG"), encoded(rgb, "JPEG", quality=90)
    webp = encoded(rgb, "WEBP")
    return {
        "plain PNG": png,
        "plain JPEG": jpeg,
        "plain WebP": webp,
        "lossless WebP": encoded(rgb, "WEBP", lossless=True),
        "WebP with alpha": encoded(alpha, "WEBP"),
        "PNG with alpha": encoded(alpha, "PNG"),
        "PNG of gray and alpha": encoded(alpha.convert("LA"), "PNG"),
        "PNG with a palette": encoded(palette, "PNG"),
        "palette with a see-through color": encoded(palette, "PNG", transparency=0),
        "PNG of one bit": encoded(drawn("1"), "PNG"),
        "PNG of gray": encoded(drawn("L"), "PNG"),
        "16 bits of gray": _sixteen_bit(),
        "interlaced or not": encoded(rgb, "PNG", optimize=True),
        "CMYK JPEG": encoded(drawn("CMYK"), "JPEG"),
        "gray JPEG": encoded(drawn("L"), "JPEG"),
        "progressive JPEG": encoded(rgb, "JPEG", progressive=True),
        "EXIF in a JPEG": encoded(rgb, "JPEG", exif=_exif()),
        "EXIF in a PNG": encoded(rgb, "PNG", exif=_exif()),
        "EXIF in a WebP": encoded(rgb, "WEBP", exif=_exif()),
        "XMP in a WebP": encoded(rgb, "WEBP", xmp=SECRET.encode()),
        "a comment in a JPEG": encoded(rgb, "JPEG", comment=SECRET),
        "text in a PNG": encoded(rgb, "PNG", pnginfo=_text()),
        "a profile": encoded(rgb, "JPEG", icc_profile=_profile() + SECRET.encode()),
        "a broken profile": encoded(rgb, "PNG", icc_profile=SECRET.encode() * 9),
        "an animated PNG": encoded(rgb, "PNG", **_frames()),
        "an animated WebP": encoded(rgb, "WEBP", **_frames()),
        "bytes behind a PNG": png + SECRET.encode(),
        "bytes behind a JPEG": jpeg + b"<script>" + SECRET.encode(),
        "bytes behind a WebP": webp + SECRET.encode(),
        "a zip behind a PNG": png + b"PK\x03\x04" + SECRET.encode(),
        "one pixel": encoded(Image.new("RGB", (1, 1)), "PNG"),
        "a long strip": encoded(Image.new("L", (16_384, 1)), "PNG"),
        **{f"EXIF {turn}": encoded(rgb, "JPEG", exif=_exif(turn), quality=95) for turn in range(9)},
    }


def refused_by_header() -> dict[str, bytes]:
    """Return pictures that must be refused before decoding."""
    png = encoded(drawn(), "PNG")
    jpeg, webp = encoded(drawn(), "JPEG"), encoded(drawn(), "WEBP")
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", 16_000, 16_000, 8, 2, 0, 0, 0)
    )
    vp8x = bytearray(encoded(drawn("RGBA"), "WEBP", exif=_exif()))
    vp8x[24:30] = (16_000).to_bytes(3, "little") * 2
    return {
        "nothing": b"",
        "text": b"hello, I am a map",
        "an SVG": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "a GIF": encoded(drawn("P"), "GIF"),
        "a BMP": encoded(drawn(), "BMP"),
        "a TIFF": encoded(drawn(), "TIFF"),
        "an HTML page that ends as a PNG": b"<html>" + png,
        "the start of a PNG": png[:15],
        "the start of a JPEG": jpeg[:12],
        "the start of a WebP": webp[:14],
        "a PNG without a header": png[:8] + png[33:],
        "a JPEG without a frame": jpeg[:2] + b"\xff\xd9",
        "a JPEG that goes on for ever": b"\xff\xd8" + b"\xff" * 100_000,
        "a JPEG of empty segments": b"\xff\xd8\xff\xe0\0\0" + b"\xff\xe0\0\0" * 1000,
        "a bomb of 256 megapixels": bomb + chunk(b"IDAT", zlib.compress(bytes(100_000))),
        "a WebP that claims much": bytes(vp8x),
        "1 x 30000": png_of(1, 30_000, bytes(60_000)),
        "30000 x 1": png_of(30_000, 1, bytes(30_001)),
        "no width": png_of(0, 10, bytes(10)),
        "all of it": png_of(2**31 - 1, 2**31 - 1, bytes(10)),
    }


def refused_by_decoder() -> dict[str, bytes]:
    """Return pictures with a valid header whose decoding fails."""
    png = encoded(drawn(), "PNG")
    jpeg, webp = encoded(drawn(), "JPEG"), encoded(drawn(), "WEBP")
    vp8 = bytearray(webp)
    vp8[26:30] = struct.pack("<HH", 9000, 7000)
    head = png[:33]
    return {
        "half a PNG": png[: len(png) * 2 // 3],
        "half a JPEG": jpeg[: len(jpeg) // 2],
        "half a WebP": webp[: len(webp) // 2],
        "a PNG with a wrong sum": head[:-1] + bytes([head[-1] ^ 1]) + png[33:],
        "a PNG of too few pixels": png_of(400, 400, bytes(400)),
        "a PNG whose data is not packed": head + chunk(b"IDAT", b"not zlib") + chunk(b"IEND", b""),
        "a PNG without data": head + chunk(b"IEND", b""),
        "a JPEG of noise": jpeg[:200] + bytes(range(256)) * 4,
        "a WebP of another size than it holds": bytes(vp8),
        "a PNG that unpacks to more and more": head
        + chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(80_000_000), 9))
        + png[33:],
    }


SECRET_PNG = sound()["text in a PNG"]
BROKEN_PNG = refused_by_decoder()["half a PNG"]
