/** Les phrases de l’interface en français, un fichier par partie. Les phrases d’un jeu viennent de son words.toml. */
import type { Words } from '../en';
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

export const fr: Words = {
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
