/** Random Python modules with a function `f`: every one of them ends, whatever the arguments. */
import type { Random } from '../../../src/lib/random.ts';
import { type Callable, type Names, RandomExpressions } from './expressions.ts';
import { type Annotation, type PyType, type SampleParameter, TYPE_OF } from './samples.ts';

export interface RandomModule {
  readonly code: string;
  readonly parameters: readonly SampleParameter[];
}

/** Where a statement stands. */
interface Place {
  readonly names: Names;
  readonly inLoop: boolean;
  readonly inHandler: boolean;
  readonly depth: number;
}

const ANNOTATIONS: readonly Annotation[] = [
  'int',
  'int',
  'int',
  'bool',
  'float',
  'str',
  'str',
  'tuple[int, str]',
  'int | None',
  'int | str',
  'list[int]',
  'list[str]',
  'tuple[int, ...]',
];
const RAISED = [
  'ValueError',
  'KeyError',
  'Oops',
  'Worse',
  'LookupError',
  'ZeroDivisionError',
  'OSError',
  'RuntimeError',
];
const CAUGHT = [
  'ValueError',
  'LookupError',
  'ArithmeticError',
  'Exception',
  'Oops',
  'TypeError',
  '(KeyError, ZeroDivisionError)',
  '(Worse, TypeError, NameError)',
  'UnboundLocalError',
];
const PRELUDE = [
  'class Oops(ValueError): pass',
  'class Worse(Oops, KeyError):',
  '    """Both."""',
  'total = 3',
  'label = "g"',
];

/** A module whose names are all its own. */
export function randomModule(random: Random): RandomModule {
  return new ModuleWriter(random).write();
}

