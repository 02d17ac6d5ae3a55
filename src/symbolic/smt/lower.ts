/** Lowers assertions to one SMT-LIB script that every model of the assertions satisfies, so that `unsat` is a proof. */
import type { Value } from '../terms/operations.ts';
import { LAST_EXACT_CODE, regexText } from '../terms/regex.ts';
import type { Application, BoolTerm, Term, Variable } from '../terms/term.ts';
import { axiomsAt, generalAxioms, pairAxioms } from './axioms.ts';
import { literalText, SORT_NAMES } from './literals.ts';
import {
  type ApproximatedOperator,
  type Approximation,
  type ExactOperator,
  exactText,
  isApproximated,
  isRounding,
  repeatsArguments,
} from './operators.ts';
import { type LearntPoints, learn } from './refine.ts';
import { type Described, type DescribedOperator, describe, describeAt, isDescribed } from './text-axioms.ts';
import { hasLemmas, textLemmas } from './text-lemmas.ts';

export interface Script {
  /** Declarations and assertions; the same text for the same assertions up to the names of variables. */
  readonly text: string;
  /** The variables that occur, with the constants that stand for them. */
  readonly variables: readonly { readonly variable: Variable; readonly symbol: string }[];
  /** The applications that only axioms describe, with the constants that stand for them. */
  readonly approximations: readonly { readonly application: Application; readonly symbol: string }[];
}

/** An application whose text is longer is given a name, which also bounds how deeply expressions nest. */
const INLINE_LENGTH = 120;
/** Approximated applications are related pairwise up to this many. */
const PAIR_LIMIT = 12;

/**
 * Lowers the conjunction of the assertions. Time and text grow with the number of distinct subterms.
 *
 * SMT-LIB's characters end at U+2FFFF and Python's at U+10FFFF. The string operators only compare characters with each other, with
 * literals' and with classes that have no bound above {@link LAST_EXACT_CODE}, so a Python solution stays one when its
 * characters above are renamed in order: 65,536 names are left for them. A literal above becomes a constant of which
 * only the length is known, and is renamed along.
 */
export function lower(assertions: readonly BoolTerm[], refinement: LearntPoints = new Map()): Script {
  const lowering = new Lowering(assertions, refinement);
  for (const term of lowering.order) lowering.add(term);
  return lowering.script(assertions);
}

class Lowering {
  /** Every distinct subterm, arguments before applications. */
  readonly order: readonly Term[];
  readonly #uses: ReadonlyMap<Term, number>;
  readonly #points: LearntPoints;
  readonly #texts = new Map<Term, string>();
  readonly #lines: string[] = [];
  readonly #axioms: string[] = [];
  readonly #variables: { variable: Variable; symbol: string }[] = [];
  readonly #approximations = new Map<Application, Approximation>();
  readonly #described = new Map<Application, Described>();
  readonly #functions = new Map<string, string>();
  readonly #sums = new Map<Term, string>();
  /** Whether a text is said to be a word of a language. */
  readonly #hasLanguages: boolean;
  #definitions = 0;

  constructor(assertions: readonly BoolTerm[], refinement: LearntPoints) {
    const { order, uses } = visit(assertions);
    this.order = order;
    this.#hasLanguages = order.some((term) => term.kind === 'application' && term.operator === 'inregex');
    this.#uses = uses;
    this.#points = new Map([...refinement].map(([application, points]) => [application, new Map(points)]));
  }

  add(term: Term): void {
    this.#texts.set(term, this.#translate(term));
  }

