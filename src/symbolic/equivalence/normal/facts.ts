/** What rules may rely on in one function: its variables, their shapes, and which names are the built-in ones. */
import type { Bindings } from '../../execute/bindings.ts';
import type { Parameters, Statement } from '../../syntax/ast.ts';
import { isAssignedFirst } from './assigned.ts';
import { Shapes } from './infer.ts';
import { BUILTIN_NAMES } from './library.ts';
import { assignments, boundNames } from './targets.ts';
import { contains, occurrences, walk } from './traverse.ts';

/** A function's parameters and body, as rules see them. */
export interface Code {
  /** With only those annotations that are true of every call. */
  readonly parameters: Parameters;
  readonly body: readonly Statement[];
  /** What the function binds as it is written: a name stays a local variable where rules remove what assigns it. */
  readonly bindings: Pick<Bindings, 'locals' | 'importsStar'>;
  /** Names that the module binds. */
  readonly moduleNames: ReadonlySet<string>;
}

/** Facts about one version of a function's body. */
export class Facts {
  readonly shapes: Shapes;
  readonly body: readonly Statement[];
  /** Whether something in the function may see variables as an exception leaves them. */
  readonly hasHandlers: boolean;
  readonly #locals: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;
  readonly #elements: ReadonlySet<string>;
  readonly #hidden: ReadonlySet<string>;
  readonly #moduleNames: ReadonlySet<string>;
  readonly #sure = new Map<string, boolean>();

  constructor({ parameters, body, bindings, moduleNames }: Code) {
    const { locals, importsStar } = bindings;
    const elements = comprehensionNames(body);
    this.#elements = elements;
    this.body = body;
    this.#moduleNames = moduleNames;
    this.#parameters = new Set(parameters.map(({ name }) => name));
    const doubles = [...elements].filter((name) => locals.has(name) || this.#parameters.has(name));
    this.#hidden = new Set([...hiddenNames(body), ...doubles]);
    this.#locals = new Set([...locals, ...elements, ...this.#parameters, ...madeNames(body)]);
    this.hasHandlers = contains(body, 'try', 'with');
    const isBuiltin = (name: string): boolean =>
      BUILTIN_NAMES.has(name) &&
      !importsStar &&
      !this.#locals.has(name) &&
      !this.#hidden.has(name) &&
      !this.#moduleNames.has(name);
    this.shapes = new Shapes(body, parameters, this.#locals, this.#hidden, isBuiltin);
  }

  /** Whether a name means the built-in of that name. */
  isBuiltin(name: string): boolean {
    return this.shapes.isBuiltin(name);
  }

  /** Whether a name is a variable of the function itself or of a comprehension in it. */
  isVariable(name: string): boolean {
    return this.#locals.has(name);
  }

  /** Whether only the statements of the function itself, as they stand there, see or change a variable. */
  isPrivate(name: string): boolean {
    return this.#locals.has(name) && !this.#hidden.has(name);
  }

  /** Whether a name is none of the function's variables. */
  isGlobal(name: string): boolean {
    return !this.#locals.has(name) && !this.#hidden.has(name);
  }

  /** Whether reading a variable never finds it without a value. */
  isSure(name: string): boolean {
    let sure = this.#sure.get(name);
    if (sure === undefined) {
      const isParameter = this.#parameters.has(name) && !contains(this.body, 'delete');
      sure = isParameter || (this.isPrivate(name) && isAssignedFirst(this.body, name));
      this.#sure.set(name, sure);
    }
    return sure;
  }

  /** Whether a variable keeps one value for as long as it has any: it is a parameter, or assigned once and before all else. */
  isFixed(name: string): boolean {
    if (!this.isPrivate(name)) return false;
    const assigned = assignments(this.body, name);
    return this.#parameters.has(name) ? assigned === 0 : assigned === 1 && this.isSure(name) && !this.#isInLoop(name);
  }

  #isInLoop(name: string): boolean {
    let found = false;
    walk(this.body, (node) => {
      if ('kind' in node && (node.kind === 'while' || node.kind === 'for')) found ||= assignments(node, name) > 0;
    });
    return found;
  }

  /** Whether a name is a variable of a comprehension, which has a value wherever it can be read. */
  isElement(name: string): boolean {
    return this.#elements.has(name) && !this.#hidden.has(name);
  }

  /** How often the function speaks of a variable. */
  occurrences(name: string): number {
    return occurrences(this.body, name);
  }
}

function comprehensionNames(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  walk(body, (node) => {
    if ('conditions' in node && 'target' in node) for (const name of boundNames(node.target)) names.add(name);
  });
  return names;
}

/** Variables that rules have made: no source has a name with a space in it. */
function madeNames(body: readonly Statement[]): readonly string[] {
  const names: string[] = [];
  walk(body, (node) => {
    if ('kind' in node && (node.kind === 'assign' || node.kind === 'for'))
      names.push(...boundNames('targets' in node ? node.targets : 'target' in node ? node.target : []));
  });
  return names.filter((name) => name.includes(' '));
}

const HIDING_KINDS = new Set([
  'function',
  'class',
  'lambda',
  'import',
  'importfrom',
  'delete',
  'global',
  'nonlocal',
  'named',
]);

/** Names that other scopes see, or that are bound in ways that rules do not look at. */
function hiddenNames(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  walk(body, (node) => {
    const isHiding = 'kind' in node && typeof node.kind === 'string' && HIDING_KINDS.has(node.kind);
    if (isHiding || 'pattern' in node || 'isGroup' in node || 'context' in node) collectNames(node, names);
  });
  return names;
}

function collectNames(node: object, names: Set<string>): void {
  walk(node, (inner) => {
    for (const [field, value] of Object.entries(inner)) {
      if (typeof value === 'string' && ['id', 'name', 'alias', 'target', 'rest'].includes(field))
        names.add(value.split('.')[0] ?? value);
      if (field === 'names' && Array.isArray(value))
        for (const one of value) if (typeof one === 'string') names.add(one);
    }
  });
}
