/** A plan that is made of evidence alone: generic, but of files, functions, callers and tests that are there. Nobody has judged it. */
import type { Draft, Risk } from '../plan.ts';
import { questionsOf } from './scaffold-questions.ts';
import { filesToChange, type Sketch, sketchesOf } from './scaffold-steps.ts';
import type { FileEvidence, FoundRisk, GoalEvidence } from './service.ts';
import { counted, fileWords, lineOf, listed, nameIn, riskWords } from './words.ts';

/** What the plan must keep to. */
export interface ScaffoldWishes {
  readonly maxSteps: number;
  readonly constraints: readonly string[];
}

/** Characters of the goal that a plan holds. */
const LONGEST_GOAL = 20_000;
const MOST_RISKS = 20;
const LONGEST_NOTES = 15_000;

/** The plan. The same evidence gives the same one; it fits `draftSchema`. */
export function scaffoldOf(goal: string, evidence: GoalEvidence, { maxSteps, constraints }: ScaffoldWishes): Draft {
  const changed = filesToChange(evidence);
  const all = sketchesOf(goal, evidence, constraints);
  const kept = keptOf(all, maxSteps);
  const numbers = new Map(kept.map(({ key }, index) => [key, index + 1]));
  const left = all.filter(({ key }) => !numbers.has(key));
  const steps = kept.map((sketch, index) => ({
    number: index + 1,
    dependencies: dependenciesOf(sketch, all, numbers),
    ...sketch.step,
  }));
  const [main, extra] = [false, true].map((isExtra) =>
    kept.flatMap((sketch) => (sketch.isExtra === isExtra ? [numbers.get(sketch.key) ?? 0] : [])),
  );
  return {
    goal: goal.slice(0, LONGEST_GOAL).toWellFormed(),
    scope: {
      included: changed.map(({ path, symbols }) =>
        lineOf(symbols.length === 0 ? path : `${nameIn(path)}: ${listed(symbols.map(({ name }) => name))}`),
      ),
      excluded: left.map(({ step }) => lineOf(`Left out for max_steps ${maxSteps}: ${step.description}`)),
      assumptions: assumptionsOf(evidence, changed),
      constraints: constraints.map(lineOf).filter((each) => each !== ''),
    },
    mvp_features: [
      {
        name: 'The goal',
        description: 'What is changed, and what shows that it works.',
        steps: main ?? [],
      },
    ],
    nice_to_have_features:
      extra === undefined || extra.length === 0
        ? []
        : [{ name: 'Documents', description: 'Texts that name what is changed.', steps: extra }],
    architecture: {
      notes: changed
        .map((file) => `${nameIn(file.path)}: ${fileWords(file, evidence)}`)
        .join('\n')
        .slice(0, LONGEST_NOTES)
        .toWellFormed(),
      patterns_used: [],
      diagrams: [],
    },
    risks: evidence.risks
      .filter(({ file }) => changed.some(({ path }) => path === file))
      .slice(0, MOST_RISKS)
      .map((risk) => toRisk(risk, numbers)),
    requirements: [],
    questions: questionsOf(evidence),
    steps,
  };
}

/** The most important sketches, in their order. */
function keptOf(sketches: readonly Sketch[], most: number): readonly Sketch[] {
  const best = new Set(sketches.toSorted((left, right) => right.weight - left.weight).slice(0, most));
  return sketches.filter((sketch) => best.has(sketch));
}

/** Numbers of the steps before one that no other of them waits for; in place of one that was left out come those before that. */
function dependenciesOf(sketch: Sketch, all: readonly Sketch[], numbers: ReadonlyMap<string, number>): number[] {
  const before = keysBefore(sketch.after, all, (key) => numbers.has(key)).filter((key) => numbers.has(key));
  const implied = new Set(
    all.filter(({ key }) => before.includes(key)).flatMap(({ after }) => keysBefore(after, all, () => false)),
  );
  return before
    .filter((key) => !implied.has(key))
    .flatMap((key) => numbers.get(key) ?? [])
    .sort((left, right) => left - right);
}

/** Keys of `after` and of all before them; the walk back goes no further than where `ends` says so. */
function keysBefore(
  after: readonly string[],
  all: readonly Sketch[],
  ends: (key: string) => boolean,
): readonly string[] {
  const byKey = new Map(all.map((each) => [each.key, each]));
  const found = new Set<string>();
  const open = [...after];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    if (!ends(key)) open.push(...(byKey.get(key)?.after ?? []));
  }
  return [...found];
}

function assumptionsOf(
  { commit, history, notSeen, totalFiles }: GoalEvidence,
  files: readonly FileEvidence[],
): string[] {
  const found = files.filter(({ isNamed }) => !isNamed).length;
  return [
    'This is a scaffold, made of evidence alone: no model and nobody has judged it.',
    ...(commit === undefined ? [] : [`Evidence is of commit ${commit}, which has ${counted(totalFiles, 'file')}.`]),
    ...(found === 0 ? [] : [`That the goal concerns ${counted(found, 'file')} is what search says, by words.`]),
    ...(history === undefined
      ? []
      : [`Churn and authors are of ${history.looked} of ${counted(history.total, 'commit')} up to ${history.newest}.`]),
    ...notSeen.map((each) => lineOf(`Not looked at: ${each}.`)),
  ];
}

/** How likely and how bad it is follows from its kind; a rule, which the counted numbers stand beside. */
function toRisk(risk: FoundRisk, numbers: ReadonlyMap<string, number>): Risk {
  const step = (kind: string) => {
    const number = numbers.get(`${kind}:${risk.file}`) ?? numbers.get(kind);
    return number === undefined ? undefined : `step ${number}`;
  };
  const issue = lineOf(riskWords(risk));
  switch (risk.kind) {
    case 'no_test':
      return {
        issue,
        likelihood: 'high',
        impact: 'A fault that the change brings would go unnoticed.',
        mitigation: `Write down what it does now as tests first (${step('test') ?? 'no step of this plan does it'}).`,
      };
    case 'many_callers':
    case 'public_interface':
      return {
        issue,
        likelihood: risk.kind === 'many_callers' ? 'high' : 'medium',
        impact: 'A change of its parameters or results breaks those places.',
        mitigation: `Keep the interface, or update them (${step('callers') ?? 'no step of this plan does it'}).`,
      };
    case 'churn':
      return {
        issue,
        likelihood: 'medium',
        impact: 'Others may change the same lines meanwhile.',
        mitigation: 'Merge early, and look at the drift of the plan before each step.',
      };
    case 'long_file':
    case 'long_function':
      return {
        issue,
        likelihood: 'low',
        impact: 'What else the change touches is hard to see.',
        mitigation: `Change as little as the goal needs, and review the diff (${step('review') ?? 'no step of this plan does it'}).`,
      };
  }
}
