"""The synthesiser behind `tools.build_sound`: the standard library alone.

All of it was measured and none of it heard. Somebody with ears should check, on a laptop and on a TV:
whether the takes of `step`, `tick`, `card_lay` and `focus` are one thing each and still pleasant after two
hundred; whether `chat` is funny or tiresome, `whistle` (1,320 Hz) sharp, `sock` heavy enough without lows;
whether `your_turn` calls without startling; whether waves, rain, crowd and road are what they say or mere
noise; whether melodies sing (chords and notes fit on paper; three rooms, RockIt's, SOCiable's and Socker's,
measure nearest to a neighbouring key); the swing of the office; stems that come within 4 s and go; how long
the music steps back; the seam after two minutes.
"""
