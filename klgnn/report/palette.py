"""Colors that color-blind people can tell apart, and a letter for each, so that color is not all.

The eight hues are those of Okabe and Ito (2008), "Color Universal Design", with a gray for black;
further classes repeat them lighter and darker, and differ by their letter.
"""

import string

HUES = ("#56B4E9", "#E69F00", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#C4C4C4")
TINTS = (0.0, 0.45, -0.35)  # as they are, lighter, darker
INK, MUTED, PAPER = "#1b1f24", "#8a9199", "#ffffff"
APART, SAME, OPEN = "#0072B2", "#e3e6ea", "#ffffff"
MARK = "#D55E00"


def color_of(number: int) -> str:
    """The color of a class, in the notation of the web.

    >>> color_of(0), color_of(8)
    ('#56b4e9', '#a2d6f3')
    """
    hue, tint = HUES[number % len(HUES)], TINTS[number // len(HUES) % len(TINTS)]
    target = 255 if tint > 0 else 0
    mixed = (round(value + (target - value) * abs(tint)) for value in _channels(hue))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def line_color(number: int) -> str:
    """A hue that is seen as a thin line on white; yellow is not."""
    lines = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#5b6670")
    return lines[number % len(lines)]


def ink_on(color: str) -> str:
    """Dark or light ink, whichever is read better on a color.

    >>> ink_on("#F0E442"), ink_on("#0072B2")
    ('#1b1f24', '#ffffff')
    """
    linear = [_linear(value / 255) for value in _channels(color)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    # The ratio of contrast, as the guidelines for accessible pages define it.
    return PAPER if 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.063 else INK


def letter_of(number: int) -> str:
    """A short name of a class: A to Z, then AA, AB, ...

    >>> letter_of(0), letter_of(25), letter_of(26)
    ('A', 'Z', 'AA')
    """
    letters = string.ascii_uppercase
    name = letters[number % 26]
    while number >= 26:
        number = number // 26 - 1
        name = letters[number % 26] + name
    return name


def _channels(color: str) -> list[int]:
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
