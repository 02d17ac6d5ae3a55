/** The engine's WebAssembly modules in plain Node, for tests: the same modules and loaders as in the Worker. */
import { readFile } from 'node:fs/promises';
import type { BackendAnswer, SmtBackend } from '../../src/symbolic/smt/backend.ts';
import { createPythonParser, type PythonParser } from '../../wasm/symbolic/tree-sitter/loader.ts';
import type { Z3Modules } from '../../wasm/symbolic/z3/loader.ts';
import { SolverPool } from '../../wasm/symbolic/z3/pool.ts';
import { Z3 } from '../../wasm/symbolic/z3/z3.ts';
import { once } from './once.ts';

const BUILD = new URL('../../wasm/symbolic/build/', import.meta.url);

const z3Modules = once(async (): Promise<Z3Modules> => {
  const [z3, invoke, meta] = await Promise.all([
    compile('z3.wasm'),
    compile('z3-invoke.wasm'),
    readFile(new URL('z3-meta.json', BUILD), 'utf8'),
  ]);
  return { z3, invoke, meta: JSON.parse(meta) };
});

const parserModules = once(async () => {
  const [core, python] = await Promise.all([compile('web-tree-sitter.wasm'), compile('tree-sitter-python.wasm')]);
  return { core, python };
});

/** A new instance of Z3, from `wasm/symbolic/build`. */
export async function startZ3(): Promise<Z3> {
  return new Z3(await z3Modules());
}

/** The instance of Z3 that this process shares: its answers depend on nothing that was asked before. */
export const loadZ3: () => Promise<Z3> = once(startZ3);

/** New solvers, as an isolate of the Worker has them. */
export async function startSolvers(): Promise<SolverPool> {
  return new SolverPool(await z3Modules());
}

/** The solvers that this process shares. */
export const loadSolvers: () => Promise<SolverPool> = once(startSolvers);

/** A solver for tests that answers as `check` does, whoever asks. */
export function solverOf(
  check: (script: string, values: readonly string[], fuel: number) => BackendAnswer,
): SmtBackend {
  return {
    check: async (script, values, fuel) => check(script, values, fuel),
    turn: async () => ({ checkAtOnce: check, end: () => undefined }),
  };
}

/** A new Python parser, from `wasm/symbolic/build`. */
export async function loadPythonParser(): Promise<PythonParser> {
  return createPythonParser(await parserModules());
}

async function compile(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(name, BUILD)));
}
