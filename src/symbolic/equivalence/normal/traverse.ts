/** Walks over syntax: the parts of expressions and statements, and the names in them. */
import type { Comprehension, Expression, FormatPart, Keyword, Statement } from '../../syntax/ast.ts';

type Change = (expression: Expression) => Expression;

/** The expression with `change` applied to each of its direct parts. */
export function mapParts(expression: Expression, change: Change): Expression {
  const all = (parts: readonly Expression[]): readonly Expression[] => parts.map(change);
  switch (expression.kind) {
    case 'binary':
      return { ...expression, left: change(expression.left), right: change(expression.right) };
    case 'unary':
      return { ...expression, operand: change(expression.operand) };
    case 'boolean':
      return { ...expression, operands: all(expression.operands) };
    case 'compare': {
      const rest = expression.rest.map(({ operator, operand }) => ({ operator, operand: change(operand) }));
      return { ...expression, left: change(expression.left), rest };
    }
    case 'conditional': {
      const { test, body, orelse } = expression;
      return { ...expression, test: change(test), body: change(body), orelse: change(orelse) };
    }
    case 'call': {
      const { callee, args, keywords } = expression;
      return { ...expression, callee: change(callee), args: all(args), keywords: mapKeywords(keywords, change) };
    }
    case 'attribute':
      return { ...expression, object: change(expression.object) };
    case 'subscript':
      return { ...expression, object: change(expression.object), index: change(expression.index) };
    case 'slice': {
      const { lower, upper, step } = expression;
      return {
        ...expression,
        ...(lower !== undefined && { lower: change(lower) }),
        ...(upper !== undefined && { upper: change(upper) }),
        ...(step !== undefined && { step: change(step) }),
      };
    }
    case 'tuple':
    case 'list':
    case 'set':
      return { ...expression, items: all(expression.items) };
    case 'dict': {
      const entries = expression.entries.map(({ key, value }) => ({
        ...(key !== undefined && { key: change(key) }),
        value: change(value),
      }));
      return { ...expression, entries };
    }
    case 'starred':
    case 'named':
    case 'yieldfrom':
    case 'await':
      return { ...expression, value: change(expression.value) };
    case 'yield':
      return expression.value === undefined ? expression : { ...expression, value: change(expression.value) };
    case 'lambda':
      return { ...expression, body: change(expression.body) };
    case 'listcomp':
    case 'setcomp':
    case 'generator': {
      const generators = mapGenerators(expression.generators, change);
      return { ...expression, generators, element: change(expression.element) };
    }
    case 'dictcomp': {
      const generators = mapGenerators(expression.generators, change);
      return { ...expression, generators, key: change(expression.key), value: change(expression.value) };
    }
    case 'fstring':
      return { ...expression, parts: mapFormat(expression.parts, change) };
    case 'constant':
    case 'name':
    case 'unsupported':
      return expression;
  }
}

function mapKeywords(keywords: readonly Keyword[], change: Change): readonly Keyword[] {
  return keywords.map((keyword) => ({ ...keyword, value: change(keyword.value) }));
}

function mapFormat(parts: readonly FormatPart[], change: Change): readonly FormatPart[] {
  return parts.map((part) =>
    part.kind === 'text' ? part : { ...part, value: change(part.value), format: mapFormat(part.format, change) },
  );
}

function mapGenerators(generators: readonly Comprehension[], change: Change): readonly Comprehension[] {
  return generators.map((one) => ({
    ...one,
    target: change(one.target),
    iterable: change(one.iterable),
    conditions: one.conditions.map(change),
  }));
}

