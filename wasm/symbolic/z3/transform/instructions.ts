/** Copies instructions one by one, with integers re-encoded in their shortest form. */
import { expectShape, type WasmReader, type WasmWriter } from '../../../binary/bytes.ts';
import { Op } from '../../../binary/format.ts';

/** Bulk-memory instructions (prefix 0xfc) by the number of index immediates; below 8 they are saturating conversions. */
const BULK_TWO_INDICES = new Set([8, 10, 12, 14]);
const BULK_ONE_INDEX = new Set([9, 11, 13, 15, 16, 17]);
const ATOMIC_FENCE = 3;

/** Copies the next instruction with its immediates and returns its opcode. Throws `UnexpectedModule` for one it does not know. */
export function copyInstruction(reader: WasmReader, writer: WasmWriter): number {
  const opcode = reader.byte();
  writer.byte(opcode);
  switch (opcode) {
    case Op.block:
    case Op.loop:
    case Op.if:
    case Op.try:
    case Op.i32Const:
    case Op.i64Const:
      copySigned(reader, writer);
      break;
    case Op.br:
    case Op.brIf:
    case Op.call:
    case Op.refFunc:
    case Op.catch:
    case Op.throw:
    case Op.rethrow:
    case Op.delegate:
      copyIndices(reader, writer, 1);
      break;
    case Op.callIndirect:
      copyIndices(reader, writer, 2);
      break;
    case Op.brTable:
      copyIndices(reader, writer, copyCount(reader, writer) + 1);
      break;
    case Op.selectTyped:
      writer.append(reader.take(copyCount(reader, writer)));
      break;
    case Op.memorySize:
    case Op.memoryGrow:
    case Op.refNull:
      writer.byte(reader.byte());
      break;
    case Op.f32Const:
      writer.append(reader.take(4));
      break;
    case Op.f64Const:
      writer.append(reader.take(8));
      break;
    case Op.bulkPrefix:
      copyBulk(reader, writer);
      break;
    case Op.atomicPrefix:
      if (copyCount(reader, writer) === ATOMIC_FENCE) writer.byte(reader.byte());
      else copyIndices(reader, writer, 2);
      break;
    default:
      if (opcode >= Op.localGet && opcode <= Op.tableSet) copyIndices(reader, writer, 1);
      else if (opcode >= Op.firstMemoryAccess && opcode <= Op.lastMemoryAccess) copyIndices(reader, writer, 2);
      else expectShape(hasNoImmediate(opcode), `an instruction known here instead of 0x${opcode.toString(16)}`);
  }
  return opcode;
}

function hasNoImmediate(opcode: number): boolean {
  if (opcode >= Op.firstNumeric && opcode <= Op.lastNumeric) return true;
  switch (opcode) {
    case 0x00: // unreachable
    case 0x01: // nop
    case Op.else:
    case Op.catchAll:
    case Op.end:
    case Op.return:
    case Op.drop:
    case Op.select:
    case Op.refIsNull:
      return true;
    default:
      return false;
  }
}

function copyBulk(reader: WasmReader, writer: WasmWriter): void {
  const operation = copyCount(reader, writer);
  if (BULK_TWO_INDICES.has(operation)) copyIndices(reader, writer, 2);
  else if (BULK_ONE_INDEX.has(operation)) copyIndices(reader, writer, 1);
  else expectShape(operation < 8, `an instruction known here instead of 0xfc ${operation}`);
}

function copyIndices(reader: WasmReader, writer: WasmWriter, count: number): void {
  for (let left = count; left > 0; left--) writer.unsigned(reader.unsigned());
}

/** Copies one unsigned integer and returns it. */
function copyCount(reader: WasmReader, writer: WasmWriter): number {
  const count = reader.unsigned();
  writer.unsigned(count);
  return count;
}

/** Copies a signed LEB128 integer of up to 64 bits without its redundant last bytes. */
function copySigned(reader: WasmReader, writer: WasmWriter): void {
  const start = reader.position;
  while (reader.byte() >= 0x80);
  const digits = Array.from(reader.bytes.subarray(start, reader.position), (byte) => byte & 0x7f);
  while (digits.length > 1 && isSignExtension(digits)) digits.pop();
  digits.forEach((digit, index) => {
    writer.byte(index < digits.length - 1 ? digit | 0x80 : digit);
  });
}

/** True when the last digit only repeats the sign bit of the digit before it. */
function isSignExtension(digits: readonly number[]): boolean {
  const negative = ((digits.at(-2) ?? 0) & 0x40) !== 0;
  return digits.at(-1) === (negative ? 0x7f : 0);
}
