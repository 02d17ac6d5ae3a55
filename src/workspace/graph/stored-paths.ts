/** The paths of the covered commit's source files, kept in memory between calls. */
import type { Sql } from '../../lib/sql.ts';
import type { Language } from '../../syntax/api.ts';
import { RESOLVED_LANGUAGES } from './families.ts';
import { folderOf, Paths } from './paths.ts';

/** Source files of a commit. */
export interface SourcePaths {
  readonly paths: Paths;
  readonly languages: ReadonlyMap<string, Language>;
}

/** Reads the paths when they are first asked for, and again after a change. About 150 bytes of memory a file. */
export class StoredPaths {
  readonly #sql: Sql;
  #known: { readonly oid: string; readonly sources: SourcePaths } | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Must be called when a document becomes live or stops being it. */
  forget(): void {
    this.#known = undefined;
  }

  get(): SourcePaths {
    const oid = coveredOid(this.#sql) ?? '';
    if (this.#known?.oid !== oid) this.#known = { oid, sources: this.#read() };
    return this.#known.sources;
  }

  #read(): SourcePaths {
    const languages = new Map<string, Language>();
    for (const { path, language } of this.#sql.exec<{ path: string; language: Language }>(
      `SELECT path, language FROM file JOIN document ON document.id = file.document
       WHERE language IN (${RESOLVED_LANGUAGES.map((each) => `'${each}'`).join(', ')}) ORDER BY path`,
    )) {
      languages.set(path, language);
    }
    return { paths: new Paths(languages.keys(), this.#packages()), languages };
  }

  /** Folders of packages, as {@link Paths.packages} has them. A manifest that cannot be read names none. */
  #packages(): ReadonlyMap<string, string> {
    const packages = new Map<string, string>();
    for (const { path, text } of this.#sql.exec<{ path: string; text: string }>(
      `SELECT path, text FROM file JOIN document ON document.id = file.document
       WHERE path IN ('package.json', 'go.mod') OR path LIKE '%/package.json' OR path LIKE '%/go.mod' ORDER BY path`,
    )) {
      const name = path.endsWith('go.mod') ? goModule(text) : npmPackage(text);
      if (name !== undefined && !packages.has(name)) packages.set(name, folderOf(path));
    }
    return packages;
  }
}

/** The commit that the index covers. */
export function coveredOid(sql: Sql): string | undefined {
  return sql.exec<{ oid: string }>('SELECT oid FROM covered').toArray()[0]?.oid;
}

function goModule(text: string): string | undefined {
  const [, module] = /^module\s+"?([^\s"]+)/m.exec(text) ?? [];
  return module === undefined ? undefined : `go:${module}`;
}

function npmPackage(text: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== 'object' || manifest === null || !('name' in manifest)) return undefined;
    return typeof manifest.name === 'string' ? `npm:${manifest.name}` : undefined;
  } catch {
    return undefined;
  }
}
