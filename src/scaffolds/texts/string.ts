/** Texts of the scaffolds of strings. */
import type { ScaffoldTexts } from './text.ts';

export const STRING_TEXTS: ScaffoldTexts = {
  kmp: {
    when: 'All places of a pattern in a text, without looking at a character of the text twice.',
    state:
      'How many characters of the pattern fit before the current place. For each beginning of the pattern, its border: the longest shorter beginning that is also its end.',
    start: 'The borders are computed; nothing fits.',
    steps: [
      'While the next character does not continue the pattern and something fits, fall back to the border of what fits.',
      'If the character continues the pattern, one more fits.',
      'If all of it fits, note the place, and fall back to the border of the pattern.',
    ],
    end: 'The text is at its end.',
    verify: ['The pattern stands at every place that was noted.', 'It stands nowhere else; places may overlap.'],
    mistakes: [
      'After a find the search goes on behind it, so that overlapping places are missed.',
      'The place of the last character is given and not that of the first.',
    ],
  },
  rabin_karp: {
    when: 'All places of a pattern in a text, by comparing numbers first.',
    state: 'The hash of the part of the text under the window.',
    start: 'The hashes of the pattern and of the first window are computed.',
    steps: [
      'If the hashes are equal, compare the characters; if these are equal, note the place.',
      'Move the window on: take the first character out of the hash, and the next one in.',
    ],
    end: 'The window is at the end of the text.',
    verify: ['The pattern stands at every place that was noted, and nowhere else.'],
    mistakes: [
      'Equal hashes are taken for equal texts.',
      'The hash becomes negative when a character is taken out.',
      'The last window is left out.',
    ],
  },
  trie: {
    when: 'Many words that are looked up by their beginnings.',
    state: 'A tree with a character on each edge, and a mark at nodes where a word ends.',
    start: 'The root alone.',
    steps: [
      'Insert: follow the characters from the root, make nodes that are missing, and mark the last one.',
      'Search: follow the characters; the word is there if the way exists and its end is marked.',
      'Starts with: it is enough that the way exists.',
      'Delete: take the mark away, and nodes that lead to nothing any longer.',
    ],
    end: 'All operations are done.',
    verify: [
      'A word is found exactly if it was inserted and not deleted since.',
      'A beginning is found exactly if a word that is there begins so.',
    ],
    mistakes: [
      'A beginning of a word is found as a word.',
      'Deleting a word also deletes longer words that begin with it.',
    ],
  },
};
