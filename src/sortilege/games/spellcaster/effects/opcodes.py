"""The opcodes of the steps of a text: `parse.py` writes them and `rules/texts.py` carries them out.

A step is STEP_SIZE numbers of a program. The constants AMOUNT, COUNTED and JUMP_TARGET say which of them is which, so
`program[position + AMOUNT]` is the amount of the step at `position`.
"""

from __future__ import annotations

from typing import Final

# the numbers of a step, the first of which is its opcode
AMOUNT: Final = 1  # how many; for some opcodes another argument
COUNTED: Final = 2  # what is counted and added to the amount: NOTHING, RIVAL_HAND or COLOURS
JUMP_TARGET: Final = 3  # the position where a branch or a jump continues
STEP_SIZE: Final = 4

# steps with an amount that change crystals or actions immediately
DAMAGE: Final = 0
GAIN_ENERGY: Final = 1
GAIN_SAPPHIRES: Final = 2
LOSE_ENERGY: Final = 3
RIVAL_LOSES_SAPPHIRES: Final = 4
RIVAL_GAINS_ENERGY: Final = 5
RIVAL_GAINS_SAPPHIRES: Final = 6
STEAL_SAPPHIRES: Final = 7
STEAL_ENERGY: Final = 8
GAIN_WARD: Final = 9
GAIN_ACTIONS: Final = 10
LAST_CRYSTAL_STEP: Final = GAIN_ACTIONS
# steps with an amount that move cards
DRAW: Final = 11
RIVAL_DRAWS: Final = 12
DISCARD: Final = 13
RIVAL_DISCARDS: Final = 14
EACH_DRAWS: Final = 15
EACH_DISCARDS: Final = 16
DISCARD_UP_TO: Final = 17
PLAY_FREE: Final = 18
LAST_CARD_STEP: Final = PLAY_FREE
# branches: the jump target is where to continue if the first text is skipped
PAY_SAPPHIRES: Final = 19
PAY_ENERGY: Final = 20
UNLESS: Final = 21
IF: Final = 22  # the amount is the condition
CHOOSE: Final = 23  # the amount is the number of branches; a JUMP to each of them follows
JUMP: Final = 24
END_MULTIPLIER: Final = 25  # the end of the text of `disc..n`: amounts are no longer multiplied
LAST_BRANCH_STEP: Final = END_MULTIPLIER
# steps that ask for a pile, whose top card they affect
TURN_CARD: Final = 26
BURY_CARD: Final = 27  # the amount is the colour of the pile, or ANY_COLOUR
DISCARD_ENCHANTMENT: Final = 28
RETURN_TO_HAND: Final = 29
COPY_TEXT: Final = 30
LAST_TARGET_STEP: Final = COPY_TEXT
# the rest
STEAL_CARD: Final = 31
RECOVER_CARD: Final = 32
DISCARD_THIS_CARD: Final = 33
END: Final = 34

ANY_COLOUR: Final = -1  # of BURY_CARD

# what a number counts
NOTHING: Final = 0
RIVAL_HAND: Final = 1
COLOURS: Final = 2

# conditions of `if`
LESS_ENERGY: Final = 0
LESS_SAPPHIRES: Final = 1
RIVAL_HOLDS_MORE: Final = 2
