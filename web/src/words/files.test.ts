import { expect, test } from 'vitest';
import { en } from './en';
import { fr } from './fr';

const files = import.meta.glob<Record<string, Record<string, unknown>>>('./{en,fr}/*.ts', { eager: true });

test.each(Object.entries({ en, fr }))(
  'the texts of %s contain those of all its files, without duplicate keys',
  (language, words) => {
    const own = Object.entries(files).filter(
      ([path]) => path.startsWith(`./${language}/`) && !path.endsWith('/index.ts'),
    );
    const keys = own.flatMap(([, file]) => Object.values(file).flatMap((part) => Object.keys(part)));
    expect(keys.sort()).toEqual(Object.keys(words).sort());
  },
);
