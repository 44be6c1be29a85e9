"""Effects as sentences of a language: for cards without a text of their own, and for the questions that a text asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from sortilege.core.contract.cards import CardsError
from sortilege.core.text.words import contract, count_in, words_in
from sortilege.core.types import Line, Words
from sortilege.games.spellcaster import deck
from sortilege.games.spellcaster.deck import CardSet
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.effects.icons import Sign, signs
from sortilege.games.spellcaster.effects.parse import COUNTED_WORDS, Step, Text, source_of

GAME_FOLDER = Path(__file__).parents[1]
Files = tuple[tuple[str, tuple[Path, int]], ...]  # each set with its file and modification time


class CardWords(TypedDict):
    """The words of a card. `multi` is its text with three and four mages, only on cards with a star."""

    name: str
    text: str
    kind: str
    origin: str
    ruling: str
    signs: list[Sign]
    multi: NotRequired[str]
    multi_signs: NotRequired[list[Sign]]


class SetWords(TypedDict):
    """The words of a card set as sent to clients: title, note, a notice if the cards are stand-ins, the cards, and a
    sentence for every inner text of an effect."""

    title: str
    note: str
    standin: str
    cards: dict[str, CardWords]
    effects: dict[str, str]


class AllWords(TypedDict):
    """The words of one language: those of words.toml, whose keys are not declared here, and those of the card sets."""

    sets: dict[str, SetWords]


# ---------------------------------------------------------------- sentences
def sentences(text: Text, words: Words, multi: bool) -> str:
    """Return a text as sentences; `multi` selects the wording for three and four mages."""
    return " ".join(capitalise(clause(step, words, multi)) + "." for step in text)


def capitalise(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def clauses(text: Text, words: Words, multi: bool) -> str:
    """Return a text as part of a sentence."""
    return f" {words['steps']['then']} ".join(clause(step, words, multi) for step in text)


def clause(step: Step, words: Words, multi: bool) -> str:
    """Return one step as part of a sentence."""
    phrases = words["steps"]
    parts = [clauses(part, words, multi) for part in step.inner_texts]
    rival = phrases["next_rival" if multi else "rival"]
    if step.word == "choose":
        return str(phrases["choose"].format(branches=f" {phrases['or']} ".join(parts)))
    if step.word == "pay":
        key = "pay_else" if len(parts) == 2 else "pay"
        price = amount(step, "energy" if step.argument == "E" else "sapphires", words)
        return str(phrases[key].format(price=price, first=parts[0], second=parts[-1]))
    if step.word == "if":
        key = "if_else" if len(parts) == 2 else "if"
        condition = phrases["conditions"][step.argument].format(rival=rival)
        return str(phrases[key].format(asked=condition, first=parts[0], second=parts[-1]))
    if step.word == "unless":
        return str(phrases["unless"].format(first=parts[0], rival=rival))
    if step.word == "disc..":
        return count_in(words, phrases["disc.."], step.number.amount, first=parts[0])
    if step.word == "bury" and step.argument:
        return str(phrases["bury_colour"].format(colour=phrases["colours"][step.argument]))
    how_many = amount(step, phrases["counts"].get(step.word, ""), words)
    return contract(phrases[step.word].format(amount=how_many, n=step.number.amount, rival=rival))


def amount(step: Step, kind: str, words: Words) -> str:
    """Return a number with its unit: "2 sapphires", or "1 sapphire for each colour you control"."""
    phrases = words["steps"]
    if not kind:
        return ""
    number = step.number
    if number.counted == opcodes.NOTHING:
        return count_in(words, phrases["amounts"][kind], number.amount)
    text = count_in(words, phrases["amounts"][kind], 1) + " " + phrases["per"][COUNTED_WORDS[number.counted]]
    if number.amount:
        text += " " + phrases["plus" if number.amount > 0 else "minus"].format(n=abs(number.amount))
    return str(text)


# ---------------------------------------------------------------- a whole set
def set_words(card_set: CardSet, words: Words, language: str) -> SetWords:
    """Return the words of a set in one language."""
    effects: dict[str, str] = {}
    cards: dict[str, CardWords] = {}
    for card in card_set.cards:
        own = card.words[language]
        card_words: CardWords = {
            "name": own["name"],
            "text": own.get("text") or sentences(card.effect, words, False),
            "kind": card.kind,
            "origin": card.origin,
            "ruling": card.ruling,
            "signs": signs(card.effect),
        }
        if card.multi is not None:
            card_words["multi"] = own.get("multi") or sentences(card.multi, words, True)
            card_words["multi_signs"] = signs(card.multi)
        cards[card.id] = card_words
        for text in (card.effect, card.multi or ()):
            add_part_sentences(text, words, effects)
    return {
        "title": card_set.title.get(language, ""),
        "note": card_set.note.get(language, ""),
        "standin": words["standin"] if card_set.standin else "",
        "cards": cards,
        "effects": effects,
    }


def add_part_sentences(text: Text, words: Words, effects: dict[str, str]) -> None:
    """Add a sentence for every inner text of an effect, by its source."""
    for step in text:
        for part in step.inner_texts:
            effects[source_of(part)] = sentences(part, words, False)
            add_part_sentences(part, words, effects)


# ---------------------------------------------------------------- the words of the game with those of its cards
def all_words() -> dict[str, AllWords]:
    """Return words.toml by language, with the words of every available card set under `sets`."""
    return words_with(tuple(deck.set_files().items()))


def words_for(line: Line) -> dict[str, AllWords]:
    """Return the words that a log line needs: words.toml with the words of its own card set only."""
    name = line["set"]
    return words_with(((name, deck.set_file(name)),))


@cache
def words_with(files: Files) -> dict[str, AllWords]:
    """Return words.toml with the words of these card sets. A set with an invalid file is omitted: only playing with it
    is refused."""
    return {
        language: cast(AllWords, {**words, "sets": dict(readable_sets(files, words, language))})
        for language, words in words_in(GAME_FOLDER).items()
    }


def readable_sets(files: Files, words: Words, language: str) -> Iterator[tuple[str, SetWords]]:
    """Yield the words of each valid set with its name."""
    for name, (path, changed) in files:
        try:
            yield name, set_words(deck.set_in(path, changed), words, language)
        except CardsError:
            continue
