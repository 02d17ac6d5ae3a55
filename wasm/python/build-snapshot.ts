/** Makes what needs a running interpreter: the precompiled standard library and the heap snapshot. */
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
header = importlib.util.MAGIC_NUMBER + bytes(12)
with zipfile.ZipFile("/tmp/library.zip", "w") as compiled:
    for name in sorted(library.namelist()):
        data = library.read(name)
        if name.endswith(".py"):
            code = compile(data, "/lib/python314.zip/" + name, "exec", dont_inherit=True)
            name, data = name + "c", header + marshal.dumps(code)
        compiled.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
`;

/** Returns a zip of the standard library as bytecode, compiled by the same interpreter from `artifacts.standardLibrary`. */
export async function compileLibrary(artifacts: Artifacts): Promise<Uint8Array> {
  const python = await bootPython(artifacts);
  python.runPython(COMPILE_LIBRARY);
  return python.FS.readFile('/tmp/library.zip');
}

/** Returns a sparse snapshot of an interpreter that has imported the warm modules and `runner`, the kernel's Python side. */
export async function takeSnapshot(artifacts: Artifacts, runner: string): Promise<Uint8Array> {
  const python = await bootPython(artifacts, { makeSnapshot: true });
  python.globals.set('runner_source', runner);
  python.runPython(`
import ${WARM_MODULES}
del ${WARM_MODULES}
import builtins, sys, types
runner = types.ModuleType("_kernel_runner")
runner.__dict__["__builtins__"] = dict(builtins.__dict__)
exec(compile(runner_source, "<kernel>", "exec"), runner.__dict__)
sys.modules["_kernel_runner"] = runner
del runner, runner_source, builtins, sys, types
import gc
gc.collect()
gc.freeze()
del gc
`);
  const full = python.makeMemorySnapshot();
  return encodeSnapshot(full, await freshHeap(artifacts, full), await freshHeap(artifacts, full));
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
