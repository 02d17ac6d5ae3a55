/** Copies and moves of all elements, in loops and recursions: what makes work quadratic without a second loop. */
import type { FlowAssignment, FlowCall, FlowForm } from '../../../../syntax/api.ts';
import { COPIES_TEXTS } from '../costs.ts';
import { baseOf, mentions } from '../forms.ts';
import { isConstant } from '../order.ts';
import type { Reading } from '../reading.ts';
import type { CostIssue } from '../service.ts';
import { codeOf, issue } from './issue.ts';
import { isFresh, keeps, type LongLoop, longLoop } from './loops.ts';

const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx']);
/** Languages in which a part of a list is a copy. */
const COPIES_PARTS: ReadonlySet<string> = new Set(['python', ...SCRIPTS]);
const PARTS_ADVICE = 'collect the parts in a list and join them once';
const LIST_ADVICE = 'append to it in place';

/** Copies that grow, moves of all elements, and shrinking copies. */
export function copiesOf(reading: Reading): readonly CostIssue[] {
  const { flow } = reading;
  return [
    ...flow.assignments.flatMap((each) => growing(each, reading)),
    ...accumulated(reading),
    ...flow.calls.flatMap((call) => shifts(call, reading)),
    ...flow.assignments.flatMap((each) => shrinking(each, reading)),
    ...sliced(reading),
  ];
}

/** `text += part`, `out = out + [x]`, `out = [...out, x]`, `out = np.append(out, x)`. */
function growing(assignment: FlowAssignment, reading: Reading): readonly CostIssue[] {
  const { to, operator, value, line } = assignment;
  const loop = longLoop(reading, assignment);
  if (to.is !== 'name' || loop === undefined || !reading.isLocal(to.name) || isFresh(reading, to.name, loop.index))
    return [];
  const { kind } = reading.variable(to.name);
  const code = `${to.name} ${operator} ${value.text}`.slice(0, 160);
  const isSum =
    operator === '=' &&
    value.form.is === 'operation' &&
    value.form.operator === '+' &&
    keeps(reading, value.form, to.name);
  const copies = (what: string, advice: string) => [
    issue(reading, 'growing copy in a loop', {
      line,
      code,
      why: `${what} in each turn of the loop over ${loop.over} in line ${loop.line}`,
      advice,
    }),
  ];
  if (
    kind === 'text' &&
    (operator === '+=' || isSum) &&
    COPIES_TEXTS.has(reading.of.language) &&
    !isNumber(value.form, reading)
  ) {
    const often =
      reading.of.language === 'python'
        ? 'the text so far is copied, unless CPython can extend it in place,'
        : 'the text so far is copied';
    return copies(
      often,
      reading.of.language === 'java' || reading.of.language === 'kotlin' || reading.of.language === 'csharp'
        ? 'use a StringBuilder'
        : reading.of.language === 'go'
          ? 'use a strings.Builder'
          : PARTS_ADVICE,
    );
  }
  if (kind === 'list' && isSum) return copies('the list so far is copied', LIST_ADVICE);
  if (operator !== '=' || !keeps(reading, value.form, to.name)) return [];
  const isSpread =
    value.form.is === 'made' &&
    value.form.items.some((item) => item.is === 'spread' && item.of.is === 'name' && item.of.name === to.name);
  if (isSpread) return copies('all so far is copied', 'change it in place');
  const call = value.form.is === 'call' ? reading.flow.calls[value.form.call] : undefined;
  const isConcat = call?.name === 'concat' && call.on?.is === 'name' && call.on.name === to.name && kind === 'list';
  const isTable =
    call !== undefined &&
    /^(?:append|concatenate|concat|vstack|hstack)$/.test(call.name) &&
    /^(?:np|numpy|pd|pandas)$/.test(call.qualifier ?? '') &&
    mentions({ is: 'made', kind: 'list', items: call.arguments.map(({ form }) => form) }, to.name);
  return isConcat || isTable
    ? copies('all so far is copied', isTable ? 'collect the parts in a list and join them once' : LIST_ADVICE)
    : [];
}

function isNumber(form: FlowForm, reading: Reading): boolean {
  return reading.value(form).kind === 'number';
}

/** `xs.reduce((all, x) => ({ ...all, [x]: 1 }), {})` */
function accumulated(reading: Reading): readonly CostIssue[] {
  return reading.flow.operations.flatMap(({ kind, of, text, line, within }) => {
    const base = kind === 'spread' && of.is === 'spread' && of.of.is === 'name' ? of.of.name : undefined;
    const block = within === undefined ? undefined : reading.flow.blocks[within];
    const loop = longLoop(reading, { line, ...(within !== undefined && { within }) });
    if (
      base === undefined ||
      loop === undefined ||
      loop.index !== within ||
      block?.kind !== 'loop' ||
      block.binds[0] !== base
    )
      return [];
    if (reading.iterator(loop.index)?.name !== 'reduce') return [];
    const why = `all so far is copied for each element of ${loop.over} (line ${loop.line})`;
    return [
      issue(reading, 'growing copy in a loop', {
        line,
        code: text,
        why,
        advice: 'change one object in a loop, or use Object.fromEntries, map or flatMap',
      }),
    ];
  });
}

