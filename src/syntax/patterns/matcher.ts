/**
 * Matches one pattern at one place. Each step is told how to go on, so that what a later part needs is tried for every way in which
 * an earlier one matches. The pattern alone bounds how deep calls go; every step is counted.
 */
import type { RE2JS } from 're2js';
import { type Bindings, boundTo, isSameCode } from './bindings.ts';
import { contentOf, hasInterpolation, prefixOf } from './literals.ts';
import type { PatternNode } from './pattern.ts';
import {
  ARGUMENTS,
  assignmentOf,
  KEYWORD_ARGUMENTS,
  namedPart,
  OPTIONAL,
  PATHS,
  SEQUENCES,
  SUBSETS,
  UNORDERED,
} from './shapes.ts';
import type { Target } from './target.ts';
import type { TreeNode } from './tree.ts';

/** Goes on with what is bound; true when nothing else is to be tried. */
type Then = (bindings: Bindings | undefined) => boolean;
/** The same behind a statement: where its neighbours go on. */
type ThenAt = (bindings: Bindings | undefined, next: number) => boolean;

/** The place took more steps than one may. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Steps of one place: some 20 ms. */
const STEPS_OF_A_PLACE = 100_000;

/** Matches in one file. */
export class Matcher {
  readonly #target: Target;
  #steps = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Calls `then` for each way in which the pattern matches the node. Gives the steps; throws {@link TooMuchWork}. */
  at(pattern: PatternNode, node: TreeNode, then: Then): number {
    this.#steps = 0;
    this.#match(pattern, node, undefined, then);
    return this.#steps;
  }

  /** The same for statements from `first` on; `then` gets the index behind the last. */
  from(patterns: readonly PatternNode[], siblings: readonly TreeNode[], first: number, then: ThenAt): number {
    this.#steps = 0;
    this.#statements(patterns, 0, siblings, first, undefined, then);
    return this.#steps;
  }

  #step(amount = 1): void {
    this.#steps += amount;
    if (this.#steps > STEPS_OF_A_PLACE) throw new TooMuchWork();
  }

