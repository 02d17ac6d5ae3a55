/** The passes over the module's declarations: imports, globals, exports and signatures. Each takes a section and returns it anew. */
import { expectShape, WasmReader, WasmWriter } from '../../../binary/bytes.ts';
import { ExternalKind, FUNCTION_TYPE, MUTABLE, Op, ValueType } from '../../../binary/format.ts';

const SHARED_WITH_MAXIMUM = 3;
const WITH_MAXIMUM = 1;
const WITHOUT_MAXIMUM = 0;

/** An import without any other use here: it becomes the call that is made when the slice of fuel is spent. */
const SLICE_SPENT_IMPORT = 'emscripten_check_blocking_allowed';

/** Page counts (64 KiB) that the module declares for the memory it imports. */
export interface MemoryPages {
  readonly minimum: number;
  readonly maximum: number;
}

export interface ImportPass {
  readonly section: Uint8Array;
  readonly importedFunctions: number;
  /** Index of the import that is called when the slice of fuel is spent. */
  readonly sliceSpentFunction: number;
  /** Suffixes of the `invoke_*` imports: a letter for the result, then one for each argument. */
  readonly invokeSignatures: readonly string[];
}

/** Number of entries of the function table. */
export function readTableSize(tableSection: Uint8Array): number {
  const reader = new WasmReader(tableSection);
  const shape = [reader.unsigned(), reader.byte(), reader.byte()];
  expectShape(shape.join() === `1,${ValueType.funcref},${WITHOUT_MAXIMUM}`, 'one function table without a maximum');
  return reader.unsigned();
}

/**
 * Makes the imported memory unshared, small and growable, and imports the function table and the stack pointer, so that
 * the module with the exception trampolines can share both.
 */
export function rewriteImports(importSection: Uint8Array, pages: MemoryPages, tableSize: number): ImportPass {
  const reader = new WasmReader(importSection);
  const writer = new WasmWriter(importSection.length + 128);
  const invokeSignatures: string[] = [];
  let importedFunctions = 0;
  let memories = 0;
  let sliceSpentFunction = -1;
  const count = reader.unsigned();
  writer.unsigned(count + 2);
  for (let left = count; left > 0; left--) {
    const module = reader.name();
    const name = reader.name();
    const kind = reader.byte();
    writer.name(module).name(name).byte(kind);
    if (kind === ExternalKind.function) {
      writer.unsigned(reader.unsigned());
      if (name === SLICE_SPENT_IMPORT) sliceSpentFunction = importedFunctions;
      if (name.startsWith('invoke_')) invokeSignatures.push(name.slice('invoke_'.length));
      importedFunctions++;
    } else {
      expectShape(kind === ExternalKind.memory, 'imports of functions and of one memory only');
      expectShape(reader.byte() === SHARED_WITH_MAXIMUM, 'a shared memory');
      reader.unsigned();
      reader.unsigned();
      writer.byte(WITH_MAXIMUM).unsigned(pages.minimum).unsigned(pages.maximum);
      memories++;
    }
  }
  expectShape(reader.done && memories === 1, 'one imported memory');
  expectShape(sliceSpentFunction >= 0, `the import ${SLICE_SPENT_IMPORT}`);
  writeTableImport(writer, tableSize);
  writeStackPointerImport(writer);
  return { section: writer.written, importedFunctions, sliceSpentFunction, invokeSignatures };
}

/** Writes the import of the function table, as both modules declare it. */
export function writeTableImport(writer: WasmWriter, tableSize: number): void {
  writer.name('env').name('__indirect_function_table').byte(ExternalKind.table);
  writer.byte(ValueType.funcref).byte(WITHOUT_MAXIMUM).unsigned(tableSize);
}

/** Writes the import of the C stack pointer, as both modules declare it. */
export function writeStackPointerImport(writer: WasmWriter): void {
  writer.name('env').name('__stack_pointer').byte(ExternalKind.global).byte(ValueType.i32).byte(MUTABLE);
}

export interface GlobalPass {
  readonly section: Uint8Array;
  /** Initial value of the stack pointer, which is the first global and becomes an import. */
  readonly stackTop: number;
  /** Index of the added fuel counter, a mutable i64. */
  readonly fuelGlobal: number;
}

/** Takes the stack pointer out (it is imported, and keeps index 0) and adds the fuel counter, full at first. */
export function rewriteGlobals(globalSection: Uint8Array): GlobalPass {
  const reader = new WasmReader(globalSection);
  const count = reader.unsigned();
  const shape = [reader.byte(), reader.byte(), reader.byte()];
  expectShape(shape.join() === `${ValueType.i32},${MUTABLE},${Op.i32Const}`, 'the stack pointer as first global');
  const stackTop = reader.signed32();
  expectShape(reader.byte() === Op.end, 'a constant stack pointer');
  const writer = new WasmWriter(globalSection.length + 32).unsigned(count).append(reader.rest());
  const largestI64 = [...Array<number>(9).fill(0xff), 0x00];
  writer.byte(ValueType.i64).byte(MUTABLE).byte(Op.i64Const).append(largestI64).byte(Op.end);
  return { section: writer.written, stackTop, fuelGlobal: count };
}

export interface AddedExport {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
}

export function addExports(exportSection: Uint8Array, added: readonly AddedExport[]): Uint8Array {
  const reader = new WasmReader(exportSection);
  const writer = new WasmWriter(exportSection.length + 128);
  writer.unsigned(reader.unsigned() + added.length).append(reader.rest());
  for (const { name, kind, index } of added) writer.name(name).byte(kind).unsigned(index);
  return writer.written;
}

/** The signature of each function that the module defines, as `parameters->results` in value type numbers. */
export function readSignatures(typeSection: Uint8Array, functionSection: Uint8Array): string[] {
  const types = new WasmReader(typeSection);
  const signatures: string[] = [];
  for (let left = types.unsigned(); left > 0; left--) {
    expectShape(types.byte() === FUNCTION_TYPE, 'function types only');
    const parameters = types.take(types.unsigned()).join();
    signatures.push(`${parameters}->${types.take(types.unsigned()).join()}`);
  }
  const functions = new WasmReader(functionSection);
  return Array.from({ length: functions.unsigned() }, () => {
    const signature = signatures[functions.unsigned()];
    expectShape(signature !== undefined, 'a declared function type');
    return signature;
  });
}
