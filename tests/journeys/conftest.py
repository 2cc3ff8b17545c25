"""Journeys use the fixtures of the browser tests: servers, browsers and people."""

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
