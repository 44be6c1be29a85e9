/** The English texts of the rule book. */

export const rules = {
  book: {
    title: (game: string) => `The rules of ${game}`,
    search: 'Search the rules',
    short: 'In short',
    chapters: 'Chapters',
    rule: (id: string) => `Rule ${id}`,
    noRule: 'This game has no such rule.',
    english: 'The numbered rules are kept in English.',
    speaks: 'Told in:',
    ledger: 'Numbered rules',
    all: (n: number) => `All ${n} numbered rules`,
    more: (n: number) => `${n} more: search more narrowly.`,
    found: (chapters: number, rules: number) =>
      `Found in ${chapters === 1 ? '1 chapter' : `${chapters} chapters`} and ${rules === 1 ? '1 numbered rule' : `${rules} numbered rules`}.`,
  },
};
