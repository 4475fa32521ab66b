"""What tiles of levels are drawn as: a little picture by a word of the tile's name, else their character."""

from __future__ import annotations

import colorsys
from typing import Any

from .canvas import Symbol, Text, rectangle
from .colours import hexadecimal, ink_on

SIZE = 8  # of a picture, in its own pixels
Colour = tuple[int, int, int]
FLOOR: Colour = (238, 228, 205)

# Pictures of 8 x 8: # is the colour, o a darker one, . the floor.
BRICKS = "#######o/#######o/#######o/oooooooo/###o####/###o####/###o####/oooooooo"
BEING = "......../..####../.######./.#o##o#./.######./.######./.#.##.#./........"
GATE = "oooooooo/o######o/o######o/o######o/o####o#o/o######o/o######o/o######o"
KEY = "......../.###..../.#.#..../.######./.###..#./.....##./......../........"
HERO = "...##.../..####../...##.../.######./...##.../..####../..#..#../..#..#.."
DOT = "......../......../......../...##.../...##.../......../......../........"
BALL = "......../......../..####../..####../..####../..####../......../........"
FRUIT = ".....o../....o.../..##.##./.#######/.#######/..####../...##.../........"
# Colour and picture by a word of the name; None: the colour alone.
PICTURES: dict[str, tuple[Colour, str | None]] = {
    "wall": ((92, 96, 112), BRICKS), "player": ((31, 110, 214), HERO),
    "key": ((214, 158, 0), KEY), "door": ((134, 84, 44), GATE),
    "exit": ((60, 140, 70), GATE), "enemy": ((200, 50, 47), BEING),
    "ghost": ((200, 50, 47), BEING), "monster": ((140, 60, 160), BEING),
    "supplies": ((60, 150, 90), BALL), "power pellet": ((214, 120, 40), BALL),
    "pellet": ((214, 120, 40), DOT), "fruit": ((190, 40, 80), FRUIT),
    "floor": (FLOOR, None), "empty": (FLOOR, None),
}
OTHER: Colour = (180, 90, 60)


def turned(colour: Colour, number: int) -> Colour:
    """Another colour for the second and third of a kind, none of them the player's."""
    hue, light, strong = colorsys.rgb_to_hls(*(part / 255 for part in colour))
    red, green, blue = colorsys.hls_to_rgb((hue + 0.13 * number) % 1, light, strong)
    return int(255 * red), int(255 * green), int(255 * blue)


def darker(colour: Colour) -> Colour:
    return int(0.6 * colour[0]), int(0.6 * colour[1]), int(0.6 * colour[2])


def looks(game: dict[str, Any]) -> dict[str, tuple[Colour, str | None]]:
    """Colour and picture of each tile of a game by its character; the picture is "" where no word of the name
    is known. game: its YAML."""
    found: dict[str, tuple[Colour, str | None]] = {}
    seen: dict[str | None, int] = {}
    for number, tile in enumerate(game["tiles"]):
        name = str(tile.get("name", ""))
        word = max((word for word in PICTURES if word in name), key=len, default=None)
        colour, lines = PICTURES[word] if word else (turned(OTHER, number), "")
        if lines in (BEING, GATE):
            colour = turned(colour, seen.get(word, 0))
        seen[word] = seen.get(word, 0) + 1
        found[str(tile["tile"])] = colour, lines
    return found


def symbols(game: dict[str, Any]) -> dict[str, Symbol]:
    """A symbol for each tile by its character, tile0, tile1 and so on in the game's order."""
    return {tile: symbol(f"tile{number}", tile, *look)
            for number, (tile, look) in enumerate(looks(game).items())}


def symbol(name: str, tile: str, colour: Colour, lines: str | None) -> Symbol:
    if lines == "":
        inner = css(colour)
        return Symbol(name, SIZE, SIZE, (rectangle(0, 0, SIZE, SIZE, css(FLOOR)), rectangle(0.5, 0.5, 7, 7, inner),
                                         Text((SIZE / 2, SIZE / 2), tile, 6, "middle", ink_on(inner), True)))
    inks = {"#": css(colour), "o": css(darker(colour))}
    shapes = [rectangle(0, 0, SIZE, SIZE, css(colour if lines is None else FLOOR))]
    for r, line in enumerate((lines or "").split("/")):
        shapes += [rectangle(start, r, length, 1, inks[dot]) for start, length, dot in runs(line)
                   if dot in inks]
    return Symbol(name, SIZE, SIZE, tuple(shapes))


def runs(line: str) -> list[tuple[int, int, str]]:
    """(start, length, character) of each run of equal characters."""
    found: list[tuple[int, int, str]] = []
    for c, dot in enumerate(line):
        if found and found[-1][2] == dot:
            found[-1] = found[-1][0], found[-1][1] + 1, dot
        else:
            found.append((c, 1, dot))
    return found


def css(colour: Colour) -> str:
    return hexadecimal((colour[0] / 255, colour[1] / 255, colour[2] / 255))
