/** What happens in functions without being written as a call or as a throw: named, since it is not read. */
import type { FlowForm, FunctionFlow } from '../../syntax/api.ts';
import type { Unseen } from '../service.ts';
import { isVirtual, KEEPS } from './doubts.ts';
import { scopedName } from './entry.ts';
import type { Program, ProgramFunction } from './program.ts';
import { isNever } from './reach.ts';

/** Functions that are named. */
const MOST_NAMES = 6;

/** Operators, attributes, loops and contexts, what decorators put in place, and methods that classes not read may override. */
export function unwrittenOf({ functions }: Program, texts: ReadonlyMap<string, string>): readonly Unseen[] {
  const followed = functions.filter(({ isFollowed }) => isFollowed);
  const found: Unseen[] = [];
  const add = (of: readonly ProgramFunction[], what: string, why: string) => {
    const names = of.slice(0, MOST_NAMES).map(({ flow }) => scopedName(flow));
    if (names.length > 0)
      found.push({ what: `${what} ${names.join(', ')}${of.length > MOST_NAMES ? ', …' : ''}`, why });
  };
  add(
    followed.filter((each) => each.language !== 'go' && hasUnwritten(each, texts.get(each.path) ?? '')),
    'operators, attributes, loops, contexts and assertions of',
    'Special methods, properties and exceptions behind them are not read.',
  );
  add(
    functions
      .slice(1)
      .filter(({ flow, language }) => language === 'python' && flow.decorators.some((name) => !KEEPS.test(name))),
    'decorators of',
    'What they put in place of the function is not read.',
  );
  add(
    followed.filter((each) =>
      each.links.some((link, index) => hasVirtual(each, index, link?.targets ?? [], functions)),
    ),
    'calls of methods in',
    'Classes that were not read may override them.',
  );
  add(
    followed.filter(({ links }) => links.some((link) => link?.isBound === true)),
    'calls of names that are bound again in',
    'What they are bound to is not followed.',
  );
  add(
    functions.filter(({ links }, id) => links.some((link) => link?.targets.includes(id) === true)),
    'recursion of',
    'How deep it goes is not read.',
  );
  return found;
}

function hasVirtual(
  { flow, path, language }: ProgramFunction,
  index: number,
  targets: readonly number[],
  functions: readonly ProgramFunction[],
): boolean {
  const call = flow.calls[index];
  return targets.some((target) => {
    const meant = functions[target];
    return call !== undefined && meant !== undefined && isVirtual(call, { path, flow }, meant, language);
  });
}

function hasUnwritten({ flow, language }: ProgramFunction, text: string): boolean {
  const { exits, assignments, calls, operations } = flow;
  const blocks = flow.blocks.filter((block) => !isNever(block));
  if (operations.some(({ kind }) => kind !== 'break' && kind !== 'regex')) return true;
  if (blocks.some(({ kind, iterates }) => kind === 'with' || (kind === 'loop' && iterates !== undefined))) return true;
  const values = [
    ...exits.map(({ value }) => value),
    ...assignments.map(({ value }) => value),
    ...calls.flatMap((call) => call.arguments),
  ].flatMap((value) => (value === undefined ? [] : [value.form]));
  const targets = assignments.map(({ to }) => to);
  const conditions = blocks.flatMap(({ form }) => (form === undefined ? [] : [form]));
  const isPython = language === 'python';
  if ([...values, ...targets, ...conditions].some((form) => isUnwritten(form))) return true;
  if (isPython && blocks.some(({ kind, form }) => kind === 'if' && form !== undefined)) return true;
  return isPython && ASSERTS.test(linesOf(text, flow));
}

const ASSERTS = /^[^\S\r\n\u2028\u2029]*(?:assert|del)\b/m;

function linesOf(text: string, { lineStart, lineEnd }: FunctionFlow): string {
  return text
    .split('\n')
    .slice(lineStart - 1, lineEnd)
    .join('\n');
}

/** Whether evaluating an expression may run what is not written there. */
function isUnwritten(form: FlowForm): boolean {
  switch (form.is) {
    case 'member':
    case 'element':
    case 'part':
    case 'spread':
    case 'loop':
    case 'other':
      return true;
    case 'operation':
      return form.operator !== '?:' || form.operands.some(isUnwritten);
    case 'made':
      return form.items.some(isUnwritten);
    case 'text':
      return form.value === undefined;
    case 'name':
    case 'number':
    case 'call':
      return false;
  }
}
