/** Sorts the matches of a query by what they say; the names of captures are explained in `wasm/syntax/queries/README.md`. */

import type { Node, QueryMatch } from 'web-tree-sitter';
import { SYMBOL_KINDS, type SymbolKind, symbolKindNamed } from '../lib/symbol-kinds.ts';
import type { ParsedLanguage, ParsedText, Span } from './grammar.ts';
import { asQualifier, asScope, isNoName, namesIn, tidy, unquoted } from './names.ts';
import { type Bounds, eachMatch } from './recover.ts';
import type { ReferenceFacts } from './service.ts';

/** A definition, a container or a closure, as its matches describe it together. */
export interface Definition {
  /** Empty for a closure. */
  readonly name: string;
  /** Where its name stands. */
  readonly nameAt: number;
  /** Undefined for a container or a closure. */
  kind: SymbolKind | undefined;
  /** Whether it is one, or a closure; a symbol may be one too. */
  isContainer: boolean;
  start: number;
  end: number;
  body: number | undefined;
  doc: string | undefined;
  scope: string;
}

/** A name that refers to something. */
export interface Reference {
  readonly name: string;
  readonly at: number;
  readonly kind: ReferenceFacts['kind'];
  readonly qualifier: string | undefined;
}

/** One thing that is taken from a module. */
export interface ImportedName {
  /** Where the name stands that is bound. */
  readonly at: number;
  readonly name: string;
  readonly alias?: string;
}

/** What is taken from one module. */
export interface Import extends Span {
  readonly module: string;
  readonly names: ImportedName[];
}

/** All that the query found, each kind in the order of the text. */
export interface Collected {
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
  readonly imports: readonly Import[];
  readonly locals: readonly { readonly name: string; readonly at: number }[];
  readonly comments: readonly Span[];
  readonly decorations: readonly Span[];
}

/** Captures of one match by name; of several with one name, the last, but for modules. */
interface Roles {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly modules: readonly Node[];
}

interface Ranked<Value> {
  readonly rank: number;
  readonly value: Value;
}

/** Runs the query. */
export function collect(parsed: ParsedText, language: ParsedLanguage): Collected {
  const collector = new Collector(parsed.text, language);
  eachMatch(parsed, language, (match, bounds) => collector.add(match, bounds));
  return collector.result();
}

class Collector {
  readonly #text: string;
  readonly #language: ParsedLanguage;
  readonly #definitions = new Map<number, Definition>();
  /** By the place of the name; how far down in the query the pattern stands that said it. */
  readonly #kinds = new Map<number, number>();
  readonly #bodies = new Map<number, number>();
  readonly #references = new Map<number, Ranked<Reference | undefined>>();
  readonly #imports = new Map<string, Import>();
  readonly #loneNames: ImportedName[] = [];
  readonly #locals = new Map<number, string>();
  readonly #comments = new Map<number, Span>();
  readonly #decorations = new Map<number, Span>();

  constructor(text: string, language: ParsedLanguage) {
    this.#text = text;
    this.#language = language;
  }

  add(match: QueryMatch, bounds?: Bounds): void {
    const roles = rolesOf(match);
    const define = (kind: SymbolKind | 'container' | 'more', node: Node) =>
      this.#define(kind, bounded(spanOf(node), bounds), roles, match.patternIndex);
    for (const [role, node] of roles.nodes) {
      if (role === 'definition') define('more', node);
      else if (role === 'container') define('container', node);
      else if (role.startsWith('definition.')) define(kindOf(role), node);
      else if (role === 'reference.call') this.#refer('call', node, roles, match);
      else if (role === 'reference.type') this.#refer('type', node, roles, match);
      else if (role === 'reference.use') this.#refer('use', node, roles, match);
      else if (role === 'reference.text') this.#referAll(node, match.patternIndex);
      else if (role === 'ignore') this.#prefer(node.startIndex, match.patternIndex, undefined);
      else if (role === 'import') this.#import(node, roles, match);
      else if (role === 'import.name' || role === 'import.alias') this.#importLone(roles, match);
      else if (role === 'closure') this.#enclose(bounded(spanOf(node), bounds));
      else if (role === 'local') this.#locals.set(node.startIndex, this.#name(node));
      else if (role === 'comment') this.#comments.set(node.startIndex, spanOf(node));
      else if (role === 'decoration') this.#decorations.set(node.startIndex, spanOf(node));
    }
  }

