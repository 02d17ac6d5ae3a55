/** Documents of other tools, written for these tests in the forms that they document. */
import { expect, test } from 'vitest';
import { networkOf } from '../graph/network.ts';
import type { StepState } from '../graph/states.ts';
import type { Step } from '../plan.ts';
import { earsPattern } from './ears.ts';
import { FORMATS, type Format, readDocument, writeDocument } from './formats.ts';

const MARKDOWN = `# Ship the parser

## Groundwork

- [x] 1. Read the grammar in \`docs/grammar.md\`
- [ ] 2. Write \`src/parser.py\` (depends on 1)
  - Recursive descent.
  - _Requirements: 1.2, 2.1_
  - [ ] 2.1 Tokens (depends on 1)
  - [ ] 2.2 Trees (depends on 2.1)

\`\`\`md
- [ ] not a task
\`\`\`

## Release

* [ ] 3. Review everything (depends on 2, 9)
`;

const TASKS = JSON.stringify({
  other: { tasks: [] },
  master: {
    tasks: [
      {
        id: 1,
        title: 'Set up',
        description: 'Create `app/main.py`',
        status: 'done',
        dependencies: [],
        priority: 'high',
      },
      {
        id: '2',
        title: 'Build',
        status: 'in-progress',
        dependencies: ['1'],
        testStrategy: 'Run the tests.',
        subtasks: [
          { id: 1, title: 'First', status: 'pending', dependencies: [] },
          { id: 2, title: 'Second', status: 'deferred', dependencies: [1, '7'] },
        ],
      },
    ],
  },
});

const SPEC = `# Tasks: Photo albums

## Phase 1: Setup (Shared Infrastructure)

- [X] T001 Create project structure
- [ ] T002 [P] Configure linting

## Phase 2: Foundational

- [ ] T003 Setup schema

## Phase 3: User Story 1 - Albums (Priority: P1) 🎯 MVP

- [ ] T004 [P] [US1] Create model in src/models/album.py
- [ ] T005 [P] [US1] Create model in src/models/photo.py
- [ ] T006 [US1] Implement service in src/services/albums.py (depends on T004, T099)

## Phase 4: User Story 2 - Tags

- [ ] T007 [US2] Tag photos

## Phase N: Polish & Cross-Cutting Concerns

- [ ] TXXX Update docs
`;

const EARS = `# Requirements Document

### Requirement 1: Sign in

**User Story:** As a user, I want to sign in, so that I see my data.

#### Acceptance Criteria

1. WHEN the password is wrong THE SYSTEM SHALL say so
2. IF five attempts fail THEN THE SYSTEM SHALL lock the account
3. It should be quick

### Requirement 2

#### Acceptance Criteria

1. THE SYSTEM SHALL keep passwords hashed
`;

const shape = (text: string, format?: Format) => {
  const read = readDocument(text, format);
  const steps = read.draft.steps.map(({ number, description, dependencies, parent }) => [
    number,
    description,
    dependencies,
    ...(parent === undefined ? [] : [parent]),
  ]);
  return { ...read, steps };
};

test('a checklist: nesting, dependencies, files, details, and what it says is done', () => {
  const { format, steps, done, notes, draft } = shape(MARKDOWN);
  expect({ format, done, goal: draft.goal }).toEqual({ format: 'markdown', done: [1], goal: 'Ship the parser' });
  expect(steps).toEqual([
    [1, 'Read the grammar in `docs/grammar.md`', []],
    [2, 'Write `src/parser.py`', [1]],
    [3, 'Tokens', [1], 2],
    [4, 'Trees', [3], 2],
    [5, 'Review everything', [2]],
  ]);
  expect(draft.steps[1]).toMatchObject({
    type: 'file_create',
    files_affected: ['src/parser.py'],
    details: 'Recursive descent.',
    requirements: ['1.2', '2.1'],
    group: 'Groundwork',
  });
  expect(notes).toEqual(['step 5 depends on 9, which the document does not have']);
});

test('tasks of Task Master: tags, subtasks, ids as text, and what is not there', () => {
  const { format, steps, done, notes, draft } = shape(TASKS);
  expect({ format, done }).toEqual({ format: 'task-master', done: [1] });
  expect(steps).toEqual([
    [1, 'Set up', []],
    [2, 'Build', [1]],
    [3, 'First', [], 2],
    [4, 'Second', [3], 2],
  ]);
  expect(draft.steps[1]?.acceptance_criteria).toEqual(['Run the tests.']);
  expect(notes).toEqual([
    'only the tag master was read, not other',
    '2.2 is deferred: its step is open',
    '2.2 depends on 7, which the document does not have',
  ]);
  expect(shape(JSON.stringify({ tasks: [{ id: 1, title: 'Alone' }] })).steps).toEqual([[1, 'Alone', []]]);
});

test('tasks of Spec Kit: phases in their order, parallel tasks, stories', () => {
  const { format, steps, done, notes, draft } = shape(SPEC);
  expect({ format, done, notes }).toEqual({
    format: 'spec-kit',
    done: [1],
    notes: ['T006 depends on T099, which the document does not have'],
  });
  expect(steps.map(([number, , dependencies]) => [number, dependencies])).toEqual([
    [1, []],
    [2, [1]],
    [3, [1, 2]],
    [4, [3]],
    [5, [3]],
    [6, [3, 4, 5]],
    [7, [3]],
    [8, [6, 7]],
  ]);
  expect(draft.mvp_features.map(({ name, steps: of }) => [name, of])).toEqual([
    ['US1', [4, 5, 6]],
    ['US2', [7]],
  ]);
});

