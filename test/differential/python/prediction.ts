/** What the engine says a function does with given arguments, without a solver. */

import { interpreterOf } from '../../../src/symbolic/execute/interpreter.ts';
import { argumentHypotheses } from '../../../src/symbolic/inputs/arguments.ts';
import { typeScopeOf } from '../../../src/symbolic/inputs/type-scope.ts';
import type { Limits } from '../../../src/symbolic/machine/limits.ts';
import { Machine } from '../../../src/symbolic/machine/machine.ts';
import { conjuncts, type State } from '../../../src/symbolic/machine/state.ts';
import type { FunctionDef } from '../../../src/symbolic/syntax/ast.ts';
import { parseModule, type TreeParser } from '../../../src/symbolic/syntax/parse.ts';
import { Evaluator, type Model } from '../../../src/symbolic/terms/evaluate.ts';
import { Terms } from '../../../src/symbolic/terms/strings.ts';
import type { Term } from '../../../src/symbolic/terms/term.ts';
import type { Value } from '../../../src/symbolic/values/value.ts';
import type { Exploration, Subject } from '../../../src/symbolic/verify/exploration.ts';
import { explore } from '../../../src/symbolic/verify/explore.ts';
import type { Observed } from './oracle.ts';

/** `undecided`: the path was cut, or an operation has no known value. `torn`: no end holds, or more than one. */
export type Prediction =
  | { readonly kind: 'decided'; readonly outcome: Observed }
  | { readonly kind: 'undecided'; readonly why: string }
  | { readonly kind: 'torn'; readonly ends: readonly string[] };

const LIMITS: Limits = { steps: 20_000, unrolling: 12, recursion: 8, isInductive: false, callDepth: 40 };

/** The function `name` of a module, without a contract. */
export function subjectOf(parser: TreeParser, code: string, name: string): Subject {
  const module = parseModule(code, parser);
  const definition = module.body.find((one): one is FunctionDef => one.kind === 'function' && one.name === name);
  if (definition === undefined) throw new Error(`no function ${name}`);
  const contract = {
    style: 'none',
    preconditions: [],
    postconditions: [],
    snapshots: [],
    invariants: [],
    kept: [],
    raises: [],
    documented: [],
    assertLines: [],
    obligations: [],
  } as const;
  // Models give each argument by its name, so it has one kind.
  const scope = { ...typeScopeOf(module, definition, undefined, parser), toldApart: new Set<string>() };
  const [types = []] = argumentHypotheses(definition, undefined, scope);
  return {
    module,
    definition,
    owner: undefined,
    callees: [],
    contract,
    assertLines: [],
    isContractProved: false,
    scope,
    types,
  };
}

/** Explores every path that some model takes, merged where paths meet; one model alone is followed without a fork. */
export function exploreFor(subject: Subject, models: readonly Model[]): Exploration {
  const evaluators = models.map((model) => new Evaluator(model));
  const isFeasible = (members: readonly Term<'bool'>[]): boolean =>
    evaluators.some((evaluator) => members.every((member) => evaluator.value(member) !== false));
  return explore(
    new Machine({ terms: new Terms(), feasibility: { isFeasible }, limits: LIMITS, interpreterOf }),
    subject,
  );
}

/** Explores every path, feasible or not, as far as the limits allow. */
export function exploreAll(subject: Subject): Exploration {
  const limits = { ...LIMITS, unrolling: 6, recursion: 4 };
  return explore(
    new Machine({ terms: new Terms(), feasibility: { isFeasible: () => true }, limits, interpreterOf }),
    subject,
  );
}

/** What the exploration says of the arguments that the model describes. */
export function predict({ returns, raised, cuts }: Exploration, model: Model): Prediction {
  const evaluator = new Evaluator(model);
  const ends = [
    ...returns.map(({ state, value }) => ({ state, outcome: () => returned(evaluator, state, value) })),
    ...raised.map(({ state, exception }) => ({ state, outcome: () => `raise ${exception.class.name}` })),
    ...cuts.map(({ state, reason }) => ({ state, outcome: () => new Undecided(reason.construct) })),
  ].map(({ state, outcome }) => ({ holds: holds(evaluator, state), outcome }));
  const open = ends.some((end) => end.holds === undefined);
  const [only, ...others] = ends.filter((end) => end.holds === true).map(({ outcome }) => outcome());
  // a term store that is full gives up several times
  const isGivenUp = only instanceof Undecided && others.every((other) => other instanceof Undecided);
  if (others.length > 0 && !isGivenUp) return { kind: 'torn', ends: [only, ...others].map(String) };
  if (open) return { kind: 'undecided', why: 'an opaque condition' };
  if (only === undefined) return { kind: 'torn', ends: [] };
  return only instanceof Undecided ? { kind: 'undecided', why: only.why } : { kind: 'decided', outcome: only };
}

