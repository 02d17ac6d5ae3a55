/** Infers the shapes of a function's variables and expressions, whatever the order in which its statements run. */
import type { Comprehension, ConstantValue, Expression, Parameters, Statement } from '../../syntax/ast.ts';
import { annotatedShape } from './annotations.ts';
import { integerIn } from './build.ts';
import { keptParameters } from './kept.ts';
import { callShape, type Stored, storedShapes } from './library.ts';
import {
  ANYTHING,
  dictShape,
  eitherShape,
  isBuiltin,
  isOf,
  type Kind,
  NOTHING,
  NUMBERS,
  type Shape,
  shapeOf,
  tupleShape,
} from './shapes.ts';
import { walk } from './traverse.ts';

/** Shapes of a function's variables, and of what may be stored in containers that it handles. */
export class Shapes {
  readonly #variables = new Map<string, Shape>();
  readonly #isBuiltinName: (name: string) => boolean;
  /** What is stored anywhere: items of lists and sets and values of dicts, and the keys of dicts. */
  #stored: Stored = { items: NOTHING, keys: NOTHING };

  /**
   * @param parameters with annotations that are true of the arguments of every call
   * @param locals all variables of the function and of comprehensions in it
   * @param unknown variables that other code may assign
   */
  constructor(
    body: readonly Statement[],
    parameters: Parameters,
    locals: ReadonlySet<string>,
    unknown: ReadonlySet<string>,
    isBuiltinName: (name: string) => boolean,
  ) {
    this.#isBuiltinName = isBuiltinName;
    for (const name of locals) this.#variables.set(name, NOTHING);
    for (const { name, kind, annotation } of parameters) {
      const isPlain = kind !== 'vararg' && kind !== 'kwarg' && annotation !== undefined;
      this.#variables.set(name, isPlain ? annotatedShape(annotation) : ANYTHING);
    }
    const given = parameters.map(({ name }) => ({ name, shape: this.variable(name) }));
    for (const name of keptParameters(body, given, (one) => this.isBuiltin(one)))
      this.#variables.set(name, { ...this.variable(name), isKept: true });
    for (const name of unknown) this.#variables.set(name, ANYTHING);
    let before: string;
    do {
      before = this.#text();
      this.#learn(body);
    } while (before !== this.#text());
  }

  #text(): string {
    const text = (shape: Shape | undefined): string =>
      shape === undefined
        ? ''
        : `${[...shape.kinds].sort()}<${text(shape.element)};${text(shape.value)};${shape.items?.map(text)}>`;
    const { items, keys } = this.#stored;
    return `${[...this.#variables].map(([name, shape]) => name + text(shape))}${text(items)}${text(keys)}`;
  }

  /** The shape of a variable's value; anything where it is not one of the function. */
  variable(name: string): Shape {
    return this.#variables.get(name) ?? ANYTHING;
  }

  /** What a container or an iterable of this shape may give: what it began with, or what is stored anywhere. */
  element(shape: Shape): Shape {
    if (shape.kinds.size === 0) return NOTHING;
    if (isOf(shape, 'str')) return shapeOf('str');
    if (isOf(shape, 'bytes', 'range')) return shapeOf('int');
    if (shape.kinds.has('other') || shape.element === undefined) return ANYTHING;
    // an iterator gives what its container has, and nothing gets into a tuple
    if (isOf(shape, 'tuple', 'iterator')) return shape.element;
    const { items, keys } = this.#stored;
    if (shape.isKept && this.isClosed) return shape.element;
    const stored = isOf(shape, 'dict') ? keys : shape.kinds.has('dict') ? eitherShape(items, keys) : items;
    return eitherShape(shape.element, stored);
  }

  /** What looking up a key in a dict of this shape may give. */
  value(shape: Shape): Shape {
    if (shape.kinds.size === 0) return NOTHING;
    if (!isOf(shape, 'dict') || shape.value === undefined) return ANYTHING;
    return shape.isKept && this.isClosed ? shape.value : eitherShape(shape.value, this.#stored.items);
  }

  /** Whether all is known that is stored in containers. */
  get isClosed(): boolean {
    return !this.#stored.items.kinds.has('other') && !this.#stored.keys.kinds.has('other');
  }

  #store(items: Shape, keys: Shape = NOTHING): void {
    this.#stored = { items: eitherShape(this.#stored.items, items), keys: eitherShape(this.#stored.keys, keys) };
  }

