/** The code of the covered commit, read from the index as it is asked for. */
import type { Sql, SqlValue } from '../../lib/sql.ts';
import type { SymbolKind } from '../../lib/symbol-kinds.ts';
import type { ImportFacts, Language } from '../../syntax/api.ts';
import { type Code, type Definition, Homonyms } from './code.ts';
import { familyOf } from './families.ts';
import { bindingsOf } from './modules/bindings.ts';
import { defaultExportOf, wholeExportOf } from './modules/default-export.ts';
import { Bindings } from './modules/module.ts';
import type { Paths } from './paths.ts';
import type { StoredNames } from './stored-names.ts';
import type { SourcePaths } from './stored-paths.ts';

/** Columns of {@link DEFINITIONS}. */
export interface DefinitionRow extends Record<string, SqlValue> {
  readonly id: number;
  readonly document: number;
  readonly path: string;
  readonly language: Language;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly scope: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly name_line: number;
  readonly signature: string;
}

/** Selects definitions of the covered commit, one for each file that has them; conditions and order follow. */
export const DEFINITIONS = `
  SELECT symbol.id, symbol.document, path, language, symbol.name, symbol.kind, symbol.scope, symbol.line_start,
    symbol.line_end, symbol.name_line, symbol.signature
  FROM symbol JOIN file ON file.document = symbol.document JOIN document ON document.id = symbol.document`;

/** Selects the definition with a row id in a file, and those whose lines are around it. */
const ENCLOSING = `
  ${DEFINITIONS}
  JOIN symbol AS inside ON inside.document = symbol.document
  WHERE inside.id = ? AND path = ? AND symbol.line_start <= inside.line_start AND symbol.line_end >= inside.line_end
  ORDER BY symbol.line_start, symbol.id`;

/** A row of {@link DEFINITIONS}. */
export function toDefinition(row: DefinitionRow): Definition {
  const { id, document, path, language, name, kind, scope, signature } = row;
  const lines = { lineStart: row.line_start, lineEnd: row.line_end, nameLine: row.name_line };
  return { id, document, path, language, name, kind, scope, ...lines, signature };
}

/** One commit's code; what was read is remembered, so an instance serves one call. */
export class StoredCode implements Code {
  readonly paths: Paths;
  readonly names: StoredNames;
  readonly #languages: ReadonlyMap<string, Language>;
  readonly #sql: Sql;
  readonly #homonyms = new Map<string, Homonyms>();
  readonly #bindings = new Map<string, Bindings>();
  readonly #exports = new Map<string, { readonly byDefault?: string; readonly whole?: string }>();
  readonly #enclosing = new Map<string, readonly Definition[]>();
  readonly #inFile = new Map<string, readonly Definition[]>();
  /** Of the document that was read last: texts are large. */
  #lines: { readonly document: number; readonly lines: readonly string[] } | undefined;

  constructor(sql: Sql, { paths, languages }: SourcePaths, names: StoredNames) {
    this.#sql = sql;
    this.names = names;
    this.paths = paths;
    this.#languages = languages;
  }

  language(path: string): Language | undefined {
    return this.#languages.get(path);
  }

  definitions(name: string): Homonyms {
    return remembered(this.#homonyms, name, () => {
      const rows = this.#sql.exec<DefinitionRow>(
        `${DEFINITIONS} WHERE name = ? ORDER BY path, line_start, symbol.id`,
        name,
      );
      return new Homonyms([...rows].map(toDefinition));
    });
  }

  bindings(path: string): Bindings {
    return remembered(this.#bindings, path, () => {
      const language = this.#languages.get(path);
      if (language === undefined) return new Bindings([]);
      const all = this.#sql
        .exec<{ module: string; names: string; line: number }>(
          'SELECT module, names, line FROM import JOIN file ON file.document = import.document WHERE path = ? ORDER BY import.id',
          path,
        )
        .toArray()
        .flatMap(({ module, names, line }) => {
          const taken: ImportFacts['names'] = JSON.parse(names);
          return bindingsOf({ module, names: taken, line }, language);
        });
      return new Bindings(all);
    });
  }

  /** All definitions of a file, in order of their lines, outer ones first. */
  inFile(path: string): readonly Definition[] {
    return remembered(this.#inFile, path, () =>
      this.#sql
        .exec<DefinitionRow>(`${DEFINITIONS} WHERE path = ? ORDER BY line_start, symbol.id`, path)
        .toArray()
        .map(toDefinition),
    );
  }

  defaultExport(path: string): string | undefined {
    const { byDefault, whole } = this.#exportsOf(path);
    return byDefault ?? whole;
  }

  wholeExport(path: string): string | undefined {
    return this.#exportsOf(path).whole;
  }

  #exportsOf(path: string): { readonly byDefault?: string; readonly whole?: string } {
    return remembered(this.#exports, path, () => {
      const language = this.#languages.get(path);
      // Others have no default export, and reading thousands of texts takes long.
      if (language === undefined || !familyOf(language)?.open) return {};
      const [row] = this.#sql
        .exec<{ text: string }>(
          'SELECT text FROM file JOIN document ON document.id = file.document WHERE path = ?',
          path,
        )
        .toArray();
      const byDefault = defaultExportOf(row?.text ?? '');
      const whole = wholeExportOf(row?.text ?? '');
      return { ...(byDefault !== undefined && { byDefault }), ...(whole !== undefined && { whole }) };
    });
  }

  textOf({ document, lineStart, lineEnd }: Definition): string {
    return this.lines(document)
      .slice(lineStart - 1, lineEnd)
      .join('\n');
  }

  /** The lines of a document. */
  lines(document: number): readonly string[] {
    if (this.#lines?.document !== document) {
      const [row] = this.#sql.exec<{ text: string }>('SELECT text FROM document WHERE id = ?', document).toArray();
      this.#lines = { document, lines: (row?.text ?? '').split('\n') };
    }
    return this.#lines.lines;
  }

  /** The definition with that row id in a file, then those around it, innermost first. */
  enclosing(path: string, symbol: number | null): readonly Definition[] {
    if (symbol === null) return [];
    return remembered(this.#enclosing, `${symbol} ${path}`, () => {
      const all = this.#sql.exec<DefinitionRow>(ENCLOSING, symbol, path).toArray().map(toDefinition);
      const inner = all.find(({ id }) => id === symbol);
      if (inner === undefined) return [];
      const around = all.filter((each) => each.id !== symbol && isAround(each, inner));
      return [inner, ...around.reverse()];
    });
  }
}

function isAround(outer: Definition, inner: Definition): boolean {
  const scope = outer.scope === '' ? outer.name : `${outer.scope}.${outer.name}`;
  return inner.scope === scope || inner.scope.startsWith(`${scope}.`);
}

function remembered<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
