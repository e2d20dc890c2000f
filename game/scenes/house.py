"""House rules as words and rows: how an option of a game is told and changed."""

from __future__ import annotations

from collections.abc import Callable

from game.core.contract import Option, Value
from game.ui.widgets import Choice, Toggle, Widget
from game.ui.words import _


def label(option: Option) -> str:
    """The name of an option, for people."""
    return _(option.name.replace("_", " ").capitalize())


def value_words(value: Value) -> str:
    """A value of an option, for people."""
    if isinstance(value, bool):
        return _("on") if value else _("off")
    return _(str(value).replace("_", " "))


def row(option: Option, value: Value, on: Callable[[str, Value], None], default: Value) -> Widget:
    """The row in which an option is changed; the default is told when it is something else."""
    told = _(option.help)
    if value != default:
        told += " " + _("Usually: {value}.").format(value=value_words(default))
    name = option.name
    if isinstance(option.default, bool):
        return Toggle(label(option), bool(value), lambda new: on(name, new), (_("Off"), _("On")), told)
    values = option.choices or tuple(range(option.lowest, option.highest + 1, option.step))
    pairs = [(choice, value_words(choice)) for choice in values]
    return Choice(label(option), pairs, value, lambda new: on(name, new), told)
