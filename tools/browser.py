"""Real phones for tests: pages of a headless Chromium, driven by the DevTools protocol, and axe-core."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from tests.sampling import PATIENCE, sample_size

HASTY = """addEventListener("DOMContentLoaded", () => document.querySelector('script[src="/main.js"]')
&& import("/state.js").then(({ view }) => { view.inputCooldownMs = 0; }))"""
"""Removes the cool-down of taps, except in tests that set it again."""
BUTTON = """((name) => { const all = [...document.querySelectorAll('button, label.seat, [role=button]')]
.map(b => [b, b.getAttribute('aria-label') || b.innerText.trim()]);
return (all.find(([, words]) => words === name)
?? all.find(([, words]) => words.startsWith(name)
&& /^(, \\d| \\()/.test(words.slice(name.length))))?.[0]; })"""
"""JavaScript function that finds a button by its name."""
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome", "msedge",
)  # fmt: skip
"""The headless shell comes first: the same engine with a fifth less work."""


def find_browser() -> str | None:
    """Return the path of a Chromium, None if there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    """Browser in which every page has a separate context, like a separate phone."""

    def __init__(self, path: str, *, idle: bool = False) -> None:
        """Start the browser. ``idle``: it runs only when no other program needs the processor."""
        self._home = tempfile.TemporaryDirectory(prefix="phones-", ignore_cleanup_errors=True)
        self._log = Path(self._home.name) / "log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [*(("chrt", "--idle", "0") if idle else ()), path,
                 "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
                 "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", "--mute-audio",
                 "--disable-background-networking", "--disable-renderer-backgrounding",
                 # Share renderer processes: a new one costs more than a short test.
                 "--renderer-process-limit=2", "--disable-site-isolation-trials", "--disable-extensions",
                 "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,BackForwardCache,"
                 # No one types into its address bar, for which each window would load two more pages.
                 "ProactivelySwapBrowsingInstance,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
                 "--disable-back-forward-cache",
                 f"--user-data-dir={self._home.name}", "about:blank"],
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        self.loop = asyncio.new_event_loop()
        self.free: list[Page] = []  # pages to reuse, because a new one costs as much as a short test
        self._count = 0
        self.faults: list[str] = []  # errors reported by pages
        self.loop.run_until_complete(self._connect(self._endpoint()))

    def _endpoint(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            match = re.search(r"listening on (ws://\S+)", self._log.read_text(errors="replace"))
            if match:
                return match[1]
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.05)
                break
        raise AssertionError(f"the browser does not start: {self._log.read_text(errors='replace')}")

    async def _connect(self, endpoint: str) -> None:
        self._session = aiohttp.ClientSession()
        self._socket = await self._session.ws_connect(endpoint, max_msg_size=0)

    def call(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """Call a DevTools method and return its result. Raises AssertionError on an error."""
        return self.loop.run_until_complete(asyncio.wait_for(self._call(method, session, params), PATIENCE))

    async def _call(self, method: str, session: str, params: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": params}
        await self._socket.send_str(json.dumps(message | ({"sessionId": session} if session else {})))
        while True:
            answer = json.loads((await self._socket.receive()).data)
            self._record_faults(answer)
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _record_faults(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Runtime.exceptionThrown":
            self.faults.append(json.dumps(message["params"]["exceptionDetails"])[:600])
        elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            text = message["params"]["entry"]["text"]
            if "ERR_CONNECTION" not in text and "WebSocket" not in text:
                self.faults.append(f"{text} {message['params']['entry'].get('url', '')}")

    def page(self, size: tuple[int, int] = (412, 915)) -> Page:
        page = self.free.pop() if self.free else Page(self)
        page.resize(*size)
        return page

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self.call("Browser.close")
        self._process.wait(PATIENCE)
        self.loop.run_until_complete(self._session.close())
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()
        self._home.cleanup()


class Page:
    """Phone with a screen."""

    def __init__(self, browser: Chromium) -> None:
        self.browser = browser
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=self.context)
        self.target = target["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self._spent = False  # True if it was changed for good and cannot be reused
        self._scripts: list[str] = []  # scripts run on every load, until the page is returned
        self._visited: set[str] = set()  # origins that may have stored data
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=HASTY)

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        return self.browser.call(method, self.session, **params)

    def resize(self, width: int, height: int, scale: float = 1) -> None:
        self.size = width, height
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=True)  # fmt: skip
        self.call("Emulation.setTouchEmulationEnabled", enabled=True)

    def prefer(self, **features: str) -> None:
        """Emulate media features, for example ``prefers_contrast="more"``."""
        media_features = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self.call("Emulation.setEmulatedMedia", features=media_features)

    def begin_with(self, script: str) -> None:
        """Run ``script`` first in every page that is loaded from now on."""
        result = self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        self._scripts.append(result["identifier"])

    def begin_as_usual(self) -> None:
        """Remove the scripts of `begin_with`."""
        while self._scripts:
            self.call("Page.removeScriptToEvaluateOnNewDocument", identifier=self._scripts.pop())

    def open(self, link: str) -> Page:
        if link.lower().startswith("http"):
            self._visited.add("{0.scheme}://{0.netloc}".format(urlsplit(link)))
        self.call("Page.navigate", url=link)
        return self

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page; None while it loads."""
        try:
            result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        except AssertionError as error:
            if "navigated" in str(error):
                return None
            raise
        if "exceptionDetails" in result:
            raise AssertionError(json.dumps(result["exceptionDetails"])[:500])
        return result["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until ``condition`` holds. It is checked whenever the page changes."""
        watch = (
            f"new Promise((done) => {{ const look = () => {{ if ({condition}) end(true); }};"
            "const end = (found) => { watcher.disconnect(); done(found); };"
            "const watcher = new MutationObserver(look); setTimeout(end, 500, false);"
            "watcher.observe(document, {subtree: true, childList: true, attributes: true,"
            "characterData: true}); look(); })"
        )
        end = time.monotonic() + PATIENCE
        while not self.run(watch):
            assert time.monotonic() < end, f"not in time: {condition}; the page says: {self.text()[:300]}"

    def sees(self, text: str) -> bool:
        """Return True if the page's text contains ``text``."""
        return bool(self.run(f"!!document.body?.innerText.includes({json.dumps(text)})"))

    def text(self) -> str:
        return str(self.run("document.body?.innerText ?? ''") or "")

    def buttons(self) -> list[str]:
        """Return the names of the enabled buttons."""
        names: list[str] = self.run(
            "[...document.querySelectorAll('button:not([aria-disabled=true])')]"
            ".map(b => b.getAttribute('aria-label') || b.innerText.trim())"
        )
        return names

    def tap(self, name: str) -> None:
        """Tap the middle of a button. Its name may be followed by a number of votes."""
        place = self._button_centre(name)
        assert place is not None, f"no button {name!r}; there are {self.buttons()}"
        self.touch(*place)

    def touches(self, name: str) -> bool:
        """Return True if a tap on the middle of the button reaches it and nothing covers it."""
        place = self._button_centre(name)
        return place is not None and bool(
            self.run(
                f"{BUTTON}({json.dumps(name)}).contains(document.elementFromPoint({place[0]}, {place[1]}))"
            )
        )

    def _button_centre(self, name: str) -> list[float] | None:
        """Return the (x, y) centre of a button once it stays in place for a frame, None without one."""
        centre: list[float] | None = self.run(
            f"new Promise((found) => {{ let last = ''; const look = () => {{"
            f"const b = {BUTTON}({json.dumps(name)});"
            "if (!b) return found(null); b.scrollIntoView({block: 'center'});"
            "const r = b.getBoundingClientRect(), at = [r.x + r.width / 2, r.y + r.height / 2];"
            "if (String(at) === last && document.fonts.status === 'loaded') return found(at);"
            "last = String(at); setTimeout(look, 17); }; look(); })"  # a page in the background has no frames
        )
        return centre

    def load_anew(self, first: str = "") -> None:
        """Reload the page, with the scripts of `begin_with`. ``first`` runs before."""
        self.run(f"{first}; window.old = true; location.reload()")
        self.wait("window.old === undefined && document.body")

    def touch(self, x: float, y: float) -> None:
        """Tap a position and wait until the page has handled a click or a long press."""
        before = self.run(
            "(() => { if (window.clicks === undefined) { window.clicks = 0;"
            "addEventListener('click', () => window.clicks++, true);"
            "addEventListener('touchend', (e) => { window.clicks += e.defaultPrevented; }); }"
            "return window.clicks; })()"
        )
        point = [{"x": x, "y": y}]
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=point)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        end = time.monotonic() + PATIENCE
        while self.run("window.clicks") == before:
            assert time.monotonic() < end, f"nothing was clicked at {x}, {y}"

    def press(self, key: str) -> None:
        """Press a key, such as Tab or Enter."""
        codes = {"Tab": 9, "Enter": 13, " ": 32, "ArrowRight": 39, "ArrowDown": 40}
        extra = {"text": "\r"} if key == "Enter" else {"text": " "} if key == " " else {}
        self.call(
            "Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=codes[key], **extra
        )
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=codes[key])

    def own_clock(self) -> None:
        """Stop the page's interval timers from the next load on; `seconds` calls them."""
        self.begin_with("window.ticks = []; window.setInterval = (tick) => window.ticks.push(tick);")

    def seconds(self, count: int) -> None:
        """Call the page's interval timers ``count`` times in one go, without messages in between."""
        self.run(f"for (let n = 0; n < {count}; n++) window.ticks.forEach((tick) => tick())")

    def sleep(self, *, asleep: bool) -> None:
        """Freeze or wake the page, as if the screen was turned off or on."""
        self._spent = True
        self.call("Page.setWebLifecycleState", state="frozen" if asleep else "active")

    def shot(self, path: Path, *, whole: bool = False) -> None:
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(data))

    def printed(self) -> bytes:
        """Return the printed page as PDF."""
        return base64.b64decode(
            self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]
        )

    def close(self) -> None:
        """Leave the party and clear the page's data, because the next party may have the same address."""
        if self._spent:
            self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)
            return
        self.begin_as_usual()
        self.run("(() => { try { sessionStorage.clear(); } catch {} })()")
        self.call("Emulation.setEmulatedMedia", features=[])
        self.call("Page.navigate", url="about:blank")
        while self._visited:
            self.call("Storage.clearDataForOrigin", origin=self._visited.pop(), storageTypes="all")
        self.browser.free.append(self)


