"""The weights of the evaluation in thousandths of a logit: 0 is an even game, 1000 means 73 % wins, 3000 means 95 %.

They were fitted to games of bots against themselves, with both decks and both kinds of set-up. First the points of the
next turn were fitted by least squares to the number of missing cells of each card, then victory by logistic regression
to these points, the lead, the active tiles and the captured cards.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import blank

# fmt: off
POINT: Final = 395  # per point of lead
LAST_POINT: Final = 1179  # the same if only the rival's last turn is left
LAST_BASE: Final = -8538  # an equal score in this case: the rival will score
# scale of the value in percent, by turn of the game
TURN_SCALE: Final = vec[i64]([80, 80, 90, 90, 100, 100, 110, 110, 130, 130, 130, 130])
# constant added to the scaled value, by turn of the game
TURN_OFFSET: Final = vec[i64]([-1898, 480, -2648, 775, -2892, 1048, -3737, 1422, -4299, 1036, 0, 0])

# The side that has just played: by number of captured cards (none, one, more), level, and fewest missing cells of a
# face-up card. A row has the weights of a level for 0 to 7 missing cells.
OWN_RUNES: Final = vec[i64](
    [
        0, -500, -946, -919, -919, -919, -919, -919,
        0, -104, -392, -672, -678, -678, -678, -678,
        0, 37, -293, -789, -933, -938, -938, -938,
        0, 33, -22, -192, -714, -828, -806, -806,
        0, 22, -253, -227, -227, -227, -227, -227,
        0, 105, 208, 32, 26, 26, 26, 26,
        0, 22, 13, -120, -275, -280, -280, -280,
        0, 17, -19, -53, -228, -383, -361, -361,
        0, 30, -248, -221, -221, -221, -221, -221,
        0, 94, 190, 13, 7, 7, 7, 7,
        0, 26, 18, -101, -256, -261, -261, -261,
        0, 22, -9, -72, -186, -341, -319, -319,
    ]
)
# by number of active tiles
OWN_ACTIVE_TILES: Final = vec[i64]([0, 0, 1933, 4212, 5416, 5690, 6198, 6198])
OWN_ACTIVATION: Final = 350  # if a mage can activate a tile
OWN_CAPTURED: Final = vec[i64]([0, -297, -348, -385])  # for each captured card, by level

# The rival, whose turn is next.
RIVAL_RUNES: Final = vec[i64](
    [
        0, 126, 875, 987, 1130, 1273, 1416, 1560,
        0, -21, 326, 1058, 1072, 1228, 1384, 1539,
        0, -45, -139, 421, 793, 697, 697, 697,
        0, -35, -85, -140, 565, 890, 854, 854,
        0, -3, 215, 415, 620, 824, 1029, 1234,
        0, -64, -19, 224, 343, 567, 791, 1015,
        0, -21, -171, -127, -119, -194, -194, -194,
        0, -14, -73, -166, 208, 609, 599, 599,
        0, 2, 183, 345, 511, 676, 842, 1008,
        0, -54, -55, 189, 292, 514, 736, 957,
        0, -22, -142, -190, -169, -243, -243, -243,
        0, -15, -71, -128, 198, 581, 567, 567,
    ]
)
RIVAL_ACTIVE_TILES: Final = vec[i64]([0, 0, -2465, -4783, -5994, -6601, -6955, -6955])
RIVAL_ACTIVATION: Final = -585
RIVAL_CAPTURED: Final = vec[i64]([0, 30, -37, -15])

# The rival, whose turn is the next and the last of the game.
LAST_RUNES: Final = vec[i64](
    [
        0, 216, 1502, 1694, 1940, 2186, 2432, 2678,
        0, -36, 560, 1816, 1840, 2107, 2375, 2643,
        0, -77, -238, 723, 1362, 1196, 1196, 1196,
        0, -61, -146, -240, 971, 1527, 1466, 1466,
        0, -6, 368, 712, 1064, 1415, 1767, 2118,
        0, -110, -33, 384, 589, 974, 1359, 1743,
        0, -37, -293, -218, -205, -333, -333, -333,
        0, -24, -126, -285, 357, 1045, 1028, 1028,
        0, 4, 314, 592, 877, 1161, 1445, 1730,
        0, -92, -94, 324, 502, 883, 1263, 1644,
        0, -38, -244, -327, -290, -418, -418, -418,
        0, -26, -123, -219, 340, 998, 974, 974,
    ]
)
NO_RUNES: Final = blank(96)  # for the side that has no turn left
LAST_ACTIVE_TILES: Final = vec[i64]([0, 0, -220, -1304, -3787, -4649, -5068, -5068])
LAST_ACTIVATION: Final = -513
LAST_CAPTURED: Final = vec[i64]([0, 778, 691, 505])
# fmt: on
