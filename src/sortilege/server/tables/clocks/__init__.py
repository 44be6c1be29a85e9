"""The clocks of tables: how they run, how events change them, and what happens when one reaches zero."""
