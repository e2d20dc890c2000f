"""The screens of a hall: many tables at once, as a class or the party of an evening sees them.

* `prepare` makes a lesson: tables and their rules, names, minutes; `gather` lets phones in, and begins.
* `projector` shows all tables, or one of them large, by values alone (`shown`), which come from a glance at
  the hall; `places` says where everything stands, `picture` and `around` draw it.
* `run` moves the hall on in every turn of the loop, whatever screen lies on top of it.
"""
