/** Results on a linked module, in the lines and names of the files that it is made of. */
import type { Outcome, Reason } from '../service.ts';
import type { SidePlace } from './emit.ts';
import type { Merged } from './merge.ts';
import { wholeWord } from './regression-test.ts';

/** Where lines and names of a linked module come from. */
export type Origins = Pick<Merged, 'places' | 'aliases'>;

/** The place of a 1-based line. */
export function placeOf({ places }: Origins, line: number | undefined): SidePlace | undefined {
  return line === undefined ? undefined : places[line - 1];
}

/** The text with the names that the files have. */
export function unaliased({ aliases }: Origins, text: string): string {
  let plain = text;
  for (const [alias, name] of aliases) plain = plain.replace(wholeWord(alias), name.slice(name.lastIndexOf('.') + 1));
  return plain.replace(
    /\b__needs_(\w+?)__(?:\.it\b)?(?: \(line \d+\))?(?: is not modelled\b)?/g,
    'module $1 cannot be had',
  );
}

/** The message of a failing input with the names that the files have; a call that it begins with stands in a file other than `path` by name. */
export function placedMessage(origins: Origins, path: string, message: string): string {
  const placed = message.replace(/^Line (\d+) calls /, (text, line: string) => {
    const place = placeOf(origins, Number(line));
    if (place === undefined) return text;
    return place.file === path ? `Line ${place.line} calls ` : `Line ${place.line} of ${place.file} calls `;
  });
  return unaliased(origins, placed);
}

/** The outcome with files and lines in its traceback. */
export function placedOutcome<Kind extends Outcome>(origins: Origins, outcome: Kind): Kind {
  if (outcome.kind === 'returned') return outcome;
  const traceback = outcome.traceback.replace(/File "[^"]*", line (\d+)/g, (text, line: string) => {
    const place = placeOf(origins, Number(line));
    return place === undefined ? text : `File "${place.file}", line ${place.line}`;
  });
  return { ...outcome, traceback: unaliased(origins, traceback) };
}

/** The reason with names of the files and lines in its words, and the place that it is about. */
export function placedReason(
  origins: Origins,
  { line, construct, message }: Reason,
): { readonly construct: string; readonly message: string; readonly place: SidePlace | undefined } {
  const words = message.replace(/\bline (\d+)/g, (text, at: string) => {
    const inner = placeOf(origins, Number(at));
    return inner === undefined ? text : `line ${inner.line}`;
  });
  return {
    construct: unaliased(origins, construct),
    message: unaliased(origins, words),
    place: placeOf(origins, line),
  };
}
