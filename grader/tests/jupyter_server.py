"""JupyterLab and a headless Chromium, for the tests that read and press what a user would."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

WAIT = 180  # seconds, on a busy machine
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)


@dataclass(frozen=True)
class Server:
    """A JupyterLab that answers at `base`."""

    base: str
    token: str

    def url(self, path: str) -> str:
        """`path` ("/lab", maybe with a query), open to whoever has it."""
        return f"{self.base}{path}{'&' if '?' in path else '?'}token={self.token}"


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """Playwright's handle on $CHROMIUM, or the first browser of its kind on the PATH. Skips where there is none."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if program is None:
        pytest.skip("there is no chromium (Debian: apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (the test extra)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=_SWITCHES.split())
        yield browser
        browser.close()


@contextlib.contextmanager
def jupyterlab(folder: Path, environment: Mapping[str, str], log: Path) -> Iterator[Server]:
    """JupyterLab in `folder`, answering. Skips where it is not installed; fails with the end of `log` if it ends."""
    pytest.importorskip("jupyterlab", reason="jupyterlab is not installed (the lab extra)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(f"http://127.0.0.1:{port}", secrets.token_hex(16))
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command.append("--ServerApp.port_retries=0")
    with log.open("wb") as out:
        own = {**environment, "JUPYTER_TOKEN": server.token}
        process = subprocess.Popen(command, cwd=folder, env=own, stdout=out, stderr=out)
    try:
        deadline = time.monotonic() + WAIT
        while not _answers(server.url("/api/status")):
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.2)
        yield server
    finally:
        process.terminate()
        process.wait(WAIT)


def _answers(url: str) -> bool:
    try:
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=5).close()
    except OSError:
        return False
    return True
