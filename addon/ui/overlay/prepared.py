"""What a callback draws, kept from redraw to redraw: a batch that is only drawn costs a tenth of one that is made."""

# Views whose drawings are kept.
_VIEWS_MAX = 16


class Prepared:
    """Drawings by view, each a list of functions that draw."""

    def __init__(self):
        self._kept = {}

    def draw(self, context, key, make):
        """Draw what `make` returned when it was last called for this view.

        It is called again when the view has moved, or `key`, all else that the drawing depends on, is another.
        """
        region = context.region
        matrix = tuple(map(tuple, context.region_data.perspective_matrix))
        key = key, matrix, region.width, region.height
        place = region.as_pointer()
        found, drawings = self._kept.get(place, (None, ()))
        if found != key:
            if len(self._kept) >= _VIEWS_MAX:
                self._kept.clear()
            drawings = make()
            self._kept[place] = key, drawings
        for one in drawings:
            one()

    def forget(self):
        """Give the memory back."""
        self._kept.clear()
