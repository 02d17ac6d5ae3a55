/** The engine's WebAssembly modules in plain Node, for tests: the same modules and loaders as in the Worker. */
import { readFile } from 'node:fs/promises';
import { createPythonParser, type PythonParser } from '../../wasm/symbolic/tree-sitter/loader.ts';
import { Z3 } from '../../wasm/symbolic/z3/z3.ts';

const BUILD = new URL('../../wasm/symbolic/build/', import.meta.url);

/** A new instance of Z3, from `wasm/symbolic/build`. */
export async function loadZ3(): Promise<Z3> {
  const [z3, invoke, meta] = await Promise.all([
    compile('z3.wasm'),
    compile('z3-invoke.wasm'),
    readFile(new URL('z3-meta.json', BUILD), 'utf8'),
  ]);
  return Z3.create({ z3, invoke, meta: JSON.parse(meta) });
}

/** A new Python parser, from `wasm/symbolic/build`. */
export async function loadPythonParser(): Promise<PythonParser> {
  const [core, python] = await Promise.all([compile('web-tree-sitter.wasm'), compile('tree-sitter-python.wasm')]);
  return createPythonParser({ core, python });
}

async function compile(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(name, BUILD)));
}
