/** Large answers of plans: thousands of steps with long texts, many files, conflicts and much history. */
import { amount } from '../../generated.ts';
import type { Door, LargeCases } from './case.ts';

const WORDS = 'a long description of what is to be done, with "quotes", `code` and 漢字 ';
/** Tokens of the ordinary answers of plans. */
const MOST = 1_000;
const STEPS = amount(5_000, 1_200);

const FILES = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [
    `package/module_${index}.py`,
    `def function_${index}(value):\n${'    value += 1\n'.repeat(50)}    return value\n`,
  ]),
);

/** Steps that wait for each other in a circle. */
const CIRCLE = amount(900, 300);

const steps = Array.from({ length: STEPS }, (_, index) => ({
  number: index + 1,
  description: `${WORDS}${index}`,
  type: 'file_edit',
  // Half of them can be done at once, and touch the same files.
  dependencies: index % 2 === 0 ? [] : [index, ...(index > 40 ? [index - 40] : [])],
  files_affected: [`package/module_${index % 300}.py`, `package/module_${(index * 7) % 300}.py`],
  details: WORDS,
  acceptance_criteria: [WORDS],
  checks: [{ kind: 'pattern', text: WORDS, files: ['**/*.py'], must: 'not_match' }],
  group: `group ${index % 20}`,
}));

/** Twenty functions and files by their names, in many words. */
const GOAL = {
  goal: `${Array.from({ length: 20 }, (_, index) => `function_${index} of package/module_${index + 20}.py`).join(', ')} ${WORDS.repeat(200)}`,
  context: WORDS.repeat(200),
  constraints: Array.from({ length: 50 }, () => WORDS.repeat(20)),
};

const patch = Array.from(
  { length: 40 },
  (_, index) =>
    `--- a/package/module_${index}.py\n+++ b/package/module_${index}.py\n@@ -2,1 +2,1 @@\n-    value += 1\n+    value += ${index}\n`,
).join('');
const otherPatch = patch.replaceAll('+    value += ', '+    value -= ');

let plan = '';
let fork = '';
let small = '';
let question = '';
const about = (id: () => string, more: Readonly<Record<string, unknown>> = {}) => ({
  get plan_id() {
    return id();
  },
  ...more,
});
const large = (more: Readonly<Record<string, unknown>> = {}) => about(() => plan, more);

async function save({ call }: Door, name: string, given: readonly unknown[]): Promise<string> {
  const { id } = await call('save_plan', {
    name,
    plan: { goal: WORDS.repeat(100), steps: given, questions: Array.from({ length: 100 }, () => WORDS) },
  });
  return String(id);
}

