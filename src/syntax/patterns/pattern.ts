/** Patterns: code of a language with places that stand for other code, as a tree that the matcher walks along. */
import { RE2JS, RE2JSException } from 're2js';
import type { Grammars, ParsedLanguage } from '../grammar.ts';
import { contentOf, hasInterpolation, prefixOf } from './literals.ts';
import { DEEP, isEllipsis, QUOTED_VARIABLE, spellingsOf, VARIABLE, VARIABLES } from './placeholders.ts';
import { ARGUMENTS, PATHS, SEQUENCES, STRING_PARTS, STRINGS } from './shapes.ts';
import { type Tree, type TreeNode, treeOf } from './tree.ts';

/** A node of a pattern; `node` is what it was made from. */
export interface PatternNode {
  readonly node: TreeNode;
  readonly means: Meaning;
  readonly children: readonly PatternNode[];
  /** Source text. */
  readonly text: string;
}

/** What a node of a pattern stands for. */
export type Meaning =
  /** Any number of neighbours. */
  | { readonly kind: 'ellipsis' }
  /** Any one node; of equal names, equal code. */
  | { readonly kind: 'variable'; readonly name: string }
  /** Any number of neighbours, by name. */
  | { readonly kind: 'variables'; readonly name: string }
  /** Whatever is, or has in it, the one child. */
  | { readonly kind: 'deep' }
  /** Any part of a chain of calls and members that begins with the one child. */
  | { readonly kind: 'chain' }
  /** A literal without interpolation: any, or one whose content matches, or is bound, or is equal. */
  | { readonly kind: 'any-string'; readonly prefix: string }
  | { readonly kind: 'string-regex'; readonly regex: RE2JS }
  | { readonly kind: 'string-variable'; readonly name: string }
  | { readonly kind: 'string'; readonly content: string }
  /** A name, or names with dots between. */
  | { readonly kind: 'path'; readonly path: string }
  /** A sign, a keyword or a literal. */
  | { readonly kind: 'leaf' }
  /** A node of the same type with matching children. */
  | { readonly kind: 'node' };

/** A pattern that is ready to be matched. */
export interface Pattern {
  /** One for a single expression, statement or definition, else statements that follow one another. */
  readonly nodes: readonly PatternNode[];
  /** Names that every matching file has. */
  readonly needed: readonly string[];
}

/** What a pattern may have at most. */
const MOST_PATTERN_NODES = 1_000;

/** What may have to be around a pattern so that it parses, the likeliest first. */
const AROUND: Partial<Record<ParsedLanguage, readonly (readonly [string, string])[]>> = {
  python: [
    ['', ''],
    ['try:\n  pass\n', ''],
  ],
  javascript: [
    ['', ''],
    ['x = ', ''],
    ['class A { ', ' }'],
    ['switch (1) { ', ' }'],
  ],
  typescript: [
    ['', ''],
    ['x = ', ''],
    ['class A { ', ' }'],
    ['switch (1) { ', ' }'],
  ],
  tsx: [
    ['', ''],
    ['x = ', ''],
    ['class A { ', ' }'],
    ['switch (1) { ', ' }'],
  ],
  go: [
    ['package p\nfunc f() {\n', '\n}'],
    ['package p\n', ''],
    ['', ''],
    ['package p\nvar x = ', ''],
  ],
  java: [
    ['class A { void f() {\n', '\n} }'],
    ['class A { void f() {\n', ';\n} }'],
    ['class A { Object x = ', ';\n}'],
    ['class A {\n', '\n}'],
    ['', ''],
  ],
  csharp: [
    ['class A { void F() {\n', '\n} }'],
    ['class A { void F() {\n', ';\n} }'],
    ['class A { object X = ', ';\n}'],
    ['class A {\n', '\n}'],
    ['', ''],
  ],
  c: [
    ['void f() {\n', '\n}'],
    ['void f() {\n', ';\n}'],
    ['', ''],
    ['', ';'],
  ],
  cpp: [
    ['void f() {\n', '\n}'],
    ['void f() {\n', ';\n}'],
    ['', ''],
    ['', ';'],
    ['class A {\n', '\n};'],
  ],
  rust: [
    ['fn f() {\n', '\n}'],
    ['fn f() {\n', ';\n}'],
    ['', ''],
    ['impl A {\n', '\n}'],
  ],
  php: [
    ['<?php ', ''],
    ['<?php ', ';'],
    ['<?php class A { ', ' }'],
  ],
  kotlin: [
    ['fun f() {\n', '\n}'],
    ['', ''],
    ['class A {\n', '\n}'],
  ],
  scala: [
    ['def f() = {\n', '\n}'],
    ['', ''],
    ['class A {\n', '\n}'],
  ],
};

