"""Shared drawings, as functions over `game.ui.core.assets.Assets`; sizes in units, results cached.

The lowest modules are `svg` (SVG text of drawings) and `layers` (compositing in pixels), then `patterns` (the
eight seat looks), `puppets`, `field` and `knits`. `fabric`, `icons` and `lettering` provide the parts of
screens; `cards`, `pitch`, `marks`, `charts`, `rooms`, `curtain`, `socks`, `album`, `daily` and
`lesson_pointer` their contents.
"""
