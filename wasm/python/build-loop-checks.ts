/**
 * Puts a counter into every loop of the interpreter's C code, so that code like `sum(range(10**10))`, which never asks for
 * signals, can be stopped. The bytecode loop is left alone: it asks by itself.
 */
import { expectShape, UnexpectedModule, WasmReader, WasmWriter } from '../binary/bytes.ts';
import { ExternalKind, MAGIC, MUTABLE, Op, onlySection, readSections, SectionId, ValueType } from '../binary/format.ts';
import { copyInstruction } from '../symbolic/z3/transform/instructions.ts';

/** Exported name of the bytecode loop's function. */
const BYTECODE_LOOP = '_PyEval_EvalFrameDefault';
/** An import `() -> ()` without any use here: it becomes the report that a counter has run down. */
const REPORT = 'emscripten_debugger';

const I32_SUBTRACT = 0x6b;
const I32_LESS_SIGNED = 0x48;
const HAS_MAXIMUM = 1;

interface Imports {
  readonly functions: number;
  readonly globals: number;
  readonly report: number;
}

/**
 * Returns the module with a check at each loop header: every `chunk` turns of loops it calls the import
 * `env.emscripten_debugger`. Throws `UnexpectedModule` when the module is not built as expected.
 */
export function addLoopChecks(module: Uint8Array, chunk: number): Uint8Array {
  const sections = readSections(module);
  const imports = readImports(onlySection(sections, SectionId.import));
  const skipped = exportedFunction(onlySection(sections, SectionId.export), BYTECODE_LOOP) - imports.functions;
  const globals = addCounter(onlySection(sections, SectionId.global), imports.globals);
  const check = checkInstructions(globals.counter, chunk, imports.report);
  const output = new WasmWriter(module.length + (1 << 20)).append(MAGIC);
  for (const { id, body } of sections) {
    if (id === SectionId.global) output.section(id, globals.section);
    else if (id === SectionId.code) output.section(id, rewriteLoops(body, check, skipped));
    else output.section(id, body);
  }
  return output.written;
}

/** Counts the imports. */
export function readImports(section: Uint8Array): Imports {
  const reader = new WasmReader(section);
  let [functions, globals, report] = [0, 0, -1];
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.name();
    const name = reader.name();
    const kind = reader.byte();
    switch (kind) {
      case ExternalKind.function:
        reader.unsigned();
        if (name === REPORT) report = functions;
        functions++;
        break;
      case ExternalKind.global:
        reader.take(2);
        globals++;
        break;
      case ExternalKind.table:
        reader.byte();
        skipLimits(reader);
        break;
      case ExternalKind.memory:
        skipLimits(reader);
        break;
      default:
        expectShape(kind === ExternalKind.tag, 'imports of known kinds');
        reader.byte();
        reader.unsigned();
    }
  }
  expectShape(report >= 0, `the import ${REPORT}`);
  return { functions, globals, report };
}

function skipLimits(reader: WasmReader): void {
  const flags = reader.byte();
  reader.unsigned();
  if (flags & HAS_MAXIMUM) reader.unsigned();
}

/** The number of a function. Throws `UnexpectedModule` when it is not exported. */
export function exportedFunction(section: Uint8Array, wanted: string): number {
  const reader = new WasmReader(section);
  for (let left = reader.unsigned(); left > 0; left--) {
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.unsigned();
    if (name === wanted && kind === ExternalKind.function) return index;
  }
  throw new UnexpectedModule(`The module has no export ${wanted}.`);
}

/** Adds a mutable i32 behind the module's own globals. */
export function addCounter(section: Uint8Array, importedGlobals: number): { section: Uint8Array; counter: number } {
  const reader = new WasmReader(section);
  const count = reader.unsigned();
  const writer = new WasmWriter(section.length + 16).unsigned(count + 1).append(reader.rest());
  writer.append([ValueType.i32, MUTABLE, Op.i32Const, 0, Op.end]);
  return { section: writer.written, counter: importedGlobals + count };
}

/** `if (--counter < 0) { counter = chunk; report() }` */
function checkInstructions(counter: number, chunk: number, report: number): Uint8Array {
  const writer = new WasmWriter();
  writer.byte(Op.globalGet).unsigned(counter).append([Op.i32Const, 1, I32_SUBTRACT]);
  writer.byte(Op.globalSet).unsigned(counter).byte(Op.globalGet).unsigned(counter);
  writer.append([Op.i32Const, 0, I32_LESS_SIGNED, Op.if, ValueType.void, Op.i32Const, ...signed(chunk)]);
  writer.byte(Op.globalSet).unsigned(counter).byte(Op.call).unsigned(report).byte(Op.end);
  return writer.written;
}

/** A positive integer in signed LEB128. */
function signed(value: number): readonly number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}

function rewriteLoops(codeSection: Uint8Array, check: Uint8Array, skipped: number): Uint8Array {
  const reader = new WasmReader(codeSection);
  const functions = reader.unsigned();
  const output = new WasmWriter(codeSection.length + (1 << 20)).unsigned(functions);
  const body = new WasmWriter(1 << 20);
  for (let index = 0; index < functions; index++) {
    const source = new WasmReader(reader.take(reader.unsigned()));
    if (index === skipped) {
      output.vector(source.bytes);
      continue;
    }
    body.clear();
    const groups = source.unsigned();
    body.unsigned(groups);
    for (let left = groups; left > 0; left--) body.unsigned(source.unsigned()).byte(source.byte());
    while (!source.done) if (copyInstruction(source, body) === Op.loop) body.append(check);
    output.vector(body.written);
  }
  expectShape(reader.done, 'the end of the code section');
  return output.written;
}
