"""The operator that picks: at once at a given pixel, or click by click until it is left."""