function holds(evaluator: Evaluator, state: State): boolean | undefined {
  const values = conjuncts(state.condition).map((member) => evaluator.value(member));
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

class Undecided {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

function returned(evaluator: Evaluator, state: State, value: Value): string | Undecided {
  const shown = show(evaluator, state, value);
  return shown === undefined ? new Undecided('an opaque value') : `return ${shown}`;
}

/** The value in the notation of `oracle.ts`; undefined where an operation has no known value. */
function show(evaluator: Evaluator, state: State, value: Value): string | undefined {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      return showScalar(evaluator.value(value.term));
    case 'bytes': {
      const shown = showScalar(evaluator.value(value.term));
      return shown && `b${shown}`;
    }
    case 'tuple':
      return bracketed(
        '',
        value.items.map((item) => show(evaluator, state, item)),
      );
    case 'list': {
      const items = state.heap.get(value.object);
      const shown = items && show(evaluator, state, items);
      return shown && `${value.class?.name ?? ''}[${shown.slice(1, -1)}]`;
    }
    case 'dict': {
      const pairs = itemsIn(evaluator, state, value.object);
      const shown = pairs?.map((pair) => {
        const parts = pair.kind === 'tuple' ? pair.items.map((part) => show(evaluator, state, part)) : [undefined];
        return parts.includes(undefined) ? undefined : parts.join(':');
      });
      return shown?.includes(undefined) === false ? `${value.class?.name ?? 'dict'}{${shown.join()}}` : undefined;
    }
    case 'set':
    case 'frozenset': {
      const shown = itemsIn(evaluator, state, value.object)?.map((item) => show(evaluator, state, item));
      return shown?.includes(undefined) === false ? `${value.kind}{${shown.sort().join()}}` : undefined;
    }
    case 'range':
      return bracketed(
        'range',
        [value.start, value.stop, value.step].map((term) => showScalar(evaluator.value(term))),
      );
    case 'exception':
      return `exception ${value.class.name}`;
    case 'class':
      return `class ${value.class.name}`;
    case 'function':
    case 'builtin':
    case 'method':
      return 'function';
    case 'union': {
      const guards = value.cases.map((one) => evaluator.value(one.guard));
      if (guards.includes(undefined)) return undefined;
      const [only, ...others] = value.cases.filter((_, index) => guards[index] === true);
      return only === undefined || others.length > 0 ? `torn union of ${guards}` : show(evaluator, state, only.value);
    }
    default:
      return undefined;
  }
}

/** The items that the heap holds for an object here; undefined where they are not known. */
function itemsIn(evaluator: Evaluator, state: State, object: number): readonly Value[] | undefined {
  const content = state.heap.get(object);
  const plain =
    content?.kind === 'union' ? content.cases.find((one) => evaluator.value(one.guard) === true)?.value : content;
  return plain?.kind === 'tuple' ? plain.items : undefined;
}

function bracketed(name: string, items: readonly (string | undefined)[]): string | undefined {
  return items.includes(undefined) ? undefined : `${name}(${items.join()})`;
}

function showScalar(value: ReturnType<Evaluator['value']>): string | undefined {
  switch (typeof value) {
    case 'undefined':
      return undefined;
    case 'boolean':
      return value ? 'True' : 'False';
    case 'bigint':
      return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
    case 'number': {
      if (Number.isNaN(value)) return 'nan';
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, value);
      return `${view.getBigUint64(0).toString(16).padStart(16, '0')}f`;
    }
    case 'string':
      return `'${[...value].map((point) => point.codePointAt(0)?.toString(16)).join(' ')}'`;
  }
}
