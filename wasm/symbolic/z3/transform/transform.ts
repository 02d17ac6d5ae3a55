/**
 * Turns the z3-solver package's module, built for threads and 2 GiB of shared memory, into one that a single thread can run.
 * Deterministic; every assumption about the input is checked.
 */
import { expectShape, WasmWriter } from '../../../binary/bytes.ts';
import { ExternalKind, MAGIC, Op, onlySection, readSections, SectionId } from '../../../binary/format.ts';
import { fuelCheck, rewriteCode } from './code.ts';
import { isNameSection, readNames } from './names.ts';
import {
  addExports,
  type MemoryPages,
  readSignatures,
  readTableSize,
  rewriteGlobals,
  rewriteImports,
} from './passes.ts';
import { trampolineModule } from './trampolines.ts';

/** The module declares 22 MiB, of which 20 MiB are the C stack, and allows what fits into an isolate of 128 MiB. */
const PAGES: MemoryPages = { minimum: 352, maximum: 1408 };

/** Z3's timer starts a thread. Without threads the constructor clears its one field, and the destructor does nothing. */
const TIMER_CONSTRUCTOR = {
  name: 'scoped_timer::scoped_timer(unsigned int, event_handler*)',
  signature: '127,127,127->127',
  body: [0, Op.localGet, 0, Op.i32Const, 0, Op.i32Store, 2, 0, Op.localGet, 0, Op.end],
} as const;
const TIMER_DESTRUCTOR = {
  name: 'scoped_timer::~scoped_timer()',
  signature: '127->127',
  body: [0, Op.localGet, 0, Op.end],
} as const;

export interface TransformedZ3 {
  /** The solver. */
  readonly solver: Uint8Array;
  /** The exception trampolines. */
  readonly trampolines: Uint8Array;
  readonly tableSize: number;
  /** Address the C stack grows down from; the stack ends at address 0. */
  readonly stackTop: number;
}

/**
 * Transforms z3-solver's `z3-built.wasm`:
 * 1. the memory is unshared and growable;
 * 2. C++ exceptions are thrown and caught in a second WebAssembly module instead of JavaScript;
 * 3. the timer, which would start a thread, does nothing;
 * 4. every loop iteration and every call takes a unit from the exported global `fuel`; where none is left, the import
 *    `emscripten_check_blocking_allowed` is called, which gives more, throws, or suspends the stack;
 * 5. `sbrk` is exported, which tells how far the heap reaches;
 * 6. the name section goes, and integers are written in their shortest form.
 *
 * Throws `UnexpectedModule` when the input is not such a module.
 */
export function transformZ3(source: Uint8Array): TransformedZ3 {
  const sections = readSections(source);
  const names = readNames(sections);
  const sbrk = names.functions.get('sbrk');
  expectShape(sbrk !== undefined, 'a function named sbrk');
  expectShape(names.globals.get('__stack_pointer') === 0, 'the stack pointer as first global');

  const tableSize = readTableSize(onlySection(sections, SectionId.table));
  const imports = rewriteImports(onlySection(sections, SectionId.import), PAGES, tableSize);
  const globals = rewriteGlobals(onlySection(sections, SectionId.global));
  const exports = addExports(onlySection(sections, SectionId.export), [
    { name: 'fuel', kind: ExternalKind.global, index: globals.fuelGlobal },
    { name: 'sbrk', kind: ExternalKind.function, index: sbrk },
  ]);

  const signatures = readSignatures(onlySection(sections, SectionId.type), onlySection(sections, SectionId.function));
  const replacements = new Map<number, Uint8Array>();
  for (const { name, signature, body } of [TIMER_CONSTRUCTOR, TIMER_DESTRUCTOR]) {
    const index = names.functions.get(name);
    expectShape(index !== undefined, `a function named ${name}`);
    const own = index - imports.importedFunctions;
    expectShape(signatures[own] === signature, `${name} with the signature ${signature}`);
    replacements.set(own, Uint8Array.from(body));
  }
  const check = fuelCheck(globals.fuelGlobal, imports.sliceSpentFunction);
  const code = rewriteCode(onlySection(sections, SectionId.code), check, replacements);

  const rewritten = new Map<number, Uint8Array>([
    [SectionId.import, imports.section],
    [SectionId.global, globals.section],
    [SectionId.export, exports],
    [SectionId.code, code],
  ]);
  const solver = new WasmWriter(source.length).append(MAGIC);
  for (const section of sections) {
    if (section.id === SectionId.table || isNameSection(section)) continue;
    solver.section(section.id, rewritten.get(section.id) ?? section.body);
  }
  return {
    solver: solver.written,
    trampolines: trampolineModule(imports.invokeSignatures, tableSize),
    tableSize,
    stackTop: globals.stackTop,
  };
}
