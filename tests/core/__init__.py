"""Tests of addon.core in plain Python."""
