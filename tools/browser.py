"""Real phones for tests: pages of a headless Chromium, driven by Playwright, and axe-core."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from tests.sampling import PATIENCE, sample_size

if TYPE_CHECKING:
    from playwright.async_api import ConsoleMessage
    from playwright.async_api import Page as PlaywrightPage

T = TypeVar("T")

HASTY = """addEventListener("DOMContentLoaded", () => document.querySelector('script[src="/main.js"]')
&& import("/state.js").then(({ view }) => { view.inputCooldownMs = 0; }));
Element.prototype.animate = () => {};
const scroll = Element.prototype.scrollTo;
Element.prototype.scrollTo = function (to, ...y) {
scroll.call(this, ...y.length ? [to, ...y] : [{ ...to, behavior: "instant" }]); };"""
"""Removes the cool-down of taps, the motion of cards and slow scrolling, unless tests set them again."""
BUTTON = """((called) => { const plain = text => text.replaceAll("’", "'"), name = plain(called);
const all = [...document.querySelectorAll('button, label.seat, [role=button]')]
.map(b => [b, plain(b.getAttribute('aria-label') || b.innerText.trim())]);
return (all.find(([, words]) => words === name)
?? all.find(([, words]) => words.startsWith(name)
&& /^(, \\d| \\()/.test(words.slice(name.length))))?.[0]; })"""
"""JavaScript function that finds a button by its name."""
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome", "msedge",
)  # fmt: skip
"""The headless shell comes first: the same engine with a fifth less work."""
USUAL: Any = dict.fromkeys(("media", "color_scheme", "reduced_motion", "forced_colors", "contrast"), "null")
"""The media features of the browser itself."""


def find_browser() -> str | None:
    """Return the path of a Chromium, None if there is none or no Playwright."""
    if find_spec("playwright") is None:
        return None
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def rest() -> None:
    """Leave the processor to the browser for a moment, because a page sends no event when it changes."""
    _NEVER_SET.wait(0.01)


_NEVER_SET = threading.Event()


class Chromium:
    """Browser in which every page has a separate context, like a separate phone.

    Playwright's loop runs only during a call: its synchronous interface would keep one running in this
    thread, where no test could then run another.
    """

    def __init__(self, path: str) -> None:
        from playwright.async_api import async_playwright

        self._loop = asyncio.new_event_loop()
        self._playwright = self.finish(async_playwright().start())
        launching = self._playwright.chromium.launch(
            executable_path=path,
            args=[
                "--disable-gpu",
                # Share renderer processes: a new one costs more than a short test.
                "--renderer-process-limit=2", "--disable-site-isolation-trials",
                "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,"
                # No one types into its address bar, for which each window would load two more pages.
                "ProactivelySwapBrowsingInstance,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
            ],
        )  # fmt: skip
        self.program = self.finish(launching)
        self.free: list[Page] = []  # pages to reuse, because a new one costs as much as a short test
        self.faults: list[str] = []  # errors reported by pages

    def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a call of Playwright to its end."""
        return self._loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def page(self, size: tuple[int, int] = (412, 915), meanwhile: Callable[[], object] = rest) -> Page:
        """Return an empty page. ``meanwhile`` runs the window while the page is waited for."""
        page = self.free.pop() if self.free else Page(self)
        page.meanwhile = meanwhile
        page.resize(*size)
        return page

    def close(self) -> None:
        self.finish(self.program.close())
        self.finish(self._playwright.stop())
        self._loop.close()


class Page:
    """Phone with a screen."""

    meanwhile: Callable[[], object]  # runs the window while this page is waited for

    def __init__(self, browser: Chromium) -> None:
        self.browser, self.do = browser, browser.finish
        self.context = self.do(browser.program.new_context(is_mobile=True, has_touch=True))
        self.tab = self.do(self._open_tab())
        self._session = self.do(self.context.new_cdp_session(self.tab))
        self._scripts: list[Any] = []  # scripts run on every load, until the page is returned
        self._visited: set[str] = set()  # origins that may have stored data
        self.do(self.tab.add_init_script(HASTY))

    async def _open_tab(self) -> PlaywrightPage:
        tab = await self.context.new_page()
        # `on` starts a task, so it needs the running loop.
        tab.on("pageerror", lambda error: self.browser.faults.append(str(error)[:600]))
        tab.on("console", self._record_fault)
        return tab

    def _record_fault(self, message: ConsoleMessage) -> None:
        text = message.text
        if message.type == "error" and "ERR_CONNECTION" not in text and "WebSocket" not in text:
            self.browser.faults.append(f"{text} {message.location['url']}")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a DevTools method and return its result."""
        return self.do(self._session.send(method, params))

    def resize(self, width: int, height: int) -> None:
        self.size = width, height
        self.do(self.tab.set_viewport_size({"width": width, "height": height}))

    def prefer(self, **features: str) -> None:
        """Emulate these media features and no others, for example ``contrast="more"``."""
        self.do(self.tab.emulate_media(**USUAL | features))

    def begin_with(self, script: str) -> None:
        """Run ``script`` first in every page that is loaded from now on."""
        self._scripts.append(self.do(self.tab.add_init_script(script)))

    def begin_as_usual(self) -> None:
        """Remove the scripts of `begin_with`."""
        while self._scripts:
            self.do(self._scripts.pop().close())

    def open(self, link: str) -> Page:
        if link.lower().startswith("http"):
            self._visited.add("{0.scheme}://{0.netloc}".format(urlsplit(link)))
        self.do(self.tab.goto(link, wait_until="commit", timeout=0))
        return self

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page; None while it loads.

        Playwright's own ``evaluate`` takes half as long again.
        """
        try:
            result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        except Exception as error:
            if "navigated" in str(error):
                return None
            raise
        if "exceptionDetails" in result:
            raise AssertionError(json.dumps(result["exceptionDetails"])[:500])
        return result["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until ``condition`` holds in a page that has a body."""
        until(lambda: self.run(f"!!(document.body && ({condition}))"), self.meanwhile)

    def wait_text(self, text: str) -> None:
        """Wait until the page's text contains ``text``. An error for one too late shows the text."""
        try:
            until(lambda: self.sees(text), self.meanwhile)
        except AssertionError:
            raise AssertionError(f"{text!r} is not in {self.text()!r}") from None

    def sees(self, text: str) -> bool:
        """Return True if the page's text contains ``text``, whichever apostrophes it has."""
        return text.replace("’", "'") in self.text().replace("’", "'")

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
        """Tap the middle of a button once it is there. Its name may be followed by a number of votes."""
        self.touch(*until(lambda: self._button_centre(name) or [], self.meanwhile))

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
        self.do(self.tab.touchscreen.tap(x, y))
        end = time.monotonic() + PATIENCE
        while self.run("window.clicks") == before:
            assert time.monotonic() < end, f"nothing was clicked at {x}, {y}"

    def press(self, key: str) -> None:
        """Press a key, such as Tab or Enter."""
        self.do(self.tab.keyboard.press(key))

    def own_clock(self) -> None:
        """Stop the page's interval timers from the next load on; `seconds` calls them."""
        self.begin_with("window.ticks = []; window.setInterval = (tick) => window.ticks.push(tick);")

    def seconds(self, count: int) -> None:
        """Call the page's interval timers ``count`` times in one go, without messages in between."""
        self.run(f"for (let n = 0; n < {count}; n++) window.ticks.forEach((tick) => tick())")

    def sleep(self, *, asleep: bool) -> None:
        """Pause or resume the page's scripts, as if the screen was turned off or on."""
        # Playwright keeps every page in focus, and a page in focus cannot be frozen.
        for method in ("enable", "pause") if asleep else ("disable",):
            self.call(f"Debugger.{method}")
        if not asleep:
            self.run("document.dispatchEvent(new Event('visibilitychange'))")

    def shot(self, path: Path) -> None:
        self.do(self.tab.screenshot(path=path, caret="initial"))

    def printed(self) -> bytes:
        """Return the printed page as PDF."""
        return self.do(self.tab.pdf(print_background=True, prefer_css_page_size=True))

    def close(self) -> None:
        """Leave the party and clear the page's data, because the next party may have the same address."""
        self.begin_as_usual()
        self.run("(() => { try { sessionStorage.clear(); } catch {} })()")
        self.prefer()
        self.open("about:blank")
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


def until(condition: Callable[[], T], meanwhile: Callable[[], object]) -> T:
    """Wait until ``condition`` returns a true value, and return it. Calls ``meanwhile`` to run the window."""
    end, tries = time.monotonic() + PATIENCE, 0
    while not (result := condition()):
        assert time.monotonic() < end, "not in time"
        meanwhile()
        # At first leave the processor to the browser for a moment. After that, the window's clock must
        # advance, which its loop turns do.
        if (tries := tries + 1) < 100:
            _NEVER_SET.wait(0.004)
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
            page.prefer(contrast=contrast, reduced_motion="reduce", color_scheme=scheme)
            if not page.run("!!window.axe"):
                page.run(source())
            page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.found += [f"{state}, {size}, {contrast}, {scheme}: {fault}" for fault in page.run(RUN)]
