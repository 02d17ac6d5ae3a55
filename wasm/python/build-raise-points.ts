/** Finds the functions of the interpreter by which code in C can be told to stop; see `kernel/raise-points.ts`. */
import { type Artifacts, bootPython } from './kernel/boot.ts';
import type { RaisePointTable } from './kernel/raise-points.ts';

/** Offsets of the slots within a type object; what lies between the first and the last is functions, tables of them and flags. */
const SLOTS = { next: 112, hash: 60, compare: 100 } as const;
const FIRST_SLOT = 24;
const LAST_SLOT = 200;

/** Imports every module of C, and lists the addresses of all types. */
const ALL_TYPES = `
import sys
for name in sorted(sys.builtin_module_names):
    try: __import__(name)
    except ImportError: pass
found, left = set(), [object]
while left:
    each = left.pop()
    if each not in found:
        found.add(each)
        left.extend(type.__subclasses__(each))
[id(each) for each in found]
`;

/** The points of an interpreter: numbers of functions in its table, ascending. Throws when it has fewer than it must have. */
export async function findRaisePoints(artifacts: Artifacts): Promise<RaisePointTable> {
  const python = await bootPython(artifacts);
  const module = python._module;
  const types = addresses(python.runPython(ALL_TYPES));
  /** The slots in which a function lies. */
  const uses = new Map<number, Set<number>>();
  for (const type of types) {
    for (let slot = FIRST_SLOT; slot <= LAST_SLOT; slot += 4) {
      const held = module.HEAPU32[(type + slot) >>> 2] ?? 0;
      if (held > 0 && held < module.wasmTable.length) uses.set(held, (uses.get(held) ?? new Set()).add(slot));
    }
  }
  // A function of two roles may be called where nothing may be raised.
  const only = (wanted: number): readonly number[] =>
    [...uses].flatMap(([held, slots]) => (slots.has(wanted) && slots.size === 1 ? [held] : [])).sort((a, b) => a - b);
  const points = { next: only(SLOTS.next), hash: only(SLOTS.hash), compare: only(SLOTS.compare) };
  if (Object.values(points).some(({ length }) => length < 10)) {
    throw new Error(`The layout of type objects has changed: ${JSON.stringify(points)}`);
  }
  return { ...points, ...allocators(module) };
}

function addresses(list: unknown): readonly number[] {
  if (typeof list !== 'object' || list === null || !('toJs' in list) || typeof list.toJs !== 'function') {
    throw new TypeError('The types were not listed.');
  }
  const values: unknown = list.toJs();
  if (!Array.isArray(values)) throw new TypeError('The types were not listed.');
  return values.map(Number);
}

type Module = Awaited<ReturnType<typeof bootPython>>['_module'];

/** `struct { ctx, malloc, calloc, realloc, free }` of each of CPython's three domains. */
function allocators(module: Module): Pick<RaisePointTable, 'malloc' | 'calloc' | 'realloc'> {
  const struct = module._malloc(20);
  const found = [0, 1, 2].map((domain) => {
    module._PyMem_GetAllocator(domain, struct);
    return [...module.HEAPU32.slice(struct >>> 2, (struct >>> 2) + 4)];
  });
  const functions = (at: number) => [...new Set(found.map((each) => each[at] ?? 0))];
  return { malloc: functions(1), calloc: functions(2), realloc: functions(3) };
}