/** The statement with `change` applied to its own expressions, and `block` to the blocks in it. */
export function mapStatement(
  statement: Statement,
  change: Change,
  block: (body: readonly Statement[]) => readonly Statement[],
): Statement {
  switch (statement.kind) {
    case 'return':
      return statement.value === undefined ? statement : { ...statement, value: change(statement.value) };
    case 'expression':
      return { ...statement, value: change(statement.value) };
    case 'assign':
      return { ...statement, targets: statement.targets.map(change), value: change(statement.value) };
    case 'augassign':
      return { ...statement, target: change(statement.target), value: change(statement.value) };
    case 'annassign':
      return {
        ...statement,
        target: change(statement.target),
        ...(statement.value !== undefined && { value: change(statement.value) }),
      };
    case 'delete':
      return { ...statement, targets: statement.targets.map(change) };
    case 'for': {
      const { target, iterable, body, orelse } = statement;
      const head = { target: change(target), iterable: change(iterable) };
      return { ...statement, ...head, body: block(body), orelse: block(orelse) };
    }
    case 'while':
    case 'if': {
      const { test, body, orelse } = statement;
      return { ...statement, test: change(test), body: block(body), orelse: block(orelse) };
    }
    case 'with': {
      const items = statement.items.map(({ context, target }) => ({
        context: change(context),
        ...(target !== undefined && { target: change(target) }),
      }));
      return { ...statement, items, body: block(statement.body) };
    }
    case 'raise':
      return {
        ...statement,
        ...(statement.exception !== undefined && { exception: change(statement.exception) }),
        ...(statement.cause !== undefined && { cause: change(statement.cause) }),
      };
    case 'try': {
      const { body, handlers, orelse, finalbody } = statement;
      return {
        ...statement,
        body: block(body),
        handlers: handlers.map((handler) => ({ ...handler, body: block(handler.body) })),
        orelse: block(orelse),
        finalbody: block(finalbody),
      };
    }
    case 'assert':
      return {
        ...statement,
        test: change(statement.test),
        ...(statement.message !== undefined && { message: change(statement.message) }),
      };
    case 'match':
      return {
        ...statement,
        subject: change(statement.subject),
        cases: statement.cases.map((one) => ({
          ...one,
          ...(one.guard !== undefined && { guard: change(one.guard) }),
          body: block(one.body),
        })),
      };
    case 'function':
    case 'class':
    case 'import':
    case 'importfrom':
    case 'global':
    case 'nonlocal':
    case 'typealias':
    case 'pass':
    case 'break':
    case 'continue':
    case 'unsupported':
      return statement;
  }
}

/** Calls `visit` for every object of syntax below `node`, itself included, in source order. */
export function walk(node: unknown, visit: (node: object) => void): void {
  if (typeof node !== 'object' || node === null || node instanceof Uint8Array) return;
  visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

/** Whether some object of syntax below `node` is of one of these kinds. */
export function contains(node: unknown, ...kinds: readonly string[]): boolean {
  let found = false;
  walk(node, (inner) => {
    if ('kind' in inner && typeof inner.kind === 'string' && kinds.includes(inner.kind)) found = true;
  });
  return found;
}

/** How often syntax speaks of a variable, be it to read or to assign. */
export function occurrences(node: unknown, name: string): number {
  let count = 0;
  walk(node, (inner) => {
    if (isNamed(inner, name)) count += 1;
  });
  return count;
}

/** A name, or anything else that binds or lists a name as text: walrus, handlers, captures, nested definitions, global. */
function isNamed(node: object, name: string): boolean {
  if ('kind' in node && node.kind === 'name') return 'id' in node && node.id === name;
  if ('kind' in node && node.kind === 'attribute') return false;
  if ('names' in node && Array.isArray(node.names) && node.names.includes(name)) return true;
  if ('kind' in node && node.kind === 'named') return 'target' in node && node.target === name;
  return 'name' in node && node.name === name && !('value' in node);
}

/** The expression with every reading of a variable replaced. */
export function substitute(expression: Expression, name: string, value: Expression): Expression {
  if (expression.kind === 'name') return expression.id === name ? value : expression;
  return mapParts(expression, (part) => substitute(part, name, value));
}

/** The block with every reading of a variable replaced; it must not be assigned there. */
export function substituteIn(body: readonly Statement[], name: string, value: Expression): readonly Statement[] {
  return body.map((statement) =>
    mapStatement(
      statement,
      (expression) => substitute(expression, name, value),
      (block) => substituteIn(block, name, value),
    ),
  );
}

/** The statement with `change` applied to the first of its blocks that it changes; undefined where it changes none. */
export function inFirstBlock(
  statement: Statement,
  change: (body: readonly Statement[]) => readonly Statement[] | undefined,
): Statement | undefined {
  let isChanged = false;
  const inner = mapStatement(
    statement,
    (expression) => expression,
    (block) => {
      const changed = isChanged ? undefined : change(block);
      isChanged ||= changed !== undefined;
      return changed ?? block;
    },
  );
  return isChanged ? inner : undefined;
}
