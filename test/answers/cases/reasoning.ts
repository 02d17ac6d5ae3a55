/** A function with many lines and slow loops. */
import type { LargeCases } from './case.ts';

const LOOPS = Array.from(
  { length: 60 },
  (_, at) =>
    `    for the_long_name_${at} in the_values_of_the_first_list:\n        if the_long_name_${at} in the_seen_ones:\n            the_seen_ones.insert(0, the_long_name_${at})`,
).join('\n');
const SLOW = `def slow_function_of_many_loops(the_values_of_the_first_list: list[int]):\n    the_seen_ones = []\n${LOOPS}\n    return the_seen_ones\n`;

const entry = (function_name: string) => ({ file: 'slow.py', line: 1, function_name });
const SUSPECTED = Array.from({ length: 20 }, (_, at) => `${'a long suspicion '.repeat(15)}${at}`);

/** Cases of the tools of reasoning. */
export const REASONING: LargeCases = {
  async prepare({ upload }) {
    await upload('default', { 'slow.py': SLOW });
  },
  cases: {
    performance_bottleneck: [
      {
        says: 'many loops and suspicions',
        args: {
          code_path: { entry_point: entry('slow_function_of_many_loops'), suspected_issues: SUSPECTED },
        },
        expects: 'shortened',
      },
      { says: 'no function', args: { code_path: { entry_point: entry('none'.repeat(70)) } }, expects: 'failure' },
    ],
  },
};
