/** One function, read with what its parameters hold: how long its values are, and how often its loops turn. */
import type { FlowAssignment, FlowCall, FlowForm, FunctionFlow } from '../../../syntax/api.ts';
import { blocksAround, type Spot } from '../../trace/branches.ts';
import type { ProgramFunction } from '../../trace/program.ts';
import { whatGives } from './expressions.ts';
import { mentions, SELF } from './forms.ts';
import { ADDS, ADDS_ALL } from './library.ts';
import { CONSTANT, isConstant, LINEAR, larger, type Size, times } from './order.ts';
import { turnsOf } from './turns.ts';
import { ANY, unclear, type Value, valueOfType, WORD } from './values.ts';

/** How often a loop turns: each time it is reached or, with `over`, in all turns of that loop around it together. */
export interface Turns {
  readonly size: Size;
  readonly over?: number;
  /** How that is known, in words. */
  readonly why: string;
}

/** What a call of a function that is read, too, gives; undefined for other calls. */
export type ResultOf = (call: number, given: readonly Value[]) => Value | undefined;

/** Forms within each other that are worked out. */
const MOST_DEPTH = 40;

/** Values and loops of a function. */
export class Reading {
  readonly of: ProgramFunction;
  /** Its index among the program's functions. */
  readonly id: number;
  readonly flow: FunctionFlow;
  readonly #given: ReadonlyMap<string, Value>;
  /** What its calls give. */
  readonly resultOf: ResultOf;
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
    this.resultOf = resultOf;
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
      return form === undefined ? ANY : whatGives(this, form);
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
    if (!isModule) return name === 'join' && this.value(on).kind === 'text' ? this.argument(call, 0) : this.value(on);
    return this.argument(
      call,
      (name === 'map' || name === 'filter' || name === 'reduce') && call.arguments.length > 1 ? 1 : 0,
    );
  }

  /** What a call is given at an index; constant where it is given nothing. */
  argument(call: FlowCall, at: number): Value {
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
      const many = ADDS_ALL.has(call.name) ? this.argument(call, 0).size : CONSTANT;
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
}

function isRangeForm(form: FlowForm | undefined, calls: readonly FlowCall[]): boolean {
  if (form?.is === 'call') return /^(?:range|times|upto|indices)$/.test(calls[form.call]?.name ?? '');
  return form?.is === 'operation';
}
