"""Colours that are told apart."""

from __future__ import annotations

import colorsys


def distinct(i: int) -> str:
    """The i-th of any number of colours, from 0: hues far apart, in three shades."""
    # Steps of the golden ratio leave the largest gaps between the hues of any first n.
    strength, shade = [(0.75, 0.95), (0.85, 0.70), (0.35, 0.95)][i % 3]
    return hexadecimal(colorsys.hsv_to_rgb(i * 0.6180339887 % 1, strength, shade))


def hexadecimal(parts: tuple[float, float, float]) -> str:
    """Red, green and blue in [0, 1] as #rrggbb."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def channels(colour: str) -> tuple[int, int, int]:
    """#rrggbb as red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on this colour (WCAG 2.2, relative luminance)."""
    linear = [(part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
              for part in channels(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"
