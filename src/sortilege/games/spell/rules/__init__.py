"""The rules of SPELL: a module for each chapter of RULES.md, and `state` with the class that applies them."""
