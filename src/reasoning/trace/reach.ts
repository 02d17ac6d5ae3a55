/** What of a function no run of it comes to. */
import type { FlowBlock, FunctionFlow, Language } from '../../syntax/api.ts';
import { blocksAround, type Spot } from './branches.ts';

/** Where an end of a function is a statement, and no label leads behind it. */
const STATEMENTS: ReadonlySet<Language | 'text'> = new Set(['python', 'javascript', 'typescript', 'tsx', 'java']);
const NEVER = /^(?:False|false|0|None|null|undefined|(?:typing\.)?TYPE_CHECKING)$/;

/** Whether a place stands behind an end of its own block, or under a condition that is never so. */
export function isDead(flow: FunctionFlow, spot: Spot, language: Language | 'text'): boolean {
  const around = blocksAround(flow, spot);
  if (around.some((at) => isNever(flow.blocks[at]))) return true;
  if (!STATEMENTS.has(language)) return false;
  // A function that stands behind an end is there before it, and may be called.
  const inner = around.findIndex((at) => flow.blocks[at]?.kind === 'inner');
  const levels = new Set<number | undefined>(inner < 0 ? [...around, undefined] : around.slice(0, inner + 1));
  return flow.exits.some((exit) => {
    const last = Math.max(exit.line, ...(exit.value?.calls ?? []).map((call) => flow.calls[call]?.line ?? 0));
    return (
      exit.kind !== 'yield' && exit.value?.text.endsWith('…') !== true && last < spot.line && levels.has(exit.within)
    );
  });
}

/** Whether a block is one of a condition that is never so. */
export function isNever(block: FlowBlock | undefined): boolean {
  const isAsked = block?.kind === 'if' || (block?.kind === 'loop' && block.iterates === undefined);
  return isAsked && NEVER.test(block.condition ?? '');
}
