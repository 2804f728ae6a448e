"""The README's examples."""

import re
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


def python_examples():
    """The Python blocks, in order; the first finds the installed extension's modules."""
    return re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
