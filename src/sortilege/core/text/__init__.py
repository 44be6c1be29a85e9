"""Sentences in several languages: names, numbers and grammar, and phrases with values."""
