"""What a game provides to the rest of the program, with default implementations. `Game` puts the parts together."""
