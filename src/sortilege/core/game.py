"""Game: the rules of one box, seen from outside. Each folder under games/ makes one from the functions of its rooms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

from sortilege.core import open_game
from sortilege.core.advice import Advice, where_of
from sortilege.core.cards import CardFiles, CardsError, SetName, install
from sortilege.core.errors import IllegalAction, OptionError, PositionError, quote
from sortilege.core.features import Features, NoFeatures
from sortilege.core.insight import Insight, Neutral
from sortilege.core.options import Option, settle
from sortilege.core.phrases import Phrasebook
from sortilege.core.rng import Rng
from sortilege.core.screen import Screen
from sortilege.core.shapes import Action, Board, Line, Object, Options, Position, Untrusted, View, Words
from sortilege.core.shelf import game_named
from sortilege.core.state import State
from sortilege.core.tasks import Tasks
from sortilege.core.turns import Opening, Part, Turn
from sortilege.core.words import Text, words_in


class Dealer(Protocol):
    """Deals what a view leaves open."""

    def deal(self, rng: Rng) -> State:
        """A bare state that the view cannot tell from the true one, drawn fairly."""


class RandomSource(Protocol):
    """What random.Random has and we need."""

    def getrandbits(self, k: int, /) -> int: ...


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game on the shelf. Untrusted below stands where a function declares the game's own type."""

    # ------------------------------------------------------------ the box
    name: str
    folder: Path  # where its words.toml and RULES.md lie
    seats: tuple[int, ...]
    turn_rule: str  # the rule that lets only the active seat act
    seats_rule: str  # the rule that limits the number of players
    options: dict[str, Option] = field(default_factory=dict)
    rulings: tuple[tuple[str, ...], ...] = ()  # for each rules number after the first: the rules decided otherwise
    # Raise OptionError where options do not go together; may fill in defaults that depend on the table size.
    check_options: Callable[[int, Options, Object], None] = lambda seats, settled, given: None
    # Options that change nothing at a table of this size, so that nobody is asked about them there.
    idle_options: Callable[[int], tuple[str, ...]] = lambda seats: ()
    # The seats that win and lose together, at a table of this size: every seat for itself, but in team games.
    sides: Callable[[int], tuple[tuple[int, ...], ...]] = lambda seats: tuple((seat,) for seat in range(seats))
    # What the seats are called, as the keys of `sides` in words.toml; () where they are only counted.
    seat_names: Callable[[int], tuple[str, ...]] = lambda seats: ()
    # What tells tables apart for a learner: each size has a net of its own. A short word of a-z, 0-9 and -.
    size: Callable[[int, Options], str] = lambda seats, options: str(seats)
    cards: CardFiles | None = None  # where cards are data: how their files are read

    # ------------------------------------------------------------ rules, actions, position
    actions: int  # action ids are below this number
    describe: Callable[[Untrusted], Action]  # the object of an action id
    find: Callable[[Untrusted], int]  # the id of an action object; IllegalAction when there is none like it
    fresh: Callable[[Game, int, Options], State]  # before the first node
    from_position: Callable[[Game, Untrusted, Options], State]  # `game`, `seats`, `options` are checked, `then` follows
    position: Callable[[State], Position]  # the way back; NotQuiet while something is half done
    # Why this action (an id, or anything else) is not legal now.
    refusal: Callable[[State, Untrusted], IllegalAction] = open_game.refusal
    # Whose turn it is, then whatever tells this turn from the next one. What others have to answer in the midst of a
    # turn belongs to it, and in a solo game what is decided for the script.
    turn_of: Callable[[State], tuple[int, ...]]

    # ------------------------------------------------------------ what a seat knows
    hides: bool = False  # whether one seat may know what another does not
    view: Callable[[State, int | None], View] = open_game.view  # all that this seat may know
    # What of its view is a seat's own, all else being as a spectator sees it, so that this is made once for everybody.
    # None: what it may do, where nothing is hidden; where something is, a whole view is made for each seat.
    own: Callable[[State, int], Object] | None = None
    board: Callable[[Untrusted], Board] = lambda view: {}  # what only helps to draw this view; made from it alone
    # What of its board is the own of a seat that decides, all else being as on a spectator's; and that is the board of
    # every other seat. None: a whole board is made for each.
    own_board: Callable[[Untrusted], Object] | None = None
    make_dealer: Callable[[Game, Untrusted], Dealer] = open_game.OpenDealer  # imagines what a view leaves open
    features: Callable[[], Features] = NoFeatures  # the same as numbers, for whoever learns
    insight: Callable[[], Insight] = Neutral  # what search asks about this game
    # What a decision may bring that hangs on things its seat cannot see: parts of log lines, with their exact chances
    # given the view. Nothing where the rules give the chances, as a node of chance does.
    odds: Callable[[Untrusted, int], list[tuple[Object, float]]] = lambda view, action: []
    tasks: Tasks = field(default_factory=Tasks)  # what is to be said about puzzles
    aid: Callable[[Untrusted], Object] | None = None  # a practice aid for people, made from their view alone

    # ------------------------------------------------------------ log
    # The line of an action, hiding nothing: the action object, `by` (its seat, None for chance) and what it did. A line
    # with "amends" completes the line before it with those keys.
    line: Callable[[State, int, State], Line] = open_game.line
    # The line as this seat saw it, or None if it may not even know of it. Must not alter the line.
    visible_line: Callable[[Untrusted, int | None, State], Line | None] = lambda line, seat, state: line
    # Whether this seat will for ever see the line as it does now. False is always safe; True spares a long game from
    # being looked through anew, line by line, at every view.
    is_final: Callable[[Untrusted, int | None, State], bool] = lambda line, seat, state: True
    # Whether a decision showed its seat something hidden, so that it cannot be taken back though no chance followed.
    reveals: Callable[[Untrusted], bool] = lambda line: False
    # A line as somebody saw it, cut where a turn begins; given the turn under way, None before the first. Each part is
    # a line that `sentence` and `summary` can put into words.
    parts: Callable[[Untrusted, Opening | None], list[Part]] = open_game.parts

    # ------------------------------------------------------------ words
    # A line in one language; players stand in it as {0}, {1}, … by seat.
    sentence: Callable[[Words, Untrusted], str] = open_game.sentence
    # A whole turn in one sentence, or as much of it as has happened; "" where there is nothing to say.
    summary: Callable[[Words, Turn], str] | None = None
    # Whether a line only says that something was left out, so that `skipped_summary` says all of them at once.
    is_skip: Callable[[Untrusted], bool] = lambda line: False
    skipped_summary: Callable[[Words, Turn], str] = lambda words, turn: ""
    screen: Screen = field(default_factory=Screen)
    advice: Advice = field(default_factory=Advice)  # how it speaks of a decision to whoever has to make it
    # The words of every language, where they are more than words.toml; and those it takes to speak of one line.
    all_words: Callable[[], Mapping[str, Words]] | None = None
    words_for: Callable[[Untrusted], Mapping[str, Words]] | None = None

    def seat_view(self, state: State, seat: int, spectators: View) -> View:
        """A seat's view, made from the one that spectators have of the same state."""
        if self.own is None and self.hides:
            return state.view(seat)
        return {**spectators, **(self.own or open_game.own)(state, seat)}

    def seat_board(self, view: View, spectators: Callable[[], Board]) -> Board:
        """The board of a seat's view, made from the one that spectators have of the same state."""
        if self.own_board is None:
            return self.board(view)
        return {**spectators(), **self.own_board(view)} if view["legal"] else spectators()

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return game_named, (self.name,)

    def __repr__(self) -> str:
        return f"<sortilege game {self.name}>"

    # ------------------------------------------------------------ setting up
    def new(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> State:
        """A fresh match at a table of this size; for two when not said, or the smallest there is."""
        if seats is None:
            seats = 2 if 2 in self.seats else self.seats[0]
        self.check_seats(seats)
        return self.fresh(self, seats, self.settle(seats, {} if options is None else options))

    def settle(self, seats: int, given: Untrusted) -> Options:
        """Every option with its value at a table of this size; OptionError names the first that is off."""
        settled = settle(self.name, self.options, given, seats, self.phrase)
        self.check_options(seats, settled, given)
        return settled

    def check_seats(self, seats: Untrusted) -> None:
        """OptionError when the game is not played by so many."""
        if type(seats) is not int or seats not in self.seats:
            why = self.phrase("seats", game=self.name, sizes=list(self.seats), given=quote(seats))
            raise OptionError(why, self.seats_rule)

    def load(self, position: Untrusted) -> State:
        """A state from a position; PositionError names the field and the rule."""
        if not isinstance(position, dict):
            raise PositionError("position", f"is a JSON object, not {type(position).__name__}")
        if position.get("game") != self.name:
            raise PositionError("game", f"is {position.get('game')!r}, not {self.name!r}")
        try:
            self.check_seats(position.get("seats"))
        except OptionError as off:
            raise PositionError("seats", off) from None
        try:
            settled = self.settle(position["seats"], position.get("options", {}))
        except OptionError as off:
            raise PositionError("options", off) from None
        state = self.from_position(self, position, settled)
        then = position.get("then", [])
        if not isinstance(then, list):
            raise PositionError("then", "is a list of actions")
        for i, action in enumerate(then):
            try:
                state.apply(self.find(action))
            except IllegalAction as off:
                raise PositionError(f"then[{i}]", off.sentence, off.rule) from None
        return state

    def dealer(self, view: View) -> Dealer:
        """Who deals states that this view cannot tell from the true one: for search, which wants many."""
        return self.make_dealer(self, view)

    def imagine(self, view: View, rng: Rng | RandomSource) -> State:
        """A state that this view cannot tell from the true one, drawn fairly. `rng` is ours or a random.Random."""
        source = rng if isinstance(rng, Rng) else Rng(rng.getrandbits(64))
        state = self.dealer(view).deal(source)
        state.recalled = list(view["log"])
        return state

    # ------------------------------------------------------------ what it is played by
    def side_of(self, seats: int) -> list[int]:
        """By seat, the number of its side: seats with the same one win and lose together."""
        sides = sorted(self.sides(seats))
        return [next(i for i, side in enumerate(sides) if seat in side) for seat in range(seats)]

    @property
    def rules(self) -> int:
        """The rules number: it rises when a ruling changes, so that an old record may not fit any more."""
        return 1 + len(self.rulings)

    def rulings_since(self, number: int) -> tuple[str, ...]:
        """The rules decided otherwise after this rules number."""
        return tuple(rule for later in self.rulings[number - 1 :] for rule in later)

    def card_print(self, options: Options) -> str:
        """The fingerprint of the set of cards these options choose; "" where the cards are no data."""
        if self.cards is None or self.cards_option is None:
            return ""
        return self.cards.fingerprint(options[self.cards_option])

    # ------------------------------------------------------------ cards as data, in the games that have them
    @property
    def cards_option(self) -> str | None:
        """The option by which a table chooses its set of cards; None where the cards are no data."""
        return next((name for name, option in self.options.items() if isinstance(option.allowed, SetName)), None)

    def check_cards(self, text: str) -> str:
        """One line about the cards in a file; CardsError names line, card and step of what is wrong."""
        return self._cards().summary(text)

    def card_file(self, name: str) -> str:
        """A set in the box as a file for an owner to edit."""
        return self._cards().template(name)

    def add_cards(self, name: str, text: str) -> str:
        """Check a card file and keep it on this host, under a name that tables can choose; answers the same line."""
        summary = self.check_cards(text)
        if self.cards_option and name in self.options[self.cards_option].allowed.boxed:
            raise CardsError(self.phrase("boxed_name", name=name))
        install(self.name, name, text)
        return summary

    def _cards(self) -> CardFiles:
        if self.cards is None:
            raise CardsError(self.phrase("no_cards", game=self.name))
        return self.cards

    # ------------------------------------------------------------ words
    @property
    def words(self) -> Mapping[str, Words]:
        """words.toml: every sentence the game can say, by language."""
        return self._own_words if self.all_words is None else self.all_words()

    @cached_property
    def _own_words(self) -> Mapping[str, Words]:
        return words_in(self.folder)

    @property
    def phrase(self) -> Phrasebook:
        """What the game refuses, from words.toml."""
        return Phrasebook(self.folder)

    def words_of(self, line: Line) -> Mapping[str, Words]:
        """The words it takes to speak of a line, by language."""
        return self.words if self.words_for is None else self.words_for(line)

    def words_about(self, line: Line, language: str) -> Words:
        """Those of one language."""
        return self.words_of(line)[language]

    def say(self, line: Line, language: str = "en") -> str:
        """A log line as a sentence; players stand in it as {0}, {1}, … by seat. "" for lines not worth a sentence."""
        return self.sentence(self.words_about(line, language), line)

    def sum_up(self, turn: Turn, language: str = "en") -> str:
        """A turn in one sentence; players stand in it as in `say`."""
        return self.sum_up_in(self.words_about(turn.lines[0], language), turn)

    def sum_up_in(self, words: Words, turn: Turn) -> str:
        """The same in these words."""
        if self.summary is not None:
            return self.summary(words, turn)
        return " ".join(filter(None, (self.sentence(words, line) for line in turn.lines)))

    def sum_up_skipped(self, turn: Turn, language: str = "en") -> str:
        """What was left out in a turn, in one sentence; "" for nothing."""
        return self.skipped_summary(self.words_about(turn.lines[0], language), turn)

    # ------------------------------------------------------------ a decision to be made, in every language
    def label(self, action: Action, names: list[str]) -> Text:
        """Return the name of an action as a choice. `names` are the players' names by seat."""
        return Text.build(lambda language: self.screen.label(action, self.words[language], names))

    def what(self, view: View, action: Action) -> Text:
        """Return a decision as a command; `{0}`, `{1}`, … stand for the players by seat."""
        command = self.advice.what
        if command is None:
            return self.label(action, [f"{{{seat}}}" for seat in range(view["seats"])])
        return Text.build(lambda language: command(view, action, self.words[language]))

    def why(self, view: View, action: Action) -> Text:
        """Return the reason for a decision that the view alone gives, as a clause; "" if there is none."""
        return Text.build(lambda language: self.advice.why(view, action, self.words[language]))

    def where(self, action: Action) -> Text:
        """Return the part of the board that a decision is about."""
        return Text.build(lambda language: where_of(action, self.words[language]))

    def chapter(self, turn: Turn, language: str = "en") -> str:
        """What begins with a turn whose chapter is new: a round, a Day."""
        phrase: str = self.words_about(turn.lines[0], language)["summary"]["chapter"]
        return phrase.format(n=turn.opening.chapter)
