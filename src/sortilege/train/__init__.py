"""Training: bots play against themselves, and a small net learns from the games to predict who wins.

tables     choose the tables to play: sizes, seats, options
recorder   record positions of a game as features, with the final result as target  [compiled]
selfplay   play games in worker processes
net        the net during training, with numpy
files      save the net with integer weights and its provenance
training   run a training: generations of play, learn, save; show its progress
"""
