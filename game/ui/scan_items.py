"""What can be taken on a screen with one switch: what it offers itself, its rows, its strip, directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.ui.kit.canvas import Box
from game.ui.kit.form import Form
from game.ui.kit.input import Act
from game.ui.kit.rows import Slider
from game.ui.kit.scanning import Group, Item, Target, bearable
from game.ui.kit.scene import FormScene
from game.ui.kit.stack import SceneHooks
from game.ui.kit.stage import Stage
from game.ui.kit.strip import entries, strip_top
from game.ui.kit.two_buttons import TwoButtons
from game.ui.table.scene import MatchScene
from game.words import _

ARROW = 112.0, 52.0
"""How large the directions stand on the screen where there is nothing else to take."""
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def items_of(stage: Stage, scene: SceneHooks) -> tuple[Item, ...]:
    """All that can be taken now: what the screen is about first, then its strip."""
    found = _own(stage, scene)
    strip = strip_targets(stage, scene)
    if found is None:
        steered = any(act in (Act.NAVIGATE, Act.SCROLL) for act, _words in scene.help())
        found = directions(stage, scene) if steered else ()
    items = bearable(found)
    if not strip:
        return items
    return (*items, Group(strip)) if items and len(strip) > 1 else (*items, *strip)


def _own(stage: Stage, scene: SceneHooks) -> Sequence[Item] | None:
    """What the screen is about; `None` where only directions lead anywhere."""
    own = scene.targets()
    if own is not None:
        return own
    if isinstance(scene, MatchScene):
        here = scene.match.person is not None and not scene.playback.is_busy
        return scene.view.reach.items() if here else ()
    if isinstance(scene, FormScene):
        rows = form_items(scene.form)
        return [*rows, *(directions(stage, scene)[2:] if scene.form.read else ())]
    places = scene.focusable()
    return [Target(box, name=name) for name, box in places] if places else None


def form_items(form: Form, enter: Callable[[], object] = lambda: None) -> list[Item]:
    """The rows of a form that can have the focus, once it was entered; a slider twice, for less and more."""
    found: list[Item] = []
    for number, widget in enumerate(form.widgets):
        if not widget.focusable:
            continue
        box = form.place(number)

        def come(number: int = number) -> None:
            enter()
            form.show(number)

        if isinstance(widget, Slider):
            found.append(
                Group(
                    tuple(
                        Target(_half(box, n), Act.NAVIGATE, f"{number}", 2 * n - 1, come=come, stays=True)
                        for n in (0, 1)
                    )
                )
            )
        elif isinstance(widget, TwoButtons):
            found += [_button(form, widget, number, n) for n in (0, 1)]
        else:
            found.append(Target(box, Act.CONFIRM, f"{number}", come=come))
    return found


def _button(form: Form, widget: TwoButtons, number: int, half: int) -> Target:
    """One of two buttons in a row."""

    def come() -> None:
        form.show(number)
        widget.chosen = half

    return Target(_half(form.place(number), half), Act.CONFIRM, f"{number}.{half}", come=come)


def _half(box: Box, number: int) -> Box:
    return Box(box.x + number * box.w / 2, box.y, box.w / 2, box.h)


def strip_targets(stage: Stage, scene: SceneHooks) -> tuple[Target, ...]:
    """What the strip names."""
    _box, found = entries(stage, scene)
    words = dict(scene.help())
    seen: dict[Act, Target] = {}
    for entry in found:
        if entry.act not in (Act.NAVIGATE, Act.SCROLL):
            seen.setdefault(entry.act, Target(entry.box, entry.act, words=words.get(entry.act, "")))
    return tuple(seen.values())


def directions(stage: Stage, scene: SceneHooks) -> list[Target]:
    """Four directions in a row above the strip: left, right, up, down."""
    wide, high = ARROW[0] * (0.6 + 0.4 * stage.text_scale), ARROW[1] * (0.6 + 0.4 * stage.text_scale)
    right, top = stage.view.safe.right, strip_top(stage, scene) - high - 10
    words = (_("left"), _("right"), _("up"), _("down"))
    return [
        Target(
            Box(right - (4 - n) * (wide + 8), top, wide, high),
            Act.NAVIGATE,
            "way",
            *way,
            words=told,
            stays=True,
        )
        for n, (way, told) in enumerate(zip(WAYS, words, strict=True))
    ]
