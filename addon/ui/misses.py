"""Why nothing was hit, in the user's language."""

from bpy.app.translations import pgettext_rpt as rpt_

# The words of `api.Miss`, by reason.
_REASONS = {
    "HIDDEN": "hidden",
    "LOCAL_VIEW": "outside the local view",
    "CLIPPED": "clipped",
    "FILTERED": "filtered out or ignored",
    "CULLED": "seen from behind",
    "BEHIND": "behind the viewer",
    "TYPE": "without faces",
    "STALE": "stale",
}


def miss_sentence(miss):
    """What `str` of a miss says, translated."""
    if miss.hit_name is not None:
        return rpt_("Not a miss: {name} is there").format(name=miss.hit_name)
    if not miss.skipped:
        return rpt_("Nothing there")
    total = sum(miss.skipped.values())
    words = [(count, rpt_(_REASONS[reason])) for reason, count in miss.skipped.items()]
    reasons = words[0][1] if len(words) == 1 else ", ".join(f"{count} {word}" for count, word in words)
    if total == 1:
        return rpt_("Nothing there: 1 object skipped, {reasons}").format(reasons=reasons)
    return rpt_("Nothing there: {count} objects skipped, {reasons}").format(count=total, reasons=reasons)
