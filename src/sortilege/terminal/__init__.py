"""Playing in a terminal: a full screen (Textual) where there is one, plain lines everywhere else."""
