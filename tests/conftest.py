"""Options of all tests."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests marked long, which take minutes")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="takes minutes, runs with --long"))