class ModuleWriter {
  readonly #random: Random;
  readonly #expressions: RandomExpressions;
  #fresh = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#expressions = new RandomExpressions(random);
  }

  write(): RandomModule {
    const globals = new Map<string, PyType>([
      ['total', 'int'],
      ['label', 'str'],
    ]);
    const names: Names = { variables: globals, callables: [], targets: ['u0', 'u1'], exceptions: [] };
    const helper =
      this.#random.below(2) === 0 ? this.#function({ names, inLoop: false, inHandler: false, depth: 1 }) : [];
    const parameters = Array.from({ length: 1 + this.#random.below(3) }, (_, index) => ({
      name: `a${index}`,
      annotation: this.#random.pick(ANNOTATIONS),
    }));
    const variables = new Map<string, PyType>(globals);
    for (const { name, annotation } of parameters) variables.set(name, TYPE_OF[annotation]);
    const place: Place = {
      names: { ...names, variables, targets: ['v0', 'v1', 'v2', 'v3', 'a0'] },
      inLoop: false,
      inHandler: false,
      depth: 2,
    };
    const signature = parameters.map(({ name, annotation }) => `${name}: ${annotation}`).join(', ');
    const setUp = ['v0', 'v1', 'v2'].flatMap((target) =>
      this.#assign({ ...place, names: { ...place.names, targets: [target] } }),
    );
    const body = [...setUp, ...this.#block(place, 5), `return ${this.#expressions.any(place.names, 2)}`];
    const declared = this.#random.below(4) === 0 && !body.join('\n').includes('nonlocal total') ? ['global total'] : [];
    return {
      code: [...PRELUDE, ...helper, `def f(${signature}):`, ...indent([...declared, ...body]), ''].join('\n'),
      parameters,
    };
  }

  #block(place: Place, size: number): string[] {
    const lines = Array.from({ length: 1 + this.#random.below(size) }, () => this.#statement(place)).flat();
    return lines.length === 0 ? ['pass'] : lines;
  }

  #inner(place: Place, changes: Partial<Place> = {}): string[] {
    return indent(this.#block({ ...place, depth: place.depth - 1, ...changes }, 3));
  }

  #statement(place: Place): string[] {
    const { names, inLoop, inHandler, depth } = place;
    const e = this.#expressions;
    const compound =
      depth > 0 ? ['if', 'if', 'if', 'while', 'for', 'for', 'try', 'try', 'try', 'def', 'recursive'] : [];
    const jumps = inLoop ? ['break', 'continue'] : [];
    const simple = [
      'assign',
      'assign',
      'assign',
      'augment',
      'augment',
      'unpack',
      'guarded',
      'assert',
      'expression',
      'change',
    ];
    switch (this.#random.pick([...simple, ...compound, ...jumps, ...(inHandler ? ['reraise', 'guarded'] : [])])) {
      case 'assign':
        return this.#assign(place);
      case 'augment':
        return this.#augment(place);
      case 'unpack': {
        const [first, second] = [this.#target(names, 'int'), this.#target(names, 'str')];
        const swapped = [...names.variables.keys()].slice(-2).join(', ');
        const value = this.#random.pick([`${e.any(names, 1)}, ${e.any(names, 1)}`, swapped, '(1, "z")']);
        return [`${first}, ${second} = ${value}`];
      }
      case 'guarded':
        return [`if ${e.condition(names, 2)}:`, ...indent([this.#exit(place)])];
      case 'assert':
        return [`assert ${e.condition(names, 2)}${this.#random.below(2) ? `, ${e.any(names, 1)}` : ''}`];
      case 'change':
        return this.#change(names);
      case 'expression':
        return [`_ = ${e.any(names, 2)}`];
      case 'if':
        return this.#if(place);
      case 'while':
      case 'for':
        return this.#repeated(place);
      case 'try':
        return this.#try(place);
      case 'def':
        return this.#function(place);
      case 'recursive':
        return this.#recursive(place);
      case 'break':
        return ['break'];
      case 'continue':
        return [`if ${e.condition(names, 1)}:`, '    continue'];
      default:
        return ['raise'];
    }
  }

  /** What ends a path: a jump out of the function or of the loop. */
  #exit({ names, inLoop }: Place): string {
    const e = this.#expressions;
    switch (this.#random.below(inLoop ? 6 : 4)) {
      case 0: {
        const args = this.#random.pick(['', '()', `(${e.any(names, 1)})`, `(${e.any(names, 0)}, 2)`]);
        const cause = this.#random.pick(['', '', ' from None', ' from ValueError("c")', ` from ${e.any(names, 0)}`]);
        return `raise ${this.#random.pick(RAISED)}${args}${cause}`;
      }
      case 1:
        return this.#random.below(6) === 0 ? 'raise' : `raise ${this.#random.pick(RAISED)}`;
      case 2:
      case 3:
        return `return ${e.any(names, 2)}`;
      case 4:
        return 'break';
      default:
        return 'continue';
    }
  }

  #target({ variables, targets }: Names, type: PyType): string {
    const known = targets.filter((target) => variables.has(target));
    const name = this.#random.pick(this.#random.below(5) === 0 || known.length === 0 ? targets : known);
    variables.set(name, type);
    return name;
  }

  #assign({ names }: Place): string[] {
    const type = this.#expressions.type();
    const value = this.#expressions.of(type, names, 2);
    const target = this.#target(names, type);
    return [
      this.#random.below(10) === 0
        ? `${target}: ${type === 'none' ? 'None' : type} = ${value}`
        : `${target} = ${value}`,
    ];
  }

  /** Changes a list in place, which other names may refer to. */
  #change(names: Names): string[] {
    const lists = [...names.variables].filter(([, type]) => type === 'list').map(([name]) => name);
    if (lists.length === 0) return ['pass'];
    const [name, i] = [this.#random.pick(lists), this.#expressions.of('int', names, 1)];
    const operations = [
      `${name}.append(${i})`,
      `${name}.append(${i})`,
      `${name}.insert(${this.#random.pick(['0', '1', '-1'])}, ${i})`,
      `${name}.sort()`,
      `${name}.reverse()`,
      `${name} += [${i}]`,
      `${name}.extend((${i}, 4))`,
      `${name}.clear()`,
      `${name}.remove(${i})`,
      `${name}[${this.#random.pick(['0', '-1'])}] = ${i}`,
      `v0 = v1 = ${name}`,
    ];
    return [this.#random.pick(operations)];
  }

  #augment({ names }: Place): string[] {
    const e = this.#expressions;
    const known = names.targets.filter((target) => names.variables.has(target));
    const name = this.#random.pick(
      this.#random.below(8) === 0 || known.length === 0 ? [...names.variables.keys()] : known,
    );
    const type = names.variables.get(name);
    if (type === 'str') return [`${name} += ${this.#random.pick(["'a'", "'é'"])}`];
    if (type === 'list') return [`${name} += [${e.of('int', names, 1)}]`];
    if (type === 'tuple') return [`${name} += (${e.any(names, 0)},)`];
    const operator = this.#random.pick(['+', '-', '//', '%', '&', '|', '^', '>>', ...(e.mayGrow ? ['*'] : [])]);
    return [
      `${name} ${operator}= ${operator === '*' || operator === '>>' ? this.#random.pick(['2', '-3', '0']) : e.of('int', names, 1)}`,
    ];
  }

  #if(place: Place): string[] {
    const condition = (): string => this.#expressions.condition(place.names, 2);
    return [
      `if ${condition()}:`,
      ...this.#inner(place),
      ...(this.#random.below(3) === 0 ? [`elif ${condition()}:`, ...this.#inner(place)] : []),
      ...(this.#random.below(2) === 0 ? ['else:', ...this.#inner(place)] : []),
    ];
  }

  /** A loop of four rounds at most. */
  #repeated(place: Place): string[] {
    const { names, depth } = place;
    const e = this.#expressions;
    const counter = `k${this.#fresh++}`;
    return this.#withoutGrowth(() => {
      const before = new Set(names.variables.keys());
      const header = this.#loopHeader(names);
      const body = indent(this.#block({ ...place, inLoop: true, depth: depth - 1 }, 3));
      const orelse = this.#random.below(3) === 0 ? ['else:', ...this.#inner(place)] : [];
      // what a loop may not have bound is read behind it only sometimes
      if (this.#random.below(3) > 0)
        for (const name of names.variables.keys()) if (!before.has(name)) names.variables.delete(name);
      const guard = [
        `${counter} += 1`,
        `if ${counter} > 4:`,
        `    ${this.#random.pick(['break', `return ${e.any(names, 1)}`])}`,
      ];
      return [`${counter} = 0`, header, ...indent(guard), ...body, ...orelse];
    });
  }

  #loopHeader(names: Names): string {
    const e = this.#expressions;
    const i = (): string => e.of('int', names, 1);
    switch (this.#random.below(7)) {
      case 0:
      case 1:
        return `while ${e.condition(names, 2)}:`;
      case 2: {
        const text = e.of('str', names, 1);
        return `for ${this.#target(names, 'str')} in ${text}:`;
      }
      case 3:
      case 4: {
        const values = e.of(this.#random.pick<PyType>(['tuple', 'list']), names, 1);
        return `for ${this.#target(names, 'int')} in ${values}:`;
      }
      default: {
        const range = this.#random.pick([
          `${i()}`,
          `${i()}, ${i()}`,
          `${i()}, ${i()}, ${this.#random.pick(['2', '-1', '0', '-3'])}`,
        ]);
        return `for ${this.#target(names, 'int')} in range(${range}):`;
      }
    }
  }

  #try(place: Place): string[] {
    const { names } = place;
    const handlers = Array.from({ length: this.#random.below(3) }, () => {
      const name = this.#random.below(2) === 0 ? `e${this.#random.below(2)}` : undefined;
      const exceptions = name === undefined ? names.exceptions : [...names.exceptions, name];
      const body = this.#inner(place, { inHandler: true, names: { ...names, exceptions } });
      return [`except ${this.#random.pick(CAUGHT)}${name === undefined ? '' : ` as ${name}`}:`, ...body];
    });
    const orelse = handlers.length > 0 && this.#random.below(3) === 0 ? ['else:', ...this.#inner(place)] : [];
    const finish = handlers.length === 0 || this.#random.below(3) === 0 ? ['finally:', ...this.#inner(place)] : [];
    return ['try:', ...this.#inner(place), ...handlers.flat(), ...orelse, ...finish];
  }

  #function(place: Place): string[] {
    const { names, depth } = place;
    const e = this.#expressions;
    const name = `g${this.#fresh++}`;
    const parameters = ['x', 'y', 'z'].slice(0, 1 + this.#random.below(3));
    const required = this.#random.below(parameters.length + 1);
    const star = this.#random.below(4) === 0 ? this.#random.below(parameters.length) : -1;
    const declared = parameters.flatMap((parameter, index) => [
      ...(index === star ? ['*'] : []),
      index < required ? parameter : `${parameter}=${e.any(names, 1)}`,
    ]);
    return this.#withoutGrowth(() => {
      const variables = new Map<string, PyType>([
        ...names.variables,
        ...parameters.map((one) => [one, e.type()] as const),
      ]);
      const body = this.#block(
        {
          names: { ...names, variables, targets: ['u0', 'u1', ...parameters], callables: [...names.callables] },
          inLoop: false,
          inHandler: false,
          depth: depth - 1,
        },
        3,
      );
      const result = `return ${e.any({ ...names, variables }, 2)}`;
      const shared = this.#sharedName(place, body);
      const callable: Callable = { name, parameters, required, isRecursive: false };
      names.callables.push(callable);
      return [`def ${name}(${declared.join(', ')}):`, ...indent([...shared, ...body, result])];
    });
  }

  /** A nonlocal or global declaration for a name that the body may bind. */
  #sharedName({ names }: Place, body: readonly string[]): string[] {
    const text = body.join('\n');
    const isOuter = names.variables.has('a0') && !text.includes('global') && !text.includes('nonlocal');
    if (isOuter && this.#random.below(3) === 0) return ['nonlocal a0', `a0 = ${this.#expressions.any(names, 1)}`];
    return [];
  }

  #recursive({ names }: Place): string[] {
    const name = `r${this.#fresh++}`;
    return this.#withoutGrowth(() => {
      const variables = new Map<string, PyType>([...names.variables, ['n', 'int'], ['acc', 'int']]);
      const inner: Names = { ...names, variables };
      const e = this.#expressions;
      const [step, base] = [e.of('int', inner, 2), e.of('int', inner, 1)];
      names.callables.push({ name, parameters: ['n', 'acc'], required: 1, isRecursive: true });
      const last = this.#random.pick([`return ${name}(n - 1, ${step})`, `return ${name}(acc=${step}, n=n - 1) + 1`]);
      return [`def ${name}(n, acc=1):`, ...indent([`if n <= 0:`, `    return ${base}`, last])];
    });
  }

  #withoutGrowth(write: () => string[]): string[] {
    const before = this.#expressions.mayGrow;
    this.#expressions.mayGrow = false;
    try {
      return write();
    } finally {
      this.#expressions.mayGrow = before;
    }
  }
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}
