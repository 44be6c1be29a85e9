"""The rules of SpellBook, a file for each chapter of RULES.md: set-up, Day, altar and end (`day`); keywords, pool limit
and pouch (`keywords`); learning (`learning`); the spells (`spells`); what books offer, and Clone (`books`); scoring
(`scoring`); what may be done at a node (`nodes`); and the state machine that walks from node to node (`state`)."""
