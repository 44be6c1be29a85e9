/** The number of letters that fit on one line of a game's cover. */
const MAX_LINE_LENGTH = 11;
/** A space at which a title may be split. In French, a space before punctuation is not one. */
const BREAKABLE_SPACE = / (?![?!:;])/g;

/** Split a title that is too long for one line into two lines, at the space nearest to its middle. */
export function titleLines(title: string): string[] {
  if (title.length <= MAX_LINE_LENGTH) return [title];
  const distanceToMiddle = (index: number) => Math.abs(index - title.length / 2);
  const spaces = [...title.matchAll(BREAKABLE_SPACE)].map((match) => match.index);
  const [nearest] = spaces.sort((a, b) => distanceToMiddle(a) - distanceToMiddle(b));
  if (nearest === undefined) return [title];
  return [title.slice(0, nearest), title.slice(nearest + 1)];
}
