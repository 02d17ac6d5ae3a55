/** One function, read with what its parameters hold: how long its values are, and how often its loops turn. */
import type { FlowAssignment, FlowCall, FlowForm, FunctionFlow } from '../../../syntax/flow/service.ts';
import { blocksAround, type Spot } from '../../trace/branches.ts';
import type { ProgramFunction } from '../../trace/program.ts';
import { mentions } from './forms.ts';
import { ADDS, ADDS_ALL, emptyKind, LENGTHS, sameLength } from './library.ts';
import { arithmetic, isNear } from './numbers.ts';
import { CONSTANT, isConstant, isKnown, LINEAR, LOG, larger, ROOT, type Size, smaller, times } from './order.ts';
import { turnsOf } from './turns.ts';
import { ANY, NUMBER, unclear, type Value, valueOfType, WORD } from './values.ts';

/** How often a loop turns: each time it is reached or, with `over`, in all turns of that loop around it together. */
export interface Turns {
  readonly size: Size;
  readonly over?: number;
  /** How that is known, in words. */
  readonly why: string;
}

/** What a call of a function that is read, too, gives; undefined for other calls. */
export type ResultOf = (call: number, given: readonly Value[]) => Value | undefined;

const UPPER = /^[A-Z][A-Z0-9_]*$/;
const SELF = /^(?:self|this|cls|@)/;
/** Forms within each other that are worked out. */
const MOST_DEPTH = 40;

/** Values and loops of a function. */
export class Reading {
  readonly of: ProgramFunction;
  /** Its index among the program's functions. */
  readonly id: number;
  readonly flow: FunctionFlow;
  readonly #given: ReadonlyMap<string, Value>;
  readonly #resultOf: ResultOf;
  readonly #values = new Map<string, Value>();
  readonly #turns = new Map<number, Turns>();
  readonly #running = new Set<string>();
  /** What was asked for while it was worked out: what rests on it is not kept. */
  readonly #cyclic = new Set<string>();
  #depth = 0;

  constructor(of: ProgramFunction, id: number, given: ReadonlyMap<string, Value>, resultOf: ResultOf) {
    this.of = of;
    this.id = id;
    this.flow = of.flow;
    this.#given = given;
    this.#resultOf = resultOf;
  }

  /** Whether a name is a variable or parameter here. */
  isLocal(name: string): boolean {
    return this.flow.parameters.includes(name) || this.flow.variables.includes(name);
  }

