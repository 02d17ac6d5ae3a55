/** Builds what the symbolic Worker imports: the transformed Z3, tree-sitter and its Python grammar. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformZ3 } from './z3/transform/transform.ts';

const FOLDER = import.meta.dirname;
const PACKAGES = join(FOLDER, '../../node_modules');
const BUILD = join(FOLDER, 'build');

/** sha256 in hex of each input, by its path in node_modules, and of each output, by its name in build/. */
interface Manifest {
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Builds `wasm/symbolic/build/` unless it is what MANIFEST.json records; throws when an input or an output is not. */
export async function buildSymbolic(log: (line: string) => void): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(FOLDER, 'MANIFEST.json'), 'utf8'));
  const input = async (path: string) => {
    const bytes = await readFile(join(PACKAGES, path));
    if (sha256(bytes) !== manifest.inputs[path]) throw new Error(`node_modules/${path} is not the recorded file.`);
    return bytes;
  };
  const z3 = transformZ3(await input('z3-solver/build/z3-built.wasm'));
  log(`z3.wasm: ${z3.functions} functions, ${z3.counters} fuel counters`);
  const outputs: Record<string, Uint8Array | string> = {
    'z3.wasm': z3.solver,
    'z3-invoke.wasm': z3.trampolines,
    'z3-meta.json': `${JSON.stringify({ tableSize: z3.tableSize, stackTop: z3.stackTop })}\n`,
    'web-tree-sitter.wasm': await input('web-tree-sitter/web-tree-sitter.wasm'),
    'tree-sitter-python.wasm': await input('tree-sitter-python/tree-sitter-python.wasm'),
  };
  await mkdir(BUILD, { recursive: true });
  for (const [name, content] of Object.entries(outputs)) {
    if (sha256(content) !== manifest.outputs[name]) throw new Error(`build/${name} is not what MANIFEST.json records.`);
    await writeFile(join(BUILD, name), content);
  }
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
