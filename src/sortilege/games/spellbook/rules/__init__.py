"""The rules of SpellBook. The modules follow the chapters of RULES.md: set-up, Day, altar and end (`day`); keywords,
pool limit and pouch (`keywords`); learning (`learning`); the spells (`spells`); the spells that a book offers, and
Clone (`books`); scoring (`scoring`). `nodes` lists the legal actions, `state` is the state machine."""
