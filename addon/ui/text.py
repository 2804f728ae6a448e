"""Text that fits: shortened in the middle, or wrapped. `width_of` measures it, in the unit of the room there is."""

import textwrap


def one_line(text):
    """A name may hold line breaks, which would be drawn as boxes."""
    return " ".join(text.split())


def shorten_middle(text, width_max, width_of):
    """`text`, with its middle left out where it is wider than `width_max`."""
    if width_of(text) <= width_max:
        return text
    for kept in range(len(text) - 1, 1, -1):
        head = (kept + 1) // 2
        shorter = f"{text[:head]}…{text[len(text) - kept + head :]}"
        if width_of(shorter) <= width_max:
            return shorter
    return "…"


def wrap(text, width_max, width_of):
    """`text` as lines of at most `width_max`, broken between words."""
    average = max(width_of(text) / max(len(text), 1), 1e-6)
    characters = max(1, int(width_max / average))
    while True:
        lines = textwrap.wrap(text, characters)
        if characters == 1 or all(width_of(line) <= width_max for line in lines):
            return lines
        characters -= 1