  script(assertions: readonly BoolTerm[]): Script {
    for (const [application, approximation] of this.#approximations) {
      this.#axioms.push(...generalAxioms(approximation));
      for (const point of this.#points.get(application)?.values() ?? []) {
        this.#axioms.push(...axiomsAt(approximation, point));
      }
    }
    for (const [application, described] of this.#described) {
      for (const point of this.#points.get(application)?.values() ?? []) {
        this.#axioms.push(...describeAt(described, point));
      }
    }
    const related = [...this.#approximations.values()].slice(0, PAIR_LIMIT);
    for (const [i, first] of related.entries()) {
      for (const second of related.slice(0, i)) this.#axioms.push(...pairAxioms(second, first));
    }
    const asserted = [...this.#axioms, ...assertions.map((assertion) => this.#text(assertion))];
    return {
      text: [...this.#lines, ...asserted.map((text) => `(assert ${text})`)].join('\n'),
      variables: this.#variables,
      approximations: [...this.#approximations, ...this.#described].map(([application, { symbol }]) => ({
        application,
        symbol,
      })),
    };
  }

  #translate(term: Term): string {
    switch (term.kind) {
      case 'literal':
        return this.#literal(term.value);
      case 'variable': {
        const symbol = `v${this.#variables.length}`;
        this.#variables.push({ variable: term, symbol });
        return this.#declare(symbol, term);
      }
      case 'application':
        return this.#application(term);
    }
  }

