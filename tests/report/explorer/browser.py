"""A headless Chromium for the tests of pages, or a word on why there is none."""

import shutil

import pytest

PATHS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip


def start(folder):
    """A browser with an empty profile in ``folder``; the test is skipped where there is none."""
    selenium = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    binary = next(filter(None, map(shutil.which, PATHS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("needs Chromium and its driver: make chromium, or apt-get install chromium"
                    " chromium-driver")  # fmt: skip
    options = selenium.ChromeOptions()
    options.binary_location = binary
    for argument in (*ARGUMENTS, f"--user-data-dir={folder}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return selenium.Chrome(options=options, service=selenium.ChromeService(driver))


def resize(browser, width, height=800):
    """As if the screen were so wide; a window cannot be as narrow as a phone."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
