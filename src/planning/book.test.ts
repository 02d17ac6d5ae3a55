/** A plan's state over real SQLite: versions, actions, approvals, and random changes against a second way to know what is there. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../test/generated.ts';
import { createDatabase } from '../../test/sqlite.ts';
import { userId } from '../lib/object-name.ts';
import { Random } from '../lib/random.ts';
import type { SqlDatabase } from '../lib/sql.ts';
import { PlanBook } from './book.ts';
import { act, completable, conclude } from './operations/acting.ts';
import { requestApproval, respondApproval } from './operations/approving.ts';
import { editPlan, mergeFork, replacePlan, rollBack } from './operations/editing.ts';
import { compareVersions, documentOf, historyOf, nextOf, statusOf } from './operations/reporting.ts';
import { draftSchema, type Plan } from './plan.ts';
import type { Actor, EvidenceRecord } from './records.ts';
import type { Action } from './service.ts';
import { PLAN_SCHEMA } from './store/schema.ts';
import { changesBetween } from './versions/changes.ts';
import { type Edit, newStepSchema, planOf, stepChangeSchema } from './versions/edit.ts';

const ANNA: Actor = { user: 'key a', agent: 'anna' };
const BEN: Actor = { user: 'key a', agent: 'ben' };
const CARL: Actor = { user: 'key c' };
const HOUR = 3_600_000;

interface Given {
  readonly description?: string;
  readonly dependencies?: readonly number[];
  readonly [field: string]: unknown;
}

let clock = 1_000_000;

const databases = new WeakMap<PlanBook, SqlDatabase>();

function book(steps: readonly Given[], id = 'plan-00000001'): PlanBook {
  const database = createDatabase(PLAN_SCHEMA);
  const made = new PlanBook(database, () => clock++);
  databases.set(made, database);
  const draft = draftSchema.parse({
    goal: 'A goal',
    steps: steps.map((step, index) => ({
      number: index + 1,
      description: `Step ${index + 1}`,
      type: 'command',
      ...step,
    })),
  });
  const { steps: given, ...head } = draft;
  const facts = { id, owner: userId('u'), workspace: 'w', branch: `lemma/${id}`, commit: 'c0' };
  made.begin(facts, planOf(head, given, made.newIds(id)), ANNA);
  return made;
}

const nothing: Edit = { head: {}, add: [], change: [], remove: [], reconnect: false, order: [] };

interface GivenEdit extends Partial<Omit<Edit, 'add' | 'change'>> {
  readonly add?: readonly Given[];
  readonly change?: readonly Given[];
}

const parsed = ({ add = [], change = [], ...given }: GivenEdit): Edit => ({
  ...nothing,
  ...given,
  add: add.map((step) => newStepSchema.parse({ type: 'review', ...step })),
  change: change.map((step) => stepChangeSchema.parse(step)),
});
const edit = (made: PlanBook, given: GivenEdit) => editPlan(made, parsed(given), { by: ANNA });
const start = (step: number, more: Partial<Extract<Action, { kind: 'start' }>> = {}): Action => {
  return { kind: 'start', step, leaseMs: HOUR, reopen: false, ...more };
};
const states = (made: PlanBook) => made.view.states.join(' ');

function complete(made: PlanBook, number: number, outcome: EvidenceRecord['outcome'] = 'passed', by = ANNA) {
  const begun = completable(made, number, by);
  return conclude(made, begun, { at: made.now(), by, outcome, results: [], commit: 'c1' }, []);
}

test('states follow from what is recorded', () => {
  const made = book([{}, { dependencies: [1] }, { dependencies: [2] }]);
  expect(states(made)).toBe('ready pending pending');
  expect(act(made, start(1), { by: ANNA })).toMatchObject({ plan: 'executing', becameReady: [] });
  expect(complete(made, 1)).toMatchObject({ becameReady: [2], progress: { completed: 1, total: 3 } });
  act(made, start(2), { by: ANNA });
  expect(act(made, { kind: 'fail', step: 2, error: 'No.' }, { by: ANNA })).toMatchObject({
    plan: 'failed',
    becameBlocked: [3],
  });
  expect(act(made, start(2), { by: BEN })).toMatchObject({ becameReady: [], becameBlocked: [] });
  expect(states(made)).toBe('completed executing pending');
  act(made, { kind: 'skip', step: 2, reason: 'Not needed.' }, { by: BEN });
  act(made, { kind: 'cancel', reason: 'Enough.' }, { by: BEN });
  expect([states(made), made.view.state]).toEqual(['completed skipped cancelled', 'cancelled']);
});

test.each<[string, (made: PlanBook) => unknown, string]>([
  [
    'a step that waits',
    (made) => act(made, start(2), { by: ANNA }),
    'Step 2 is pending (it waits for step 1): start_step does not apply.',
  ],
  [
    'a step that was not started',
    (made) => act(made, { kind: 'fail', step: 1, error: 'x' }, { by: ANNA }),
    'Step 1 is ready: fail_step does not apply.',
  ],
  [
    'a step that there is not',
    (made) => act(made, start(9), { by: ANNA }),
    'The plan has no step 9. Its steps have numbers from 1 to 2.',
  ],
  [
    'completion of a step that waits',
    (made) => complete(made, 2),
    'Step 2 is pending (it waits for step 1): complete_step does not apply.',
  ],
  [
    'a version that is not there',
    (made) => rollBack(made, 7, { by: ANNA }),
    'The plan has no version 7: versions 1 to 1 are kept.',
  ],
  [
    'another version than expected',
    (made) => rollBack(made, 1, { by: ANNA, expectedVersion: 4 }),
    'at version 1, not at the expected 4',
  ],
  [
    'a step that is not there to be changed',
    (made) => edit(made, { change: [{ step_number: 5 }] }),
    'change_steps names 5: no step has that number.',
  ],
  [
    'removal of a step that others name',
    (made) => edit(made, { remove: [1] }),
    'step 2 names 1 in dependencies, and there is no such step',
  ],
  [
    'cancellation of what is over',
    (made) => {
      act(made, { kind: 'cancel', reason: 'x' }, { by: ANNA });
      return act(made, { kind: 'cancel', reason: 'x' }, { by: ANNA });
    },
    'No step of the plan is open',
  ],
])('refuses %s, and changes nothing', (_, attempt, words) => {
  const made = book([{}, { dependencies: [1] }]);
  expect(() => attempt(made)).toThrow(words);
  expect(made.view.version).toBe(1);
  expect(made.view.plan.steps).toHaveLength(2);
});

test('a claim holds until its lease is over, and can be prolonged', () => {
  const made = book([{}]);
  act(made, start(1, { leaseMs: 1_000 }), { by: ANNA });
  expect(() => act(made, start(1), { by: BEN })).toThrow("Step 1 is anna's until");
  expect(() => act(made, { kind: 'skip', step: 1, reason: 'x' }, { by: BEN })).toThrow("Step 1 is anna's until");
  expect(() => complete(made, 1, 'passed', BEN)).toThrow("Step 1 is anna's until");
  act(made, start(1, { leaseMs: 2_000 }), { by: ANNA });
  clock += 3_000;
  act(made, start(1), { by: BEN });
  expect(made.view.progress[0]).toMatchObject({ by: BEN, attempts: 3 });
});

test('a claim holds for as long again at most when the clock is set back', () => {
  const made = book([{}]);
  act(made, start(1, { leaseMs: 1_000 }), { by: ANNA });
  clock -= 500;
  expect(() => act(made, start(1), { by: BEN })).toThrow("Step 1 is anna's until");
  clock -= 24 * HOUR;
  act(made, start(1), { by: BEN });
  expect(made.view.progress[0]).toMatchObject({ by: BEN, attempts: 2 });
  clock += 25 * HOUR;
});

test('what is refused stays as it is, and what is overridden says so for ever', () => {
  const made = book([{}]);
  complete(made, 1, 'refused');
  expect(states(made)).toBe('ready');
  complete(made, 1, 'overridden');
  const { overrides } = statusOf(made, { offset: 0, limit: 9 }, { drifts: [] });
  expect(overrides).toMatchObject([{ step: 1, by: ANNA }]);
  expect(made.records.evidence(made.stepOf(1).id).map(({ outcome }) => outcome)).toEqual(['overridden', 'refused']);
});

test('completed twice, it is completed once', () => {
  const made = book([{}]);
  complete(made, 1);
  expect(completable(made, 1, BEN).done).toMatchObject({ outcome: 'passed' });
});

test('a step that is changed while its checks run is not completed', () => {
  const made = book([{}]);
  const begun = completable(made, 1, ANNA);
  edit(made, { change: [{ step_number: 1, description: 'Something else' }] });
  const evidence = { at: 0, by: ANNA, outcome: 'passed', results: [] } as const;
  expect(() => conclude(made, begun, evidence, [])).toThrow('Step 1 was changed or removed while its checks ran.');
  expect(states(made)).toBe('ready');
});

test('a step that was done and is changed is to be done again, unless the change is taken back', () => {
  const made = book([{}, { dependencies: [1] }]);
  complete(made, 1);
  const { reopened } = edit(made, { change: [{ step_number: 1, details: 'In another way.' }] });
  expect([reopened, states(made)]).toEqual([[1], 'ready pending']);
  rollBack(made, 1, { by: ANNA });
  expect(states(made)).toBe('completed ready');
  // Numbers, estimates and edges are no part of the work.
  edit(made, { change: [{ step_number: 1, estimated_duration_ms: 5 }], order: [2, 1] });
  expect(states(made)).toBe('ready completed');
});

test('edits keep identities and never use a number twice', () => {
  const made = book([{}, { dependencies: [1] }, { dependencies: [2] }]);
  const second = made.stepOf(2).id;
  expect(edit(made, { remove: [3] }).changes).toBe('removed step 3');
  const added = edit(made, { add: [{ description: 'New', type: 'review', dependencies: [2] }] });
  expect(added).toMatchObject({ added: [4], changes: 'added step 4' });
  edit(made, { remove: [1], reconnect: true });
  expect(made.view.plan.steps.map(({ number, dependencies }) => [number, dependencies])).toEqual([
    [2, []],
    [4, [2]],
  ]);
  edit(made, { order: [4] });
  expect(made.view.plan.steps.map(({ number, dependencies }) => [number, dependencies])).toEqual(
    [
      [1, []],
      [2, []],
    ].map(([number], index) => [number, index === 0 ? [2] : []]),
  );
  expect(made.stepOf(2).id).toBe(second);
});

test('comparison is by identity: new numbers alone are no other steps', () => {
  const made = book([{}, { dependencies: [1] }]);
  edit(made, { order: [2, 1], change: [{ step_number: 2, description: 'Changed' }] });
  const { added, removed, changed } = compareVersions(made, 1);
  expect({ added, removed }).toEqual({ added: [], removed: [] });
  expect(changed.map(({ number, fields }) => [number, fields.map(({ field }) => field)])).toEqual([
    [1, ['number', 'description']],
    [2, ['number']],
  ]);
});

test('a call that is made again under its name is done once', () => {
  const made = book([{}]);
  const add = parsed({ add: [{ description: 'New' }] });
  const first = editPlan(made, add, { by: ANNA, key: 'k' });
  expect(editPlan(made, add, { by: ANNA, key: 'k', expectedVersion: 1 })).toEqual(first);
  expect(made.view.plan.steps).toHaveLength(2);
  expect(() => editPlan(made, { ...nothing, remove: [1] }, { by: ANNA, key: 'k' })).toThrow(
    'is of another call to this plan',
  );
});

test('a plan that is replaced keeps the steps that it names', () => {
  const made = book([{}, { dependencies: [1] }]);
  complete(made, 1);
  const { steps } = made.view.plan;
  const draft = draftSchema.parse({
    goal: 'Another',
    steps: [steps[0], { number: 5, description: 'New', type: 'review' }],
  });
  expect(replacePlan(made, draft, { by: ANNA })).toMatchObject({
    changes: 'changed goal; added step 5; removed step 2',
  });
  expect(states(made)).toBe('completed ready');
  const foreign = draftSchema.parse({
    goal: 'x',
    steps: [{ id: 'other.1', number: 1, description: 'x', type: 'review' }],
  });
  expect(() => replacePlan(made, foreign, { by: ANNA })).toThrow('The plan has no step with the id "other.1"');
});

/** A fork of a plan, as `fork_plan` makes it. */
function forkOf(made: PlanBook, id: string): PlanBook {
  const fork = new PlanBook(createDatabase(PLAN_SCHEMA), () => clock++);
  const { facts, view } = made;
  fork.begin({ ...facts, id, forkOf: { id: facts.id, version: view.version } }, view.plan, BEN, {
    progress: made.taken(),
  });
  return fork;
}

