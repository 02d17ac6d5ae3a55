/**
 * `node run-mutants.ts <one of how many> <scaffolds…>`: runs mutants of references on test cases and has the checkers judge what they answer.
 * Prints a {@link ReferenceFigures} for each scaffold, a line each. It is a process of its own, since it loads modules that are changed.
 */
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findScaffold } from '../../../src/scaffolds/catalog.ts';
import { generateCases } from '../../../src/scaffolds/engine.ts';
import type { Scaffold } from '../../../src/scaffolds/scaffold.ts';
import { Work } from '../../../src/scaffolds/work.ts';
import { fileOf, type Mutation, mutationsOf } from './mutations.ts';

/** What became of the mutants of a reference. */
export interface ReferenceFigures {
  readonly scaffold: string;
  readonly mutants: number;
  readonly killed: number;
  /** Those whose answers are all right, as `file:line: original -> replacement`. */
  readonly survivors: readonly string[];
}

/** Rounds of loops, and steps, that one call may take: the unchanged references need less than a tenth. */
const MOST_ROUNDS = 200_000;
const MOST_STEPS = 2_000_000;

/** Levels of the test cases, with a suite each. */
const LEVELS = [1, 3, 6];

let rounds = 0;
Object.assign(globalThis, {
  countRound() {
    rounds += 1;
    if (rounds > MOST_ROUNDS) throw new Error('It does not come to an end.');
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
    if (!url.includes(QUERY) || mutation === undefined) return next(url, context);
    const path = fileURLToPath(file);
    const source = path === mutation.path ? mutation.text : counted.get(path);
    return source === undefined ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true };
  },
});

let loads = 0;
/** The scaffold with a mutated reference. */
async function load(scaffold: Scaffold, change: Mutation): Promise<Scaffold> {
  mutation = change;
  loads += 1;
  const { default: mutated } = await import(`file://${fileOf(scaffold)}${QUERY}${loads}`);
  return mutated;
}

async function measure(scaffold: Scaffold, every: number): Promise<ReferenceFigures> {
  const cases = LEVELS.flatMap((level) => generateCases({ scaffold: scaffold.name, seed: level, level }));
  const isKilled = async (change: Mutation) => {
    try {
      const mutated = await load(scaffold, change);
      return cases.some(({ input }) => {
        rounds = 0;
        const answer = mutated.instance(input).solve(new Work(MOST_STEPS));
        return !scaffold.instance(input).judge(answer, new Work()).correct;
      });
    } catch {
      // It fails, or does not come to an end.
      return true;
    }
  };
  const { all, counted: texts } = await mutationsOf(scaffold);
  counted = texts;
  const tried = all.filter((_, index) => index % every === 0);
  const survivors: string[] = [];
  for (const each of tried) if (!(await isKilled(each))) survivors.push(textOf(each));
  return { scaffold: scaffold.name, mutants: tried.length, killed: tried.length - survivors.length, survivors };
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
