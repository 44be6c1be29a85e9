"""Effects in the words of a language: for cards whose file has no text, and for the questions a text asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from sortilege.core.cards import CardsError
from sortilege.core.shapes import Line, Words
from sortilege.core.words import contract, count_in, words_in
from sortilege.games.spellcaster import deck, steps
from sortilege.games.spellcaster.deck import CardSet
from sortilege.games.spellcaster.language import Number, Step, Text
from sortilege.games.spellcaster.signs import COUNTED_WORDS, signs


# ---------------------------------------------------------------- back to the language of effects
def spelled(text: Text) -> str:
    """A text as it would be typed in: the name under which its sentence is found."""
    return "; ".join(spelled_step(step) for step in text)


def spelled_step(step: Step) -> str:
    inner = [spelled(part) for part in step.parts]
    n = spelled_number(step.number)
    if step.word == "disc..":
        return f"disc..{n}{{{inner[0]}}}"
    if step.word == "choose":
        return f"choose{{{'|'.join(inner)}}}"
    if step.word in ("pay", "if", "unless"):
        head = {"pay": f"pay {step.mark}{n}", "if": f"if {step.mark}", "unless": "unless"}[step.word]
        return head + f"{{{inner[0]}}}" + (f"else{{{inner[1]}}}" if len(inner) == 2 else "")
    if step.word == "bury":
        return f"bury {step.mark}".rstrip()
    return step.word if step.word in BARE_WORDS else f"{step.word} {n}"


BARE_WORDS = ("flip", "unweave", "bounce", "copy", "stealcard", "recover", "trash")


def spelled_number(number: Number) -> str:
    if number.counted == steps.PLAIN:
        return str(number.plus)
    plus = f"{number.plus:+d}" if number.plus else ""
    return COUNTED_WORDS[number.counted] + plus


# ---------------------------------------------------------------- in words
def said(text: Text, words: Words, many: bool) -> str:
    """A text as sentences; `many` for three and four mages."""
    return " ".join(capital(said_step(step, words, many)) + "." for step in text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def joined(text: Text, words: Words, many: bool) -> str:
    """A text inside a sentence."""
    return f" {words['steps']['then']} ".join(said_step(step, words, many) for step in text)


def said_step(step: Step, words: Words, many: bool) -> str:
    told = words["steps"]
    inner = [joined(part, words, many) for part in step.parts]
    rival = told["next_rival" if many else "rival"]
    if step.word == "choose":
        return str(told["choose"].format(branches=f" {told['or']} ".join(inner)))
    if step.word == "pay":
        key = "pay_else" if len(inner) == 2 else "pay"
        price = amount(step, "energy" if step.mark == "E" else "sapphires", words)
        return str(told[key].format(price=price, first=inner[0], second=inner[-1]))
    if step.word == "if":
        key = "if_else" if len(inner) == 2 else "if"
        asked = told["conditions"][step.mark].format(rival=rival)
        return str(told[key].format(asked=asked, first=inner[0], second=inner[-1]))
    if step.word == "unless":
        return str(told["unless"].format(first=inner[0], rival=rival))
    if step.word == "disc..":
        return count_in(words, told["disc.."], step.number.plus, first=inner[0])
    if step.word == "bury" and step.mark:
        return str(told["bury_colour"].format(colour=told["colours"][step.mark]))
    said_amount = amount(step, told["counts"].get(step.word, ""), words)
    return contract(told[step.word].format(amount=said_amount, n=step.number.plus, rival=rival))


def amount(step: Step, kind: str, words: Words) -> str:
    """ "2 sapphires", or "1 sapphire for each colour you control"."""
    told = words["steps"]
    if not kind:
        return ""
    number = step.number
    if number.counted == steps.PLAIN:
        return count_in(words, told["amounts"][kind], number.plus)
    text = count_in(words, told["amounts"][kind], 1) + " " + told["per"][COUNTED_WORDS[number.counted]]
    if number.plus:
        text += " " + told["plus" if number.plus > 0 else "minus"].format(n=abs(number.plus))
    return str(text)


# ---------------------------------------------------------------- a whole set
def set_words(found: CardSet, words: Words, language: str) -> Words:
    """A set as clients get it: title, note, the notice of a stand-in, the cards with names, texts and signs (`multi` on
    those with a star), and a sentence for every part of a text."""
    effects: dict[str, str] = {}
    cards: dict[str, dict[str, Any]] = {}
    for card in found.cards:
        written = card.words[language]
        cards[card.id] = {
            "name": written["name"],
            "text": written.get("text") or said(card.effect, words, False),
            "kind": card.kind,
            "origin": card.origin,
            "ruling": card.ruling,
            "signs": signs(card.effect),
        }
        if card.multi is not None:
            cards[card.id]["multi"] = written.get("multi") or said(card.multi, words, True)
            cards[card.id]["multi_signs"] = signs(card.multi)
        for text in (card.effect, card.multi or ()):
            note_parts(text, words, effects)
    return {
        "title": found.title.get(language, ""),
        "note": found.note.get(language, ""),
        "standin": words["standin"] if found.standin else "",
        "cards": cards,
        "effects": effects,
    }


def note_parts(text: Text, words: Words, effects: dict[str, str]) -> None:
    """The sentences of the inner texts, which questions quote."""
    for step in text:
        for part in step.parts:
            effects[spelled(part)] = said(part, words, False)
            note_parts(part, words, effects)


# ---------------------------------------------------------------- the words of the game with those of its cards
def all_words() -> dict[str, Words]:
    """words.toml, and under `sets` the words of every card set that can be played with."""
    return words_with(tuple(deck.set_files().items()))


def words_for(line: Line) -> dict[str, Words]:
    """A line names its set of cards, so the other sets of this host need not be looked for."""
    name = line["set"]
    return words_with(((name, deck.set_file(name)),))


@cache
def words_with(files: tuple[tuple[str, tuple[Path, int]], ...]) -> dict[str, Words]:
    """The words of the game and of these card sets. A broken file is left out: only playing with it is refused."""
    return {
        language: {**words, "sets": dict(sound_sets(files, words, language))}
        for language, words in words_in(Path(__file__).parent).items()
    }


def sound_sets(
    files: tuple[tuple[str, tuple[Path, int]], ...], words: Words, language: str
) -> Iterator[tuple[str, Words]]:
    """Each set that can be read, by name."""
    for name, (path, changed) in files:
        try:
            yield name, set_words(deck.set_in(path, changed), words, language)
        except CardsError:
            continue


