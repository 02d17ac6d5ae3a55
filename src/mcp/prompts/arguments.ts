/** Arguments that several prompts have, and how their messages word them. */
import type { Argument } from './define-prompt.ts';

/** Bytes of source that the symbolic tools take by default; a text of as many characters may have more. */
const MOST_CODE = 64 * 1024;

/** Exceptions of Python that code raises, the usual ones first. */
const EXCEPTIONS = [
  'Exception',
  'ValueError',
  'TypeError',
  'KeyError',
  'IndexError',
  'AttributeError',
  'ZeroDivisionError',
  'AssertionError',
  'RuntimeError',
  'RecursionError',
  'NotImplementedError',
  'StopIteration',
  'LookupError',
  'ArithmeticError',
  'OverflowError',
  'UnicodeDecodeError',
  'UnicodeEncodeError',
  'OSError',
  'FileNotFoundError',
  'NameError',
  'UnboundLocalError',
] as const;

/** The workspace with the code; prompts with it have the default one where it is empty. */
export const workspace = {
  description: 'Workspace with the repository; the one called default where it is empty.',
  completion: { kind: 'workspace' },
} as const satisfies Argument;

/** The file that defines the function. */
export const file = {
  description: 'Path of its file in the workspace; found by its name where it is empty.',
  completion: { kind: 'file', workspace: 'workspace' },
} as const satisfies Argument;

/** A function in a workspace. */
export const functionName = {
  description: 'Name of the Python function, such as page_count or Cart.total.',
  required: true,
  completion: { kind: 'symbol', workspace: 'workspace', file: 'file' },
} as const satisfies Argument;

/** The source of a module. */
export const code = {
  description: 'Python source of the module.',
  required: true,
  mostCharacters: MOST_CODE,
} as const satisfies Argument;

/** An exception to look for. */
export const exceptionType = {
  description: 'Exception to look for, such as ValueError; any where it is empty.',
  completion: { kind: 'words', words: EXCEPTIONS },
} as const satisfies Argument;

/** A name in a given source. */
export function nameIn(what: string) {
  return { description: what, required: true } as const satisfies Argument;
}

/** `name` of `file` in a workspace, as a message says it. */
export function place(name: string, path: string | undefined, space = 'default'): string {
  return path === undefined
    ? `the Python function \`${name}\` of the workspace \`${space}\``
    : `the Python function \`${name}\` in \`${path}\` of the workspace \`${space}\``;
}

/** How to come to its source. */
export function findIt(name: string, path: string | undefined, space = 'default'): string {
  return path === undefined
    ? `\`find_symbol\` (name \`${name}\`, workspace \`${space}\`) tells which file defines it; read that with \`get_file\`.`
    : `Read \`${path}\` with \`get_file\` (workspace \`${space}\`).`;
}
