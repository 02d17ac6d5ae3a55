/**
 * `node run-mutants.ts <one of how many> <scaffolds…>`: runs mutants of references on test cases and has the checkers judge what they answer.
 * Prints a {@link ReferenceFigures} for each scaffold, a line each. It is a process of its own, since it loads modules that are changed.
 */
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyAnswer } from '../../../src/scaffolds/answers/shape.ts';
import { findScaffold } from '../../../src/scaffolds/catalog.ts';
import { generateCases } from '../../../src/scaffolds/engine.ts';
import type { Scaffold } from '../../../src/scaffolds/scaffold.ts';
import { Work } from '../../../src/scaffolds/work.ts';
import { FURTHER_INPUTS } from './further-inputs.ts';
import { fileOf, type Mutation, mutationsOf } from './mutations.ts';
import { OPEN_FIELDS } from './open-fields.ts';

/** What became of the mutants of a reference. */
export interface ReferenceFigures {
  readonly scaffold: string;
  readonly mutants: number;
  readonly killed: number;
  /** What they were run on. */
  readonly instances: number;
  readonly survivors: readonly Survivor[];
}

/** A mutant whose answers are all right. */
export interface Survivor {
  /** `file:line: original -> replacement`. */
  readonly change: string;
  /** The changed line. */
  readonly becomes: string;
  /** Fields whose values are not always those of the reference. */
  readonly otherFields: readonly string[];
  /** Instances for which it needs another number of rounds and steps. */
  readonly otherWork: number;
}

/** Rounds of loops, and steps, that a mutant may take at least, and as a multiple of what the reference takes. */
const LEAST_LIMIT = 200_000;
const LIMIT_FACTOR = 10;

/** Levels of the test cases, with a suite each. */
const LEVELS = [1, 3, 6];

/** Further test cases, so many of each tier. */
const FURTHER = [
  { count: 60, seed: 100, level: 1 },
  { count: 10, seed: 200, level: 5 },
];

let [rounds, mostRounds] = [0, Infinity];
Object.assign(globalThis, {
  countRound() {
    rounds += 1;
    if (rounds > mostRounds) throw new Error('It does not come to an end.');
  },
});

let mutation: Mutation | undefined;
let counted: ReadonlyMap<string, string> = new Map();
const QUERY = '?mutant=';
const CATEGORY = /\/src\/scaffolds\/\w+\/[\w-]+\.ts$/;
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const query = context.parentURL?.split(QUERY)[1];
    if (query === undefined || !CATEGORY.test(found.url) || found.url.includes('/answers/')) return found;
    return { ...found, url: found.url + QUERY + query };
  },
  load(url, context, next) {
    const [file = ''] = url.split(QUERY);
    if (!url.includes(QUERY)) return next(url, context);
    const path = fileURLToPath(file);
    const source = path === mutation?.path ? mutation.text : counted.get(path);
    return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});

let loads = 0;
/** The scaffold with a mutated reference, or with its own, in which rounds are counted. */
async function load(scaffold: Scaffold, change?: Mutation): Promise<Scaffold> {
  mutation = change;
  loads += 1;
  const { default: mutated } = await import(`file://${fileOf(scaffold)}${QUERY}${loads}`);
  return mutated;
}

interface Run {
  readonly answer: AnyAnswer;
  readonly effort: number;
}

/** What a reference answers, and the rounds and steps that it takes. */
function run(scaffold: Scaffold, input: object, most = Infinity): Run {
  [rounds, mostRounds] = [0, most];
  const work = new Work(most);
  const answer = scaffold.instance(input).solve(work);
  return { answer, effort: rounds + work.spent };
}

async function measure(scaffold: Scaffold, every: number): Promise<ReferenceFigures> {
  const { name } = scaffold;
  const suites = LEVELS.flatMap((level) => generateCases({ scaffold: name, seed: level, level }));
  const cases = [...suites, ...FURTHER.flatMap((each) => generateCases({ scaffold: name, ...each }))];
  const { all, counted: texts } = await mutationsOf(scaffold);
  counted = texts;
  const own = await load(scaffold);
  const inputs = [...cases.map(({ input }) => input), ...(FURTHER_INPUTS[name] ?? [])];
  const expected = inputs.map((input) => ({ input, ...run(own, input) }));
  const isRight = (input: object, answer: AnyAnswer) =>
    scaffold.instance(input).judge(answer, new Work()).correct && OPEN_FIELDS[name]?.(input, answer) !== false;
  const faulty = expected.find(({ input, answer }) => !isRight(input, answer));
  if (faulty !== undefined) throw new Error(`The reference is wrong: ${name} ${JSON.stringify(faulty)}`);
  /** Undefined when it is killed. */
  const survivorOf = async (change: Mutation): Promise<Survivor | undefined> => {
    const fields = new Set<string>();
    let otherWork = 0;
    try {
      const mutated = await load(scaffold, change);
      for (const { input, answer, effort } of expected) {
        const found = run(mutated, input, Math.max(LEAST_LIMIT, LIMIT_FACTOR * effort));
        if (!isRight(input, found.answer)) return undefined;
        for (const field of Object.keys({ ...answer, ...found.answer }))
          if (JSON.stringify(answer[field]) !== JSON.stringify(found.answer[field])) fields.add(field);
        otherWork += Number(effort !== found.effort);
      }
    } catch {
      // It fails, or does not come to an end.
      return undefined;
    }
    return { change: textOf(change), becomes: change.becomes, otherFields: [...fields], otherWork };
  };
  const tried = all.filter((_, index) => index % every === 0);
  const survivors: Survivor[] = [];
  for (const each of tried) {
    const survivor = await survivorOf(each);
    if (survivor !== undefined) survivors.push(survivor);
  }
  const killed = tried.length - survivors.length;
  return { scaffold: name, mutants: tried.length, killed, instances: inputs.length, survivors };
}

function textOf({ path, line, original, replacement }: Mutation): string {
  const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text).replaceAll(/\s+/g, ' ');
  return `${path.slice(dirname(dirname(path)).length + 1)}:${line}: ${short(original)} -> ${short(replacement)}`;
}

const [every = '1', ...names] = process.argv.slice(2);
for (const name of names) {
  const scaffold = findScaffold(name);
  if (scaffold === undefined) throw new Error(`There is no scaffold ${name}.`);
  console.log(JSON.stringify(await measure(scaffold, Number(every))));
}
