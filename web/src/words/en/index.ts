/** The English texts of the user interface, one file for each part. The texts of a game come from its words.toml. */
import { clock } from './clock';
import { common } from './common';
import { learn } from './learn';
import { lobby } from './lobby';
import { me } from './me';
import { notices } from './notices';
import { puzzles } from './puzzles';
import { replay } from './replay';
import { review } from './review';
import { rules } from './rules';
import { table } from './table';
import { talk } from './talk';

export const en = {
  ...common,
  ...lobby,
  ...learn,
  ...puzzles,
  ...table,
  ...talk,
  ...clock,
  ...replay,
  ...review,
  ...rules,
  ...me,
  ...notices,
};

export type Words = typeof en;
