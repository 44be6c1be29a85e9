"""Sitting down and leaving, seats played by bots, and what each person adds to the random seed."""