@contextlib.contextmanager
def browsing(path: str) -> Iterator[Chromium]:
    """Run a browser. ``path`` is its program."""
    browser = Chromium(path)
    try:
        yield browser
    finally:
        browser.close()


_RESTED = threading.Event()
"""Never set, because a page sends no event when it changes."""


def until(condition: Callable[[], Any], meanwhile: Callable[[], object]) -> Any:
    """Wait until ``condition`` returns a true value, and return it. Calls ``meanwhile`` to run the window."""
    end, tries = time.monotonic() + PATIENCE, 0
    while not (result := condition()):
        assert time.monotonic() < end, "not in time"
        meanwhile()
        # At first leave the processor to the browser for a moment. After that, the window's clock must
        # advance, which its loop turns do.
        if (tries := tries + 1) < 100:
            _RESTED.wait(0.004)
    return result


SIZES = (360, 640), (820, 1180)
CONTRASTS = "no-preference", "more"
LOOKS = [(size, contrast) for contrast in CONTRASTS for size in SIZES]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
RUN = f"""axe.run(document, {{runOnly: {json.dumps(TAGS)}, resultTypes: ["violations"],
rules: {{"target-size": {{enabled: true}}}}}})
.then(({{violations}}) => violations.flatMap(({{id, nodes}}) => nodes.map(node =>
`${{id}}: ${{node.target.join(" ")}} ${{node.html.slice(0, 120)}} `
+ node.failureSummary.replace(/\\s+/g, " ").slice(0, 240))))"""


@cache
def source() -> str:
    """Return the source of axe-core."""
    spec = find_spec("axe_playwright_python")
    assert spec is not None, "make check installs axe-core"
    assert spec.origin is not None
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


class Inspector:
    """Checks pages with axe-core, each in another screen size and contrast, in a soak test in all."""

    def __init__(self) -> None:
        self._looks: Iterator[tuple[tuple[int, int], str]] = cycle(LOOKS)
        self._schemes = cycle(("dark", "light", "light", "dark", "dark"))
        self.found: list[str] = []  # violations, with the state of the page
        self.seen: list[str] = []  # checked states

    def look(self, page: Page, state: str) -> None:
        self.seen.append(state)
        for _ in range(sample_size(1, len(LOOKS))):
            size, contrast = next(self._looks)
            page.resize(*size)
            scheme = next(self._schemes)
            page.prefer(
                prefers_contrast=contrast, prefers_reduced_motion="reduce", prefers_color_scheme=scheme
            )
            if not page.run("!!window.axe"):
                page.run(source())
            page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.found += [f"{state}, {size}, {contrast}, {scheme}: {fault}" for fault in page.run(RUN)]
