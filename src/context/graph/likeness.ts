/** How a name is like another. */
import { editDistance } from '../../lib/edit-distance.ts';
import { subtokens } from '../../lib/subtokens.ts';
import type { Match } from './service.ts';

/** How `name` is like `wanted`, in the best way; undefined when it is not. */
export function likeness(wanted: string): (name: string) => Match | undefined {
  const lower = wanted.toLowerCase();
  const words = subtokens(wanted);
  const letters = words.join('');
  return (name) => {
    if (name === wanted) return 'exact';
    const lowerName = name.toLowerCase();
    if (lowerName === lower) return 'ignoring_case';
    if (lowerName.startsWith(lower)) return 'prefix';
    if (lowerName.includes(lower)) return hasWords(words, subtokens(name)) ? 'words' : 'substring';
    if (words.length > 1 && hasWords(words, subtokens(name))) return 'words';
    return isNear(letters, lowerName.replace(/[^\p{L}\p{N}]/gu, '')) ? 'similar' : undefined;
  };
}

/** Whether each word begins a word of the name, in any order. */
function hasWords(words: readonly string[], name: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => name.some((each) => each.startsWith(word)));
}

/** Characters a name may have that is compared letter by letter. */
const LONGEST = 64;

/** Whether a quarter of the letters, rounded up, or fewer have to be edited. */
function isNear(wanted: string, name: string): boolean {
  const most = Math.ceil(wanted.length / 4);
  if (wanted.length < 3 || wanted.length > LONGEST || Math.abs(wanted.length - name.length) > most) return false;
  return editDistance(wanted, name) <= most;
}
