"""What every game shares. Nothing here imports a game."""
