/** Brings a function's body into a normal form: rules are applied until none fits. */
import { bindingsOf } from '../../execute/bindings.ts';
import type { Expression, FunctionDef, Parameters, Statement } from '../../syntax/ast.ts';
import { variable } from './build.ts';
import { withPlainCount } from './counting.ts';
import { Facts } from './facts.ts';
import { simplifyBody } from './flow.ts';
import { withoutPositions } from './indexed.ts';
import { withoutLoop } from './loops.ts';
import { withoutNamed } from './prepared.ts';
import { withoutRecursion } from './recursion.ts';
import { boundNames } from './targets.ts';
import { withoutTemporary } from './temporaries.ts';
import { contains, mapParts, mapStatement, occurrences, substitute, walk } from './traverse.ts';
import { withoutAnnotation } from './trust.ts';

type Block = readonly Statement[];

/** Rewritings of one function before it is left as it is. */
const MOST_ROUNDS = 200;

/** Functions that see the variables or the code of their caller. */
const REFLECTION = [
  'super',
  'locals',
  'vars',
  'eval',
  'exec',
  'dir',
  'sys',
  'inspect',
  'gc',
  'traceback',
  '__name__',
  '__class__',
];

/** A function in normal form, with the facts about it. */
export interface Normal {
  readonly body: Block;
  readonly facts: Facts;
}

/**
 * The normal form of a function; undefined where the function sees how it is written.
 * @param parameters with only those annotations that are true of every call
 * @param isAlone whether nothing but this function has its name, so that it may call itself by it
 */
export function normalForm(
  definition: FunctionDef,
  parameters: Parameters,
  moduleNames: ReadonlySet<string>,
  isAlone = false,
): Normal | undefined {
  const { body: source } = definition;
  if (contains(source, 'unsupported', 'typealias') || REFLECTION.some((name) => occurrences(source, name) > 0))
    return undefined;
  if (namesElements(source)) return undefined;
  const bindings = bindingsOf(source);
  const names = new Set([...moduleNames, ...bindings.locals, ...parameters.map(({ name }) => name)]);
  let body = distinctElements(withNormalFunctions(withoutNamed(withoutDocstring(source)), names), definition.name);
  for (let round = 0; ; round++) {
    const factsOf = (of: Block): Facts => new Facts({ parameters, body: of, bindings, moduleNames });
    const simple = simplifyBody(body, factsOf(body));
    const known = factsOf(simple);
    const looping = isAlone ? withoutRecursion(definition, simple, known, factsOf) : undefined;
    const next =
      looping ??
      withPlainCount(simple, known) ??
      withoutLoop(simple, known) ??
      withoutPositions(simple, known) ??
      withoutTemporary(simple, known);
    if (next === undefined || round === MOST_ROUNDS) return { body: simple, facts: known };
    body = next;
  }
}

/** A block with the functions that it defines in normal form; `outer` are the names that are bound around them. */
function withNormalFunctions(body: Block, outer: ReadonlySet<string>): Block {
  return body.map((statement) =>
    statement.kind === 'function'
      ? withNormalBody(statement, outer)
      : mapStatement(
          statement,
          (expression) => expression,
          (block) => withNormalFunctions(block, outer),
        ),
  );
}

/** The function as it is where rules remove what makes a name its own variable, or makes it a generator. */
function withNormalBody(definition: FunctionDef, outer: ReadonlySet<string>): FunctionDef {
  const normal = normalForm(definition, definition.parameters.map(withoutAnnotation), outer);
  if (normal === undefined) return definition;
  const [before, after] = [bindingsOf(definition.body), bindingsOf(normal.body)];
  const isOutside = (name: string): boolean => !after.locals.has(name) && occurrences(normal.body, name) > 0;
  if (before.yields !== after.yields || [...before.locals].some(isOutside)) return definition;
  return { ...definition, body: normal.body };
}

/** A text that stands by itself does nothing. */
function withoutDocstring(body: Block): Block {
  const [first, ...rest] = body;
  return first?.kind === 'expression' && first.value.kind === 'constant' ? rest : body;
}

/** Whether a comprehension has names in it that are bound in yet another scope. */
function namesElements(body: Block): boolean {
  let found = false;
  walk(body, (node) => {
    if ('generators' in node) found ||= contains(node, 'lambda', 'named');
  });
  return found;
}

/** Gives each variable of a comprehension a name of its own in `scope`: no other scope has a name with a space in it. */
function distinctElements(body: Block, scope: string): Block {
  let count = 0;
  const rename = (expression: Expression): Expression => {
    const inner = mapParts(expression, rename);
    if (!('generators' in inner)) return inner;
    const names = new Set(inner.generators.flatMap(({ target }) => boundNames(target)));
    return [...names].reduce<Expression>((before, name) => renamed(before, name, `${name} ${scope} ${++count}`), inner);
  };
  const renameIn = (block: Block): Block => block.map((statement) => mapStatement(statement, rename, renameIn));
  return renameIn(body);
}

/** A comprehension with a variable renamed; what it iterates over first is no part of its scope. */
function renamed(comprehension: Expression, from: string, to: string): Expression {
  if (!('generators' in comprehension)) return comprehension;
  const [outermost] = comprehension.generators;
  const inner = substitute(comprehension, from, variable(comprehension.span, to));
  if (!('generators' in inner) || outermost === undefined) return inner;
  const [first, ...others] = inner.generators;
  return first === undefined
    ? inner
    : { ...inner, generators: [{ ...first, iterable: outermost.iterable }, ...others] };
}
