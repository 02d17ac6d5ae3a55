/** Reads what functions cost: their class with its derivation, and what in them costs more than it seems. */

import type { Unseen } from '../../service.ts';
import { scopedName } from '../../trace/entry.ts';
import type { Program } from '../../trace/program.ts';
import { Costs } from './costs.ts';
import { issuesOf } from './issues/issues.ts';
import { isKnown, orderText } from './order.ts';
import type { CostReading } from './service.ts';

/** Names that are reported at once. */
const MOST_NAMES = 12;

/** What is read of a program. */
export interface ReadingOptions {
  /** Whether allocations are reported, too. */
  readonly memory: boolean;
  /** Calls that were followed. */
  readonly depth: number;
}

/** What reading says of the entry of a program. */
export function readCost(program: Program, { depth, memory }: ReadingOptions): CostReading {
  const costs = new Costs(program);
  const { size, steps, isByName, unread } = costs.of(0);
  return {
    ...(isKnown(size) && { class: orderText(size) }),
    isByName,
    derivation: steps,
    issues: issuesOf(program, costs, memory),
    functions: program.functions.map(({ path, flow }) => `${scopedName(flow)} (${path}:${flow.lineStart})`),
    unseen: [...program.unseen, ...unreadCalls(unread), ...tooDeep(program, depth)],
  };
}

function unreadCalls(names: ReadonlySet<string>): readonly Unseen[] {
  if (names.size === 0) return [];
  const more = names.size > MOST_NAMES ? `, … (${names.size} names)` : '';
  const what = `calls of ${[...names].slice(0, MOST_NAMES).join(', ')}${more}`;
  return [{ what, why: 'Their text is not in the workspace or not known to be meant: each counts as one step.' }];
}

function tooDeep({ functions }: Program, depth: number): readonly Unseen[] {
  const left = functions.filter(({ isFollowed, flow }) => !isFollowed && flow.calls.length > 0);
  if (left.length === 0) return [];
  const names = left.slice(0, MOST_NAMES).map(({ flow }) => scopedName(flow));
  return [{ what: `calls of ${names.join(', ')}`, why: `They are ${depth} calls deep: raise profile_depth.` }];
}
