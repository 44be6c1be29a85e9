"""What card texts do: read from the language they are written in, as numbers for the engine, in words, as icons."""
