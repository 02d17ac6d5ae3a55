/** The pass over all function bodies: replaces some, and counts fuel in the others. */
import { expectShape, WasmReader, WasmWriter } from '../../../binary/bytes.ts';
import { Op, ValueType } from '../../../binary/format.ts';
import { copyInstruction } from './instructions.ts';

/** Instructions that take one unit of fuel and call `sliceSpentFunction` where there is none left. */
export function fuelCheck(fuelGlobal: number, sliceSpentFunction: number): Uint8Array {
  const writer = new WasmWriter();
  writer.byte(Op.globalGet).unsigned(fuelGlobal).byte(Op.i64Const).byte(1).byte(Op.i64Subtract);
  writer.byte(Op.globalSet).unsigned(fuelGlobal);
  writer.byte(Op.globalGet).unsigned(fuelGlobal).byte(Op.i64Const).byte(0).byte(Op.i64LessSigned);
  writer.byte(Op.if).byte(ValueType.void).byte(Op.call).unsigned(sliceSpentFunction).byte(Op.end);
  return writer.written;
}

/**
 * Rewrites the code section: bodies in `replacements` (by index among the module's own functions) are replaced, and
 * `check` is put at every loop header and at the entry of every function that calls another.
 */
export function rewriteCode(
  codeSection: Uint8Array,
  check: Uint8Array,
  replacements: ReadonlyMap<number, Uint8Array>,
): Uint8Array {
  const reader = new WasmReader(codeSection);
  const functions = reader.unsigned();
  const output = new WasmWriter(codeSection.length * 2).unsigned(functions);
  const locals = new WasmWriter();
  const body = new WasmWriter(1 << 20);
  for (let index = 0; index < functions; index++) {
    const source = new WasmReader(reader.take(reader.unsigned()));
    const replacement = replacements.get(index);
    if (replacement) {
      output.vector(replacement);
      continue;
    }
    copyLocals(source, locals.clear());
    const calls = copyBody(source, body.clear(), check);
    const entry = calls ? check : new Uint8Array();
    output.unsigned(locals.length + entry.length + body.length);
    output.append(locals.written).append(entry).append(body.written);
  }
  expectShape(reader.done, 'the end of the code section');
  return output.written;
}

function copyLocals(source: WasmReader, writer: WasmWriter): void {
  const groups = source.unsigned();
  writer.unsigned(groups);
  for (let left = groups; left > 0; left--) writer.unsigned(source.unsigned()).byte(source.byte());
}

/** Returns whether the function calls another. */
function copyBody(source: WasmReader, writer: WasmWriter, check: Uint8Array): boolean {
  let calls = false;
  while (!source.done) {
    const opcode = copyInstruction(source, writer);
    if (opcode === Op.loop) writer.append(check);
    calls ||= opcode === Op.call || opcode === Op.callIndirect;
  }
  return calls;
}
