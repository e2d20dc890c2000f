"""The shared drawings, as functions over `game.ui.core.assets.Assets`; sizes in units, results cached.

- patterns: the eight seats, their swatches and ribbons
- puppets, field: the sock puppet of every seat, for tables and for boards, with all its states
- fabric: panels, buttons, bubbles, badges, the wooden front and the focus ring
- line, controls, icons, glyphs: pegs and rope; sliders, toggles, pips; pictures for things; what to press
- socks, letters: the five big socks of the title, rolled socks, knitted lettering
- knits, knitted, caps: the forty socks of the drawer, at any size and as a cap on a puppet
- rooms, beach, curtain: opaque backgrounds for any canvas
- pitch, marks: the carpet, its crowd, and what a board marks
- cards, suits: both packs
"""
