"""The program as players run it: in its own process, in a window of a real display.

Run as a module it opens the game as `main.py` does and answers questions about it, one line of JSON per line
read. `GameProcess` starts that on a virtual display and controls it with a real mouse.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PIL import ImageGrab

from tests.sampling import PATIENCE, sample_size

if TYPE_CHECKING:
    import pygame

    from game.app import App
    from game.ui.core.scene import AppContext
    from game.ui.widgets import RowsScreen

ROOT = Path(__file__).parent.parent.parent
NEEDED = ("Xvfb", "xdotool")
# of the display, which the window fills; drawn by the CPU, so small is fast
SIZE = (960, 540) if sample_size(1) == 1 else (1280, 720)


def missing() -> str:
    """Programs that must be installed for a real window. Empty if all are."""
    return " and ".join(name for name in NEEDED if shutil.which(name) is None)


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Run an invisible display while it is needed. Yields its name."""
    ours, theirs = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(theirs),
            "-screen",
            "0",
            f"{SIZE[0]}x{SIZE[1]}x24",
            "-nolisten",
            "tcp",
            "-noreset",
        ],
        pass_fds=[theirs],
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    try:
        with os.fdopen(ours) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def free_port() -> int:
    """Return a free port outside the range that the system assigns while the window is closed."""
    for port in random.SystemRandom().sample(range(20_000, 30_000), 100):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("", port))
            return port
    raise AssertionError("a hundred ports are taken")


def heard(process: subprocess.Popen[str]) -> str:
    """Return the next line of output, empty once the process has ended. A stuck process dumps its stack."""
    assert process.stdout is not None
    if not select.select([process.stdout], [], [], PATIENCE)[0]:
        process.send_signal(signal.SIGABRT)  # for faulthandler
        raise AssertionError("not in time: it has not answered")
    return process.stdout.readline()


def ended(process: subprocess.Popen[str]) -> int:
    """Return the exit status of a terminated process. If it does not end, it dumps its stack."""
    with process:  # waits without a limit
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)
            raise


class GameProcess:
    """The program in its window. It can be closed and opened again."""

    def __init__(self, home: Path, display_name: str) -> None:
        self._home = home
        self._port = free_port()
        self._display = {**os.environ, "DISPLAY": display_name}
        self._process: subprocess.Popen[str] | None = None
        self.open()

    def open(self) -> None:
        environment = {
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "SOCK_DRAWER_HOME": str(self._home),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.party.game_process", str(self._port)],
            cwd=ROOT,
            env=self._display | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: str) -> Any:
        """Ask the program a question, see `ANSWERS`."""
        assert self._process is not None
        assert self._process.stdin is not None
        print(question, file=self._process.stdin, flush=True)
        line = heard(self._process)
        assert line, f"the window is gone, with status {self._process.wait(PATIENCE)}"
        return json.loads(line)

    def hover(self, place: str) -> None:
        x, y = self.ask("places")[place]
        self._run_xdotool("mousemove", str(x), str(y))

    def point(self, place: str) -> None:
        """Click at a place of the top scene."""
        self.hover(place)
        self._run_xdotool("click", "1")

    def key(self, *names: str) -> None:
        self._run_xdotool("key", *names)

    def _run_xdotool(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self._display, check=True, timeout=PATIENCE)

    def shot(self, path: Path) -> None:
        """Save a picture of the display once all is drawn."""
        self.ask("shown")
        path.parent.mkdir(parents=True, exist_ok=True)
        ImageGrab.grab(xdisplay=self._display["DISPLAY"]).save(path)

    def kill(self) -> None:
        """Kill the program without warning, as if the plug were pulled."""
        process, self._process = self._process, None
        assert process is not None
        process.kill()
        ended(process)

    def close(self) -> int:
        """Close the window as the system does at shutdown. Returns the exit status."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.terminate()
        return ended(process)


# In the process of the window.


def _box_centres(app: AppContext) -> dict[str, tuple[int, ...]]:
    """Centres of all elements that can be pressed, in pixels."""
    from tests.rows import rows_of

    top = app.scenes.top
    assert top is not None
    boxes = [
        *top.focusable(),
        *((row.label, row.box) for row in rows_of(cast("RowsScreen", top)) if row.label),
    ]
    return {name: tuple(round(app.view.px(value)) for value in box.centre) for name, box in boxes}


def _match(app: AppContext) -> dict[str, Any]:
    from game.ui.match.match_scene import MatchScene

    scene = next((scene for scene in app.scenes.scenes if isinstance(scene, MatchScene)), None)
    if scene is None:
        return {"there": False}
    match = scene.match
    return {
        "there": True,
        "over": match.is_over,
        "record": match.session.record(),
        "position": match.session.position(),
        "log": match.session.log,
        "names": [seat.name for seat in match.seats],
        "bots": [seat.is_bot for seat in match.seats],
    }


def _top_scene_name(app: AppContext) -> str:
    """Class name of the top scene, empty until it is drawn."""
    top = app.scenes.top
    return "" if top is None or top.needs_redraw else type(top).__name__


ANSWERS: dict[str, Callable[[AppContext], object]] = {
    "shown": _top_scene_name,
    "places": _box_centres,
    "focus": lambda app: getattr(app.scenes.top, "focus", ""),
    "party": lambda app: app.phones.status.join_info.link if app.phones.is_open else "",
    "doors": lambda app: [[door.is_open, door.link] for door in app.phones.status.others],
    "seals": lambda _app: "cryptography" in sys.modules,
    "match": _match,
    "there": lambda app: list(filter(app.phones.is_there, range(8))),
    "won": lambda app: [
        [played.game, [winner.name for winner in played.best]] for played in app.phones.steering.past_matches
    ],
}
TURN = threading.Lock()  # held during a loop turn, so answers are given between turns


def _answer_questions(app: AppContext) -> None:
    try:
        for line in sys.stdin:
            with TURN:
                answer = ANSWERS[line.strip()](app)
            print(json.dumps(answer), flush=True)
    except BaseException:
        traceback.print_exc()
        os._exit(70)  # the asking test must not wait for ever


def _run_game() -> int:
    import main
    from game import launch

    original_begun = launch.start_app

    def watched(context: AppContext, screen: pygame.Surface) -> App:
        opened = context.phones.open  # at a separate port, as other tests have parties too
        context.phones.open = lambda saved=None: opened(saved, int(sys.argv[1]))  # type: ignore[method-assign,misc,assignment]
        threading.Thread(target=_answer_questions, args=(context,), daemon=True).start()
        app = original_begun(context, screen)
        turn = app.step_frame

        def locked(events: Iterable[pygame.event.Event]) -> None:
            with TURN:
                turn(events)

        app.step_frame = locked  # type: ignore[method-assign]
        return app

    launch.start_app = watched
    return main.main([])


if __name__ == "__main__":
    faulthandler.enable()
    sys.exit(_run_game())