  /** What an expression holds. */
  value(form: FlowForm | undefined): Value {
    if (this.#depth > MOST_DEPTH) return unclear('an expression is too deep');
    this.#depth++;
    try {
      return form === undefined ? ANY : this.#valueOf(form);
    } finally {
      this.#depth--;
    }
  }

  /** What a variable holds at most. */
  variable(name: string): Value {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    // What a variable gets from itself adds nothing that its growth below does not.
    if (this.#isRunning(name)) return { kind: 'unknown', size: CONSTANT };
    this.#running.add(name);
    const value = this.#joined(name);
    if (this.#ended(name)) this.#values.set(name, value);
    return value;
  }

  /** How often a loop turns. */
  turns(loop: number): Turns {
    const known = this.#turns.get(loop);
    if (known !== undefined) return known;
    const key = `loop ${loop}`;
    if (this.#isRunning(key)) return { size: { why: 'a loop changes what it goes over' }, why: '' };
    this.#running.add(key);
    const turns = turnsOf(this, loop);
    if (this.#ended(key)) this.#turns.set(loop, turns);
    return turns;
  }

  #isRunning(key: string): boolean {
    if (!this.#running.has(key)) return false;
    this.#cyclic.add(key);
    return true;
  }

  /** Whether what was worked out rests on nothing that is being worked out. */
  #ended(key: string): boolean {
    this.#running.delete(key);
    this.#cyclic.delete(key);
    return this.#cyclic.size === 0;
  }

  /** Loops around a place that turn it, innermost first. */
  loopsAround(spot: Spot): readonly number[] {
    return blocksAround(this.flow, spot).filter((at) => this.flow.blocks[at]?.kind === 'loop');
  }

  /** Loops that count for how often a place is reached, innermost first: without those that another one's turns hold already. */
  counted(spot: Spot): readonly number[] {
    const loops = this.loopsAround(spot).filter((loop) => !this.#leaves(spot, loop));
    const counted: number[] = [];
    let until: number | undefined;
    for (const loop of loops) {
      if (until !== undefined) {
        if (loop === until) until = undefined;
        continue;
      }
      counted.push(loop);
      until = this.turns(loop).over;
    }
    return counted;
  }

  /** How often a place is reached at most. */
  reached(spot: Spot, within?: number): Size {
    const loops = this.counted(spot);
    const upTo = within === undefined ? loops : loops.slice(0, Math.max(0, loops.indexOf(within)));
    return upTo.reduce<Size>((size, loop) => times(size, this.turns(loop).size), CONSTANT);
  }

  /** Assignments to a variable, with the expression that it gets where that is one of several. */
  assignmentsTo(name: string): readonly { readonly assignment: FlowAssignment; readonly form: FlowForm }[] {
    return this.flow.assignments.flatMap((assignment) => {
      const { to, value } = assignment;
      if (to.is === 'name' && to.name === name) return [{ assignment, form: value.form }];
      if (to.is !== 'made') return [];
      const at = to.items.findIndex((item) => item.is === 'name' && item.name === name);
      if (at < 0) return [];
      const form: FlowForm =
        value.form.is === 'made'
          ? (value.form.items[at] ?? { is: 'other' })
          : { is: 'element', of: value.form, at: { is: 'number', value: at } };
      return [{ assignment, form }];
    });
  }

  /** Whether a call is one of the function itself. */
  isOwnCall(index: number): boolean {
    return this.of.links[index]?.targets.includes(this.id) === true;
  }

  /** The call that gives a function each element of a loop; undefined of a statement. */
  iterator(loop: number): FlowCall | undefined {
    const block = this.flow.blocks[loop];
    const over = JSON.stringify(block?.form);
    return this.flow.calls.find(({ on, within, line }) => {
      return (
        on !== undefined && within === block?.within && line <= (block?.lineStart ?? 0) && JSON.stringify(on) === over
      );
    });
  }

  /** Calls of methods on a variable, and of functions that are given it first. */
  callsOn(name: string): readonly FlowCall[] {
    return this.flow.calls.filter(({ on, arguments: given }) => {
      if (on?.is === 'name' && on.name === name) return true;
      const [first] = given;
      return (
        (on === undefined || (on.is === 'name' && !this.isLocal(on.name))) &&
        first?.form.is === 'name' &&
        first.form.name === name
      );
    });
  }

  /** What a call goes over: what it is called on or, of a function of a module, what it is given. */
  dataOf(call: FlowCall): Value {
    const { on, name } = call;
    const isModule = on === undefined || (on.is === 'name' && !this.isLocal(on.name) && !SELF.test(on.name));
    if (!isModule) return name === 'join' && this.value(on).kind === 'text' ? this.#argument(call, 0) : this.value(on);
    return this.#argument(
      call,
      (name === 'map' || name === 'filter' || name === 'reduce') && call.arguments.length > 1 ? 1 : 0,
    );
  }

  #argument(call: FlowCall, at: number): Value {
    const form = call.arguments[at]?.form;
    return form === undefined ? { kind: 'unknown', size: CONSTANT } : this.value(form);
  }

  /** A place that ends a loop right after it is reached is reached once. */
  #leaves(spot: Spot, loop: number): boolean {
    const around = blocksAround(this.flow, spot);
    const inside = around.slice(0, around.indexOf(loop));
    const conditional = inside.filter((at) => ['if', 'else', 'case'].includes(this.flow.blocks[at]?.kind ?? ''));
    return conditional.some((block) => {
      const ends = this.flow.exits.some(
        ({ kind, within, line }) => kind !== 'yield' && within === block && line > spot.line,
      );
      const nearest = this.loopsAround({ line: 0, within: block })[0];
      const breaks = this.flow.operations.some(
        ({ kind, within, line }) => kind === 'break' && within === block && line > spot.line,
      );
      return ends || (breaks && nearest === loop);
    });
  }

  #joined(name: string): Value {
    const { parameters, types, blocks } = this.flow;
    const declared = types[name];
    const typed = declared === undefined ? undefined : valueOfType(declared);
    const values: Value[] = [];
    if (parameters.includes(name))
      values.push(this.#given.get(name) ?? typed ?? { kind: 'unknown', size: LINEAR, item: ANY });
    for (const [index, { binds, kind }] of blocks.entries()) {
      if (kind === 'loop' && binds.includes(name) && blocks[index]?.iterates !== undefined)
        values.push(this.#boundBy(index, name));
      else if (kind !== 'loop' && binds.includes(name)) values.push(unclear(`what ${name} is, is not known`));
    }
    let growth: Size = CONSTANT;
    for (const { assignment, form } of this.assignmentsTo(name)) {
      const { adds, operator } = assignment;
      if (!adds && !mentions(form, name)) values.push(this.value(form));
      else if (/^(?:-=|--|\/\/=|\/=|>>=|%=|&=)$/.test(operator)) continue;
      else if (/^(?:\+=|\+\+|\.=|\|=|<<=|=)$/.test(operator))
        growth = larger(growth, this.#grownBy(assignment, form, name));
      else growth = { why: `how ${name} grows is not known` };
    }
    for (const call of this.callsOn(name)) {
      if (!ADDS.has(call.name) && !ADDS_ALL.has(call.name)) continue;
      const many = ADDS_ALL.has(call.name) ? this.#argument(call, 0).size : CONSTANT;
      growth = larger(growth, times(this.reached(call), many));
    }
    const [first] = values;
    if (first === undefined)
      return typed ?? (SELF.test(name) || this.isLocal(name) ? { kind: 'unknown', size: LINEAR, item: ANY } : ANY);
    const kinds = new Set(
      [typed?.kind, ...values.map(({ kind }) => kind)].filter((kind) => kind !== undefined && kind !== 'unknown'),
    );
    const [only] = kinds;
    const size = values.reduce<Size>((sum, each) => larger(sum, each.size), growth);
    const item = values.find((each) => each.item !== undefined)?.item ?? typed?.item;
    return {
      kind: kinds.size === 1 && only !== undefined ? only : 'unknown',
      size,
      ...(item !== undefined && { item }),
    };
  }

  /** How much a variable grows by an assignment that keeps what it holds. */
  #grownBy(assignment: FlowAssignment, form: FlowForm, name: string): Size {
    const { operator } = assignment;
    if (operator === '++') return this.reached(assignment);
    if (operator === '=') {
      if (form.is === 'part' || (form.is === 'operation' && /^(?:-|\/\/?|>>|%)$/.test(form.operator))) return CONSTANT;
      const isSum = form.is === 'operation' && form.operator === '+';
      const isChoice = form.is === 'call' && /^(?:min|max)$/.test(this.flow.calls[form.call]?.name ?? '');
      const isSpread = form.is === 'made' && form.items.some((item) => item.is === 'spread');
      if (isChoice) return this.value(form).size;
      if (!isSum && !isSpread)
        return isConstant(this.reached(assignment)) ? this.value(form).size : { why: `how ${name} grows is not known` };
      const parts = isSum ? form.operands : form.is === 'made' ? form.items : [];
      const others = parts.filter((part) => !mentions(part, name)).map((part) => this.value(part).size);
      return others.reduce<Size>(
        (size, each) => larger(size, times(this.reached(assignment), each)),
        this.reached(assignment),
      );
    }
    const added = this.value(form);
    const by = added.kind === 'number' && form.is === 'number' ? CONSTANT : added.size;
    return times(this.reached(assignment), by);
  }

  /** What a loop gives one of its variables. */
  #boundBy(loop: number, name: string): Value {
    const block = this.flow.blocks[loop];
    const over = this.value(block?.form);
    const binds = block?.binds ?? [];
    const at = binds.indexOf(name);
    const index: Value = { kind: 'number', size: over.size };
    const item = over.kind === 'number' ? index : over.kind === 'text' ? WORD : (over.item ?? ANY);
    const isRange = isRangeForm(block?.form, this.flow.calls);
    if (at === 0 && /^(?:reduce|inject|fold|reduceRight)$/.test(this.iterator(loop)?.name ?? '')) {
      return { kind: 'unknown', size: over.size, item: ANY };
    }
    if (binds.length === 1) return this.of.language === 'go' && over.kind !== 'number' ? index : isRange ? index : item;
    const call = block?.form?.is === 'call' ? this.flow.calls[block.form.call]?.name : undefined;
    const indexFirst = this.of.language === 'go' || call === 'enumerate' || call === 'withIndex';
    if (call === 'zip') return at === 0 ? item : ANY;
    if (call === 'items' || call === 'entries') return at === 0 ? ANY : item;
    if (indexFirst) return at === 0 ? index : item;
    const isCallback = block?.kind === 'loop' && !['python', 'go', 'java', 'rust'].includes(this.of.language);
    return isCallback && at === 0 ? item : isCallback ? index : ANY;
  }

  #valueOf(form: FlowForm): Value {
    switch (form.is) {
      case 'name':
        if (this.isLocal(form.name) || SELF.test(form.name)) return this.variable(form.name);
        return UPPER.test(form.name)
          ? { kind: 'unknown', size: CONSTANT, item: NUMBER }
          : unclear(`how long ${form.name} is, is not known`);
      case 'number':
        return NUMBER;
      case 'text':
        return WORD;
      case 'call':
        return this.#call(form.call);
      case 'member':
        return this.#member(form);
      case 'element': {
        const of = this.value(form.of);
        return of.kind === 'text' ? WORD : (of.item ?? ANY);
      }
      case 'part':
        return this.#part(form);
      case 'operation':
        return this.#operation(form.operator, form.operands);
      case 'made': {
        const item = form.items[0];
        const size = form.items.reduce<Size>(
          (sum, each) => (each.is === 'spread' ? larger(sum, this.value(each.of).size) : sum),
          CONSTANT,
        );
        return {
          kind: form.kind === 'tuple' ? 'list' : form.kind,
          size,
          ...(item !== undefined && { item: this.value(item) }),
        };
      }
      case 'spread':
        return this.value(form.of);
      case 'loop':
        return { kind: form.kind === 'iterator' ? 'list' : form.kind, size: this.#comprehended(form.loop), item: ANY };
      case 'other':
        return unclear('what an expression gives is not known');
    }
  }

  /** Elements that a comprehension gives; what stands around it does not count. */
  #comprehended(loop: number): Size {
    const outer = this.flow.blocks[loop];
    const loops = [loop];
    for (let at = outer?.within; at !== undefined; at = this.flow.blocks[at]?.within) {
      const block = this.flow.blocks[at];
      if (block?.kind !== 'loop' || block.lineStart !== outer?.lineStart || block.lineEnd !== outer.lineEnd) break;
      loops.push(at);
    }
    return loops.reduce<Size>((size, at) => times(size, this.turns(at).size), CONSTANT);
  }

  #member({ of, name }: Extract<FlowForm, { is: 'member' }>): Value {
    if (LENGTHS.has(name)) return { kind: 'number', size: this.value(of).size };
    const whole = this.value(of);
    if (of.is === 'name' && SELF.test(of.name)) return { kind: 'unknown', size: LINEAR, item: ANY };
    return whole.kind === 'unknown'
      ? { kind: 'unknown', size: whole.size, item: ANY }
      : unclear(`how long ${name} is, is not known`);
  }