test('requirements in EARS: a step for each heading, criteria with ids, and what has no pattern', () => {
  const { format, steps, notes, draft } = shape(EARS);
  expect({ format, notes }).toEqual({
    format: 'ears',
    notes: ['line 11: 1.3 has no EARS pattern, and is kept as it is'],
  });
  expect(steps).toEqual([
    [1, 'Requirement 1: Sign in', []],
    [2, 'Requirement 2: THE SYSTEM SHALL keep passwords hashed', []],
  ]);
  expect(draft.requirements.map(({ id }) => id)).toEqual(['1.1', '1.2', '1.3', '2.1']);
});

test.each([
  ['THE system SHALL log', 'ubiquitous'],
  ['WHEN a file is saved, THE editor SHALL check it', 'event-driven'],
  ['While in flight the aircraft shall report', 'state-driven'],
  ['Where a sunroof is there the car shall close it', 'optional feature'],
  ['IF the sensor fails, THEN THE unit SHALL stop', 'unwanted behaviour'],
  ['While idle, when a key is pressed the device shall wake', 'complex'],
  ['It should be quick', undefined],
])('%s', (text, pattern) => {
  expect(earsPattern(text)).toBe(pattern);
});

/** A plan as it is written, of a document that was read. */
function written(text: string) {
  const { draft } = readDocument(text);
  const { steps, ...head } = draft;
  const states = new Map<number, StepState>(
    steps.map(({ number }) => [number, number === 1 ? 'completed' : 'pending']),
  );
  const own: readonly Step[] = steps.map((step) => ({ ...step, id: `p.${step.number}` }));
  return { id: 'plan-1', version: 1, head, steps: own, states };
}

test.each([
  ['markdown', MARKDOWN],
  ['task-master', TASKS],
  ['spec-kit', SPEC],
] as const)(
  'what is written as %s is read as it was: steps, what they wait for, and what is done',
  (format, document) => {
    const plan = written(document);
    const { draft, done, notes } = readDocument(writeDocument(plan, format));
    type Known = Pick<Step, 'number' | 'description' | 'dependencies' | 'parent' | 'files_affected'>;
    // What comes before a step may be named again where it follows from the rest.
    const before = (steps: readonly Known[], number: number): readonly number[] => {
      const direct = steps.find((step) => step.number === number)?.dependencies ?? [];
      return [...new Set([...direct, ...direct.flatMap((one) => before(steps, one))])].sort(
        (left, right) => left - right,
      );
    };
    const known = (steps: readonly Known[]) =>
      steps.map(({ number, description, parent, files_affected }) => {
        return {
          number,
          text: description.replace(/ in \S+$/, ''),
          before: before(steps, number),
          parent,
          files_affected,
        };
      });
    expect(known(draft.steps)).toEqual(known(plan.steps));
    expect({ done, notes: notes.filter((note) => !note.includes('parallel')) }).toEqual({ done: [1], notes: [] });
  },
);

test('JSON keeps everything but identities', () => {
  const plan = written(SPEC);
  const { draft } = readDocument(writeDocument(plan, 'json'));
  expect(draft).toEqual({ ...plan.head, steps: plan.steps.map(({ id: _, ...step }) => step) });
});

test('EARS keeps the requirements', () => {
  const plan = written(EARS);
  expect(readDocument(writeDocument(plan, 'ears')).draft.requirements).toEqual(plan.head.requirements);
});

test.each([
  ['nothing', '', 'The document is neither JSON nor a Markdown document'],
  ['prose', 'Hello.', 'The document is neither JSON nor a Markdown document'],
  ['broken JSON', '{"tasks": [', 'The document is no JSON'],
  ['JSON of something else', '{"a": 1}', 'goal'],
  ['20 MB', `- [ ] x\n${'y'.repeat(20_000_000)}`, 'characters, and 8000000 is the most'],
  ['10,000 tasks', '- [ ] task\n'.repeat(10_000), 'steps, and 5000 is the most'],
  ['20,000 tasks', '- [ ] task\n'.repeat(20_000), 'steps, and 5000 is the most'],
  ['tasks that have one id', JSON.stringify({ tasks: [{ id: 1 }, { id: 1 }] }), '1 tasks have the id of another one'],
])('refuses %s', (_, text, words) => {
  expect(() => readDocument(text)).toThrow(words);
});

test.each(FORMATS)('%s takes carriage returns, Unicode and odd text as it is', (format) => {
  const plan = {
    ...written('- [ ] 1. 漢字 👩‍👩‍👧 "quotes" | pipes `x.py`\r\n  - [ ] 1.1 **bold**\r\n'),
    states: new Map(),
  };
  const text = writeDocument(
    { ...plan, head: { ...plan.head, requirements: [{ id: '1.1', text: 'THE SYSTEM SHALL 漢字' }] } },
    format,
  );
  expect(() => readDocument(text, format)).not.toThrow();
  expect(text).toContain('漢字');
});

test('circles are kept for the graph to refuse', () => {
  const { draft } = readDocument('- [ ] 1. a (depends on 2)\n- [ ] 2. b (depends on 1)\n');
  expect(() => networkOf(draft.steps)).toThrow('in a circle: 1 → 2 → 1');
});

test('a deep list is read in order', () => {
  const deep = Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}- [ ] level ${depth}`).join('\n');
  const { draft } = readDocument(deep);
  expect(draft.steps.map(({ parent = 0 }) => parent)).toEqual(Array.from({ length: 2_000 }, (_, depth) => depth));
});
