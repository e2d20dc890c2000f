"""axe-core, which finds what keeps people from using a page: contrast, names, roles, landmarks, sizes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path

from tests.party.browser import Page
from tests.scale import scaled

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
    """The script, out of a package that carries it."""
    found = find_spec("axe_playwright_python")
    assert found is not None, "make check installs axe-core"
    assert found.origin is not None
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


class Inspector:
    """Looks at states of pages, each in another of the looks; in a soak in all of them."""

    def __init__(self) -> None:
        self._looks: Iterator[tuple[tuple[int, int], str]] = cycle(LOOKS)
        self.found: list[str] = []
        """What is wrong, with the state in which it is."""
        self.seen: list[str] = []
        """The states that were looked at."""

    def look(self, page: Page, state: str) -> None:
        """Look at a page as it stands now."""
        self.seen.append(state)
        for _ in range(scaled(1, len(LOOKS))):
            size, contrast = next(self._looks)
            page.resize(*size)
            page.prefer(prefers_contrast=contrast, prefers_reduced_motion="reduce")
            if not page.run("!!window.axe"):
                page.run(source())
            page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.found += [f"{state}, {size}, {contrast}: {fault}" for fault in page.run(RUN)]
