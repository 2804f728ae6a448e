"""What can be done with the active hit; each is an operator, in files by theme."""

from . import (
    adding,
    aligning,
    annotating,
    copying,
    cursor,
    dropping,
    editing,
    material,
    passing,
    selecting,
    showing,
)

CLASSES = (
    *selecting.CLASSES,
    *editing.CLASSES,
    *cursor.CLASSES,
    *adding.CLASSES,
    *annotating.CLASSES,
    *aligning.CLASSES,
    *dropping.CLASSES,
    *material.CLASSES,
    *showing.CLASSES,
    *passing.CLASSES,
    *copying.CLASSES,
)
