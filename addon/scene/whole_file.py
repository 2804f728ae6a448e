"""Files that are never half there."""

import os


def write_whole(path, data):
    """Write a file, or replace it, in one step: whoever reads it meanwhile finds the one before.

    Parameters
    ----------
    path : pathlib.Path
        A link is followed; a pipe or device is written to.
    data : bytes

    Raises
    ------
    OSError
        As the system says; nothing is left behind.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
