"""The rules of SpellBook, a file for each chapter of RULES.md: set-up, Day, altar and end (`day`); keywords, pool limit
and pouch (`keywords`); learning (`learning`); the spells (`spells`); what books offer, and Clone (`books`); scoring
(`scoring`); and the state machine that walks through them (`state`)."""
