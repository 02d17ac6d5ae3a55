/** Makes what needs a running interpreter: the precompiled standard library and the heap snapshot. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Artifacts, bootPython } from './kernel/boot.ts';
import { encodeSnapshot } from './kernel/snapshot.ts';
import { INCLUDED } from './packages/included.ts';

/** Python that the interpreter runs while it is built. */
const COMPILE_LIBRARY = join(import.meta.dirname, 'build-library.py');
const FILL_HEAP = join(import.meta.dirname, 'build-heap.py');
const FILL_TESTS_HEAP = join(import.meta.dirname, 'build-tests-heap.py');

/**
 * Returns a zip of the standard library as bytecode, compiled by the same interpreter from `artifacts.standardLibrary`;
 * `added` lists modules that it lacks, as path and source.
 */
export async function compileLibrary(
  artifacts: Artifacts,
  added: readonly (readonly [string, string])[],
): Promise<Uint8Array> {
  const python = await bootPython(artifacts);
  python.globals.set('added', added);
  python.runPython(await readFile(COMPILE_LIBRARY, 'utf8'));
  return python.FS.readFile('/tmp/library.zip');
}

/** The kernel's Python side by path, each after those that it imports. */
const KERNEL_MODULES = [
  'text',
  'display',
  'stdin',
  'loop',
  'ipython',
  'runner',
  'script',
  'introspection/statics',
  'introspection/previews',
  'introspection/lexer',
  'introspection/scopes',
  'introspection/sources',
  'introspection/signatures',
  'introspection/modules',
  'introspection/values',
  'introspection/containers',
  'introspection/calls',
  'introspection/members',
  'introspection/inference',
  'introspection/completion',
  'introspection/inspection',
  'introspection/variables',
  'introspection/introspection',
] as const;

/** Reads the kernel's Python side from its folder. */
export function readKernelSources(folder: string): Promise<KernelSources> {
  return Promise.all(
    KERNEL_MODULES.map(async (path) => [basename(path), await readFile(join(folder, `${path}.py`), 'utf8')]),
  );
}

type KernelSources = readonly (readonly string[])[];

/** A file, and where Python finds it. */
type PlacedFile = readonly [path: string, bytes: Uint8Array];

/**
 * Returns a sparse snapshot of an interpreter that has imported the warm modules and the kernel's Python side, whose modules
 * have builtins of their own and are named `_kernel_` and the file's name. With the `included` files, those below
 * {@link INCLUDED}, it has imported the runner of tests, too, and has what pytest needs at hand: see `lemma_testing/warm.py`.
 * The same input gives the same bytes: states of interpreters that were deployed earlier fit those of a new deployment.
 */
export async function takeSnapshot(
  artifacts: Artifacts,
  sources: KernelSources,
  included: readonly PlacedFile[] = [],
): Promise<Uint8Array> {
  const full = await withoutChance(() => takeFullSnapshot(artifacts, sources, included));
  return encodeSnapshot(full, await freshHeap(artifacts, full), await freshHeap(artifacts, full));
}

/** Runs `work` where the clock stands still and random bytes are all the same. */
export async function withoutChance<T>(work: () => Promise<T>): Promise<T> {
  const { getRandomValues } = crypto;
  const real = { date: Date.now, performance: performance.now };
  Date.now = () => 0;
  performance.now = () => 0;
  crypto.getRandomValues = (array) => {
    if (array !== null) new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(0);
    return array;
  };
  try {
    return await work();
  } finally {
    Date.now = real.date;
    performance.now = real.performance;
    crypto.getRandomValues = getRandomValues;
  }
}

async function takeFullSnapshot(
  artifacts: Artifacts,
  sources: KernelSources,
  included: readonly PlacedFile[],
): Promise<Uint8Array> {
  const python = await bootPython(artifacts, { makeSnapshot: true });
  python.globals.set('kernel_sources', JSON.stringify(sources));
  python.runPython(await readFile(FILL_HEAP, 'utf8'));
  if (included.length > 0) {
    for (const [path, bytes] of included) {
      python.FS.mkdirTree(dirname(path));
      python.FS.writeFile(path, bytes);
    }
    python.globals.set('included', INCLUDED);
    python.runPython(await readFile(FILL_TESTS_HEAP, 'utf8'));
  }
  return python.makeMemorySnapshot();
}

async function freshHeap(artifacts: Artifacts, fullSnapshot: Uint8Array): Promise<Uint8Array> {
  let heap: Uint8Array | undefined;
  await bootPython(artifacts, {
    fullSnapshot,
    instantiated(module) {
      heap = module.HEAPU8.slice();
    },
  });
  if (heap === undefined) throw new Error('The interpreter was not instantiated.');
  return heap;
}
