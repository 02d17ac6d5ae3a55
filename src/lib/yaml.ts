/** YAML with the line of everything in it, read in bounded time and depth. */
import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml';

/** UTF-16 units of a text. */
export const LARGEST_YAML = 256 << 10;
/** Open brackets, lists and mappings at one place, counted as the parser does. */
const DEEPEST = 60;
/** Anchors and aliases. */
const MOST_ALIASES = 1_000;

/** Something that is wrong, and where. */
export interface Mistake {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** A value with its line. What is in it is read when it is asked for: values that aliases repeat are never all unfolded. */
export type Value =
  | { readonly kind: 'map'; readonly line: number; entries(): readonly Entry[] }
  | { readonly kind: 'list'; readonly line: number; items(): readonly Value[] }
  | { readonly kind: 'scalar'; readonly line: number; readonly value: unknown };

/** An entry of a mapping. */
export interface Entry {
  readonly key: string;
  readonly line: number;
  readonly value: Value;
}

/** The value of a YAML text, or what is wrong with it. */
export type Read = { readonly value: Value } | { readonly mistakes: readonly Mistake[] };

/** Reads a text that holds one YAML document, with plain texts as keys. Merge keys (`<<`) are keys like others. */
export function readYaml(text: string): Read {
  if (text.length > LARGEST_YAML) {
    return refused(1, `the text has ${text.length} characters; ${LARGEST_YAML} is the limit`);
  }
  const lines = new LineCounter();
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Composing goes down by recursion, and V8 ends the process when a regular expression is compiled where the stack ends.
    if (parser.stack.length > DEEPEST)
      return refused(lineAt(parser.offset), `this is nested more than ${DEEPEST} deep`);
  }
  for (const token of parser.end()) tokens.push(token);
  // The library's own test for unique keys takes quadratic time.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (document === undefined) return refused(1, 'the text is empty');
  const mistakes = [...document.errors, ...document.warnings].map(({ pos: [offset], message }) => ({
    line: lineAt(offset),
    message: `this is no YAML: ${message}`,
  }));
  if (second !== undefined) {
    mistakes.push({ line: lineAt(second.range[0]), message: 'a second document begins; there can be one' });
  }
  return mistakes.length > 0 ? { mistakes } : readDocument(document, lineAt);
}

function readDocument(document: Document.Parsed, lineAt: (offset: number) => number): Read {
  const mistakes: Mistake[] = [];
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  let count = 0;
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
        else mistakes.push({ line: lineOf(node, 1), message: `the alias *${node.source} has no anchor before it` });
        count++;
      } else if (node.anchor !== undefined) {
        anchors.set(node.anchor, node);
        count++;
      }
    },
    Map(_, map) {
      mistakes.push(...wrongKeys(map, (node) => lineOf(node, 1)));
    },
  });
  if (count > MOST_ALIASES) return refused(1, `the text has more than ${MOST_ALIASES} anchors and aliases`);
  if (mistakes.length > 0) return { mistakes };
  return { value: toValue(document.contents, 1) };

  function lineOf(node: unknown, otherwise: number): number {
    return isNode(node) && node.range ? lineAt(node.range[0]) : otherwise;
  }

  function toValue(node: unknown, otherwise: number): Value {
    const meant = isAlias(node) ? targets.get(node) : node;
    const line = lineOf(node, otherwise);
    if (isMap(meant)) return { kind: 'map', line, entries: () => meant.items.map((pair) => entryOf(pair, line)) };
    if (isSeq(meant)) return { kind: 'list', line, items: () => meant.items.map((item) => toValue(item, line)) };
    return { kind: 'scalar', line, value: isScalar(meant) ? meant.value : null };
  }

  function entryOf({ key, value }: Pair, otherwise: number): Entry {
    const line = lineOf(key, otherwise);
    return { key: nameOf(key) ?? '', line, value: toValue(value, line) };
  }
}

function wrongKeys({ items }: YAMLMap, lineOf: (node: unknown) => number): readonly Mistake[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    const name = nameOf(key);
    const line = lineOf(key);
    if (name === undefined) return [{ line, message: 'a key must be a plain text' }];
    if (seen.has(name)) return [{ line, message: `the key ${JSON.stringify(name)} stands here twice` }];
    seen.add(name);
    return [];
  });
}

function nameOf(key: unknown): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

function refused(line: number, message: string): Read {
  return { mistakes: [{ line, message }] };
}
