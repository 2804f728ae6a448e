"""Why a file cannot be read or written, in the language of the interface: Python says it in English."""

import errno

from bpy.app.translations import pgettext_rpt as rpt_

_REASONS = {
    errno.ENOENT: "No such file or directory",
    errno.EACCES: "Permission denied",
    errno.EPERM: "Permission denied",
    errno.EISDIR: "Expected a file, found a directory",
    errno.ENOTDIR: "Expected a directory, found a file",
    errno.ENOSPC: "No space left on device",
    errno.EROFS: "Read-only file system",
    errno.ENAMETOOLONG: "File name too long",
    errno.EBUSY: "Another program uses it",
}


def reason_of(error):
    """The reason of an `OSError`, as part of a sentence; of those nobody meets, the number by which to look it up."""
    reason = _REASONS.get(error.errno)
    return rpt_(reason) if reason else rpt_("Error {number} of the system").format(number=error.errno)
