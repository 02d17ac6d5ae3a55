/** Searches in lists, in loops: with operators, with methods, and by loops that only compare. */
import type { FlowBlock, FlowForm } from '../../../../syntax/api.ts';
import { baseOf, mentions } from '../forms.ts';
import { isConstant, isKnown } from '../order.ts';
import type { Reading } from '../reading.ts';
import type { CostIssue } from '../service.ts';
import { codeOf, issue } from './issue.ts';
import { isFresh, isWithin, longLoop } from './loops.ts';

const SEARCHES = /^(?:index|count|remove|contains|Contains|includes|include|indexOf|IndexOf|lastIndexOf|containsAll)$/;
const EQUALITY = /^(?:==|===|eq)$/;
const ADVICE = 'look it up in a set or map that is made once and kept up with the list';

/** The searches of a function. */
export function searchesOf(reading: Reading): readonly CostIssue[] {
  const { flow } = reading;
  const found: CostIssue[] = [];
  for (const { kind, of, text, line, within } of flow.operations) {
    if (kind !== 'membership') continue;
    const loop = searched(of, reading, { line, ...(within !== undefined && { within }) });
    if (loop !== undefined)
      found.push(issue(reading, 'search in a loop', { line, code: text, why: why(of, loop), advice: ADVICE }));
  }
  for (const call of flow.calls) {
    if (!SEARCHES.test(call.name) || call.on === undefined || call.arguments.length === 0) continue;
    // `xs.remove(0)` takes the first element in languages other than Python.
    if (call.name === 'remove' && reading.of.language !== 'python' && call.arguments[0]?.form.is === 'number') continue;
    const loop = searched(call.on, reading, call);
    if (loop !== undefined)
      found.push(
        issue(reading, 'search in a loop', {
          line: call.line,
          code: codeOf(call),
          why: why(call.on, loop),
          advice: ADVICE,
        }),
      );
  }
  return [...found, ...joins(reading)];
}

function why(of: FlowForm, { line, over }: { readonly line: number; readonly over: string }): string {
  return `it goes over the list ${baseOf(of) ?? ''} in each turn of the loop over ${over} in line ${line}`;
}

/** The loop in which a list that outlives its turns is searched. */
function searched(of: FlowForm, reading: Reading, spot: { readonly line: number; readonly within?: number }) {
  const name = of.is === 'name' ? of.name : undefined;
  const loop = longLoop(reading, spot);
  if (name === undefined || loop === undefined || !reading.isLocal(name)) return undefined;
  const { kind, size } = reading.variable(name);
  return kind === 'list' && !isConstant(size) && !isFresh(reading, name, loop.index) ? loop : undefined;
}

/** Loops in loops that compare an element of the one with an element of the other. */
function joins(reading: Reading): readonly CostIssue[] {
  const { blocks } = reading.flow;
  return blocks.flatMap((inner, index): CostIssue[] => {
    if (inner.kind !== 'loop' || !isLong(reading, index)) return [];
    const outer = longLoop(reading, {
      line: inner.lineStart,
      ...(inner.within !== undefined && { within: inner.within }),
    });
    const around = outer && blocks[outer.index];
    if (outer === undefined || around?.iterates === undefined || inner.iterates === undefined) return [];
    const [ours, theirs] = [inner.binds, around.binds];
    // What the inner loop goes over belongs to the outer one's element: each element is seen once.
    if (inner.reads.some((name) => theirs.includes(name) || isFresh(reading, name, outer.index))) return [];
    const compares = blocks.find(
      (block) => block.kind === 'if' && block.within === index && isEquality(block, ours, theirs),
    );
    const isOnly =
      compares !== undefined &&
      !blocks.some((block, at) => block.kind === 'loop' && at !== index && isWithin(reading, block, index));
    if (!isOnly) return [];
    const said = `for each turn of the loop over ${outer.over} in line ${outer.line} it goes over ${inner.iterates} to find what is equal`;
    return [
      issue(reading, 'loop in a loop', {
        line: inner.lineStart,
        code: `${compares.condition}`,
        why: said,
        advice: 'put one side into a map by what is compared, and look it up there',
      }),
    ];
  });
}

function isLong(reading: Reading, loop: number): boolean {
  const { size } = reading.turns(loop);
  return isKnown(size) && !isConstant(size);
}

/** Whether a condition is that something of the one is something of the other. */
function isEquality({ form }: FlowBlock, ours: readonly string[], theirs: readonly string[]): boolean {
  if (form?.is !== 'operation' || !EQUALITY.test(form.operator)) return false;
  const [left, right] = form.operands;
  const is = (side: FlowForm | undefined, names: readonly string[]) => names.some((name) => mentions(side, name));
  const isPair = (one: FlowForm | undefined, other: FlowForm | undefined) =>
    is(one, ours) && !is(one, theirs) && is(other, theirs) && !is(other, ours);
  return isPair(left, right) || isPair(right, left);
}