const theirs = (fork: PlanBook, base = 1) => ({
  id: fork.facts.id,
  base: fork.planAt(base),
  plan: fork.view.plan,
  version: fork.view.version,
  progress: fork.taken(),
});

test('what a fork changed and completed comes back', () => {
  const made = book([{}, { dependencies: [1] }]);
  const fork = forkOf(made, 'plan-00000002');
  edit(fork, {
    add: [{ description: 'From the fork', type: 'review', dependencies: [2] }],
    change: [{ step_number: 2, details: 'So.' }],
  });
  complete(fork, 1);
  edit(made, {
    add: [{ description: 'From the origin', type: 'review', dependencies: [1] }],
    head: { goal: 'New goal' },
  });
  const answer = mergeFork(made, theirs(fork), { by: ANNA });
  expect(answer).toMatchObject({ kind: 'merged', completedTaken: [1], edited: { added: [4] } });
  const shown = made.view.plan.steps.map(({ number, description, details, dependencies }) => [
    number,
    description,
    details,
    dependencies,
  ]);
  expect(shown).toEqual([
    [1, 'Step 1', undefined, []],
    [2, 'Step 2', 'So.', [1]],
    [3, 'From the origin', undefined, [1]],
    [4, 'From the fork', undefined, [2]],
  ]);
  expect([made.view.plan.head.goal, states(made)]).toEqual(['New goal', 'completed ready ready pending']);
});

