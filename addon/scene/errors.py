"""Errors that come from Blender's state, not from the caller's arguments (those are ValueError)."""


class PickingRayError(Exception):
    """Base of what the scene layer raises about the state of Blender."""


class SaidError(PickingRayError):
    """An error whose sentence can be said in another language.

    Parameters
    ----------
    template : str
        The sentence in English, with places for `values` as `str.format` has them.
    **values
        Numbers, texts that are the same in every language, or such errors themselves.
    """

    def __init__(self, template, **values):
        super().__init__(template, values)
        self.template, self.values = template, values

    def __str__(self):
        return self.said(str)

    def said(self, translate):
        """The sentence, each template of it through the function `translate` first."""
        values = {
            name: value.said(translate) if isinstance(value, SaidError) else value
            for name, value in self.values.items()
        }
        return translate(self.template).format(**values)


class UnreadableError(SaidError, ValueError):
    """Picks of a text or file cannot be read."""


class NoViewportError(SaidError):
    """There is no 3D viewport to pick in."""


class NoSceneError(PickingRayError):
    """The scene or view layer that a viewport showed is gone, or not evaluated."""
