/** Which definitions become symbols: no variables of functions, and of sections so many. */
import type { Collected, Definition } from './collect.ts';
import { type Outlined, outline } from './outline.ts';

/** Sections of a file that are kept, in the order of the text: a lock file has one for each of its packages. */
export const MOST_SECTIONS = 2000;

/** The same facts, where a `variable` in a function is a local name of it, and later sections are left out. */
export function select(collected: Collected, startOf: (definition: Definition) => number): Collected {
  const outlined = outline(collected.definitions, startOf);
  const isLocal = (each: Outlined): boolean => each.definition.kind === 'variable' && isInFunction(each);
  const locals = outlined.filter(isLocal).map(({ definition: { name, nameAt } }) => ({ name, at: nameAt }));
  let sections = 0;
  const definitions = outlined
    .filter((each) => !isLocal(each) && (each.definition.kind !== 'section' || ++sections <= MOST_SECTIONS))
    .map(({ definition }) => definition);
  return { ...collected, definitions, locals: [...collected.locals, ...locals].sort((a, b) => a.at - b.at) };
}

function isInFunction({ parent }: Outlined): boolean {
  for (let around = parent; around !== undefined; around = around.parent) {
    const { kind, name } = around.definition;
    if (kind === 'function' || kind === 'method' || name === '') return true;
    if (kind !== 'variable' && kind !== 'constant') return false;
  }
  return false;
}
