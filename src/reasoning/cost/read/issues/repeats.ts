/** Work that gives the same in each turn of a loop, and sorting and copying again what has hardly changed. */
import type { FlowCall } from '../../../../syntax/api.ts';
import { isConstant } from '../order.ts';
import type { Reading } from '../reading.ts';
import type { CostIssue } from '../service.ts';
import { codeOf, issue } from './issue.ts';
import { isConditional, isFresh, isInvariant, longLoop, readsOf } from './loops.ts';

/** Calls that go over what they are given, and give the same for the same. */
const OVER_ARGUMENT = /^(?:sorted|sum|min|max|list|set|tuple|frozenset|Counter|deepcopy|Set|from)$/;
const OF_OBJECT = /^(?:keys|values|entries|fromEntries)$/;
/** Methods that go over what they are called on, and change nothing. */
const OVER_RECEIVER = /^(?:toSorted|toReversed|toList|ToList|ToArray|Sum|Max|Min|split|toCharArray)$/;
/** What makes a regular expression, by the languages that keep none of those that they made. */
const COMPILES: Readonly<Record<string, RegExp>> = {
  go: /^regexp\.(?:MustCompile|Compile)$/,
  java: /^Pattern\.compile$/,
  csharp: /^Regex$/,
  rust: /^Regex::new$/,
  javascript: /^RegExp$/,
  typescript: /^RegExp$/,
  tsx: /^RegExp$/,
};
const SORTS = /^(?:sort|sorted|Sort|toSorted|Ints|Strings|Slice|SliceStable|sort_by)$/;

/** Repeated work of a function; with `memory`, copies that each turn makes, too. */
export function repeatsOf(reading: Reading, memory: boolean): readonly CostIssue[] {
  return reading.flow.calls.flatMap((call, index): readonly CostIssue[] => {
    const loop = longLoop(reading, call);
    if (loop === undefined || reading.of.links[index] !== undefined || isConditional(reading, call, loop.index))
      return [];
    const { line } = call;
    const code = codeOf(call);
    const names = readsOf(call).filter((name) => reading.isLocal(name));
    const isSame =
      names.every((name) => isInvariant(reading, name, loop.index)) &&
      call.arguments.every((argument) => argument.calls.length === 0);
    const place = `in each turn of the loop over ${loop.over} in line ${loop.line}`;
    if (COMPILES[reading.of.language]?.test(compiled(call)) === true && isSame && call.arguments.length > 0) {
      return [
        issue(reading, 'repeated call', {
          line,
          code,
          why: `the same regular expression is compiled ${place}`,
          advice: 'compile it once before the loop',
        }),
      ];
    }
    const data = reading.dataOf(call);
    const isLong = !isConstant(data.size) && data.kind !== 'number';
    if (isLong && isSame && names.length > 0 && goesOver(call, reading)) {
      return [
        issue(reading, 'repeated call', {
          line,
          code,
          why: `it goes over all of ${names.join(', ')} and gives the same ${place}`,
          advice: 'call it once before the loop',
          certainty: data.kind === 'unknown' ? 'name' : 'exact',
        }),
      ];
    }
    const [name] = names;
    if (
      isLong &&
      data.kind === 'list' &&
      SORTS.test(call.name) &&
      name !== undefined &&
      !isFresh(reading, name, loop.index)
    ) {
      return [
        issue(reading, 'sort in a loop', {
          line,
          code,
          why: `${name} outlives the turns, and is sorted ${place}`,
          advice: 'sort it once behind the loop, or keep it in order with a heap or a sorted container',
        }),
      ];
    }
    if (
      memory &&
      isLong &&
      name !== undefined &&
      !isFresh(reading, name, loop.index) &&
      /^(?:deepcopy|structuredClone|list|copy)$/.test(call.name) &&
      data.kind !== 'unknown'
    ) {
      return [
        issue(reading, 'allocation', {
          line,
          code,
          why: `a copy of all of ${name} is made ${place}`,
          advice: 'copy what changes, or once behind the loop',
        }),
      ];
    }
    return [];
  });
}

function compiled({ name, qualifier }: FlowCall): string {
  if (qualifier === undefined) return name;
  return qualifier === 'Regex' && name === 'new' ? 'Regex::new' : `${qualifier}.${name}`;
}

function goesOver(call: FlowCall, reading: Reading): boolean {
  const { name, on, arguments: given } = call;
  const isModule = on === undefined || (on.is === 'name' && !reading.isLocal(on.name));
  if (!isModule)
    return OVER_RECEIVER.test(name) && given.every(({ form }) => form.is === 'text' || form.is === 'number');
  const [first] = given;
  // Of one argument they go over it, of several they compare them.
  if (first === undefined || first.form.is !== 'name' || (/^(?:min|max)$/.test(name) && given.length > 1)) return false;
  return (
    (on === undefined && OVER_ARGUMENT.test(name) && name !== 'from') ||
    (on?.is === 'name' && on.name === 'Object' && OF_OBJECT.test(name)) ||
    (on?.is === 'name' && /^(?:copy|Array)$/.test(on.name) && /^(?:deepcopy|from)$/.test(name))
  );
}
