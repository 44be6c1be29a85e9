"""Your turn finds you: notices to people who are not at their table, by push or by web hook."""