test('what both changed otherwise is a conflict, and one side can be preferred', () => {
  const made = book([{}, {}]);
  const fork = forkOf(made, 'plan-00000002');
  edit(fork, { change: [{ step_number: 1, description: 'Theirs' }], remove: [2] });
  edit(made, {
    change: [
      { step_number: 1, description: 'Ours' },
      { step_number: 2, details: 'More' },
    ],
  });
  expect(mergeFork(made, theirs(fork), { by: ANNA })).toMatchObject({
    kind: 'conflicts',
    conflicts: [
      { step: 1, field: 'description' },
      { step: 2, field: 'removed' },
    ],
  });
  expect(made.view.version).toBe(2);
  mergeFork(made, { ...theirs(fork), prefer: 'theirs' }, { by: ANNA });
  expect(made.view.plan.steps.map(({ description }) => description)).toEqual(['Theirs']);
});

test('an approval gates steps, is of what they were, and expires', () => {
  const made = book([{ group: 'risky' }, {}]);
  const asked = requestApproval(made, { about: { kind: 'group', group: 'risky' }, expiresInMs: 50 }, { by: ANNA });
  expect([asked.steps, states(made)]).toEqual([[1], 'pending ready']);
  expect(() => respondApproval(made, { approved: true }, { by: ANNA })).toThrow(
    'was requested by anna, which cannot give it',
  );
  for (const by of [BEN, { user: 'key a' }])
    expect(() => respondApproval(made, { approved: true }, { by })).toThrow(
      'was requested with the credential "key a", which cannot give it, under any name',
    );
  respondApproval(made, { approved: true }, { by: CARL });
  expect(states(made)).toBe('ready ready');
  edit(made, { change: [{ step_number: 1, details: 'Riskier.' }] });
  expect(states(made)).toBe('pending ready');
  requestApproval(made, { about: { kind: 'steps', steps: [1] }, expiresInMs: 50 }, { by: ANNA });
  clock += 100;
  expect(() => respondApproval(made, { approval: 2, approved: true }, { by: CARL })).toThrow('Approval 2 expired at');
  requestApproval(made, { about: { kind: 'plan' }, expiresInMs: HOUR }, { by: ANNA });
  expect(states(made)).toBe('pending pending');
  respondApproval(made, { approval: 3, approved: false, comment: 'No.' }, { by: CARL });
  expect(() => act(made, start(1), { by: ANNA })).toThrow('Step 1 is pending (approval 3 was refused)');
  expect(() =>
    requestApproval(made, { about: { kind: 'group', group: 'none' }, expiresInMs: 1 }, { by: ANNA }),
  ).toThrow('there are risky');
});

