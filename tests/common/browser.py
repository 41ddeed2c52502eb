# SPDX-License-Identifier: MIT
"""A real browser: Chromium without a window, driven over WebDriver (W3C), which is JSON over HTTP."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

CHROMEDRIVER = os.environ.get("GODOT_CHROMEDRIVER") or shutil.which("chromedriver")
CHROMIUM = os.environ.get("GODOT_CHROMIUM") or shutil.which("chromium")
PATIENCE = 120  # seconds, on a busy machine
LONGEST = PATIENCE * 1000  # milliseconds; by itself chromedriver waits for half a minute

# Elements are objects with this key (WebDriver, 11).
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """`with Browser() as browser`: open(), run(), click(), logs()."""

    def __init__(self, width=1300, height=1000, dark=False):
        self.size = (width, height)
        self.dark = dark

    def __enter__(self):
        self.home = tempfile.TemporaryDirectory(prefix="godot-browser-")
        environment = {**os.environ, "HOME": self.home.name}
        self.driver = subprocess.Popen([CHROMEDRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       env=environment, text=True)
        for line in self.driver.stdout:
            started = re.search(r"started successfully on port (\d+)", line)
            if started:
                break
        else:
            raise RuntimeError("chromedriver did not start")
        self.base = f"http://127.0.0.1:{started[1]}"
        arguments = ["--headless=new", "--disable-dev-shm-usage", "--hide-scrollbars", "--disable-gpu", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", f"--user-data-dir={self.home.name}/chromium",
                     "--window-size={},{}".format(*self.size)]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # root cannot use the sandbox
        if self.dark:
            arguments.append("--force-dark-mode")
        options = {"binary": CHROMIUM, "args": arguments, "browserStartupTimeout": LONGEST}
        wanted = {"browserName": "chrome", "timeouts": {"script": LONGEST, "pageLoad": LONGEST}, "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += f"/session/{session['sessionId']}"
        # Without a window manager the window has no focus, and elements get no focus events.
        self._devtools("Emulation.setFocusEmulationEnabled", enabled=True)
        # The first page of the browser itself.
        self._ask("POST", "/url", {"url": "about:blank"})
        self.requests()
        return self

    def __exit__(self, *_):
        try:
            self._ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait(PATIENCE)
            self.driver.stdout.close()
            self.home.cleanup()

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.read().decode()[:2000]}") from error

    def _devtools(self, command, **parameters):
        """A command of Chrome's DevTools protocol."""
        return self._ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path):
        """Opens a file and waits until its scripts have run.

        On a busy machine chromedriver may return while the page before is still shown, or while this one is still read. So
        the page before is marked, and the new one must be complete; a module's script has run by then."""
        self.run("window.before = true")
        self._ask("POST", "/url", {"url": Path(path).as_uri()})
        self.wait_for(f"{path} is loaded", "return window.before === undefined && document.readyState === 'complete'")
        self.settle()

    def settle(self):
        """Waits until the page has drawn what was asked of it, which may move what stands below; returns where the reader is.

        Pages draw in the next frame. On a busy machine a position that was read before it may be that of another element
        when the click arrives."""
        return self.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))")

    @contextmanager
    def before_each_page(self, script):
        """Each page opened meanwhile runs this script before its own."""
        added = self._devtools("Page.addScriptToEvaluateOnNewDocument", source=script)
        try:
            yield
        finally:
            self._devtools("Page.removeScriptToEvaluateOnNewDocument", **added)

    def wait_for(self, what, script, *arguments):
        """Waits until a script with `arguments` returns true; `what` says of what it is true."""
        until = time.monotonic() + PATIENCE
        while not self.run(script, *arguments):
            if time.monotonic() > until:
                raise AssertionError(f"{what}: not after {PATIENCE} s")
            time.sleep(0.02)

    def run(self, script, *arguments):
        """Runs a script with `arguments` and returns its result."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """The same for a script that calls its last argument with the result."""
        return self._ask("POST", "/execute/async", {"script": script, "args": list(arguments)})

    @contextmanager
    def inside(self, selector):
        """Meanwhile scripts run in the page that this frame shows."""
        self._ask("POST", "/frame", {"id": {ELEMENT: self.find(selector)}})
        try:
            yield
        finally:
            self._ask("POST", "/frame", {"id": None})

    def violations(self, axe):
        """What axe (its script, a text) finds wrong in the page, without frames: (rule, element, why). Each frame has to be looked
        into by itself: axe asks it by messages, which a page from disk cannot send."""
        self.run(axe)
        found = self.run_async("""
            const done = arguments[0];
            axe.run(document, { resultTypes: ['violations'], iframes: false }).then(
              ({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map((node) =>
                [id, node.target.join(' '), node.failureSummary]))),
              (error) => done([['axe', '', String(error)]]));""")
        return [tuple(each) for each in found]

    def find(self, selector):
        return self._ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        """Clicks like a user: the element must be visible, and nothing may cover it."""
        self._ask("POST", f"/element/{self.find(selector)}/click", {})

    def click_at(self, x, y):
        """Clicks at a position in the window."""
        moves = [{"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}]
        self._ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})

    def move_to(self, x, y):
        moves = [{"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)}]
        self._ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})

    def drag(self, x, y, to_x, to_y):
        moves = [{"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerMove", "duration": 50, "x": int(to_x), "y": int(to_y)}, {"type": "pointerUp", "button": 0}]
        self._ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})

    def type(self, selector, text):
        self._ask("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def press(self, *keys):
        """Keys for the element that has the focus."""
        actions = [action for key in keys for action in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def picture(self, file):
        Path(file).write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def resize(self, width, height):
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def view(self, width, height):
        """The size of the page itself; windows have a least width of their own."""
        self._devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def complaints(self):
        """Errors and warnings of the console since the last call."""
        entries = self._ask("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Addresses that pages have requested since the last call."""
        entries = self._ask("POST", "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in entries]
        asked = [message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith("data:")]  # the browser's own pictures of search fields
