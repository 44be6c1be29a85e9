"""Training: bots play themselves, a small net learns who wins, and is written as a data file that bots read.

tables     which tables are played: sizes, seats, options
notes      what is noted of a game: a seat's features, and what became of it        [compiled]
selfplay   portions of games, in processes of their own
net        the net while it learns, with numpy
files      the net as whole numbers, in a file with its provenance
curve      how it went, as a drawing
course     generation after generation: play, learn, write
"""
