/** Every regular expression that runs in the project's own code. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript-6';
import { SECRET_PATTERNS } from '../../../src/lib/secrets/patterns.ts';
import { Module, partsOf } from './constants.ts';

/** A regular expression and where it is written. */
export interface WrittenRegex {
  /** `src/…/file.ts:12`. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

const FOLDERS = ['src', 'durable-objects', 'wasm', 'scripts', 'pages'] as const;
const OURS = /\.(?:ts|mjs|js)$/;
const OTHERS = /(?:^|[\\/])(?:node_modules|build|\.wrangler)(?:[\\/]|$)|\.test\.ts$/;

/** A regular expression as its literal would be. */
export function keyOf({ source, flags }: Pick<WrittenRegex, 'source' | 'flags'>): string {
  return `/${source}/${flags}`;
}

/**
 * Those of literals and of `RegExp(…)`. A part that only a run knows, such as a name of the user's, counts as one character; patterns of
 * secrets that functions make are taken as they are made.
 */
export function writtenRegexes(root: string): readonly WrittenRegex[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((path) => OURS.test(path) && !OTHERS.test(path)),
  );
  const made = SECRET_PATTERNS.map(({ kind, pattern: { source, flags } }) => {
    return { at: `src/lib/secrets/patterns.ts (${kind})`, source, flags };
  });
  return [...paths.sort().flatMap((path) => regexesOf(path, new Module(join(root, path)))), ...made];
}

/** Those of one file, called `path`. */
export function regexesOf(path: string, module: Module): readonly WrittenRegex[] {
  const { tree } = module;
  const found: WrittenRegex[] = [];
  const add = (node: ts.Node, source: string, flags: string) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    found.push({ at: `${path}:${line}`, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { source, flags } = partsOf(node);
      add(node, source, flags);
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      if (source !== undefined) add(node, module.textOf(source), flagsOf(flags));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Flags that only a run knows are none. */
function flagsOf(node: ts.Expression | undefined): string {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : '';
}
