/** Random programs of every construct, each with arguments for one call: names collide across scopes, loops may run no round. */
import { Random } from '../../../src/lib/random.ts';
import { Expressions } from './expressions.ts';
import { KINDS, moduleOf } from './parameters.ts';
import {
  CAUGHT,
  LOOPS,
  MEMBERS,
  PARAMETERS_OF_G,
  PARAMETERS_OF_H,
  PATTERNS,
  RAISED,
  RESULTS,
  SIMPLE,
} from './templates.ts';

/** A program whose function `f(p, q)` is called once. */
export interface PointProgram {
  readonly seed: number;
  readonly code: string;
  /** The arguments as Python source, by parameter. */
  readonly input: Readonly<Record<string, string>>;
}

/** Where a statement stands. */
interface Place {
  readonly depth: number;
  readonly inLoop: boolean;
  readonly inHandler: boolean;
  /** What `return` is there: not in a class, and within a generator without a value. */
  readonly returns: 'value' | 'bare' | 'none';
  /** Whether it may define functions and call them: a function that calls itself might not end. */
  readonly mayDefine: boolean;
}

/** The program of a seed. */
export function pointProgram(seed: number): PointProgram {
  return new Writer(seed).write();
}

class Writer {
  readonly #seed: number;
  readonly #random: Random;
  readonly #expressions: Expressions;
  #fresh = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed);
    this.#expressions = new Expressions(this.#random);
  }

  write(): PointProgram {
    const random = this.#random;
    const [p, q] = [random.pick(KINDS), random.pick(KINDS)];
    const place: Place = { depth: 2, inLoop: false, inHandler: false, returns: 'value', mayDefine: true };
    const start = ['x', 'y', 'z', 's', 'l'].flatMap((name) => this.#start(name));
    const shared = random.below(6) === 0 ? ['global G'] : [];
    const statements = Array.from({ length: 1 + random.below(3) }, () => this.#guarded(place)).flat();
    const body = [...shared, 'out = []', ...start, ...statements, this.#fill(random.pick(RESULTS))];
    const defaults = random.below(8) === 0 ? ' = None' : '';
    const header = `def f(p: ${p.annotation}, q: ${q.annotation}${defaults}):`;
    const input = { p: random.pick(p.sources), q: random.pick(q.sources) };
    const code = moduleOf([header, ...indent(body), ''].join('\n'), Object.values(input));
    return { seed: this.#seed, code, input };
  }

  /** Binds a local name, or only makes it one. */
  #start(name: string): readonly string[] {
    const random = this.#random;
    const kind = random.below(8);
    if (name === 'l') return [random.pick(['l = [1, 2]', 'l = []', 'l = [p, 1]', 'l = [3, 1, 2]', 'l = H'])];
    if (name === 's') return kind === 0 ? [] : [random.pick(["s = ''", "s = 'ab'", "s = 'a,b'"])];
    if (kind > 1) return [`${name} = ${random.pick(['0', '1', '2', '3', '-1', '-5', '7', 'p', 'q'])}`];
    return kind === 1 ? [`for ${name} in ${this.#expressions.fill('L', 0)}: pass`] : [];
  }

  /** A statement, often within a `try`, so that others come behind it. */
  #guarded(place: Place): readonly string[] {
    const lines = this.#statement(place);
    const told = this.#random.below(2) === 0 ? [...lines, `out.append(${this.#fill('A')})`] : lines;
    if (this.#random.below(6) === 0) return told;
    return ['try:', ...indent(told), 'except Exception as error:', '    out.append(type(error).__name__)'];
  }

  #statement(place: Place): readonly string[] {
    const { depth, inLoop, inHandler, returns, mayDefine } = place;
    const random = this.#random;
    const compound = depth > 0 ? ['if', 'loop', 'loop', 'try', 'try', 'finally', 'with', 'match', 'class'] : [];
    const defining = depth > 0 && mayDefine ? ['def', 'def', 'def', 'generator'] : [];
    const jumps = inLoop ? ['break', 'continue', 'jump'] : [];
    const kinds = ['simple', 'simple', 'simple', 'tell', 'tell', ...compound, ...defining, ...jumps];
    if (returns !== 'none') kinds.push('return');
    if (inHandler) kinds.push('reraise');
    switch (random.pick([...kinds, 'raise'])) {
      case 'simple':
        return [this.#simple()];
      case 'tell':
        return [`out.append(${this.#fill('A', 2)})`];
      case 'if':
        return this.#if(place);
      case 'loop':
        return this.#loop(place);
      case 'try':
        return this.#try(place);
      case 'finally':
        return ['try:', ...this.#block(place), 'finally:', ...this.#block({ ...place, inHandler: false })];
      case 'with':
        return [
          `with M(${this.#fill('I')})${this.#names(random.pick(['', ' as N', ' as N, M(2)']))}:`,
          ...this.#block(place),
        ];
      case 'match':
        return this.#match(place);
      case 'class':
        return this.#class(place);
      case 'def':
        return this.#function(place);
      case 'generator':
        return this.#generator(place);
      case 'return':
        return this.#sometimes(returns === 'bare' ? 'return' : `return ${this.#fill('A')}`);
      case 'reraise':
        return ['raise'];
      case 'raise':
        return this.#sometimes(`raise ${this.#fill(random.pick(RAISED), 1)}`);
      case 'jump':
        return this.#sometimes(random.pick(['break', 'continue']));
      case 'break':
        return ['break'];
      default:
        return ['continue'];
    }
  }

  /** A jump, or one under a condition, so that something comes behind it. */
  #sometimes(jump: string): readonly string[] {
    return this.#random.below(3) === 0 ? [jump] : [`if ${this.#fill('B', 2)}: ${jump}`];
  }

  #simple(): string {
    return this.#fill(this.#random.pick(SIMPLE));
  }

  #block(place: Place, change: Partial<Place> = {}): string[] {
    const inner = { ...place, depth: place.depth - 1, ...change };
    return indent(Array.from({ length: 1 + this.#random.below(2) }, () => this.#statement(inner)).flat());
  }

  #if(place: Place): readonly string[] {
    const random = this.#random;
    return [
      `if ${this.#fill('B', 2)}:`,
      ...this.#block(place),
      ...(random.below(3) === 0 ? [`elif ${this.#fill('B')}:`, ...this.#block(place)] : []),
      ...(random.below(2) === 0 ? ['else:', ...this.#block(place)] : []),
    ];
  }

  /** A loop of some rounds at most. */
  #loop(place: Place): readonly string[] {
    const counter = `n${this.#fresh++}`;
    const guard = [`${counter} += 1`, `if ${counter} > ${this.#random.pick(['2', '3', '4'])}: break`];
    const otherwise = this.#random.below(3) === 0 ? ['else:', ...this.#block(place)] : [];
    return [
      `${counter} = 0`,
      `${this.#fill(this.#random.pick(LOOPS))}:`,
      ...indent(guard),
      ...this.#block(place, { inLoop: true }),
      ...otherwise,
    ];
  }

  #try(place: Place): readonly string[] {
    const random = this.#random;
    const handlers = Array.from({ length: 1 + random.below(2) }, () => [
      `except ${random.pick(CAUGHT)}${this.#names(random.pick(['', ' as error', ' as N']))}:`,
      ...this.#block(place, { inHandler: true }),
    ]);
    return [
      'try:',
      ...this.#block(place),
      ...handlers.flat(),
      ...(random.below(3) === 0 ? ['else:', ...this.#block(place)] : []),
      ...(random.below(2) === 0 ? ['finally:', ...this.#block(place, { inHandler: false })] : []),
    ];
  }

  #match(place: Place): readonly string[] {
    const cases = Array.from({ length: 1 + this.#random.below(3) }, () => {
      const pattern = this.#random.pick(PATTERNS);
      // a value pattern is no expression
      const filled = pattern.includes(' if ') ? this.#fill(pattern) : this.#names(pattern.replace('K', '3'));
      return [`case ${filled}:`, ...this.#block(place)];
    });
    const last = this.#random.below(3) === 0 ? ['case _:', ...this.#block(place)] : [];
    return [
      `match ${this.#fill(this.#random.pick(['p', 'q', 'A', '[p, q]', '(I, I)']))}:`,
      ...indent([...cases.flat(), ...last]),
    ];
  }

  #class(place: Place): readonly string[] {
    const random = this.#random;
    const header = random.pick(['class Q:', 'class Q:', 'class Q(Base):', 'class Q(D):']);
    const shared = random.pick([[], [], [], ['global x'], ['nonlocal x'], ['global G']]);
    const members = Array.from({ length: 1 + random.below(4) }, () => this.#fill(random.pick(MEMBERS)));
    const body = this.#block(place, { inLoop: false, returns: 'none', mayDefine: false, depth: 0 });
    return [
      header,
      ...indent([...shared, ...members]),
      ...(random.below(3) === 0 ? body : []),
      `out.append(${this.#fill(random.pick(['Q.x', 'Q.y', 'Q.r', 'Q().m()', 'Q.m(3)', 'x', '(x, y)', 'Q.total']))})`,
    ];
  }

  #function(place: Place): readonly string[] {
    const random = this.#random;
    const name = random.pick(['g', 'g', 'h']);
    const header = random.pick(name === 'g' ? PARAMETERS_OF_G : PARAMETERS_OF_H);
    const body = this.#block(place, { inLoop: false, inHandler: false, returns: 'value', mayDefine: false });
    // functions call none of those beside them: they would have to end
    const quiet = body.map((line) => line.replaceAll(/\b[gh]\(/g, '(lambda *a, **k: len(a))('));
    return [
      `def ${name}(${this.#fill(header, 0)}):`,
      ...indent([
        ...this.#shared(header),
        ...quiet.map((line) => line.slice(4)),
        this.#fill(random.pick(['return N', 'return (N, N)', 'return I', 'return lambda: N', 'pass']), 0),
      ]),
      `out.append(${this.#fill(name === 'g' ? 'g(I)' : 'h(I, I)')})`,
      ...(random.below(2) === 0 ? [`out.append(${this.#fill(name === 'g' ? 'g()' : 'h(*L)')})`] : []),
    ];
  }

  #generator(place: Place): readonly string[] {
    const random = this.#random;
    const body = this.#block(place, { inLoop: false, inHandler: false, returns: 'bare', mayDefine: false, depth: 1 });
    const quiet = body.map((line) => line.replaceAll(/\b(?:gen|[gh])\(/g, '(lambda *a, **k: [1])('));
    const yields = random
      .pick(['yield N', 'yield from L', 'for N in L: yield N', 'N = yield I', 'yield N\nreturn I'])
      .split('\n')
      .map((line) => this.#fill(line));
    return [
      'def gen(N=2):'.replace('N', 'x'),
      ...indent([...this.#shared('x'), ...quiet.map((line) => line.slice(4)), ...yields]),
      `out.append(${this.#fill(random.pick(['list(gen(I))', 'next(gen(I))', 'sum(gen())', '[*gen()]', '[N for N in gen(I) if B]']))})`,
    ];
  }

  /** A declaration for names that the function would have of its own. */
  #shared(parameters: string): readonly string[] {
    const name = this.#random.pick(['x', 'y', 'z', 'l']);
    if (parameters.includes(name)) return [];
    return this.#random.pick([[], [], [`nonlocal ${name}`], [`nonlocal ${name}`], ['global G'], [`global ${name}`]]);
  }

  #fill(template: string, depth = 1): string {
    return this.#expressions.fill(this.#names(template, /\bX\b/g), depth);
  }

  #names(template: string, hole = /\bN\b/g): string {
    return template.replace(hole, () => this.#random.pick(['x', 'y', 'z']));
  }
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}