  #literal(value: Value): string {
    if (typeof value !== 'string' || [...value].every((point) => (point.codePointAt(0) ?? 0) <= LAST_EXACT_CODE)) {
      return literalText(value);
    }
    const symbol = `s${this.#definitions++}`;
    this.#lines.push(`(declare-const ${symbol} String)`);
    this.#axioms.push(`(= (str.len ${symbol}) ${[...value].length})`);
    return symbol;
  }

  #application(term: Application): string {
    const { operator } = term;
    if (operator === 'flt' || operator === 'fle' || operator === 'feq') this.#cutAtLiteral(term.args);
    if (operator === 'forall') return this.#name(term, this.#quantified(term, new Map()));
    if (operator === 'sumto') return this.#name(term, this.#sum(term));
    if (operator === 'opaque') return this.#name(term, this.#function(term, term.name ?? ''));
    if (isDescribed(operator)) return this.#describe(term, operator);
    if (isApproximated(operator)) return this.#approximate(term, operator);
    const text = this.#exact(term, operator);
    const shared = (this.#uses.get(term) ?? 0) > 1 || hasLemmas(operator);
    const self = shared || text.length > INLINE_LENGTH ? this.#name(term, text) : text;
    this.#axioms.push(...textLemmas(term, self, (subterm) => this.#text(subterm)));
    return self;
  }

  #exact(term: Application, operator: ExactOperator | 'inregex'): string {
    const args = term.args.map((argument) => this.#text(argument));
    const [first, second] = args;
    if (operator === 'inregex') return `(str.in_re ${first} ${regexTextOf(term)})`;
    // next to other languages, a literal within is decided as one
    if (operator === 'contains' && this.#hasLanguages && term.args[1]?.kind === 'literal') {
      return `(str.in_re ${first} (re.++ re.all (str.to_re ${second}) re.all))`;
    }
    return exactText(operator, args);
  }

  #name(term: Term, text: string): string {
    const symbol = `t${this.#definitions++}`;
    this.#lines.push(`(define-fun ${symbol} () ${SORT_NAMES[term.sort]} ${text})`);
    return symbol;
  }

  /** The application of a function that only axioms describe. */
  #function(term: Application, name: string): string {
    const symbol = this.#functionSymbol(term, name);
    return term.args.length === 0
      ? symbol
      : `(${symbol} ${term.args.map((argument) => this.#text(argument)).join(' ')})`;
  }

  #functionSymbol(term: Application, name: string): string {
    const sorts = term.args.map((argument) => SORT_NAMES[argument.sort]).join(' ');
    const signature = `(${sorts}) ${SORT_NAMES[term.sort]}`;
    const key = `${name} ${signature}`;
    const known = this.#functions.get(key);
    const symbol = known ?? `f${this.#functions.size}`;
    if (known === undefined) {
      this.#functions.set(key, symbol);
      this.#lines.push(`(declare-fun ${symbol} ${signature})`);
    }
    return symbol;
  }

  /** A sum: a function of the count, defined around this one. A definition for all counts would unfold without end. */
  #sum(term: Application): string {
    const [variable, body] = term.args;
    const count = this.#text(countOf(term));
    const symbol = this.#sumSymbol(term);
    if (variable === undefined || body === undefined) throw new TypeError('malformed sum');
    const summand = (at: string): string => this.#bound(body, new Map([[variable, at]]));
    this.#axioms.push(
      `(=> (<= ${count} 0) (= (${symbol} ${count}) 0))`,
      `(=> (< 0 ${count}) (= (${symbol} ${count}) (+ (${symbol} (- ${count} 1)) ${summand(`(- ${count} 1)`)})))`,
      `(=> (<= 0 ${count}) (= (${symbol} (+ ${count} 1)) (+ (${symbol} ${count}) ${summand(count)})))`,
    );
    this.#boundBySummands(symbol, count, summand);
    return `(${symbol} ${count})`;
  }

  /**
   * A sum is negative, or smaller than its count, only with a summand that is negative, or not positive, and positive only with
   * one that is: by induction over the count. Constants stand for the position of such a summand.
   */
  #boundBySummands(symbol: string, count: string, summand: (at: string) => string): void {
    const total = `(${symbol} ${count})`;
    const has = (isSuch: (value: string) => string): string => {
      const at = `w${this.#definitions++}`;
      this.#lines.push(`(declare-const ${at} Int)`);
      return `(and (<= 0 ${at}) (< ${at} ${count}) ${isSuch(summand(at))})`;
    };
    this.#axioms.push(
      `(or (<= 0 ${total}) ${has((value) => `(< ${value} 0)`)})`,
      `(or (<= ${total} 0) ${has((value) => `(< 0 ${value})`)})`,
      `(or (<= ${count} ${total}) (< ${count} 0) ${has((value) => `(< ${value} 1)`)})`,
      `(or (<= ${total} ${count}) (< ${count} 0) ${has((value) => `(< 1 ${value})`)})`,
    );
  }

  #sumSymbol({ args: [, body] }: Application): string {
    if (body === undefined) throw new TypeError('malformed sum');
    const known = this.#sums.get(body);
    if (known !== undefined) return known;
    const symbol = `sum${this.#sums.size}`;
    this.#sums.set(body, symbol);
    this.#lines.push(`(declare-fun ${symbol} (Int) Int)`);
    return symbol;
  }

  /** The text of a term under a quantifier. An operator that only axioms describe is any function there. */
  #bound(term: Term, bound: ReadonlyMap<Term, string>): string {
    const known = bound.get(term) ?? (mentionsAny(term, bound) ? undefined : this.#texts.get(term));
    if (known !== undefined) return known;
    if (term.kind !== 'application') throw new TypeError('free parts come before quantifiers');
    const { operator } = term;
    if (operator === 'forall') return this.#quantified(term, bound);
    if (operator === 'sumto') {
      const [, body] = term.args;
      if (body !== undefined && mentionsAny(body, bound)) throw new TypeError('a sum depends on a quantifier');
      return `(${this.#sumSymbol(term)} ${this.#bound(countOf(term), bound)})`;
    }
    const args = term.args.map((argument) => this.#bound(argument, bound));
    if (operator === 'inregex') return `(str.in_re ${args[0]} ${regexTextOf(term)})`;
    if (operator !== 'opaque' && !isDescribed(operator) && !isApproximated(operator)) return exactText(operator, args);
    const symbol = this.#functionSymbol(term, operator === 'opaque' ? (term.name ?? '') : `any ${functionName(term)}`);
    return args.length === 0 ? symbol : `(${symbol} ${args.join(' ')})`;
  }

  #quantified({ args: [variable, body] }: Application, bound: ReadonlyMap<Term, string>): string {
    if (variable === undefined || body === undefined) throw new TypeError('malformed quantifier');
    const symbol = `q${this.#definitions++}`;
    return `(forall ((${symbol} Int)) ${this.#bound(body, new Map(bound).set(variable, symbol))})`;
  }

  #describe(term: Application, operator: DescribedOperator): string {
    const symbol = this.#name(term, this.#function(term, functionName(term)));
    const described = { operator, application: term, symbol, args: term.args.map((argument) => this.#text(argument)) };
    const { constants, axioms } = describe(described);
    for (const [constant, sort] of constants) this.#lines.push(`(declare-const ${constant} ${sort})`);
    this.#axioms.push(...axioms);
    this.#described.set(term, described);
    return symbol;
  }

  #approximate(term: Application, operator: ApproximatedOperator): string {
    const symbol = `a${this.#approximations.size}`;
    const args = term.args.map((argument) => this.#text(argument));
    const [first, last = first] = term.args;
    const operand = last?.kind === 'application' ? this.#approximations.get(last) : undefined;
    this.#approximations.set(term, { operator, symbol, args, ...(operand && { operand }) });
    return this.#declare(symbol, term);
  }

  /** Where a rounded quotient is compared with a literal, it is described exactly there. */
  #cutAtLiteral(operands: readonly Term[]): void {
    const literal = operands.find((operand) => operand.kind === 'literal');
    for (const operand of operands) {
      if (literal === undefined || operand.kind !== 'application' || !isRounding(operand.operator)) continue;
      learn(this.#points, operand, [literal.value]);
    }
  }

  #declare(symbol: string, term: Term): string {
    this.#lines.push(`(declare-const ${symbol} ${SORT_NAMES[term.sort]})`);
    return symbol;
  }

  #text(term: Term): string {
    const text = this.#texts.get(term);
    if (text === undefined) throw new TypeError('arguments come before applications');
    return text;
  }
}

