/** Conditions as readable Python over their variables, with exactly the term's meaning wherever that is defined. */
import type { Expression } from '../syntax/ast.ts';
import { unparse } from '../syntax/unparse.ts';
import { monomials } from './integers.ts';
import {
  binary,
  call,
  compare,
  conditional,
  connect,
  literal,
  method,
  name,
  negative,
  not,
  slice,
} from './python-nodes.ts';
import { negated, renderRelation, renderSum } from './render-polynomials.ts';
import { renderSubstring, strippedCharacters } from './render-strings.ts';
import { type Application, type BoolTerm, hasSort, type IntTerm, type StrTerm, type Term } from './term.ts';

/** Longer conditions help nobody. */
const MAX_LENGTH = 2_000;
/** Every level of nesting and every node adds to the text. */
const MAX_DEPTH = 200;
const MAX_NODES = 1_000;

/** Python functions that the text may call, so a variable must not hide them. */
const CALLED = new Set(['abs', 'chr', 'float', 'int', 'len', 'ord', 'repr', 'str']);

/** Thrown inside for what has no (short) text. */
class Unrenderable extends Error {
  override readonly name = 'Unrenderable';
}

/**
 * The condition in Python syntax. Undefined when it holds an opaque function, a variable that is no Python name, or when the
 * text would be longer than 2,000 characters: shared subterms are written out each time.
 * @param unnamed roots of variables that do not stand for what Python means by them
 */
export function renderCondition(condition: BoolTerm, unnamed: ReadonlySet<string> = new Set()): string | undefined {
  try {
    const text = unparse(new Renderer(unnamed).render(condition));
    return text.length > MAX_LENGTH ? undefined : text;
  } catch (error) {
    if (error instanceof Unrenderable) return undefined;
    throw error;
  }
}

class Renderer {
  readonly #unnamed: ReadonlySet<string>;
  #depth = 0;
  #nodes = 0;

  constructor(unnamed: ReadonlySet<string>) {
    this.#unnamed = unnamed;
  }

  render(term: Term): Expression {
    this.#nodes += 1;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH || this.#nodes > MAX_NODES) throw new Unrenderable('the condition is too large');
    const rendered = this.#dispatch(term);
    this.#depth -= 1;
    return rendered;
  }

