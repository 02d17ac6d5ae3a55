/** Makes what needs a running interpreter: the precompiled standard library and the heap snapshot. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Artifacts, bootPython } from './kernel/boot.ts';
import { encodeSnapshot } from './kernel/snapshot.ts';

/** Imported before the snapshot is taken, so that user code finds them at once. */
const WARM_MODULES =
  'abc, ast, asyncio, base64, bisect, code, codeop, collections, contextlib, copy, csv, dataclasses, datetime, decimal, enum, ' +
  'fractions, functools, hashlib, heapq, inspect, io, itertools, json, linecache, math, operator, os, pathlib, pprint, random, ' +
  're, signal, statistics, string, sys, textwrap, time, tokenize, traceback, typing';

const COMPILE_LIBRARY = `
import importlib.util, marshal, zipfile
library = zipfile.ZipFile("/lib/python314.zip")
sources = {name: library.read(name) for name in library.namelist()} | {name: text.encode() for name, text in added}
header = importlib.util.MAGIC_NUMBER + bytes(12)
with zipfile.ZipFile("/tmp/library.zip", "w") as compiled:
    for name, data in sorted(sources.items()):
        if name.endswith(".py"):
            code = compile(data, "/lib/python314.zip/" + name, "exec", dont_inherit=True)
            name, data = name + "c", header + marshal.dumps(code)
        compiled.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
`;

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
  python.runPython(COMPILE_LIBRARY);
  return python.FS.readFile('/tmp/library.zip');
}

/** The kernel's Python side by path, each after those that it imports. */
const KERNEL_MODULES = [
  'text',
  'display',
  'stdin',
  'loop',
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

/**
 * Returns a sparse snapshot of an interpreter that has imported the warm modules and the kernel's Python side, whose modules
 * have builtins of their own and are named `_kernel_` and the file's name.
 * The same input gives the same bytes: states of interpreters that were deployed earlier fit those of a new deployment.
 */
export async function takeSnapshot(artifacts: Artifacts, sources: KernelSources): Promise<Uint8Array> {
  const full = await withoutChance(() => takeFullSnapshot(artifacts, sources));
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

async function takeFullSnapshot(artifacts: Artifacts, sources: KernelSources): Promise<Uint8Array> {
  const python = await bootPython(artifacts, { makeSnapshot: true });
  python.globals.set('kernel_sources', JSON.stringify(sources));
  python.runPython(`
import ${WARM_MODULES}
del ${WARM_MODULES}
import builtins, json, sys, types
for name, source in json.loads(kernel_sources):
    module = sys.modules["_kernel_" + name] = types.ModuleType("_kernel_" + name)
    module.__dict__["__builtins__"] = dict(builtins.__dict__)
    exec(compile(source, "<kernel>", "exec"), module.__dict__)
del name, source, module, kernel_sources, builtins, json, sys, types
import gc
gc.collect()
gc.freeze()
del gc
`);
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