/** The name of the function that an operator is with its name and language. */
function functionName({ operator, name = '', regex }: Application): string {
  return `${operator}'${name}'${regex === undefined ? '' : regexText(regex)}`;
}

function regexTextOf({ regex }: Application): string {
  if (regex === undefined) throw new TypeError('the operator names no language');
  return regexText(regex);
}

/** What is written before a term: its arguments, or the parts of a quantifier's or sum's body that do not mention its variable. */
function partsOf(term: Term): readonly Term[] {
  if (term.kind !== 'application') return [];
  const [variable, body] = term.args;
  if (!isBinder(term) || variable === undefined || body === undefined) return term.args;
  return [...freeParts(body, new Set([variable])), ...term.args.slice(2)];
}

function isBinder({ operator }: Application): boolean {
  return operator === 'forall' || operator === 'sumto';
}

function countOf({ args: [, , count] }: Application): Term {
  if (count === undefined) throw new TypeError('malformed sum');
  return count;
}

function freeParts(body: Term, bound: ReadonlySet<Term>): readonly Term[] {
  const parts = new Set<Term>();
  const seen = new Set<Term>();
  const collect = (term: Term, hidden: ReadonlySet<Term>): void => {
    if (seen.has(term)) return;
    seen.add(term);
    if (!mentionsAny(term, hidden)) parts.add(term);
    else if (term.kind === 'application') {
      const [variable] = term.args;
      const inner = isBinder(term) && variable !== undefined ? new Set(hidden).add(variable) : hidden;
      for (const argument of term.args) if (!inner.has(argument)) collect(argument, inner);
    }
  };
  collect(body, bound);
  return [...parts];
}

function mentionsAny(root: Term, bound: { readonly has: (term: Term) => boolean }): boolean {
  const seen = new Set<Term>([root]);
  // a set is iterated in insertion order, members added meanwhile included
  for (const term of seen) {
    if (bound.has(term)) return true;
    if (term.kind === 'application') for (const argument of term.args) seen.add(argument);
  }
  return false;
}

/** The distinct subterms, arguments first and left to right, and how often each is written in the text. */
function visit(roots: readonly Term[]): { readonly order: readonly Term[]; readonly uses: ReadonlyMap<Term, number> } {
  const order: Term[] = [];
  const uses = new Map<Term, number>();
  const frames: { readonly term: Term; next: number }[] = [];
  const use = (term: Term, times: number) => {
    const known = uses.get(term);
    uses.set(term, (known ?? 0) + times);
    if (known === undefined) frames.push({ term, next: 0 });
  };
  for (const root of roots) {
    use(root, 1);
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { term } = frame;
      const argument = partsOf(term)[frame.next++];
      if (argument !== undefined && term.kind === 'application') {
        use(argument, repeatsArguments(term.operator) ? 2 : 1);
      } else {
        order.push(term);
        frames.pop();
      }
    }
  }
  return { order, uses };
}
