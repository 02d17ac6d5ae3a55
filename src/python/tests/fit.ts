/** Keeps lists of test results within an answer's size. */
import { countTokens } from '../../lib/tokens/count.ts';
import type { TestFailure } from './events.ts';

/** Tokens of all failures, and of one among several. */
const FAILURES_TOKENS = 1000;
const SHARE_TOKENS = 200;
/** Texts of a failure are not cut below this. */
const LEAST_TEXT = 40;
/** Characters of what names a place, when there is too much. */
const PATH = 120;

/** The first items that fit into so many tokens as JSON. */
export function fitting<Item>(items: readonly Item[], tokens: number): readonly Item[] {
  let room = tokens;
  const at = items.findIndex((item) => {
    room -= countTokens(JSON.stringify(item));
    return room < 0;
  });
  return at < 0 ? items : items.slice(0, at);
}

/** The first failures that fit; their texts are cut so that some of them do, and the very first always. */
export function fittingFailures(failures: readonly TestFailure[]): readonly TestFailure[] {
  const share = failures.length > 1 ? SHARE_TOKENS : FAILURES_TOKENS;
  const cut = failures.map((each) => cutTo(each, share));
  const fit = fitting(cut, FAILURES_TOKENS);
  return fit.length > 0 ? fit : cut.slice(0, 1);
}

function cutTo(failure: TestFailure, tokens: number): TestFailure {
  let cut = failure;
  for (
    let most = 4000;
    countTokens(JSON.stringify(cut)) > tokens && most >= LEAST_TEXT;
    most = Math.floor(most * 0.7)
  ) {
    const output = Math.floor(most / 2);
    const { frames, ...rest } = failure;
    cut = {
      ...rest,
      id: middle(failure.id, Math.max(most, PATH)),
      file: middle(failure.file, PATH),
      type: middle(failure.type, PATH),
      ...(failure.where !== undefined && { where: [middle(failure.where[0], PATH), failure.where[1]] }),
      message: middle(failure.message, most),
      ...(failure.source !== undefined && { source: middle(failure.source, most) }),
      ...(failure.stdout !== undefined && { stdout: middle(failure.stdout, output) }),
      ...(failure.stderr !== undefined && { stderr: middle(failure.stderr, output) }),
      ...(failure.log !== undefined && { log: middle(failure.log, output) }),
      ...(frames !== undefined && {
        frames: frames
          .slice(-Math.ceil(most / 300))
          .map(([file, line, source]): [string, number, string] => [middle(file, PATH), line, middle(source, most)]),
      }),
    };
  }
  return cut;
}

function middle(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = Math.floor(most / 3);
  return `${text.slice(0, most - tail)} … ${text.slice(-tail)}`;
}