/** `(String $X).length()` and `($X : *http.Request)`. */
const TYPED = /\(\s*[A-Za-z_$][\w.<>$[\]]*\s+\$[A-Z_][A-Z_0-9]*\s*\)\s*\./;
const TYPED_IN_GO = /\(\s*\$[A-Z_][A-Z_0-9]*\s*:[^)]{0,1000}\)/;

/** A pattern that cannot be used; the message says why, and ends without a full stop. */
export class PatternProblem extends Error {
  override readonly name = 'PatternProblem';
}

/** Compiles a pattern. Throws {@link PatternProblem}. */
export async function compilePattern(text: string, language: ParsedLanguage, grammars: Grammars): Promise<Pattern> {
  const trimmed = text.trim();
  if (trimmed === '') throw new PatternProblem('The pattern is empty');
  if (TYPED.test(trimmed) || (language === 'go' && TYPED_IN_GO.test(trimmed))) {
    throw new PatternProblem('Metavariables with a type, such as (String $X), are not supported');
  }
  for (const spelling of spellingsOf(trimmed, language)) {
    for (const [before, after] of AROUND[language] ?? [['', '']]) {
      const tree = await grammars.read(language, `${before}${spelling}${after}`, (parsed) =>
        parsed.root.hasError ? undefined : treeOf(parsed, language),
      );
      if (tree === undefined) continue;
      const nodes = nodesBetween(tree, before.length, before.length + spelling.length);
      if (nodes.length > 0) return patternOf(nodes, tree);
    }
  }
  throw new PatternProblem(`The pattern is no ${language} that can be parsed: ${trimmed.slice(0, 80)}`);
}

/** The nodes that are the text between two offsets. */
function nodesBetween({ root, text }: Tree, from: number, to: number): readonly TreeNode[] {
  const end = from + text.slice(from, to).replace(/(?<![;\s])[;\s]+$/, '').length;
  let top = root;
  for (;;) {
    const below = top.children.find((child) => child.start <= from && child.end >= end);
    if (below === undefined) break;
    top = below;
    // What is unwrapped may be as long as the node around it; the outermost is meant, unless it only holds others.
    if (top.start === from && top.end === end && !SEQUENCES.has(top.type)) return [entryOf(top)];
  }
  if (top.start >= from && top.end <= to && !SEQUENCES.has(top.type)) return [top];
  return top.children.filter(
    (child) => child.start >= from && child.start < end && (child.named || child.children.length > 0),
  );
}

/** In YAML, `a: 1` is an entry of any mapping. */
function entryOf(node: TreeNode): TreeNode {
  const [only, ...others] = node.children;
  return node.type === 'block_mapping' && only !== undefined && others.length === 0 ? only : node;
}

function patternOf(nodes: readonly TreeNode[], tree: Tree): Pattern {
  let count = 0;
  const needed = new Set<string>();
  const build = (node: TreeNode): PatternNode => {
    if (++count > MOST_PATTERN_NODES) throw new PatternProblem(`The pattern has more than ${MOST_PATTERN_NODES} nodes`);
    const text = tree.text.slice(node.start, node.end);
    const means = meaningOf(node, text);
    const { kind } = means;
    if (kind === 'path') needed.add(means.path.slice(means.path.search(/(?<![^.:\\])[^.:\\]+$/)));
    const inner =
      kind === 'deep'
        ? insideOf(node)
        : kind === 'chain'
          ? node.children.slice(0, 1)
          : kind === 'node'
            ? node.children
            : [];
    return { node, means, text, children: inner.map(build) };
  };
  const built = nodes.map(build);
  return { nodes: built, needed: [...needed] };
}

