"""Play in a terminal: full screen if Textual is installed, plain lines otherwise."""
