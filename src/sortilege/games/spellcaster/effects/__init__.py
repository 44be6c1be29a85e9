"""The effects of cards: the parser for their language, the opcodes they are compiled to, sentences and icons."""