  #assign(target: Expression, value: Shape): void {
    switch (target.kind) {
      case 'name':
        this.#variables.set(target.id, eitherShape(this.#variables.get(target.id) ?? NOTHING, value));
        return;
      case 'tuple':
      case 'list':
        for (const [at, item] of target.items.entries())
          this.#assign(item, itemAt(value, target.items, at) ?? this.element(value));
        return;
      case 'starred':
        this.#assign(target.value, shapeOf('list', value));
        return;
      case 'subscript': {
        const container = this.of(target.object);
        if (target.index.kind === 'slice') this.#store(this.element(value));
        else if (container.kinds.size > 0)
          this.#store(value, isOf(container, 'list') ? NOTHING : this.of(target.index));
        return;
      }
      default:
        this.#store(ANYTHING, ANYTHING);
    }
  }

  /** One pass over everything that assigns or stores. */
  #learn(body: readonly Statement[]): void {
    walk(body, (node) => {
      if (!('kind' in node)) {
        if (isGenerator(node)) this.#assignElements(node.target, node.iterable);
        return;
      }
      if (isStatementOf(node, 'assign')) for (const target of node.targets) this.#assign(target, this.of(node.value));
      else if (isStatementOf(node, 'annassign') && node.value !== undefined)
        this.#assign(node.target, this.of(node.value));
      else if (isStatementOf(node, 'augassign')) {
        const { span, operator, target, value } = node;
        this.#assign(target, this.of({ kind: 'binary', span, operator, left: target, right: value }));
        this.#takeIn(this.of(target), this.of(value));
      } else if (isStatementOf(node, 'for')) this.#assignElements(node.target, node.iterable);
      else if (isExpressionOf(node, 'named')) this.#assign(nameOf(node.target, node), this.of(node.value));
      else if (isExpressionOf(node, 'call')) {
        const { items, keys } = storedShapes(node, this);
        this.#store(items, keys);
      }
    });
  }

  /** A container takes in what is added to it. */
  #takeIn(target: Shape, value: Shape): void {
    if (target.kinds.size === 0 || isOf(target, ...UNCHANGED)) return;
    if (isOf(target, 'dict') && isOf(value, 'dict')) this.#store(this.value(value), this.element(value));
    else if (isOf(target, 'list', 'set')) this.#store(this.element(value));
    else if (value.kinds.size > 0) this.#store(ANYTHING, ANYTHING);
  }

  /** A target gets the elements of an iterable; those of `enumerate` are a number and an element. */
  #assignElements(target: Expression, iterable: Expression): void {
    const isEnumeration =
      iterable.kind === 'call' &&
      iterable.callee.kind === 'name' &&
      iterable.callee.id === 'enumerate' &&
      this.isBuiltin('enumerate');
    const [index, item] = target.kind === 'tuple' ? target.items : [];
    const [first] = iterable.kind === 'call' ? iterable.args : [];
    if (
      isEnumeration &&
      index !== undefined &&
      item !== undefined &&
      first !== undefined &&
      iterable.args.length === 1
    ) {
      this.#assign(index, shapeOf('int'));
      this.#assign(item, this.element(this.of(first)));
    } else this.#assign(target, this.element(this.of(iterable)));
  }

  /** Whether a name means the built-in of that name. */
  isBuiltin(name: string): boolean {
    return this.#isBuiltinName(name) && !this.#variables.has(name);
  }

  /** The shape of an expression's value. */
  of(expression: Expression): Shape {
    switch (expression.kind) {
      case 'constant':
        return constantShape(expression.value);
      case 'name':
        return this.variable(expression.id);
      case 'fstring':
        return shapeOf('str');
      case 'boolean':
        return this.any(expression.operands);
      case 'conditional':
        return this.any([expression.body, expression.orelse]);
      case 'unary':
        return this.#unary(expression.operator, this.of(expression.operand));
      case 'binary':
        return this.#binary(expression.operator, this.of(expression.left), this.of(expression.right), expression.right);
      case 'compare':
        return this.#comparison(expression);
      case 'tuple':
        if (!expression.items.some((item) => item.kind === 'starred'))
          return tupleShape(expression.items.map((item) => this.of(item)));
        return shapeOf('tuple', ANYTHING);
      case 'list':
      case 'set': {
        const element = expression.items.some((item) => item.kind === 'starred')
          ? ANYTHING
          : this.any(expression.items);
        return shapeOf(expression.kind, element);
      }
      case 'dict': {
        const keys = expression.entries.flatMap(({ key }) => key ?? []);
        if (keys.length < expression.entries.length) return dictShape(ANYTHING, ANYTHING);
        return dictShape(this.any(keys), this.any(expression.entries.map(({ value }) => value)));
      }
      case 'listcomp':
        return shapeOf('list', this.of(expression.element));
      case 'setcomp':
        return shapeOf('set', this.of(expression.element));
      case 'generator':
        return shapeOf('iterator', this.of(expression.element));
      case 'dictcomp':
        return dictShape(this.of(expression.key), this.of(expression.value));
      case 'subscript':
        return this.#subscript(this.of(expression.object), expression.index);
      case 'named':
        return this.of(expression.value);
      case 'call':
        return callShape(expression, this);
      default:
        return ANYTHING;
    }
  }

  /** The shape of a value that is one of these. */
  any(expressions: readonly Expression[]): Shape {
    return expressions.reduce<Shape>((shape, one) => eitherShape(shape, this.of(one)), NOTHING);
  }

  #unary(operator: string, operand: Shape): Shape {
    if (operator === 'not') return shapeOf('bool');
    if (operand.kinds.size === 0) return NOTHING;
    if (isOf(operand, 'bool', 'int')) return shapeOf('int');
    return isOf(operand, 'float') && operator !== '~' ? operand : ANYTHING;
  }

  #binary(operator: string, left: Shape, right: Shape, exponent: Expression): Shape {
    if (left.kinds.size === 0 || right.kinds.size === 0) return NOTHING;
    if (isOf(left, 'bool', 'int') && isOf(right, 'bool', 'int')) {
      if (operator === '/') return shapeOf('float');
      if (operator === '**') {
        const isNatural = exponent.kind === 'constant' && exponent.value.type === 'int';
        return isNatural ? shapeOf('int') : ANYTHING;
      }
      if (operator === '@') return ANYTHING;
      const isLogical = operator === '&' || operator === '|' || operator === '^';
      return isLogical && !(isOf(left, 'int') && isOf(right, 'int'))
        ? eitherShape(shapeOf('int'), shapeOf('bool'))
        : shapeOf('int');
    }
    if (isOf(left, ...NUMBERS) && isOf(right, ...NUMBERS)) {
      if (!['+', '-', '*', '/', '//', '%'].includes(operator)) return ANYTHING;
      const isFloat = isOf(left, 'float') || isOf(right, 'float') || operator === '/';
      return isFloat ? shapeOf('float') : eitherShape(shapeOf('int'), shapeOf('float'));
    }
    if (isOf(left, 'str') && (operator === '%' || (operator === '+' && isOf(right, 'str')))) return left;
    if (operator === '*' && isOf(right, 'bool', 'int') && isOf(left, 'str', 'list', 'tuple')) return left;
    if (operator === '*' && isOf(left, 'bool', 'int') && isOf(right, 'str', 'list', 'tuple')) return right;
    const isSequence = (isOf(left, 'list') && isOf(right, 'list')) || (isOf(left, 'tuple') && isOf(right, 'tuple'));
    if (operator === '+' && isSequence) return eitherShape(left, right);
    return ANYTHING;
  }

  /** `==` of built-in types gives a bool, and so do identity and membership always. */
  #comparison({ left, rest }: Extract<Expression, { kind: 'compare' }>): Shape {
    const operands = [left, ...rest.map(({ operand }) => operand)];
    const isPlain = rest.every(
      ({ operator }) => operator === 'in' || operator === 'not in' || operator.startsWith('is'),
    );
    if (isPlain) return shapeOf('bool');
    const shapes = operands.map((operand) => this.of(operand));
    if (shapes.some(({ kinds }) => kinds.size === 0)) return NOTHING;
    return shapes.every(isBuiltin) ? shapeOf('bool') : ANYTHING;
  }

  #subscript(object: Shape, index: Expression): Shape {
    if (object.kinds.size === 0) return NOTHING;
    if (index.kind === 'slice') return isOf(object, 'str', 'bytes', 'list', 'tuple', 'range') ? object : ANYTHING;
    if (isOf(object, 'dict')) return this.value(object);
    const at = isOf(object, 'tuple') ? integerIn(index) : undefined;
    const item = at === undefined ? undefined : object.items?.at(Number(at));
    return item ?? (isOf(object, 'str', 'bytes', 'list', 'tuple', 'range') ? this.element(object) : ANYTHING);
  }
}

/** Types of which no value changes. */
const UNCHANGED: readonly Kind[] = [...NUMBERS, 'str', 'bytes', 'none', 'tuple'];

/** What a target at a position gets of a tuple that has as many items as there are targets. */
function itemAt(value: Shape, targets: readonly Expression[], at: number): Shape | undefined {
  const isPlain = isOf(value, 'tuple') && value.items?.length === targets.length;
  return isPlain && !targets.some(({ kind }) => kind === 'starred') ? value.items?.[at] : undefined;
}

function constantShape({ type }: ConstantValue): Shape {
  return type === 'ellipsis' || type === 'complex' ? ANYTHING : shapeOf(type);
}

function isGenerator(node: object): node is Comprehension {
  return 'iterable' in node && 'conditions' in node;
}

function isStatementOf<K extends Statement['kind']>(node: object, kind: K): node is Extract<Statement, { kind: K }> {
  return 'kind' in node && node.kind === kind;
}

function isExpressionOf<K extends Expression['kind']>(node: object, kind: K): node is Extract<Expression, { kind: K }> {
  return 'kind' in node && node.kind === kind;
}

function nameOf(id: string, { span }: Expression): Expression {
  return { kind: 'name', span, id };
}
