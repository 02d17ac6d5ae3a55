/**
 * `npm run bench -- files <folder>…`: whether functions of real packages can be looked at. Of each file of a folder without tests, the first
 * functions of the top level are checked as `symbolic_check` with `file` does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loadPythonParser } from '../scripts/lib/node-engine.ts';
import { loadSymbolic } from '../scripts/lib/node-symbolic.ts';
import { userId } from '../src/lib/object-name.ts';
import { PythonSyntaxError } from '../src/symbolic/syntax/errors.ts';
import { parseModule } from '../src/symbolic/syntax/parse.ts';

/** Functions of a file. */
const FIRST = 1;
const SECONDS = 5;
const MOST_BYTES = 65_536;

/** Prints a line a folder: what came of its functions, and of the first of each file whether it was loaded. */
export async function runFiles(folders: readonly string[]): Promise<void> {
  const { engine } = await loadSymbolic();
  const parser = await loadPythonParser();
  const all = new Map<string, number>();
  for (const folder of folders) {
    const counts = new Map<string, number>();
    const add = (what: string) => {
      for (const one of [counts, all]) one.set(what, (one.get(what) ?? 0) + 1);
    };
    const read = async (path: string) => textOf(join(folder, path));
    for (const path of pythonFiles(folder)) {
      const code = textOf(join(folder, path)) ?? '';
      let names: readonly string[];
      try {
        names = parseModule(code, parser).body.flatMap((one) => (one.kind === 'function' ? [one.name] : []));
      } catch (error) {
        if (!(error instanceof PythonSyntaxError)) throw error;
        add('does not parse');
        continue;
      }
      for (const functionName of names.slice(0, FIRST)) {
        const started = performance.now();
        const request = { code, functionName, timeoutSeconds: SECONDS, owner: userId('bench') };
        const file = { path, mostBytes: MOST_BYTES };
        const result = await engine.check({ ...request, file }, async () => true, read);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        const isLoaded = result.status !== 'error' && result.work.replays + result.work.steps > 0;
        add(isLoaded ? 'loaded' : 'not loaded');
        add(result.status);
        const [reason] = result.status === 'error' ? [] : result.reasons;
        const why =
          result.status === 'error'
            ? result.message
            : reason === undefined
              ? ''
              : `${reason.construct} ${reason.message}`;
        console.log(
          `  ${path} ${functionName}: ${isLoaded ? '' : 'NOT LOADED '}${result.status}, ${seconds} s ${why.slice(0, 150)}`,
        );
      }
    }
    console.log(`${folder}: ${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')}`);
  }
  console.log(`All: ${[...all].map(([what, count]) => `${what} ${count}`).join(', ')}`);
}

function pythonFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(
      (path) =>
        !/(?:^|\/)(?:tests?|docs?|examples?|tasks|benchmarks?)\/|(?:^|\/)(?:test_\w*|conftest|setup|noxfile)\.py$/.test(
          path,
        ),
    )
    .sort();
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
