/** The markup of the rules: Markdown for bold, italic, code and links, and the ids of numbered rules. */
import { RULE_ID } from './rule_book.svelte';

/** A part of a sentence with one style: bold (`b`), italic (`i`), code, the id of a numbered rule, or none (`plain`). */
export interface RichPart {
  kind: 'plain' | 'b' | 'i' | 'code' | 'rule';
  text: string;
}

const MARKUP = new RegExp(
  [
    '\\*\\*(?<b>.+?)\\*\\*',
    '\\*(?<i>[^*]+?)\\*',
    '`(?<code>[^`]+)`',
    '\\[(?<plain>[^\\]]+)\\]\\([^)]*\\)', // links lead to files of the repository, so only their text is shown
    `(?<rule>${RULE_ID.source})`,
  ].join('|'),
  'g',
);

/** Split a sentence into its parts. */
export function parseRichText(sentence: string): RichPart[] {
  const parts: RichPart[] = [];
  /** Where the last match ended. */
  let end = 0;
  for (const match of sentence.matchAll(MARKUP)) {
    if (match.index > end) parts.push({ kind: 'plain', text: sentence.slice(end, match.index) });
    // exactly one group has matched, and its name is the kind
    const groups = Object.entries(match.groups ?? {}) as [RichPart['kind'], string | undefined][];
    for (const [kind, text] of groups) if (text !== undefined) parts.push({ kind, text });
    end = match.index + match[0].length;
  }
  if (end < sentence.length) parts.push({ kind: 'plain', text: sentence.slice(end) });
  return parts;
}