/** The argument of a call. */
function insideOf({ children }: TreeNode): readonly TreeNode[] {
  const inside = children.find(({ type }) => ARGUMENTS.has(type))?.children ?? [];
  if (inside.length !== 1) throw new PatternProblem('Between <... and ...> stands one expression');
  return inside;
}

function meaningOf(node: TreeNode, text: string): Meaning {
  if (isEllipsis(text)) return { kind: 'ellipsis' };
  const name = /^\$?(L?__lm(?:v|vs|q)_)(\w+);?$/.exec(text.replace(/^["'](__lmq_\w+)["']$/, '$1'));
  if (name !== null && !STRING_PARTS.has(node.type)) {
    const [, prefix = '', bare = ''] = name;
    if (prefix.endsWith(VARIABLES)) return { kind: 'variables', name: `$...${bare}` };
    if (prefix.endsWith(VARIABLE) || prefix === QUOTED_VARIABLE) return { kind: 'variable', name: `$${bare}` };
  }
  if (STRINGS.has(node.type) && !(node.type === 'string_scalar')) return meaningOfString(node, text);
  if (text.startsWith(`${DEEP}(`) && node.children.length === 2) return { kind: 'deep' };
  const last = node.children.at(-1);
  if (PATHS.has(node.type) && last !== undefined && isEllipsisIn(last, node, text)) return { kind: 'chain' };
  const path = text.replace(/\s+/g, '');
  if (PATHS.has(node.type) && !path.includes('__lm') && /^[\w$]+(?:(?:\.|::|\\)[\w$]+)*$/.test(path)) {
    return { kind: 'path', path };
  }
  if (node.children.length === 0) {
    if (
      SEQUENCES.has(node.type) ||
      ARGUMENTS.has(node.type) ||
      /(?:list|parameters|object|array|dictionary)$/.test(node.type)
    ) {
      return { kind: 'node' };
    }
    return { kind: 'leaf' };
  }
  return { kind: 'node' };
}

function isEllipsisIn(last: TreeNode, around: TreeNode, text: string): boolean {
  return isEllipsis(text.slice(last.start - around.start, last.end - around.start));
}

function meaningOfString(node: TreeNode, text: string): Meaning {
  if (hasInterpolation(node)) return { kind: 'node' };
  const content = contentOf(text);
  if (content === '...') return { kind: 'any-string', prefix: prefixOf(text) };
  const regex = /^=~\/(.*)\/([a-z]*)$/s.exec(content);
  if (regex !== null)
    return { kind: 'string-regex', regex: compileRegex(regex[1] ?? '', regex[2]?.includes('i') === true) };
  const variable = /^__lmv_(\w+)$/.exec(content);
  if (variable !== null) return { kind: 'string-variable', name: `$${variable[1]}` };
  if (content.includes('...') && content.includes('__lm'))
    throw new PatternProblem('A literal with parts of it left open is not supported');
  return { kind: 'string', content };
}

/** Instructions of the largest program of a regular expression. */
const LARGEST_PROGRAM = 2_000;

/** A regular expression of a rule. Throws {@link PatternProblem}. */
export function compileRegex(regex: string, ignoreCase = false): RE2JS {
  try {
    // As Semgrep has it, `^` and `$` mean lines.
    const compiled = RE2JS.compile(regex, RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
    if (compiled.programSize() > LARGEST_PROGRAM) {
      throw new PatternProblem(`The regular expression compiles to more than ${LARGEST_PROGRAM} instructions`);
    }
    return compiled;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const why = error.message.replace('error parsing regexp: ', '');
    throw new PatternProblem(
      `The regular expression is not one of RE2, which has no lookaround and no backreferences: ${why}`,
    );
  }
}
