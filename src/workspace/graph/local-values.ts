/** What a function's text says of the values that it binds to local names. */
import type { Family } from './families.ts';

/** Where a local value comes from. */
export type LocalValue =
  /** Declared with a type. */
  | { readonly kind: 'type'; readonly type: string }
  /** The result of a call, such as `new X()`, `X()` or `make.x()`. */
  | { readonly kind: 'call'; readonly name: string; readonly qualifier?: string }
  /** A text, a number or a list, as it is written out. */
  | { readonly kind: 'literal' }
  /** Bound in a way that tells no type, or in several. */
  | { readonly kind: 'unknown' };

const UNKNOWN: LocalValue = { kind: 'unknown' };
const NO_TYPES: ReadonlySet<string> = new Set(
  'return new else var let const val auto final case throw await yield typeof delete not in is if go defer mut static def fn fun func package import from'.split(
    ' ',
  ),
);

/** How `text` binds `name`; undefined when it does not seem to. */
export function localValue(text: string, name: string, typed: Family['typed']): LocalValue | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name) || !text.includes(name)) return undefined;
  const values = [...valuesOf(text, name, typed)];
  const [first] = values;
  if (first === undefined) return undefined;
  const text1 = JSON.stringify(first);
  return values.every((each) => JSON.stringify(each) === text1) ? first : UNKNOWN;
}

function* valuesOf(text: string, name: string, typed: Family['typed']): Generator<LocalValue> {
  const assigned = new RegExp(
    `(?<![\\w.$>-])${name}\\s*(?:,\\s*\\w+\\s*){0,20}(?::\\s*([^=\\n]{1,80}?)\\s*)?(?::=|(?<![=!<>])=(?![=>]))\\s*([^\\n]{0,120})`,
    'g',
  );
  for (const { index, 1: annotation, 2: value = '' } of text.matchAll(assigned)) {
    if (!isArgument(text, index, name)) yield declared(annotation) ?? valueFrom(value);
  }
  const bound = new RegExp(
    `\\b(?:for|as|foreach|each|catch|except)\\b[^\\n]{0,60}?(?<![\\w.])${name}\\b|(?<![\\w.])${name}\\s*=>`,
    'g',
  );
  for (const _ of text.matchAll(bound)) yield UNKNOWN;
  if (typed !== 'before') return;
  const before = new RegExp(
    `([A-Za-z_][\\w.:]{0,200})(?:<[^<>;()]{0,200}>)?(?:\\s{0,40}[*&]{1,8}\\s{0,40}|\\s{1,40})${name}\\s*[;=({]`,
    'g',
  );
  for (const [, type = ''] of text.matchAll(before)) if (!NO_TYPES.has(type)) yield { kind: 'type', type };
}

/** `name=` in a call, which binds nothing here. */
function isArgument(text: string, at: number, name: string): boolean {
  return text.startsWith('=', at + name.length) && /[(,]$/.test(text.slice(Math.max(0, at - 100), at).trimEnd());
}

function declared(annotation: string | undefined): LocalValue | undefined {
  const [type] = /^[&*\s]*(?:mut\s+|dyn\s+)?[A-Za-z_][\w.:]*$/.exec(annotation?.trim() ?? '') ?? [];
  return type === undefined ? undefined : { kind: 'type', type: type.replace(/^[&*\s]*(?:mut\s+|dyn\s+)?/, '') };
}

const LITERAL = /^(?:[bfru]{0,2}(?:"[^"\\]*"|'[^'\\]*')|`[^`\\]*`|\[[^[\]]*\]|\d[\d_]*(?:\.\d+)?)$/i;

/** Whether an expression is a text, a number or a list that is written out, and nothing more. */
export function isLiteral(expression: string): boolean {
  return LITERAL.test(expression);
}

function valueFrom(text: string): LocalValue {
  if (isLiteral(text.replace(/;$/, ''))) return { kind: 'literal' };
  const [, isNew, path = '', open] =
    /^(?:await\s+)?(new\s+)?[&*]?([A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*)(?:<[^<>()]*>)?\s*([({])/.exec(
      text,
    ) ?? [];
  if (open === undefined || NO_TYPES.has(path)) return UNKNOWN;
  if (isNew !== undefined || open === '{') return { kind: 'type', type: path };
  if (!endsAfterCall(text.slice(text.indexOf('(')))) return UNKNOWN;
  const parts = path.split(/\.|::|->/);
  const name = parts.at(-1) ?? path;
  return parts.length === 1
    ? { kind: 'call', name }
    : { kind: 'call', name, qualifier: path.slice(0, -name.length).replace(/(?:\.|::|->)$/, '') };
}

/** Whether the value is the call alone: nothing is called on its result. */
function endsAfterCall(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0)
      return !/^\s*(?:\.|->|\[|\()/.test(text.slice(at + 1).replace(/^\?/, ''));
  }
  return true;
}
