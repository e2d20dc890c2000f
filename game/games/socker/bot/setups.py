"""Book of set-ups for the bots, found by ``tools.build_setups``, as spaces of the first seat."""

SETUP_BOOK = (
    "b2 f2 c3 h3 f4",
    "b2 b3 h3 d4 g5",
    "b2 e3 b4 e4 g4",
    "b2 g3 d4 h4 b5",
    "c2 d2 g2 c3 e4",
    "d2 f2 c3 f4 h5",
    "d2 g2 c3 d3 f3",
    "d2 c3 d3 f3 f4",
    "d2 e3 g3 b4 g4",
    "d2 f3 b4 d4 b5",
    "e2 f2 e3 f4 g4",
    "e2 g2 d3 h4 g5",
    "e2 c3 d3 e3 f3",
    "e2 c3 g3 e4 b5",
    "e2 e3 d4 c5 g5",
    "g2 b3 e4 f4 h4",
    "b3 b4 c4 e4 h5",
    "b3 c4 g4 c5 h5",
    "d3 g3 f4 g4 c5",
    "e3 h3 f4 h4 b5",
)
