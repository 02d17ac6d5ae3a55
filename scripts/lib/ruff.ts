/** Ruff as WebAssembly: which rules the project's Python follows, what breaks them, and how it is formatted. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Diagnostic, PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';

/** As in a `ruff.toml`. */
const SETTINGS = {
  'target-version': 'py314',
  'line-length': 120,
  lint: {
    // pycodestyle, Pyflakes, order of imports, likely bugs, outdated syntax, needless complication, comprehensions
    select: ['E', 'W', 'F', 'I', 'B', 'UP', 'SIM', 'C4'],
    // `strict=` of zip and map; contextlib.suppress, one module more to shield from user code; lists of words as one text
    ignore: ['B905', 'B912', 'SIM105', 'SIM905'],
  },
} as const;

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['build', 'dist', 'node_modules', '.git', '.wrangler']);

/** What was looked at, and a line `path:line:column code message` for each finding. */
export interface PythonReport {
  readonly files: number;
  readonly findings: readonly string[];
}

/** Checks rules and formatting of every Python file below `root`. */
export async function checkPython(root: string): Promise<PythonReport> {
  const ruff = new Workspace(SETTINGS, PositionEncoding.Utf32);
  const files = await pythonFiles(root);
  const findings: string[] = [];
  for (const file of files) {
    const source = await readFile(join(root, file), 'utf8');
    findings.push(...findingsIn(ruff, source).map((finding) => `${file}:${finding}`));
  }
  return { files: files.length, findings };
}

/** Formats every Python file below `root` and returns the paths of those that changed; what does not parse stays. */
export async function formatPython(root: string): Promise<readonly string[]> {
  const ruff = new Workspace(SETTINGS, PositionEncoding.Utf32);
  const changed: string[] = [];
  for (const file of await pythonFiles(root)) {
    const source = await readFile(join(root, file), 'utf8');
    if (!isValid(ruff, source)) continue;
    const formatted = ruff.format(source);
    if (formatted === source) continue;
    await writeFile(join(root, file), formatted);
    changed.push(file);
  }
  return changed;
}

function findingsIn(ruff: Workspace, source: string): readonly string[] {
  const findings = diagnosticsOf(ruff, source).map(
    ({ code, message, start_location: { row, column } }) => `${row}:${column} ${code ?? 'error'} ${message}`,
  );
  if (!isValid(ruff, source)) return findings;
  const line = firstDifference(source.split('\n'), ruff.format(source).split('\n'));
  return line === undefined ? findings : [...findings, `${line}:1 format Formatted in another way: npm run format`];
}

function isValid(ruff: Workspace, source: string): boolean {
  return diagnosticsOf(ruff, source).every(({ code }) => code !== 'invalid-syntax');
}

/** In the order of the text. */
function diagnosticsOf(ruff: Workspace, source: string): readonly Diagnostic[] {
  const diagnostics: readonly Diagnostic[] = ruff.check(source);
  return diagnostics.toSorted(
    ({ start_location: left }, { start_location: right }) => left.row - right.row || left.column - right.column,
  );
}

/** The first line, counted from 1, in which two texts differ. */
function firstDifference(left: readonly string[], right: readonly string[]): number | undefined {
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) if (left[index] !== right[index]) return index + 1;
  return undefined;
}

async function pythonFiles(root: string, folder = ''): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : pythonFiles(root, path);
    return entry.name.endsWith('.py') ? [path] : [];
  });
  return (await Promise.all(found)).flat().sort();
}
