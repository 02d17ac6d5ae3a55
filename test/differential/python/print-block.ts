/** Statements back to Python text. */
import { walk } from '../../../src/symbolic/equivalence/normal/traverse.ts';
import type { Parameters, Statement } from '../../../src/symbolic/syntax/ast.ts';
import { unparse } from '../../../src/symbolic/syntax/unparse.ts';

/** A statement that is not printed. */
export class Unprintable extends Error {
  override readonly name = 'Unprintable';
}

/**
 * A function with parameters that are passed by position. Throws {@link Unprintable}.
 * @param locals names that are local variables, even where the body does not assign them
 */
export function printFunction(
  name: string,
  parameters: Parameters,
  body: readonly Statement[],
  locals: ReadonlySet<string>,
): string {
  const signature = parameters.map(({ name: parameter, annotation }) =>
    annotation === undefined ? parameter : `${parameter}: ${unparse(annotation)}`,
  );
  const text = impossibleNames(body).reduce(
    (before, id) => before.replaceAll(id, id.replaceAll(' ', '__')),
    printBlock(body),
  );
  const names = parameters.map((one) => one.name);
  const assigned = [...locals].filter((local) => !names.includes(local)).map((local) => `        ${local} = None\n`);
  const declared = assigned.length === 0 ? '' : `    if False:\n${assigned.join('')}`;
  return `def ${name}(${signature.join(', ')}):\n${declared}${text}\n`;
}

/** Variables that the normal form names as no source can, longest first. */
function impossibleNames(body: readonly Statement[]): readonly string[] {
  const names = new Set<string>();
  walk(body, (node) => {
    if ('id' in node && typeof node.id === 'string' && node.id.includes(' ')) names.add(node.id);
  });
  return [...names].sort((left, right) => right.length - left.length);
}

function printBlock(body: readonly Statement[]): string {
  const text = body.length === 0 ? 'pass' : body.map(printStatement).join('\n');
  return text.replace(/^/gm, '    ');
}

function withElse(text: string, orelse: readonly Statement[]): string {
  return orelse.length === 0 ? text : `${text}\nelse:\n${printBlock(orelse)}`;
}

function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'return':
      return statement.value === undefined ? 'return' : `return ${unparse(statement.value)}`;
    case 'expression':
      return unparse(statement.value);
    case 'assign':
      return [...statement.targets, statement.value].map(unparse).join(' = ');
    case 'augassign':
      return `${unparse(statement.target)} ${statement.operator}= ${unparse(statement.value)}`;
    case 'if':
      return withElse(`if ${unparse(statement.test)}:\n${printBlock(statement.body)}`, statement.orelse);
    case 'while':
      return withElse(`while ${unparse(statement.test)}:\n${printBlock(statement.body)}`, statement.orelse);
    case 'for': {
      const head = `for ${unparse(statement.target)} in ${unparse(statement.iterable)}`;
      return withElse(`${head}:\n${printBlock(statement.body)}`, statement.orelse);
    }
    case 'assert': {
      const message = statement.message === undefined ? '' : `, ${unparse(statement.message)}`;
      return `assert ${unparse(statement.test)}${message}`;
    }
    case 'raise': {
      const cause = statement.cause === undefined ? '' : ` from ${unparse(statement.cause)}`;
      return statement.exception === undefined ? 'raise' : `raise ${unparse(statement.exception)}${cause}`;
    }
    case 'try': {
      const handlers = statement.handlers.map(({ type, name, body }) => {
        const caught = type === undefined ? '' : ` ${unparse(type)}`;
        return `except${caught}${name === undefined ? '' : ` as ${name}`}:\n${printBlock(body)}`;
      });
      const text = withElse([`try:\n${printBlock(statement.body)}`, ...handlers].join('\n'), statement.orelse);
      return statement.finalbody.length === 0 ? text : `${text}\nfinally:\n${printBlock(statement.finalbody)}`;
    }
    case 'global':
    case 'nonlocal':
      return `${statement.kind} ${statement.names.join(', ')}`;
    case 'pass':
    case 'break':
    case 'continue':
      return statement.kind;
    default:
      throw new Unprintable(statement.kind);
  }
}
