/** What a model is asked about a change. */
import { countTokens } from '../../lib/tokens/count.ts';
import type { Material, ShownHunk } from './material.ts';

/** Which pass a question is of. */
export type Pass = 'structural' | 'detailed';

/** A question with what it is about. */
export interface ModelQuestion {
  readonly question: string;
  readonly evidence: readonly { readonly file?: string; readonly line?: number; readonly text: string }[];
  /** Hunks of the material that the question does not show. */
  readonly omitted: number;
}

/** Tokens of the evidence: with the question and its schema it stays below what an answer may have. */
const MOST_TOKENS = 6_500;
/** Pieces that are shown. */
const MOST_PIECES = 45;

/** The first question of two: where to look. */
export function structuralQuestion(material: Material): ModelQuestion {
  const byFile = Map.groupBy(material.hunks, ({ file }) => file);
  const files = [...byFile].map(([file, hunks]) => {
    const counts = hunks.flatMap(({ lines }) => lines.map((line) => line.slice(0, 1)));
    const count = (sign: string) => counts.filter((each) => each === sign).length;
    const places = hunks.map(({ newStart, oldStart }) => newStart || oldStart).join(', ');
    return { file, text: `+${count('+')} −${count('-')}, changed from lines ${places}` };
  });
  const shown = within(files, ({ file, text }) => file + text);
  return {
    question: [
      'Which files of this change deserve a close look, and why? They are listed with the riskiest first.',
      'Name at most 20 under look_at, the most doubtful first; you are then shown their changed lines.',
      ...instructionsOf(material),
    ].join(' '),
    evidence: [...factsOf(material), ...shown],
    omitted: material.omitted,
  };
}

/** The question for findings; `files` are looked at, in this order: all when there are none. */
export function detailedQuestion(material: Material, files: readonly string[] = []): ModelQuestion {
  const wanted = files.length === 0 ? material.hunks : files.flatMap((file) => hunksOf(material, file));
  const shown = within(wanted, ({ lines }) => lines.join('\n'));
  return {
    question: [
      'What is wrong with the changed lines of this diff? Report faults only that a reader can check: wrong results, crashes, lost data, holes in security, broken callers.',
      'Nothing about style, and nothing that was so before. None is a good answer.',
      'Each finding quotes one added or removed line exactly, without its sign; what quotes none is dropped.',
      ...instructionsOf(material),
    ].join(' '),
    evidence: [
      ...factsOf(material),
      ...shown.map((hunk) => ({
        file: hunk.file,
        line: hunk.newStart || hunk.oldStart,
        text: [`@@ -${hunk.oldStart} +${hunk.newStart} @@`, ...hunk.lines].join('\n'),
      })),
    ],
    omitted: material.omitted + material.hunks.length - shown.length,
  };
}

function hunksOf({ hunks }: Material, file: string): readonly ShownHunk[] {
  return hunks.filter((hunk) => hunk.file === file);
}

function instructionsOf({ instructions }: Material): readonly string[] {
  return instructions === '' ? [] : [`Whoever asked adds: ${instructions}`];
}

function factsOf({ message, known }: Material): ModelQuestion['evidence'] {
  return [
    ...(message === '' ? [] : [{ text: `The author says:\n${message}` }]),
    ...(known.length === 0 ? [] : [{ text: `Found already, not to be repeated:\n${known.join('\n')}` }]),
  ];
}

/** As many from the first as there is room for. */
function within<Item>(items: readonly Item[], textOf: (item: Item) => string): readonly Item[] {
  let left = MOST_TOKENS;
  const end = items.slice(0, MOST_PIECES).findIndex((item) => {
    left -= countTokens(textOf(item), left + 1) + 25;
    return left < 0;
  });
  return items.slice(0, end < 0 ? MOST_PIECES : Math.max(1, end));
}
