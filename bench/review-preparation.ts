/** What a review does before its checks: reading the diff, finding moved code, judging the change. In Node, without a server. */
import { movedLines } from '../src/review/diff/moved.ts';
import { parseDiff } from '../src/review/diff/parse.ts';
import { preflight } from '../src/review/preflight/preflight.ts';
import { randomOf, randomText } from '../test/random-lines.ts';
import { type Benchmark, type Measurement, medianTime } from './benchmark.ts';

const LINES_PER_FILE = 400;
const TIMES = 5;

export default {
  title: 'Preparation of a review',
  unit: 'ms',
  async run() {
    const [first, ...rest] = await measure(5_000);
    // 20 MB.
    return [first, ...rest, ...(await measure(508_000))];
  },
} satisfies Benchmark;

async function measure(size: number): Promise<readonly [Measurement, ...Measurement[]]> {
  const text = randomDiff(size);
  const diff = parseDiff(text);
  const what = `${size.toLocaleString('en')} lines, ${(text.length / 1e6).toFixed(1)} MB`;
  const baseline = await medianTime(TIMES, async () => text.split('\n').length);
  const figure = async (name: string, work: () => unknown): Promise<Measurement> => ({
    name: `${name}: ${what}`,
    value: await medianTime(TIMES, async () => work()),
    baseline,
  });
  return [
    { name: `splitting into lines: ${what}`, value: baseline, baseline },
    await figure('parseDiff', () => parseDiff(text)),
    await figure('movedLines', () => movedLines(diff)),
    await figure('preflight', () => preflight(diff)),
  ];
}

/** Files with one hunk each, as long as real lines are. */
function randomDiff(size: number): string {
  const random = randomOf(1);
  const parts: string[] = [];
  for (let file = 0; file * LINES_PER_FILE < size; file++) {
    const path = `src/module${file % 50}/file${file}.ts`;
    parts.push(`diff --git a/${path} b/${path}`, 'index 1234567..89abcde 100644', `--- a/${path}`, `+++ b/${path}`);
    const lines = randomText(random, LINES_PER_FILE).map(
      (line) => `${' +-'[random(3)] ?? ' '}${line.padEnd(30)} // ${file}`,
    );
    const count = (kind: string) => lines.filter((line) => line.startsWith(' ') || line.startsWith(kind)).length;
    parts.push(`@@ -1,${count('-')} +1,${count('+')} @@`, ...lines);
  }
  return `${parts.join('\n')}\n`;
}
