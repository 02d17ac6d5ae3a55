/** Many hypotheses with much evidence; models, of which a server in development has none. */
import { amount } from '../../generated.ts';
import type { Door, LargeCases } from './case.ts';

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
/** Functions that each call the next, and files that call the first. */
const CHAIN = amount(150, 30);
const CALLING_FILES = amount(200, 100);
const CALLING = Array.from({ length: CHAIN }, (_, at) => {
  const next = at === CHAIN - 1 ? 'open(value)' : `${NAME}_${at + 1}(value, other)`;
  return `def ${NAME}_${at}(value, other):\n    if value > ${at}:\n        raise ValueError(value)\n    return ${next}\n`;
}).join('\n');

const LOOPS = Array.from(
  { length: amount(60, 6) },
  (_, at) =>
    `    for the_long_name_${at} in the_values_of_the_first_list:\n        if the_long_name_${at} in the_seen_ones:\n            the_seen_ones.insert(0, the_long_name_${at})`,
).join('\n');
const SLOW = `def slow_function_of_many_loops(the_values_of_the_first_list: list[int]):\n    the_seen_ones = []\n${LOOPS}\n    return the_seen_ones\n`;

const CONTEXT = {
  attempted_approaches: Array.from({ length: 50 }, (_, at) => `${at}: ${LINE.repeat(5)}`),
  partial_findings: Array.from({ length: 50 }, (_, at) => ({ at, says: LINE.repeat(5) })),
  stuck_description: LINE.repeat(100),
  code_scope: { files: [FILE, 'calls.py', ...Array.from({ length: 100 }, (_, at) => `${'missing/'.repeat(20)}${at}`)] },
};
/** Entries along a chain, which is followed from each. */
const STUCK = {
  ...CONTEXT,
  code_scope: {
    files: ['calls.py'],
    entry_points: Array.from({ length: 5 }, (_, at) => ({ file: 'calls.py', line: 1 + at * 5 })),
  },
};
/** Files that read one variable, and call one function. */
const CALLERS = Object.fromEntries(
  Array.from({ length: CALLING_FILES }, (_, at) => [
    `callers/at_${at}.py`,
    `import os\nfrom calls import ${NAME}_0\n\ndef the_function_that_calls_${at}(value):\n    return ${NAME}_0(value, os.environ["THE_SHARED_VARIABLE"])\n`,
  ]),
);
const START = { claude_context: CONTEXT, analysis_focus: 'debugging', depth_level: 5, workspace: 'guesses' };
const SAID = Array.from({ length: 20 }, (_, at) => `${at}: ${LINE.repeat(10)}`);
const ANSWER = {
  answer: LINE.repeat(200),
  claims: SAID.map((statement) => ({ statement, file: FILE, quote: statement })),
  open_questions: SAID,
  next_steps: SAID,
  root_causes: SAID,
  solutions: SAID.map((description) => ({ description })),
  risks: SAID,
  steps: SAID,
};

const MESSAGE = LINE.repeat(200);

/** Of the conversation that all cases are about. */
let session = '';
const inSession = (more: Readonly<Record<string, unknown>> = {}) => ({
  get session_id() {
    return session;
  },
  ...more,
});

/** The arguments of an answer to the question of a call. */
async function answerTo({ call }: Door, tool: string, args: Readonly<Record<string, unknown>>) {
  const { how_to_answer } = await call(tool, args);
  return { ...(how_to_answer as { readonly arguments: object }).arguments, answer: ANSWER };
}

const entry = (function_name: string) => ({ file: 'slow.py', line: 1, function_name });
const SUSPECTED = Array.from({ length: 20 }, (_, at) => `${'a long suspicion '.repeat(15)}${at}`);

/** The cases. */
export const REASONING: LargeCases = {
  async prepare(door) {
    const { upload, call } = door;
    await upload('guesses', { [FILE]: SOURCE, 'calls.py': CALLING, ...CALLERS });
    await upload('default', { 'slow.py': SLOW });
    const { session_id } = await call('start_conversation', await answerTo(door, 'start_conversation', START));
    session = String(session_id);
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
        },
        expects: 'shortened',
      },
      {
        says: 'no function of that name',
        args: { workspace: 'guesses', entry_point: { file: 'calls.py', line: 1, function_name: 'none'.repeat(70) } },
        expects: 'failure',
      },
    ],
    cross_system_impact: [
      {
        says: 'a function that each file calls, a name that each reads',
        args: { workspace: 'guesses', change_scope: { files: ['calls.py', 'callers/at_0.py'] }, limit: 300 },
        most: 10_000,
        expects: 'shortened',
      },
      { says: 'no such file', args: { change_scope: { files: ['none/'.repeat(200)] } }, expects: 'failure' },
    ],
    escalate_analysis: [
      {
        says: 'a long chain from five entries',
        args: {
          workspace: 'guesses',
          claude_context: STUCK,
          analysis_type: 'execution_trace',
          depth_level: 5,
          time_budget_seconds: 300,
        },
      },
      {
        says: 'a question with a large context',
        args: { workspace: 'guesses', claude_context: CONTEXT, analysis_type: 'hypothesis_test', depth_level: 5 },
        most: 10_000,
        expects: 'shortened',
      },
      {
        says: 'nowhere to begin',
        args: {
          claude_context: { ...CONTEXT, code_scope: { files: [] } },
          analysis_type: 'performance',
          depth_level: 1,
        },
        expects: 'failure',
      },
    ],
    start_conversation: [
      {
        says: 'a question with a large context',
        args: { ...START, depth_level: 4 },
        most: 10_000,
        expects: 'shortened',
      },
      {
        says: 'a context that is too large',
        args: { ...START, claude_context: { ...CONTEXT, stuck_description: LINE.repeat(20_000) } },
        expects: 'failure',
      },
    ],
    continue_conversation: [
      {
        says: 'a question with much that was said before',
        args: inSession({ message: MESSAGE, include_code_snippets: true, attach_files: CONTEXT.code_scope.files }),
        most: 10_000,
        expects: 'shortened',
      },
      { says: 'another message while one waits', args: inSession({ message: LINE }), expects: 'failure' },
    ],
    get_conversation_status: [
      { says: 'a turn that waits, and many questions', args: inSession(), expects: 'shortened' },
    ],
    list_conversations: [{ says: 'a long description', args: { limit: 50 } }],
    fork_conversation: [
      { says: 'a large one', args: inSession() },
      { says: 'none', args: { session_id: 'c'.repeat(100) }, expects: 'failure' },
    ],
    finalize_conversation: [
      { says: 'everything', args: inSession({ summary_format: 'detailed' }), expects: 'shortened' },
      { says: 'what to do', args: inSession(), expects: 'shortened' },
    ],
    get_model_info: [{ says: 'no model', args: {} }],
    set_model: [{ says: 'a name that is none', args: { model: 'm'.repeat(200) }, expects: 'failure' }],
  },
};