test('the next steps are those on the critical path, then those that most others wait for', () => {
  const made = book([
    { estimated_duration_ms: 1 },
    { estimated_duration_ms: 1 },
    { dependencies: [2], estimated_duration_ms: 1 },
    { estimated_duration_ms: 100, files_affected: ['a.py'] },
    { dependencies: [2], estimated_duration_ms: 1 },
    { estimated_duration_ms: 1, files_affected: ['a.py'] },
  ]);
  const { steps, ready } = nextOf(made, 3, { drifts: [] });
  expect(
    steps.map(({ step, isCritical, unblocks, overlaps }) => [step.number, isCritical, unblocks, overlaps]),
  ).toEqual([
    [4, true, 0, [6]],
    [2, false, 2, []],
    [1, false, 0, []],
  ]);
  expect(ready).toBe(4);
});

test('history keeps 500 versions, and says what happened', () => {
  const made = book([{}]);
  for (let round = 0; round < 510; round++) edit(made, { head: { goal: `Goal ${round}` } });
  const { kept, versions, eventsKept } = historyOf(made, { most: 2, events: 5 });
  expect([kept, versions.map(({ version }) => version), eventsKept.count]).toEqual([
    { count: 500, oldest: 12 },
    [511, 510],
    511,
  ]);
  expect(() => made.planAt(11)).toThrow('versions 12 to 511 are kept');
  expect(made.planAt(12).head.goal).toBe('Goal 10');
});

