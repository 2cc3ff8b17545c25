"""Journeys use the servers, browsers and people of the browser tests."""

from tests.browser.conftest import (
    browser,
    browser_name,
    browsers,
    opens,
    person,
    playground,
    pytest_configure,
    pytest_generate_tests,
    pytest_runtest_makereport,
    server,
)

__all__ = [
    "browser",
    "browser_name",
    "browsers",
    "opens",
    "person",
    "playground",
    "pytest_configure",
    "pytest_generate_tests",
    "pytest_runtest_makereport",
    "server",
]
