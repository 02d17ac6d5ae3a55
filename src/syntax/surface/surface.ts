/** What a file offers: the definitions of its query, with what their declarations say. */
import type { Node } from 'web-tree-sitter';
import { fingerprint } from '../../lib/fingerprint.ts';
import { collect, type Definition } from '../collect.ts';
import type { Grammars, ParsedLanguage, ParsedText } from '../grammar.ts';
import { programLanguageOf } from '../languages.ts';
import { Lines } from '../lines.ts';
import { outline } from '../outline.ts';
import { select } from '../select.ts';
import type { SourceFile } from '../service.ts';
import { C } from './c.ts';
import { CSHARP } from './csharp.ts';
import type { Declared, Dialect, Named } from './dialect.ts';
import { ECMASCRIPT, exportsOf } from './ecmascript.ts';
import { GO } from './go.ts';
import { JAVA } from './java.ts';
import { KOTLIN, SCALA } from './jvm.ts';
import { around } from './nodes.ts';
import { PHP } from './php.ts';
import { listedNames, PYTHON } from './python.ts';
import { RUBY } from './ruby.ts';
import { RUST } from './rust.ts';
import type { FileSurface, SurfaceSymbol } from './service.ts';

const DIALECTS: Partial<Record<ParsedLanguage, Dialect>> = {
  python: PYTHON,
  javascript: ECMASCRIPT,
  typescript: ECMASCRIPT,
  tsx: ECMASCRIPT,
  go: GO,
  java: JAVA,
  rust: RUST,
  c: C,
  cpp: C,
  csharp: CSHARP,
  php: PHP,
  ruby: RUBY,
  kotlin: KOTLIN,
  scala: SCALA,
};
const ECMASCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx']);
/** Units of a text below which two that are alike say little. */
const LEAST_BODY = 20;

/** The surface of a file; of a text without a dialect, that it offers nothing. */
export async function surfaceOf(file: SourceFile, grammars: Grammars): Promise<FileSurface> {
  const language = programLanguageOf(file);
  const dialect = language === 'text' ? undefined : DIALECTS[language];
  const nothing: FileSurface = { language, symbols: [], taken: [], wildcards: [], damaged: false };
  if (language === 'text' || dialect === undefined) return nothing;
  const found = await grammars.read(language, file.text, (parsed) => read(parsed, language, dialect));
  return found ?? { ...nothing, damaged: true };
}

function read(parsed: ParsedText, language: ParsedLanguage, dialect: Dialect): FileSurface {
  const collected = collect(parsed, language);
  const startOf = ({ start }: Definition): number => start;
  const outlined = outline(select(collected, startOf).definitions, startOf);
  const names = outlined.flatMap(({ definition: { kind, name, nameAt }, scope, parent }): readonly Named[] => {
    const node = parsed.root.descendantForIndex(nameAt, nameAt + 1);
    return kind === undefined || node === null || isLocal(parent?.definition.kind) ? [] : [{ name, kind, scope, node }];
  });
  const known = new Set(names.map(({ node }) => node.startIndex));
  const more = (dialect.more?.(parsed.root) ?? []).filter(({ node }) => !known.has(node.startIndex));
  const exported = ECMASCRIPTS.has(language) ? exportsOf(parsed.root) : undefined;
  const lines = new Lines(parsed.text);
  const types = new Set(Object.keys(dialect.declarations));
  const symbols = [...names, ...more]
    .sort((left, right) => left.node.startIndex - right.node.startIndex)
    .flatMap((each) => symbolOf(each, dialect, types, lines, exported));
  const listed = language === 'python' ? listedNames(parsed.root) : undefined;
  const taken = collected.imports.flatMap(({ names }) => names.map(({ name, alias }) => alias ?? name));
  return {
    language,
    symbols,
    taken: [...new Set(taken)].filter((name) => name !== '*'),
    wildcards: collected.imports
      .filter((each) => each.names.some(({ name, alias }) => name === '*' && alias === undefined))
      .map(({ module }) => module),
    ...(listed !== undefined && { listed }),
    damaged: parsed.root.hasError,
  };
}

function isLocal(kind: Definition['kind']): boolean {
  return kind === 'function' || kind === 'method';
}

function symbolOf(
  found: Named,
  { declarations }: Dialect,
  types: ReadonlySet<string>,
  lines: Lines,
  exported: ReadonlyMap<string, readonly string[]> | undefined,
): readonly SurfaceSymbol[] {
  const { name, kind, scope, node } = found;
  const declaration = around(node, types);
  const facts = declaration && declarations[declaration.type]?.(declaration, found);
  if (declaration === undefined || facts === undefined) return [];
  const { visibility = 'public', bases = [], traits = [], exportedAs, ...rest } = facts satisfies Declared;
  const names =
    scope === '' && exported !== undefined ? [...(exportedAs ?? []), ...(exported.get(name) ?? [])] : undefined;
  const body = bodyOf(declaration, node);
  return [
    {
      kind,
      ...rest,
      name,
      scope,
      visibility,
      ...(names !== undefined && { exportedAs: names }),
      bases,
      traits,
      ...(body !== undefined && { body }),
      line: lines.at(node.startIndex),
      lineEnd: lines.at(Math.max(declaration.startIndex, declaration.endIndex - 1)),
    },
  ];
}

/** A name for the text of a declaration without its own name. */
function bodyOf(declaration: Node, name: Node): string | undefined {
  const before = declaration.text.slice(0, name.startIndex - declaration.startIndex);
  const after = declaration.text.slice(name.endIndex - declaration.startIndex);
  const text = `${before}\0${after}`.replace(/\s+/g, ' ');
  return text.length < LEAST_BODY ? undefined : fingerprint(text);
}
