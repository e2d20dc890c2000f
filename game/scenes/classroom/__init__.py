"""The screens of a hall: many tables at once, as a class or the party of an evening sees them.

* `prepare` makes a lesson, `cup` a cup; `gather` lets phones in, and begins.
* `projector` shows all tables, or one of them large, as `overview` draws them; `teacher` has the controls.
* `run` moves the hall on in every turn of the loop, whatever screen lies on top of it.
"""
