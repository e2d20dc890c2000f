"""The shared drawings, as functions over `game.ui.core.assets.Assets`; sizes in units, results cached.

Each module has a subject. Below all lie `svg` (text of drawings) and `layers` (putting them together in
pixels), then `patterns` (the eight seats), `puppets`, `field` and `knits`; `fabric`, `icons` and `letters`
are what screens are sewn of; `cards`, `pitch`, `marks`, `charts`, `rooms`, `curtain`, `socks`, `album`,
`daily` and `teacher` are what is shown on them.
"""
