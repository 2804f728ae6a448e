"""The sidebar tab "Pick". Drawing only reads."""
