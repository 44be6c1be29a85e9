/** Ce que la maison dit elle-même, en français, un fichier par pièce. Les phrases d’un jeu viennent de son words.toml. */
import type { Words } from '../en';
import { clock } from './clock';
import { house } from './house';
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
  ...house,
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