test('any version of a plan that is changed at random is there as it was', () => {
  const random = new Random(seedOf(41));
  for (let round = 0; round < amount(60, 6); round++) {
    const made = book([{}, {}, {}]);
    const seen = new Map<number, Plan>([[1, structuredClone(made.view.plan)]]);
    for (let change = 0; change < 40; change++) {
      const numbers = made.view.plan.steps.map(({ number }) => number);
      const one = random.pick(numbers.length === 0 ? [1] : numbers);
      const attempt = random.pick<() => unknown>([
        () =>
          edit(made, {
            add: [{ description: `New ${change}`, type: 'review', dependencies: numbers.length === 0 ? [] : [one] }],
          }),
        () => edit(made, { change: [{ step_number: one, details: `Details ${random.below(3)}` }] }),
        () => edit(made, { remove: [one], reconnect: true }),
        () => edit(made, { order: [one] }),
        () => edit(made, { head: { goal: `Goal ${random.below(3)}` } }),
        () => rollBack(made, 1 + random.below(made.view.version), { by: ANNA }),
        () => complete(made, one),
      ]);
      try {
        attempt();
      } catch (error) {
        if (!(error instanceof Error && error.name === 'ToolFailure')) throw error;
      }
      seen.set(made.view.version, structuredClone(made.view.plan));
    }
    for (const [version, plan] of seen) {
      expect(made.planAt(version)).toEqual(plan);
      const { head, added, removed, changed } = changesBetween(made.planAt(version), plan);
      expect([head, added, removed, changed]).toEqual([[], [], [], []]);
    }
    // What a restart reads is what was there before.
    expect(documentOf(new PlanBook(databases.get(made) ?? createDatabase(PLAN_SCHEMA)))).toEqual(documentOf(made));
  }
});
