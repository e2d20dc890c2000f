"""Hello, an example: a button in the house rules of every lobby that opens a screen, and the other hooks."""

from pathlib import Path

from game.core.extras import Extra

EXTRA = Extra(
    "hello",
    Path(__file__).parent,
    screens={"hello": "sockdrawer_hello.screen:HelloScene"},
    hooks="sockdrawer_hello.hooks",
)