/** The cases. */
export const PLANNING: LargeCases = {
  async prepare(door) {
    await door.upload('default', FILES);
    plan = await save(door, WORDS.repeat(2), steps);
    small = await save(door, 'small', [
      { number: 1, description: WORDS, type: 'file_edit', patch },
      { number: 2, description: WORDS, type: 'file_edit', patch: otherPatch, dependencies: [1] },
      {
        number: 3,
        description: WORDS,
        type: 'command',
        command: 'make',
        files_affected: Object.keys(FILES).slice(0, 100),
      },
    ]);
    for (let round = 0; round < 30; round++)
      await door.call('update_plan', { plan_id: plan, set: { goal: `${WORDS.repeat(100)}${round}` } });
    const { id } = await door.call('fork_plan', { plan_id: plan });
    fork = String(id);
  },
  cases: {
    generate_plan: [
      { says: 'a question about many functions', args: GOAL, most: 6_000, expects: 'shortened' },
      { says: 'a scaffold of them', args: { ...GOAL, scaffold_only: true, max_steps: 100 }, most: MOST },
      { says: 'with details', args: { ...GOAL, scaffold_only: true, max_steps: 100, detail: true }, most: 6_000 },
      {
        says: 'an answer with a thousand faults',
        args: {
          goal: WORDS,
          answer: {
            steps: steps.slice(0, 100).map((step) => ({
              number: step.number,
              description: WORDS,
              type: step.type,
              files_affected: [WORDS.repeat(20)],
            })),
          },
          get handle() {
            return question;
          },
        },
        before: async ({ call }) => {
          question = String((await call('generate_plan', { ...GOAL, max_steps: 100 }))['handle']);
        },
        expects: 'failure',
      },
    ],
    save_plan: [
      { says: `${STEPS} steps`, args: { plan: { goal: WORDS, steps } }, most: MOST, expects: 'shortened' },
      {
        says: 'a document of thousands of tasks',
        args: { document: `# ${WORDS}\n${'- [x] task (depends on 9999)\n'.repeat(amount(4_000, 1_000))}` },
        most: MOST,
      },
      {
        says: 'a plan with a fault in each step',
        args: { plan: { goal: '', steps: steps.map(() => ({})) } },
        expects: 'failure',
      },
    ],
    load_plan: [
      { says: `${STEPS} steps`, args: large(), most: MOST, expects: 'shortened' },
      { says: '500 steps with details', args: large({ limit: 500, detail: true }), most: 6_000, expects: 'shortened' },
    ],
    list_plans: [{ says: 'long goals', args: { limit: 200 } }],
    get_plan_status: [
      { says: `${STEPS} steps`, args: large(), most: MOST, expects: 'shortened' },
      { says: 'with details', args: large({ limit: 500, detail: true }), most: 6_000, expects: 'shortened' },
      { says: 'one step', args: large({ step_number: STEPS - 1 }), most: MOST },
    ],
    next_steps: [{ says: `${STEPS / 2} that are ready`, args: large({ limit: 50 }), most: MOST, expects: 'shortened' }],
    update_plan: [
      {
        says: 'all steps in another order',
        args: large({ order: Array.from({ length: STEPS }, (_, index) => STEPS - index) }),
        most: MOST,
        expects: 'shortened',
      },
      {
        says: 'steps that wait for each other',
        args: large({
          change_steps: steps
            .slice(0, CIRCLE)
            .map(({ number }) => ({ step_number: number, dependencies: [number === CIRCLE ? 1 : number + 1] })),
        }),
        expects: 'failure',
      },
    ],
    compare_plan_versions: [
      { says: `${STEPS} other numbers`, args: large({ from_version: 1 }), most: MOST, expects: 'shortened' },
    ],
    rollback_plan: [{ says: `${STEPS} steps`, args: large({ version: 1 }), most: MOST, expects: 'shortened' }],
    get_plan_history: [{ says: 'long changes', args: large({ limit: 500 }), most: 6_000 }],
    fork_plan: [{ says: `${STEPS} steps`, args: large(), most: MOST, expects: 'shortened' }],
    merge_plan: [
      {
        says: 'hundreds of conflicts',
        args: {
          get plan_id() {
            return plan;
          },
          get fork_id() {
            return fork;
          },
        },
        most: MOST,
        async before({ call }) {
          const change = (text: string) =>
            steps.slice(0, 1_000).map(({ number }) => ({ step_number: number, description: text }));
          await call('update_plan', { plan_id: fork, change_steps: change('theirs') });
          await call('update_plan', { plan_id: plan, change_steps: change('ours') });
        },
        expects: 'shortened',
      },
    ],
    visualize_plan: [
      { says: `the graph of ${STEPS} steps`, args: large({ max_nodes: 100 }), most: MOST },
      { says: 'a Gantt chart with details', args: large({ kind: 'gantt', max_nodes: 100, detail: true }), most: 6_000 },
      { says: `the files of ${STEPS} steps`, args: large({ kind: 'architecture' }), most: MOST },
    ],
    export_plan: [
      { says: `${STEPS} steps as Markdown`, args: large(), most: MOST },
      { says: 'as JSON with details', args: large({ format: 'json', detail: true }), most: 6_000 },
    ],
    start_step: [{ says: 'long texts', args: large({ step_number: 1 }), most: MOST }],
    complete_step: [{ says: 'a pattern over 300 files', args: large({ step_number: 1 }), most: MOST }],
    execute_plan_step: [
      { says: 'a patch of 40 files', args: about(() => small, { step_number: 1 }), most: MOST },
      { says: 'conflicts in 40 files', args: about(() => small, { step_number: 2 }), most: MOST, expects: 'shortened' },
      { says: 'a step that is handed over with 100 files', args: about(() => small, { step_number: 3 }), most: MOST },
    ],
    request_approval: [
      { says: `of ${STEPS} steps`, args: large({ note: 'n'.repeat(2_000) }), most: MOST, expects: 'shortened' },
    ],
    respond_approval: [
      { says: `of ${STEPS} steps`, args: large({ approved: true }), most: MOST, expects: 'shortened' },
    ],
    fail_step: [
      {
        says: 'a long reason that blocks others',
        args: large({ step_number: 3, error: WORDS.repeat(25) }),
        most: MOST,
        before: ({ call }) => call('start_step', { plan_id: plan, step_number: 3 }),
      },
    ],
    skip_step: [{ says: 'a long reason', args: large({ step_number: 5, reason: WORDS.repeat(25) }), most: MOST }],
    cancel_plan: [
      { says: `of ${STEPS} steps`, args: large({ reason: WORDS.repeat(25) }), most: MOST, expects: 'shortened' },
    ],
    delete_plan: [{ says: `of ${STEPS} steps`, args: large(), most: MOST }],
  },
};