  #dispatch(term: Term): Expression {
    switch (term.kind) {
      case 'literal':
        return literal(term.value);
      case 'variable':
        return this.#variable(term.name);
      case 'application':
        return this.#application(term);
    }
  }

  #variable(id: string): Expression {
    const [, measured, plain = measured] = PLACE.exec(id) ?? [];
    if (plain === undefined || CALLED.has(plain) || this.#unnamed.has(plain)) {
      throw new Unrenderable(`${id} cannot stand for itself in Python`);
    }
    return name(id);
  }

  #application(term: Application): Expression {
    const { args } = term;
    const [first, second, third] = args;
    const at = (argument: Term | undefined) => this.render(present(argument));
    switch (term.operator) {
      case 'not':
        return this.#negation(present(first));
      case 'and':
      case 'or':
        return connect(term.operator, args.map(at));
      case 'ite':
        return isFlag(present(second), present(third))
          ? call('int', at(first))
          : conditional(at(first), at(second), at(third));
      case 'same':
        return this.#identity('==', present(first), present(second));
      case 'add':
      case 'mul':
        return renderSum(monomials(integer(term)), (atom) => this.render(atom));
      case 'floordiv':
        return binary('//', at(first), at(second));
      case 'mod':
        return binary('%', at(first), at(second));
      case 'le':
        return this.#integerRelation('<=', integer(first), integer(second));
      case 'bitand':
        return args.map(at).reduce((all, one) => binary('&', all, one));
      case 'bitor':
        return args.map(at).reduce((all, one) => binary('|', all, one));
      case 'bitxor':
        return args.map(at).reduce((all, one) => binary('^', all, one));
      case 'power':
        return binary('**', at(first), at(second));
      case 'bitlength':
        return method(at(first), 'bit_length');
      case 'fisint':
        return method(at(first), 'is_integer');
      case 'isqrt':
      case 'gcd':
      case 'fisneg':
      case 'fsqrt':
      case 'ffloor':
      case 'fceil':
      case 'fnearest':
      case 'fmod':
        throw new Unrenderable(`${term.operator} is no built-in function`);
      case 'fadd':
        return binary('+', at(first), at(second));
      case 'fsub':
        return binary('-', at(first), at(second));
      case 'fmul':
        return binary('*', at(first), at(second));
      case 'fdiv':
      case 'truediv':
        return binary('/', at(first), at(second));
      case 'fneg':
        return negative(at(first));
      case 'fabs':
        return call('abs', at(first));
      case 'flt':
      case 'intltfloat':
      case 'strlt':
        return compare('<', at(first), at(second));
      case 'fle':
      case 'intlefloat':
      case 'strle':
        return compare('<=', at(first), at(second));
      case 'feq':
      case 'inteqfloat':
        return compare('==', at(first), at(second));
      case 'fisnan':
        return compare('!=', at(first), at(first));
      case 'fisinf':
        return compare('==', call('abs', at(first)), literal(Infinity));
      case 'inttofloat':
        return call('float', at(first));
      case 'floattoint':
        return call('int', at(first));
      case 'concat':
        return args.map(at).reduce((before, part) => binary('+', before, part));
      case 'length':
        return call('len', at(first));
      case 'substr':
        return renderSubstring(text(first), integer(second), integer(third), at);
      case 'contains':
        return compare('in', at(second), at(first));
      case 'prefixof':
        return method(at(second), 'startswith', at(first));
      case 'suffixof':
        return method(at(second), 'endswith', at(first));
      case 'indexof':
        return method(at(first), 'find', at(second), ...(isZero(third) ? [] : [at(third)]));
      case 'replaceall':
        return method(at(first), 'replace', at(second), at(third));
      case 'lastindexof':
        return method(at(first), 'rfind', at(second));
      case 'count':
        return method(at(first), 'count', at(second));
      case 'replacefirst':
        return method(at(first), 'replace', at(second), at(third), literal(1n));
      case 'repeat':
        return binary('*', at(first), at(second));
      case 'reverse':
        return slice(at(first), undefined, undefined, literal(-1n));
      case 'tocode':
        return call('ord', at(first));
      case 'fromcode':
        return call('chr', at(first));
      case 'textmap':
        return method(at(first), (term.name ?? '').replace('bytes.', ''));
      case 'lstrip':
      case 'rstrip': {
        const characters = strippedCharacters(term);
        if (characters === undefined) throw new Unrenderable('the class has too many characters');
        return method(at(first), term.operator, ...characters);
      }
      case 'inregex':
        throw new Unrenderable('a regular language has no text');
      case 'inttostr':
        return call('str', at(first));
      case 'strtoint': {
        const isDigits = connect('and', [method(at(first), 'isascii'), method(at(first), 'isdigit')]);
        return conditional(isDigits, call('int', at(first)), literal(-1n));
      }
      case 'forall':
      case 'sumto':
      case 'opaque':
        throw new Unrenderable(`${term.name} has no definition`);
    }
  }

  /** The negated condition, as a comparison of its own where there is one. */
  #negation(operand: Term): Expression {
    if (operand.kind !== 'application') return not(this.render(operand));
    const [first, second] = operand.args;
    const at = (argument: Term | undefined) => this.render(present(argument));
    switch (operand.operator) {
      case 'le':
        return this.#integerRelation('>', integer(first), integer(second));
      case 'same':
        return this.#identity('!=', present(first), present(second));
      case 'strlt':
        return compare('>=', at(first), at(second));
      case 'strle':
        return compare('>', at(first), at(second));
      case 'feq':
      case 'inteqfloat':
        return compare('!=', at(first), at(second));
      case 'fisnan':
        return compare('==', at(first), at(first));
      case 'fisinf':
        return compare('!=', call('abs', at(first)), literal(Infinity));
      case 'contains':
        return compare('not in', at(second), at(first));
      default:
        return not(this.render(operand));
    }
  }

  #integerRelation(operator: '<=' | '>' | '==' | '!=', left: IntTerm, right: IntTerm): Expression {
    const parts = [...monomials(left), ...monomials(right).map(negated)];
    return renderRelation(operator, parts, (atom) => this.render(atom));
  }

  #identity(operator: '==' | '!=', left: Term, right: Term): Expression {
    const [a, b] = left.kind === 'literal' ? [right, left] : [left, right];
    if (hasSort(a, 'int') && hasSort(b, 'int')) return this.#integerRelation(operator, a, b);
    if (!hasSort(a, 'float')) return compare(operator, this.render(a), this.render(b));
    const [shown, value] = [this.render(a), b.kind === 'literal' ? b.value : undefined];
    if (Number.isNaN(value)) return compare(operator === '==' ? '!=' : '==', shown, this.render(a));
    if (value !== undefined && value !== 0) return compare(operator, shown, this.render(b));
    // == neither finds nan equal to itself nor tells the zeros apart; repr does both, for one text stands for one float
    return compare(operator, call('repr', shown), call('repr', this.render(b)));
  }
}

/** A name, an item of what it names, or the length of either. */
const PLACE =
  /^(?:len\(([\p{XID_Start}_][\p{XID_Continue}]*)(?:\[\d+\])*\)|([\p{XID_Start}_][\p{XID_Continue}]*)(?:\[\d+\])*)$/u;

/** The integer 1 or 0 of a condition. */
function isFlag(consequent: Term, alternative: Term): boolean {
  return consequent.kind === 'literal' && consequent.value === 1n && isZero(alternative);
}

function isZero(term: Term | undefined): boolean {
  return term?.kind === 'literal' && term.value === 0n;
}

function present<T>(argument: T | undefined): T {
  if (argument === undefined) throw new TypeError('an argument is missing');
  return argument;
}

function text(argument: Term | undefined): StrTerm {
  const term = present(argument);
  if (!hasSort(term, 'str')) throw new TypeError('expected a str term');
  return term;
}

function integer(argument: Term | undefined): IntTerm {
  const term = present(argument);
  if (!hasSort(term, 'int')) throw new TypeError('expected an int term');
  return term;
}
