/** Many hypotheses with much evidence; models, of which a server in development has none. */
import type { LargeCases } from './case.ts';

const LINE = 'a line that is found and quoted, with much text behind it so that the quote is long. ';
const SOURCE = Array.from({ length: 600 }, (_, at) => `value_${at} = ${JSON.stringify(LINE.repeat(2))}`).join('\n');
const FILE = 'large.py';
const search = (at: number) => ({ kind: 'search', text: `value_${at} `, expects: { holds: 'supports' } });
const claim = (at: number) => ({
  description: `Hypothesis ${at}: ${LINE.repeat(20)}`,
  type: 'behavior',
  confidence_level: 3,
});
const checks = (from: number) => Array.from({ length: 10 }, (_, at) => search(from + at));
const scope = { files: [FILE] };
const NAME = 'a_long_name_of_a_function_that_is_called';
const CALLING = Array.from({ length: 150 }, (_, at) => {
  const next = at === 149 ? 'open(value)' : `${NAME}_${at + 1}(value, other)`;
  return `def ${NAME}_${at}(value, other):\n    if value > ${at}:\n        raise ValueError(value)\n    return ${next}\n`;
}).join('\n');

const LOOPS = Array.from(
  { length: 60 },
  (_, at) =>
    `    for the_long_name_${at} in the_values_of_the_first_list:\n        if the_long_name_${at} in the_seen_ones:\n            the_seen_ones.insert(0, the_long_name_${at})`,
).join('\n');
const SLOW = `def slow_function_of_many_loops(the_values_of_the_first_list: list[int]):\n    the_seen_ones = []\n${LOOPS}\n    return the_seen_ones\n`;

const entry = (function_name: string) => ({ file: 'slow.py', line: 1, function_name });
const SUSPECTED = Array.from({ length: 20 }, (_, at) => `${'a long suspicion '.repeat(15)}${at}`);

/** The cases. */
export const REASONING: LargeCases = {
  async prepare({ upload }) {
    await upload('guesses', { [FILE]: SOURCE, 'calls.py': CALLING });
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
    hypothesis_test: [
      {
        says: 'many checks',
        args: {
          workspace: 'guesses',
          hypothesis: claim(0),
          test_scope: { ...scope, test_data: { checks: checks(1) } },
        },
      },
      {
        says: 'a question with a large file',
        args: { workspace: 'guesses', hypothesis: claim(0), test_scope: scope },
        most: 10_000,
      },
    ],
    run_hypothesis_tournament: [
      {
        says: 'ten hypotheses with ten checks each',
        args: {
          workspace: 'guesses',
          hypotheses: Array.from({ length: 10 }, (_, at) => ({ id: `h${at}`, ...claim(at), checks: checks(at * 10) })),
          test_scope: scope,
        },
        expects: 'shortened',
      },
    ],
    trace_execution_path: [
      {
        says: 'a long chain with all lists and diagrams',
        args: {
          workspace: 'guesses',
          entry_point: { file: 'calls.py', line: 1 },
          max_depth: 50,
          diagram: 'both',
          limit: 60,
        },
        expects: 'shortened',
      },
      {
        says: 'no function of that name',
        args: { workspace: 'guesses', entry_point: { file: 'calls.py', line: 1, function_name: 'none'.repeat(70) } },
        expects: 'failure',
      },
    ],
    get_model_info: [{ says: 'no model', args: {} }],
    set_model: [{ says: 'a name that is none', args: { model: 'm'.repeat(200) }, expects: 'failure' }],
  },
};
