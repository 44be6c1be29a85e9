/** The number of letters that fit on one line of a cover. */
const MAX_LINE_LENGTH = 11;

/** Split a long title into two lines at the space nearest to its middle, but not before punctuation. */
export function titleLines(title: string): string[] {
  if (title.length <= MAX_LINE_LENGTH) return [title];
  const distance = (index: number) => Math.abs(index - title.length / 2);
  const spaces = [...title.matchAll(/ (?![?!:;])/g)].map((match) => match.index);
  const [space] = spaces.sort((a, b) => distance(a) - distance(b));
  return space === undefined ? [title] : [title.slice(0, space), title.slice(space + 1)];
}
