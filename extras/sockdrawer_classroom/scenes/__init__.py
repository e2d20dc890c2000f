"""Scenes of a class session: many tables at once, for a class or for a party with a tournament.

* `plan_editor` prepares a lesson, `tournament` a tournament; `waiting_room` lets phones in and starts. *
`big_screen` shows all tables or one of them large, drawn by `tables_overview`; `teacher_panel` has the
  controls.
* `class_runner` advances the class in every turn of the loop, under any scene.
"""
