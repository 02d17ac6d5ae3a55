/**
 * Makes functions that call themselves through others take C stack, which is all that CPython can measure: they need none of it,
 * while the engine's own stack, which nothing can measure, fills up.
 */
import { expectShape, UnexpectedModule, WasmReader, WasmWriter } from '../binary/bytes.ts';
import { ExternalKind, FUNCTION_TYPE, MAGIC, Op, onlySection, readSections, SectionId } from '../binary/format.ts';
import { exportedFunction, readImports } from './build-loop-checks.ts';

/**
 * Bytes for each exported function, for the up to 750 that a level of freeing takes of the engine's stack, and 420 of the others:
 * two thirds of that stack were seen to suffice then. At the end of the C stack freeing goes on without recursion, and the others
 * raise RecursionError.
 */
export const STACK_USE: Readonly<Record<string, number>> = {
  _Py_Dealloc: 256,
  PyObject_Repr: 128,
  PyObject_RichCompare: 128,
};

const STACK_POINTER = '__stack_pointer';
const I32_ADD = 0x6a;
const NO_LOCALS = 0;

/** Returns the module with functions that take so many bytes more, multiples of 16. Throws `UnexpectedModule` when one is missing. */
export function addStackUse(module: Uint8Array, use: Readonly<Record<string, number>>): Uint8Array {
  const sections = readSections(module);
  const imported = readImports(onlySection(sections, SectionId.import)).functions;
  const exported = onlySection(sections, SectionId.export);
  const stackPointer = exportedGlobal(exported, STACK_POINTER);
  const types = numbers(onlySection(sections, SectionId.function));
  const parameters = parameterCounts(onlySection(sections, SectionId.type));
  const bodies = readBodies(onlySection(sections, SectionId.code));
  for (const [name, bytes] of Object.entries(use)) {
    const index = exportedFunction(exported, name) - imported;
    const [type, original] = [types[index], bodies[index]];
    expectShape(type !== undefined && original !== undefined, `code of ${name}`);
    const count = parameters[type];
    expectShape(count !== undefined, `a type of ${name} without references`);
    bodies[index] = around(imported + bodies.length, count, stackPointer, bytes);
    bodies.push(original);
    types.push(type);
  }
  const output = new WasmWriter(module.length + (1 << 16)).append(MAGIC);
  for (const { id, body } of sections) {
    if (id === SectionId.function)
      output.section(
        id,
        listed(types, (writer, type) => writer.unsigned(type)),
      );
    else if (id === SectionId.code)
      output.section(
        id,
        listed(bodies, (writer, code) => writer.vector(code)),
      );
    else output.section(id, body);
  }
  return output.written;
}

/** Code that calls a function between two moves of the stack pointer. */
function around(callee: number, parameters: number, stackPointer: number, bytes: number): Uint8Array {
  const move = (writer: WasmWriter, by: number) =>
    writer
      .byte(Op.globalGet)
      .unsigned(stackPointer)
      .append([Op.i32Const, ...signed(by), I32_ADD, Op.globalSet])
      .unsigned(stackPointer);
  const code = move(new WasmWriter().byte(NO_LOCALS), -bytes);
  for (let each = 0; each < parameters; each++) code.byte(Op.localGet).unsigned(each);
  return move(code.byte(Op.call).unsigned(callee), bytes).byte(Op.end).written;
}

/** An integer in signed LEB128. */
function signed(value: number): readonly number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

/** The number of a global. Throws `UnexpectedModule` when it is not exported. */
function exportedGlobal(section: Uint8Array, wanted: string): number {
  const reader = new WasmReader(section);
  for (let left = reader.unsigned(); left > 0; left--) {
    const name = reader.name();
    const kind = reader.byte();
    const index = reader.unsigned();
    if (name === wanted && kind === ExternalKind.global) return index;
  }
  throw new UnexpectedModule(`The module has no export ${wanted}.`);
}

/** How many parameters each type has. */
function parameterCounts(section: Uint8Array): number[] {
  const reader = new WasmReader(section);
  return Array.from({ length: reader.unsigned() }, () => {
    expectShape(reader.byte() === FUNCTION_TYPE, 'types of functions');
    const count = reader.unsigned();
    reader.take(count);
    reader.take(reader.unsigned());
    return count;
  });
}

function numbers(section: Uint8Array): number[] {
  const reader = new WasmReader(section);
  return Array.from({ length: reader.unsigned() }, () => reader.unsigned());
}

function readBodies(section: Uint8Array): Uint8Array[] {
  const reader = new WasmReader(section);
  const bodies = Array.from({ length: reader.unsigned() }, () => reader.take(reader.unsigned()));
  expectShape(reader.done, 'the end of the code section');
  return bodies;
}

function listed<Item>(items: readonly Item[], write: (writer: WasmWriter, item: Item) => void): Uint8Array {
  const writer = new WasmWriter(1 << 16).unsigned(items.length);
  for (const item of items) write(writer, item);
  return writer.written;
}
