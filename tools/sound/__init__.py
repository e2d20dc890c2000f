"""Synthesiser of `tools.build_sound`, which uses only NumPy.

Everything was measured and nothing was listened to. A person should check on a laptop and on a TV: are the
takes of `step`, `tick`, `card_lay` and `focus` alike, and still pleasant after two hundred; is `chat` funny
or tiresome, `whistle` (1,320 Hz) sharp, `sock` heavy enough without lows; does `your_turn` call without
startling; do waves, rain, crowd and road sound like that or like noise; do melodies sing (chords and notes
fit on paper; three rooms, RockIt's, SOCiable's and Socker's, measure nearest to a neighbouring key); the
swing of the office; stems that fade in or out within 4 s; the length of music ducking; the seam after two
minutes.
"""
