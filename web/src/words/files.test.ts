import { expect, test } from 'vitest';
import { en } from './en';
import { fr } from './fr';

const rooms = import.meta.glob<Record<string, Record<string, unknown>>>('./{en,fr}/*.ts', { eager: true });

test.each(Object.entries({ en, fr }))(
  'the words of %s are those of its rooms, and no room hides another’s',
  (language, words) => {
    const own = Object.entries(rooms).filter(
      ([path]) => path.startsWith(`./${language}/`) && !path.endsWith('/index.ts'),
    );
    const keys = own.flatMap(([, room]) => Object.values(room).flatMap((part) => Object.keys(part)));
    expect(keys.sort()).toEqual(Object.keys(words).sort());
  },
);
