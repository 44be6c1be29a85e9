"""The opcodes of the steps of a text: `parse.py` writes them and `rules/texts.py` carries them out.

A step is four numbers: the opcode, how many, what is counted, and the position to jump to.
"""

from __future__ import annotations

from typing import Final

WIDTH: Final = 4

# steps with a number that change crystals or actions immediately
DMG: Final = 0
HEAL: Final = 1
SAPH: Final = 2
LOSE_E: Final = 3
RLOSE_S: Final = 4
RHEAL: Final = 5
RSAPH: Final = 6
STEAL_S: Final = 7
STEAL_E: Final = 8
WARD: Final = 9
MORE_ACTIONS: Final = 10
# steps with a number that move cards
DRAW: Final = 11
RDRAW: Final = 12
DISC: Final = 13
RDISC: Final = 14
EACH_DRAW: Final = 15
EACH_LOSE: Final = 16
DISC_UPTO: Final = 17
PLAYFREE: Final = 18
# branches: the fourth number is where to continue if the first text is skipped
PAY_S: Final = 19
PAY_E: Final = 20
UNLESS: Final = 21
IF: Final = 22
CHOOSE: Final = 23  # followed by as many JUMPs as there are branches
JUMP: Final = 24
ONCE: Final = 25  # the end of the text of `disc..n`: numbers are no longer multiplied
# steps with a target
FLIP: Final = 26
BURY: Final = 27  # the number is the colour of the pile, or -1 for any
UNWEAVE: Final = 28
BOUNCE: Final = 29
COPY: Final = 30
# the rest
STEAL_CARD: Final = 31
RECOVER: Final = 32
TRASH: Final = 33
END: Final = 34

# what a number counts
PLAIN: Final = 0
RIVAL_HAND: Final = 1
COLOURS: Final = 2

# conditions of `if`
LESS_ENERGY: Final = 0
LESS_SAPPHIRES: Final = 1
RIVAL_HOLDS_MORE: Final = 2
