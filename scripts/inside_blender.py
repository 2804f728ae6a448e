"""Runs pytest inside a Blender: blender --background --python inside_blender.py -- PYTEST_FOLDER ARGUMENTS..."""

import sys

folder, *arguments = sys.argv[sys.argv.index("--") + 1 :]
sys.path.append(folder)

import pytest  # noqa: E402 - it is in that folder

# Blender would go on, or turn any exception into the same exit status.
sys.exit(pytest.main(arguments))
