"""Measures: what there is to measure, and those that are kept with the scene."""