  #part({ of, from, to }: Extract<FlowForm, { is: 'part' }>): Value {
    const whole = this.value(of);
    const isShort = to !== undefined && (from === undefined ? to.is === 'number' && to.value >= 0 : isNear(from, to));
    const end =
      to === undefined || (to.is === 'number' && to.value < 0) ? whole.size : smaller(this.value(to).size, whole.size);
    return { ...whole, size: isShort ? CONSTANT : end };
  }

  #operation(operator: string, operands: readonly FlowForm[]): Value {
    const [left, right] = operands.map((each) => this.value(each));
    if (left === undefined) return NUMBER;
    if (right === undefined) return operator === '-' || operator === '+' || /\+\+|--/.test(operator) ? left : NUMBER;
    if (operator === '?:' || /^(?:or|and|\|\||&&|\?\?)$/.test(operator))
      return { ...left, kind: left.kind === 'unknown' ? right.kind : left.kind, size: larger(left.size, right.size) };
    if (/^(?:\.\.[.<=]?|until|downTo)$/.test(operator)) return this.#range(operands);
    return arithmetic(operator, { form: operands[0], value: left }, { form: operands[1], value: right });
  }

  /** A range of numbers. */
  #range(ends: readonly FlowForm[]): Value {
    const [from, to] = ends.length > 1 ? ends : [undefined, ends[0]];
    const [low, high] = [from === undefined ? NUMBER : this.value(from), this.value(to)];
    const item: Value = { kind: 'number', size: larger(low.size, high.size) };
    if (from !== undefined && to !== undefined && isNear(from, to)) return { kind: 'list', size: CONSTANT, item };
    return { kind: 'list', size: larger(low.size, high.size), item };
  }

  #call(index: number): Value {
    const call = this.flow.calls[index];
    if (call === undefined) return ANY;
    const { name, arguments: given } = call;
    const read = this.#resultOf(
      index,
      given.map(({ form }) => this.value(form)),
    );
    if (read !== undefined) return read;
    if (name === 'range') {
      const [, , step] = given;
      const range = this.#range(given.slice(0, 2).map(({ form }) => form));
      const isFixed = step === undefined || step.form.is === 'number' || isConstant(range.size);
      return isFixed
        ? range
        : { ...range, size: { why: `the step of ${call.name} in line ${call.line} is not fixed` } };
    }
    if (LENGTHS.has(name) && given.length <= (call.on === undefined ? 1 : 0))
      return { kind: 'number', size: this.dataOf(call).size };
    if (/^(?:min|Min|max|Max)$/.test(name) && given.length > 1) {
      const sizes = given.map(({ form }) => this.value(form).size);
      return {
        kind: 'number',
        size: sizes.reduce(/^m/i.test(name) && name.toLowerCase() === 'min' ? smaller : larger),
      };
    }
    if (/^(?:isqrt|sqrt|Sqrt)$/.test(name)) return rooted(this.#argument(call, 0).size);
    if (/^(?:log2?|log10|bit_length)$/.test(name))
      return { kind: 'number', size: isConstant(this.dataOf(call).size) ? CONSTANT : LOG };
    if (/^(?:int|abs|floor|ceil|round|Floor|Ceil|trunc|parseInt|Number|Math|times|to_i|upto)$/.test(name)) {
      return { kind: 'number', size: given.length === 0 ? this.dataOf(call).size : this.#argument(call, 0).size };
    }
    const isEmpty = given.length === 0 || given.every(({ form }) => form.is === 'number');
    const empty = call.on === undefined || !this.#isVariable(call.on) ? emptyKind(name) : undefined;
    if (empty !== undefined && given.length === 0) return { kind: empty, size: CONSTANT };
    if (empty !== undefined && isEmpty && name !== 'Array') return { kind: empty, size: CONSTANT };
    if (name === 'Array' || name === 'make') {
      const length = given.at(-1)?.form;
      return { kind: 'list', size: length === undefined ? CONSTANT : this.value(length).size };
    }
    const kind = sameLength(name);
    if (kind === undefined) return unclear(`what ${name} gives in line ${call.line} is not known`);
    const data = this.dataOf(call);
    const item = data.kind === 'text' ? WORD : data.item;
    return { kind, size: data.size, ...(item !== undefined && { item }) };
  }

  #isVariable(form: FlowForm): boolean {
    return form.is !== 'name' || this.isLocal(form.name);
  }
}

function isRangeForm(form: FlowForm | undefined, calls: readonly FlowCall[]): boolean {
  if (form?.is === 'call') return /^(?:range|times|upto|indices)$/.test(calls[form.call]?.name ?? '');
  return form?.is === 'operation';
}

function rooted(size: Size): Value {
  if (!isKnown(size)) return { kind: 'number', size };
  return {
    kind: 'number',
    size: isConstant(size)
      ? CONSTANT
      : size.power === 1 && size.logs === 0
        ? ROOT
        : { power: size.power / 2, logs: size.logs },
  };
}
