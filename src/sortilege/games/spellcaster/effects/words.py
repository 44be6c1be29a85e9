"""Effects as sentences in English or French: texts for cards without a text in their file, and branches to choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict, cast

from sortilege.core.contract.cards import CardsError
from sortilege.core.text.words import contract, count_in, words_in
from sortilege.core.types import Line, Words
from sortilege.games.spellcaster import deck
from sortilege.games.spellcaster.deck import Card, CardSet
from sortilege.games.spellcaster.effects import opcodes
from sortilege.games.spellcaster.effects.icons import EffectIcon, effect_icons
from sortilege.games.spellcaster.effects.parse import COUNTED_WORDS, Step, Text, source_of

GAME_FOLDER = Path(__file__).parents[1]
SetFiles = tuple[tuple[str, tuple[Path, int]], ...]  # per card set: its name, its file and the modification time


class CardWords(TypedDict):
    """The name and text of a card in one language, and the icons of its effect. Cards marked with a star also have a
    text for games of three and four mages, `multi`."""

    name: str
    text: str
    kind: str  # "incantation" or "enchantment"
    origin: str  # where its effect comes from: "rulebook", "review" or "ours"
    ruling: str  # the rule that decides a clause which the rulebook leaves open; "" for none
    signs: list[EffectIcon]
    multi: NotRequired[str]
    multi_signs: NotRequired[list[EffectIcon]]


class SetWords(TypedDict):
    """What players read about a card set, in one language."""

    title: str
    note: str
    standin: str  # a notice if these are not the printed cards, otherwise ""
    cards: dict[str, CardWords]  # by the id of a card, such as "R01"
    effects: dict[str, str]  # by a nested part of an effect, such as "dmg 3": its sentence


class AllWords(TypedDict):
    """The words of the game in one language: the tables of words.toml, whose keys are not declared, and the sets."""

    sets: dict[str, SetWords]  # by name of the card set


# ---------------------------------------------------------------- sentences
def sentences(text: Text, words: Words, multi: bool) -> str:
    """Return a card text (a tuple of steps) as sentences, one per step, such as "Gain 2 energy." for `heal 2`."""
    return " ".join(capitalise(clause(step, words, multi)) + "." for step in text)


def capitalise(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def clauses(text: Text, words: Words, multi: bool) -> str:
    """Return the steps of a card text joined as a part of a sentence: "gain 2 energy and draw 1 card"."""
    return f" {words['steps']['then']} ".join(clause(step, words, multi) for step in text)


def clause(step: Step, words: Words, multi: bool) -> str:
    """Return one step of a card text as a part of a sentence, such as "gain 2 energy"."""
    phrases = words["steps"]
    inner_clauses = [clauses(text, words, multi) for text in step.inner_texts]
    rival = phrases["next_rival" if multi else "rival"]
    if step.word == "choose":
        return str(phrases["choose"].format(branches=f" {phrases['or']} ".join(inner_clauses)))
    if step.word == "pay":
        key = "pay_else" if len(inner_clauses) == 2 else "pay"
        price = amount_words(step, "energy" if step.argument == "E" else "sapphires", words)
        return str(phrases[key].format(price=price, first=inner_clauses[0], second=inner_clauses[-1]))
    if step.word == "if":
        key = "if_else" if len(inner_clauses) == 2 else "if"
        condition = phrases["conditions"][step.argument].format(rival=rival)
        return str(phrases[key].format(asked=condition, first=inner_clauses[0], second=inner_clauses[-1]))
    if step.word == "unless":
        return str(phrases["unless"].format(first=inner_clauses[0], rival=rival))
    if step.word == "disc..":
        return count_in(words, phrases["disc.."], step.number.amount, first=inner_clauses[0])
    if step.word == "bury" and step.argument:
        return str(phrases["bury_colour"].format(colour=phrases["colours"][step.argument]))
    unit = phrases["counts"].get(step.word)
    amount = amount_words(step, unit, words) if unit else ""
    return contract(phrases[step.word].format(amount=amount, n=step.number.amount, rival=rival))


def amount_words(step: Step, unit: str, words: Words) -> str:
    """Return the number of a step with its unit: "2 sapphires", or "1 sapphire for each colour you control"."""
    phrases = words["steps"]
    number = step.number
    if number.counted == opcodes.NOTHING:
        return count_in(words, phrases["amounts"][unit], number.amount)
    text = count_in(words, phrases["amounts"][unit], 1) + " " + phrases["per"][COUNTED_WORDS[number.counted]]
    if number.amount:
        text += " " + phrases["plus" if number.amount > 0 else "minus"].format(n=abs(number.amount))
    return str(text)


# ---------------------------------------------------------------- a whole set
def card_set_words(card_set: CardSet, words: Words, language: str) -> SetWords:
    """Return the words of a card set in one language."""
    effects: dict[str, str] = {}
    for card in card_set.cards:
        add_inner_sentences(card.effect, words, effects)
        add_inner_sentences(card.multi or (), words, effects)
    return {
        "title": card_set.title.get(language, ""),
        "note": card_set.note.get(language, ""),
        "standin": words["standin"] if card_set.standin else "",
        "cards": {card.id: card_words(card, words, language) for card in card_set.cards},
        "effects": effects,
    }


def card_words(card: Card, words: Words, language: str) -> CardWords:
    """Return the words of a card in one language. If the card file has no text, generate one from the effect."""
    file_words = card.words[language]
    result: CardWords = {
        "name": file_words["name"],
        "text": file_words.get("text") or sentences(card.effect, words, multi=False),
        "kind": card.kind,
        "origin": card.origin,
        "ruling": card.ruling,
        "signs": effect_icons(card.effect),
    }
    if card.multi is not None:
        result["multi"] = file_words.get("multi") or sentences(card.multi, words, multi=True)
        result["multi_signs"] = effect_icons(card.multi)
    return result


def add_inner_sentences(text: Text, words: Words, effects: dict[str, str]) -> None:
    """Add the sentences of all texts nested in a card text to `effects`, by their source such as "dmg 3"."""
    for step in text:
        for inner_text in step.inner_texts:
            effects[source_of(inner_text)] = sentences(inner_text, words, multi=False)
            add_inner_sentences(inner_text, words, effects)


# ---------------------------------------------------------------- the words of the game with those of its cards
def all_words() -> dict[str, AllWords]:
    """Return the words of the game and of every available card set, by language."""
    return words_with(tuple(deck.available_files().items()))


def words_for(line: Line) -> dict[str, AllWords]:
    """Return the words that a log line needs, by language: the words of the game and of the card set of the line."""
    name = line["set"]
    files: SetFiles = ((name, deck.card_set_file(name)),)
    return words_with(files)


@cache
def words_with(files: SetFiles) -> dict[str, AllWords]:
    """Return the words of the game by language; the key `sets` has the words of these card sets. A set with an invalid
    file is omitted, so that only the tables that play with it fail."""
    return {
        language: cast(AllWords, {**words, "sets": dict(readable_sets(files, words, language))})
        for language, words in words_in(GAME_FOLDER).items()
    }


def readable_sets(files: SetFiles, words: Words, language: str) -> Iterator[tuple[str, SetWords]]:
    """Yield the name and the words of each card set whose file is valid."""
    for name, (path, modified) in files:
        try:
            yield name, card_set_words(deck.load_card_set(path, modified), words, language)
        except CardsError:
            continue