  #match(p: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    this.#step();
    const { means } = p;
    switch (means.kind) {
      case 'ellipsis':
        return then(bindings);
      case 'variable':
        return n.named && this.#bind(means.name, namedPart(n), bindings, then);
      case 'variables':
        return this.#bind(means.name, n, bindings, then);
      case 'deep':
        return this.#deep(p, n, bindings, then);
      case 'chain':
        return this.#chain(p, n, bindings, then);
      case 'any-string':
      case 'string-regex':
      case 'string-variable':
      case 'string':
        return this.#string(p, n, bindings, then);
      case 'path':
        return PATHS.has(n.type) && this.#isPath(means.path, n) ? then(bindings) : false;
      case 'leaf':
        return p.node.type === n.type && p.text === this.#target.textOf(n) ? then(bindings) : false;
      case 'node':
        return this.#node(p, n, bindings, then);
    }
  }

  #bind(
    name: string,
    place: { readonly start: number; readonly end: number },
    bindings: Bindings | undefined,
    then: Then,
  ): boolean {
    if (name === '$_') return then(bindings);
    const bound = { name, start: place.start, end: place.end };
    const known = boundTo(bindings, name);
    if (known === undefined) return then({ bound, rest: bindings });
    this.#step(1 + ((known.end - known.start) >> 4));
    return isSameCode(this.#target.tree.text, known, bound) ? then(bindings) : false;
  }

  #deep({ children: [inner] }: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    if (inner === undefined) return false;
    const stack = [n];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (this.#match(inner, node, bindings, then)) return true;
      for (let at = node.children.length - 1; at >= 0; at--) {
        const child = node.children[at];
        if (child?.named) stack.push(child);
      }
    }
    return false;
  }

  /** `a. ... .b()`: the first child is what `...` stands behind; whatever is called or taken in between is skipped. */
  #chain({ children: [inner] }: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    if (inner === undefined) return false;
    for (let node: TreeNode | undefined = n; node !== undefined; node = node.children[0]) {
      if (this.#match(inner, node, bindings, then)) return true;
    }
    return false;
  }

  #string({ means }: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    const literal = this.#target.literalOf(n);
    if (literal === undefined) return false;
    const text = this.#target.textOf(literal);
    if (means.kind === 'any-string') {
      const open = hasInterpolation(literal);
      return (
        (means.prefix === '' ? !open && !prefixOf(text).includes('b') : prefixOf(text).includes(means.prefix)) &&
        then(bindings)
      );
    }
    if (hasInterpolation(literal)) return false;
    const content = contentOf(text);
    switch (means.kind) {
      case 'string-regex':
        return this.#finds(means.regex, content) && then(bindings);
      case 'string-variable': {
        const start = literal.start + Math.max(0, text.indexOf(content));
        return this.#bind(means.name, { start, end: start + content.length }, bindings, then);
      }
      default:
        return means.kind === 'string' && content === means.content && then(bindings);
    }
  }

  #finds(regex: RE2JS, text: string): boolean {
    this.#step(1 + (text.length >> 2));
    return regex.matcher(text).find();
  }

  #isPath(path: string, n: TreeNode): boolean {
    if (n.end - n.start > 300) return false;
    const text = this.#target.textOf(n).replace(/\s+/g, '');
    if (text === path) return true;
    const first = /^[\w$]+/.exec(text)?.[0] ?? '';
    const whole = this.#target.imported.get(first);
    return whole !== undefined && `${whole}${text.slice(first.length)}` === path;
  }

  #node(p: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    if (p.node.type !== n.type) {
      const definition =
        n.type === 'decorated_definition' || n.type === 'export_statement' ? n.children.at(-1) : undefined;
      if (definition !== undefined) return this.#node(p, definition, bindings, then);
      return this.#member(p, n, bindings, then) || this.#assignment(p, n, bindings, then);
    }
    if (SEQUENCES.has(n.type)) {
      const rest = n.children.filter(({ named }) => named);
      const wanted = p.children.filter(({ node }) => node.named);
      return this.#statements(wanted, 0, rest, 0, bindings, (bound, next) => next === rest.length && then(bound));
    }
    if (ARGUMENTS.has(n.type)) return this.#arguments(p.children, n.children, bindings, then);
    if (SUBSETS.has(n.type)) return this.#anyOrder(p.children, n.children, bindings, true, then);
    if (UNORDERED.has(n.type)) {
      const wanted = p.children.filter(({ means }) => means.kind !== 'ellipsis');
      return this.#anyOrder(wanted, n.children, bindings, wanted.length < p.children.length, then);
    }
    if (n.type === 'import_declaration') return this.#anyOrder(p.children, n.children, bindings, true, then);
    const said = new Set(p.children.map(({ node }) => roleOf(node)));
    const children = n.children.filter((child) => said.has(roleOf(child)) || !isOptional(child));
    if (this.#list(p.children, 0, children, 0, bindings, then)) return true;
    return p.children.length !== children.length && this.#assignment(p, n, bindings, then);
  }

  /** `module.$F` is also `f`, when that is imported from the module. */
  #member(p: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    const [module, name, ...others] = p.children.filter(({ node }) => node.named);
    if (!PATHS.has(p.node.type) || !n.type.endsWith('identifier') || others.length > 0) return false;
    if (module?.means.kind !== 'path' || name?.means.kind !== 'variable') return false;
    const whole = this.#target.imported.get(this.#target.textOf(n));
    const isOf = whole !== undefined && whole.slice(0, Math.max(0, whole.lastIndexOf('.'))) === module.means.path;
    return isOf && this.#bind(name.means.name, n, bindings, then);
  }

  /** Whatever is assigned or declared, however: `$X = f()` is also `const x = f()`. */
  #assignment(p: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    if (!p.node.type.startsWith('assignment')) return false;
    const found = assignmentOf(n);
    const wanted = assignmentOf(p.node);
    if (found === undefined || wanted === undefined) return false;
    const [target, value] = wanted.map((node) => p.children.find((child) => child.node === node));
    if (target === undefined || value === undefined) return false;
    return this.#match(target, found[0], bindings, (bound) => this.#match(value, found[1], bound, then));
  }

  /** Neighbours in order; an ellipsis is any number of them. */
  #list(
    ps: readonly PatternNode[],
    i: number,
    ns: readonly TreeNode[],
    j: number,
    bindings: Bindings | undefined,
    then: Then,
  ): boolean {
    const p = ps[i];
    if (p === undefined) return j === ns.length && then(bindings);
    if (p.means.kind === 'ellipsis' || p.means.kind === 'variables') {
      if (p.means.kind === 'ellipsis' && i === ps.length - 1) return then(bindings);
      for (let next = j; next <= ns.length; next++) {
        this.#step();
        const go: Then = (bound) => this.#list(ps, i + 1, ns, next, bound, then);
        const [first, last] = [ns[j], ns[next - 1]];
        const done =
          p.means.kind === 'ellipsis'
            ? go(bindings)
            : this.#bind(
                p.means.name,
                first && last && next > j ? { start: first.start, end: last.end } : { start: 0, end: 0 },
                bindings,
                go,
              );
        if (done) return true;
      }
      return false;
    }
    const n = ns[j];
    return n !== undefined && this.#match(p, n, bindings, (bound) => this.#list(ps, i + 1, ns, j + 1, bound, then));
  }

  /** Arguments with names stand anywhere. */
  #arguments(ps: readonly PatternNode[], ns: readonly TreeNode[], bindings: Bindings | undefined, then: Then): boolean {
    const at = ps.findIndex(({ node, means }) => means.kind === 'node' && isKeyword(node));
    const wanted = ps[at];
    if (wanted === undefined) return this.#list(ps, 0, ns, 0, bindings, then);
    const others = ps.filter((_, index) => index !== at);
    return ns.some(
      (node, index) =>
        isKeyword(node) &&
        this.#match(wanted, node, bindings, (bound) => this.#arguments(others, this.#but(ns, index), bound, then)),
    );
  }

  #anyOrder(
    ps: readonly PatternNode[],
    ns: readonly TreeNode[],
    bindings: Bindings | undefined,
    more: boolean,
    then: Then,
  ): boolean {
    const [wanted, ...others] = ps;
    if (wanted === undefined) return (more || !ns.some(({ named }) => named)) && then(bindings);
    if (wanted.means.kind === 'ellipsis') return this.#anyOrder(others, ns, bindings, true, then);
    return ns.some((node, index) =>
      this.#match(wanted, node, bindings, (bound) => this.#anyOrder(others, this.#but(ns, index), bound, more, then)),
    );
  }

  #but(ns: readonly TreeNode[], index: number): readonly TreeNode[] {
    this.#step(1 + (ns.length >> 3));
    return ns.filter((_, each) => each !== index);
  }

  /** Statements from `j` on; an ellipsis is any number of them, and goes on into the blocks of what it skips. */
  #statements(
    ps: readonly PatternNode[],
    i: number,
    ns: readonly TreeNode[],
    j: number,
    bindings: Bindings | undefined,
    then: ThenAt,
  ): boolean {
    const p = ps[i];
    if (p === undefined) return then(bindings, j);
    if (p.means.kind === 'ellipsis' || p.means.kind === 'variables') {
      if (i === ps.length - 1) return then(bindings, ns.length);
      const isOpen = ps.at(-1)?.means.kind === 'ellipsis';
      for (let next = j; next < ns.length; next++) {
        this.#step();
        const end = isOpen ? ns.length : next + 1;
        if (this.#statements(ps, i + 1, ns, next, bindings, then)) return true;
        const skipped = ns[next];
        if (skipped !== undefined && this.#inBlocks(ps, i + 1, skipped, bindings, (bound) => then(bound, end)))
          return true;
      }
      return false;
    }
    const n = ns[j];
    if (n === undefined) return false;
    const go: Then = (bound) => this.#statements(ps, i + 1, ns, j + 1, bound, then);
    return this.#match(p, n, bindings, go) || (ps.length > 1 && this.#within(p, n, bindings, go));
  }

  #inBlocks(
    ps: readonly PatternNode[],
    i: number,
    around: TreeNode,
    bindings: Bindings | undefined,
    then: Then,
  ): boolean {
    const stack = [...around.children];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      this.#step();
      if (SEQUENCES.has(node.type)) {
        const inside = node.children.filter(({ named }) => named);
        for (let first = 0; first < inside.length; first++) {
          if (this.#statements(ps, i, inside, first, bindings, (bound) => then(bound))) return true;
        }
      }
      for (const child of node.children) if (child.named) stack.push(child);
    }
    return false;
  }

  /** A call that is a statement of a pattern matches one in an expression: `f()` is also in `x = f()` and `return f()`. */
  #within(p: PatternNode, n: TreeNode, bindings: Bindings | undefined, then: Then): boolean {
    if (p.means.kind !== 'node' || !/call|invocation/.test(p.node.type)) return false;
    const stack = n.children.filter(({ named }) => named);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (SEQUENCES.has(node.type)) continue;
      if (this.#match(p, node, bindings, then)) return true;
      for (const child of node.children) if (child.named) stack.push(child);
    }
    return false;
  }
}

function roleOf({ field, type }: TreeNode): string {
  return field === '' ? type : field;
}

function isOptional({ field, type }: TreeNode): boolean {
  return OPTIONAL.has(field) || OPTIONAL.has(type);
}

function isKeyword({ type, children }: TreeNode): boolean {
  return KEYWORD_ARGUMENTS.has(type) && children.filter(({ named }) => named).length === 2;
}
