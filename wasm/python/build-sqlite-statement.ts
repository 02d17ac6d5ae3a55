/** Makes known which SQLite statement runs, so that it can be interrupted: SQLite asks for that by itself, once it is told. */
import { expectShape, WasmReader, WasmWriter } from '../binary/bytes.ts';
import { ExternalKind, MAGIC, Op, onlySection, readSections, SectionId, ValueType } from '../binary/format.ts';
import { addCounter, exportedFunction, readImports } from './build-loop-checks.ts';

/** Exported name of the function that runs a statement until its next row: `(statement: i32) -> i32`. */
const STEP = 'sqlite3_step';
/** Name under which the running statement is exported: a mutable i32, 0 while none runs. */
export const RUNNING_STATEMENT = 'running_sqlite_statement';

const [STATEMENT, BEFORE, ANSWER] = [0, 1, 2];

/** Returns the module with the export {@link RUNNING_STATEMENT}. Throws `UnexpectedModule` when the module is not built as expected. */
export function exposeStatement(module: Uint8Array): Uint8Array {
  const sections = readSections(module);
  const imports = readImports(onlySection(sections, SectionId.import));
  const step = exportedFunction(onlySection(sections, SectionId.export), STEP) - imports.functions;
  const globals = addCounter(onlySection(sections, SectionId.global), imports.globals);
  const output = new WasmWriter(module.length + (1 << 16)).append(MAGIC);
  for (const { id, body } of sections) {
    if (id === SectionId.global) output.section(id, globals.section);
    else if (id === SectionId.function) output.section(id, withCopyOf(step, body));
    else if (id === SectionId.export) output.section(id, withExport(globals.counter, body));
    else if (id === SectionId.code) output.section(id, wrapped(step, imports.functions, globals.counter, body));
    else output.section(id, body);
  }
  return output.written;
}

/** One more function, with the type of another. */
function withCopyOf(index: number, section: Uint8Array): Uint8Array {
  const reader = new WasmReader(section);
  const types = Array.from({ length: reader.unsigned() }, () => reader.unsigned());
  const writer = new WasmWriter(section.length + 16).unsigned(types.length + 1);
  for (const type of types) writer.unsigned(type);
  const copied = types[index];
  expectShape(copied !== undefined, 'the type of the function');
  return writer.unsigned(copied).written;
}

function withExport(global: number, section: Uint8Array): Uint8Array {
  const reader = new WasmReader(section);
  const writer = new WasmWriter(section.length + 64).unsigned(reader.unsigned() + 1).append(reader.rest());
  return writer.name(RUNNING_STATEMENT).byte(ExternalKind.global).unsigned(global).written;
}

/** The function's code moves to the end; in its place is a call of it between two notes of the statement. */
function wrapped(index: number, importedFunctions: number, global: number, section: Uint8Array): Uint8Array {
  const reader = new WasmReader(section);
  const bodies = Array.from({ length: reader.unsigned() }, () => reader.take(reader.unsigned()));
  const original = bodies[index];
  expectShape(original !== undefined && reader.done, 'the code of the function');
  const call = new WasmWriter().append([1, 2, ValueType.i32]);
  call.byte(Op.globalGet).unsigned(global).append([Op.localSet, BEFORE, Op.localGet, STATEMENT]);
  call.byte(Op.globalSet).unsigned(global).append([Op.localGet, STATEMENT, Op.call]);
  call.unsigned(importedFunctions + bodies.length).append([Op.localSet, ANSWER, Op.localGet, BEFORE]);
  call.byte(Op.globalSet).unsigned(global).append([Op.localGet, ANSWER, Op.end]);
  const writer = new WasmWriter(section.length + 128).unsigned(bodies.length + 1);
  for (const [at, body] of bodies.entries()) writer.vector(at === index ? call.written : body);
  return writer.vector(original).written;
}
