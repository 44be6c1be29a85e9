"""Code shared by all games. Nothing here imports a game."""