  result(): Collected {
    // `const fs = require('fs')` defines nothing.
    const imports = this.#allImports();
    const imported = new Set(imports.flatMap(({ names }) => names.map(({ at }) => at)));
    return {
      definitions: [...this.#definitions.values()].filter(
        ({ kind, isContainer, nameAt }) => (kind !== undefined || isContainer) && !imported.has(nameAt),
      ),
      references: [...this.#references.values()].flatMap(({ value }) => value ?? []).sort((a, b) => a.at - b.at),
      imports,
      locals: [...this.#locals].map(([at, name]) => ({ at, name })).sort((a, b) => a.at - b.at),
      comments: [...this.#comments.values()].sort((a, b) => a.start - b.start),
      decorations: [...this.#decorations.values()].sort((a, b) => a.start - b.start),
    };
  }

  #define(kind: SymbolKind | 'container' | 'more', { start, end }: Span, { nodes }: Roles, rank: number): void {
    const nameNode = nodes.get('name') ?? nodes.get('qualified') ?? nodes.get('symbol');
    const written = nameNode === undefined ? '' : this.#slice(nameNode);
    const prefix = nodes.has('name') ? '' : (/^(?:.*::\s*|:)/s.exec(written)?.[0] ?? '');
    const name = this.#spelled(written.slice(prefix.length));
    if (nameNode === undefined || isNoName(name)) return;
    const nameAt = nameNode.startIndex + prefix.length;
    const definition = this.#definitions.get(nameAt) ?? newDefinition(name, nameAt, { start, end });
    this.#definitions.set(nameAt, definition);
    definition.start = Math.min(definition.start, start);
    definition.end = Math.max(definition.end, end);
    if (kind === 'container') definition.isContainer = true;
    else if (kind !== 'more' && rank >= (this.#kinds.get(nameAt) ?? 0)) {
      this.#kinds.set(nameAt, rank);
      definition.kind = kind;
    }
    const body = nodes.get('body');
    if (body !== undefined && rank >= (this.#bodies.get(nameAt) ?? 0)) {
      this.#bodies.set(nameAt, rank);
      definition.body = body.startIndex;
    }
    const doc = nodes.get('doc');
    if (doc !== undefined) definition.doc = this.#slice(doc);
    const scope = nodes.get('scope');
    if (nodes.has('qualified')) definition.scope = asScope(prefix);
    if (scope !== undefined) definition.scope = asScope(this.#name(scope));
  }

  #enclose(span: Span): void {
    // No name stands before the text.
    const nameAt = -1 - span.start;
    this.#definitions.set(nameAt, { ...newDefinition('', nameAt, span), isContainer: true });
  }

  #refer(kind: ReferenceFacts['kind'], node: Node, { nodes }: Roles, match: QueryMatch): void {
    const nameNode = nodes.get('name') ?? nodes.get('symbol') ?? node;
    const colon = nameNode === nodes.get('symbol') ? 1 : 0;
    const name = this.#spelled(this.#slice(nameNode).slice(colon));
    const qualifierNode = nodes.get('qualifier');
    const given = match.setProperties?.qualifier ?? undefined;
    const qualifier = qualifierNode === undefined ? given : asQualifier(this.#slice(qualifierNode));
    const at = nameNode.startIndex + colon;
    const rank = match.patternIndex;
    // What has no name cannot be called: `_("text")` calls what `_` was imported or defined as.
    const isNothing = kind === 'call' ? name === '' : isNoName(name);
    this.#prefer(at, rank, isNothing ? undefined : { name, at, kind, qualifier });
  }

  /** Every name of a text that is not parsed, such as the body of a macro. */
  #referAll(node: Node, rank: number): void {
    for (const { at, ...named } of namesIn(this.#slice(node))) {
      const place = node.startIndex + at;
      this.#prefer(place, rank, { ...named, at: place });
    }
  }

  #prefer(at: number, rank: number, value: Reference | undefined): void {
    if (rank >= (this.#references.get(at)?.rank ?? 0)) this.#references.set(at, { rank, value });
  }

  #import(node: Node, { modules, nodes }: Roles, match: QueryMatch): void {
    const written = modules.map((part) => unquoted(this.#slice(part))).join(match.setProperties?.separator ?? '.');
    const module = match.setProperties?.module ?? written;
    if (module === '') return;
    const { start, end } = spanOf(node);
    const key = `${start} ${module}`;
    const found = this.#imports.get(key) ?? { module, names: [], start, end };
    this.#imports.set(key, found);
    const name = this.#importedName(nodes, match);
    if (name !== undefined) found.names.push(name);
  }

  /** A match that names what is taken, and not the import around it. */
  #importLone({ nodes }: Roles, match: QueryMatch): void {
    const name = nodes.has('import') ? undefined : this.#importedName(nodes, match);
    if (name !== undefined) this.#loneNames.push(name);
  }

  /** Undefined when the match names nothing. */
  #importedName(nodes: Roles['nodes'], { setProperties }: QueryMatch): ImportedName | undefined {
    const nameNode = nodes.get('import.name');
    const aliasNode = nodes.get('import.alias');
    const boundNode = aliasNode ?? nameNode ?? nodes.get('import');
    const name = setProperties?.['import.name'] ?? (nameNode && unquoted(this.#slice(nameNode)));
    if (name === undefined || name === '' || boundNode === undefined) return undefined;
    const alias = aliasNode && this.#slice(aliasNode);
    return { at: boundNode.startIndex, name, ...(alias !== undefined && alias !== name && { alias }) };
  }

  /** With the names that matches of their own gave. */
  #allImports(): readonly Import[] {
    const imports = [...this.#imports.values()].sort((a, b) => a.start - b.start || a.end - b.end);
    const names = this.#loneNames.toSorted((a, b) => a.at - b.at);
    let next = 0;
    for (const around of imports) {
      for (let name = names[next]; name !== undefined && name.at < around.end; name = names[++next]) {
        if (name.at >= around.start) around.names.push(name);
      }
    }
    return imports;
  }

  #slice(node: Node): string {
    return this.#text.slice(node.startIndex, node.endIndex);
  }

  #name(node: Node): string {
    return this.#spelled(this.#slice(node));
  }

  /** Python takes names for the same whose compatible Unicode forms are. */
  #spelled(written: string): string {
    const name = tidy(written);
    return this.#language === 'python' ? name.normalize('NFKC') : name;
  }
}

function newDefinition(name: string, nameAt: number, span: Span): Definition {
  return { name, nameAt, kind: undefined, isContainer: false, ...span, body: undefined, doc: undefined, scope: '' };
}

function rolesOf({ captures }: QueryMatch): Roles {
  const nodes = new Map<string, Node>();
  const modules: Node[] = [];
  for (const { name, node } of captures) {
    if (name === 'module') modules.push(node);
    else nodes.set(name, node);
  }
  return { nodes, modules };
}

function kindOf(role: string): SymbolKind {
  const name = role.slice('definition.'.length);
  const kind = symbolKindNamed(name);
  if (kind === undefined) throw new Error(`A query captures @${role}; the kinds are ${SYMBOL_KINDS.join(', ')}.`);
  return kind;
}

function spanOf({ startIndex, endIndex }: Node): Span {
  return { start: startIndex, end: endIndex };
}

function bounded({ start, end }: Span, bounds: Bounds | undefined): Span {
  if (bounds === undefined) return { start, end };
  return { start: Math.max(start, bounds.start), end: end >= bounds.end ? bounds.beyond : end };
}