/** `xs.pop(0)`, `xs.insert(0, x)`, `xs.shift()`: all elements behind the first one move. */
function shifts(call: FlowCall, reading: Reading): readonly CostIssue[] {
  const loop = longLoop(reading, call);
  const base = call.name === 'array_shift' || call.name === 'array_unshift' ? call.arguments[0]?.form : call.on;
  if (loop === undefined || base?.is !== 'name' || !reading.isLocal(base.name) || !isShift(call, reading)) return [];
  const { kind, size } = reading.variable(base.name);
  if ((kind !== 'list' && kind !== 'unknown') || isConstant(size) || isFresh(reading, base.name, loop.index)) return [];
  if (kind === 'unknown' && !/^(?:pop|shift|unshift|insert)$/.test(call.name)) return [];
  const why = `all elements of ${base.name} move in each turn of the loop over ${loop.over} in line ${loop.line}`;
  const advice = SCRIPTS.has(reading.of.language)
    ? 'go on with an index, or take from the end'
    : 'use a queue with two cheap ends, or an index';
  return [
    issue(reading, 'shift in a loop', {
      line: call.line,
      code: codeOf(call),
      why,
      advice,
      certainty: kind === 'list' ? 'exact' : 'name',
    }),
  ];
}

function isShift({ name, arguments: given }: FlowCall, { of: { language } }: Reading): boolean {
  const [first] = given;
  const isFirst = first?.form.is === 'number' && first.form.value === 0;
  if (SCRIPTS.has(language))
    return (name === 'shift' && given.length === 0) || (name === 'unshift' && given.length > 0);
  if (language === 'python')
    return isFirst && ((name === 'pop' && given.length === 1) || (name === 'insert' && given.length === 2));
  if (language === 'php') return name === 'array_shift' || name === 'array_unshift';
  return (
    isFirst && /^(?:remove|add|insert|Insert|RemoveAt|removeAt)$/.test(name) && language !== 'ruby' && language !== 'go'
  );
}

/** `xs = xs[1:]` in a loop. */
function shrinking(assignment: FlowAssignment, reading: Reading): readonly CostIssue[] {
  const loop = longLoop(reading, assignment);
  if (loop === undefined || !COPIES_PARTS.has(reading.of.language)) return [];
  const { to, value, line } = assignment;
  const pairs =
    to.is === 'made' && value.form.is === 'made'
      ? to.items.map((item, at) => [item, value.form.is === 'made' ? value.form.items[at] : undefined] as const)
      : [[to, value.form] as const];
  return pairs.flatMap(([name, form]) => {
    if (name.is !== 'name' || form === undefined || !reading.isLocal(name.name)) return [];
    const { kind, size } = reading.variable(name.name);
    if (isConstant(size) || (kind !== 'list' && !(reading.of.language === 'python' && kind !== 'map'))) return [];
    if (!isRest(form, name.name, reading) || isFreshOutside(reading, name.name, loop)) return [];
    const why = `what is left of ${name.name} is copied in each turn of the loop over ${loop.over} in line ${loop.line}`;
    return [
      issue(reading, 'copy in a loop', {
        line,
        code: `${to.is === 'name' ? to.name : name.name} = ${value.text}`,
        why,
        advice: 'go on with an index in place of copies',
        certainty: kind === 'unknown' ? 'name' : 'exact',
      }),
    ];
  });
}

function isFreshOutside(reading: Reading, name: string, loop: LongLoop): boolean {
  return (
    reading.flow.blocks.some(({ binds }, index) => index === loop.index && binds.includes(name)) ||
    reading
      .assignmentsTo(name)
      .some(
        ({ assignment, form }) =>
          assignment.within === loop.index && !mentions(form, name) && baseOf(form) !== name && form.is !== 'call',
      )
  );
}

/** `xs[1:]` and `xs.slice(1)`. */
function isRest(form: FlowForm, name: string, { flow }: Reading): boolean {
  if (form.is === 'part')
    return (
      form.of.is === 'name' &&
      form.of.name === name &&
      form.to === undefined &&
      form.from?.is === 'number' &&
      form.from.value > 0
    );
  const call = form.is === 'call' ? flow.calls[form.call] : undefined;
  const [first, second] = call?.arguments ?? [];
  return (
    call?.name === 'slice' &&
    call.on?.is === 'name' &&
    call.on.name === name &&
    second === undefined &&
    first?.form.is === 'number' &&
    first.form.value > 0
  );
}

/** `f(xs[1:])` within `f`. */
function sliced(reading: Reading): readonly CostIssue[] {
  const { flow, links } = reading.of;
  if (!COPIES_PARTS.has(reading.of.language)) return [];
  return flow.calls.flatMap((call, index) => {
    const isOwn = links[index]?.targets.length === 1 && reading.isOwnCall(index);
    const cut = call.arguments.find(({ form }) => flow.parameters.some((name) => isRest(form, name, reading)));
    if (!isOwn || cut === undefined) return [];
    const why = `each of its calls copies what is left: as many copies as elements`;
    return [
      issue(reading, 'copy in a loop', {
        line: call.line,
        code: codeOf(call),
        why,
        advice: 'pass an index along in place of a copy',
      }),
    ];
  });
}
