/** Parses the sentences of the rules. They have Markdown (bold, italic, code, links) and ids of numbered rules. */
import { RULE_ID } from './rule_book.svelte';

/** A part of a sentence. Its kind is the HTML element for its style, 'rule' for the id of a rule, or 'plain'. */
export interface RichPart {
  kind: 'plain' | 'b' | 'i' | 'code' | 'rule';
  /** The text without Markdown. */
  text: string;
}

/** Matches any part that is not plain, and links. The name of the group that matches is the kind of the part. */
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
  /** The index in the sentence at which the last match ended. */
  let lastEnd = 0;
  for (const match of sentence.matchAll(MARKUP)) {
    if (match.index > lastEnd) parts.push({ kind: 'plain', text: sentence.slice(lastEnd, match.index) });
    const groups = Object.entries(match.groups ?? {}) as [RichPart['kind'], string | undefined][];
    for (const [kind, text] of groups) if (text !== undefined) parts.push({ kind, text });
    lastEnd = match.index + match[0].length;
  }
  if (lastEnd < sentence.length) parts.push({ kind: 'plain', text: sentence.slice(lastEnd) });
  return parts;
}
