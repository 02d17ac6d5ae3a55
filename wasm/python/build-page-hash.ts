/**
 * Assembles the module that hashes pages of the interpreter's heap, with XXH64: it has four lanes that do not wait for each
 * other, and no small change of a page undoes another one in it.
 *
 * `low(address)` returns the lower half of the hash, `high()` then the upper half: a 64-bit result would be a BigInt.
 */
import { WasmWriter } from '../binary/bytes.ts';
import { ExternalKind, FUNCTION_TYPE, MAGIC, MUTABLE, Op, SectionId, ValueType } from '../binary/format.ts';

const LOCAL_TEE = 0x22;
const I32_LESS_UNSIGNED = 0x49;
const I32_ADD = 0x6a;
const I64_LOAD = 0x29;
const I64_ADD = 0x7c;
const I64_MULTIPLY = 0x7e;
const I64_XOR = 0x85;
const I64_SHIFT_RIGHT_UNSIGNED = 0x88;
const I64_ROTATE_LEFT = 0x89;
const I32_WRAP_I64 = 0xa7;
const ALIGNED_8 = 3;

/** The constants of XXH64, which has no other numbers but rotations. */
const [P1, P2, P3, P4] = [0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x85ebca77c2b2ae63n] as const;
const SEEDS = [P1 + P2, P2, 0n, -P1] as const;
const LANE_ROTATIONS = [1n, 7n, 12n, 18n] as const;
const STRIDE = 8 * SEEDS.length;

const local = { address: 0, end: 1, hash: 2, lane: 3 } as const;
const lanes = SEEDS.map((_, index) => local.lane + index);

/** Returns the module's bytes; `page` is the size of a page in bytes, a multiple of 32. */
export function assemblePageHash(page: number): Uint8Array {
  const module = new WasmWriter().append(MAGIC);
  const section = (id: number, write: (body: WasmWriter) => void) => {
    const body = new WasmWriter();
    write(body);
    module.section(id, body.written);
  };
  section(SectionId.type, (body) =>
    body.append([2, FUNCTION_TYPE, 1, ValueType.i32, 1, ValueType.i32, FUNCTION_TYPE, 0, 1, ValueType.i32]),
  );
  section(SectionId.import, (body) =>
    body.unsigned(1).name('interpreter').name('memory').append([ExternalKind.memory, 0, 0]),
  );
  section(SectionId.function, (body) => body.append([2, 0, 1]));
  section(SectionId.global, (body) => body.append([1, ValueType.i32, MUTABLE, Op.i32Const, 0, Op.end]));
  section(SectionId.export, (body) => {
    body.unsigned(2).name('low').append([ExternalKind.function, 0]).name('high').append([ExternalKind.function, 1]);
  });
  section(SectionId.code, (body) => body.unsigned(2).vector(hashFunction(page)).vector([0, Op.globalGet, 0, Op.end]));
  return module.written.slice();
}

function hashFunction(page: number): Uint8Array {
  const code = new WasmWriter().append([2, 1, ValueType.i32, 1 + lanes.length, ValueType.i64]);
  code.append([Op.localGet, local.address, Op.i32Const, ...signed(BigInt(page)), I32_ADD, Op.localSet, local.end]);
  SEEDS.forEach((seed, index) => {
    code.append([...constant(seed), Op.localSet, local.lane + index]);
  });
  code.append([Op.loop, ValueType.void]);
  lanes.forEach((lane, index) => {
    const word = [Op.localGet, local.address, I64_LOAD, ALIGNED_8, 8 * index];
    code.append([...word, ...times(P2), Op.localGet, lane, I64_ADD, ...rotated(31n), ...times(P1), Op.localSet, lane]);
  });
  code.append([Op.localGet, local.address, Op.i32Const, STRIDE, I32_ADD, LOCAL_TEE, local.address]);
  code.append([Op.localGet, local.end, I32_LESS_UNSIGNED, Op.brIf, 0, Op.end]);
  code.append(constant(0n));
  lanes.forEach((lane, index) => {
    code.append([Op.localGet, lane, ...rotated(LANE_ROTATIONS[index] ?? 0n), I64_ADD]);
  });
  for (const lane of lanes) {
    code.append([Op.localGet, lane, ...times(P2), ...rotated(31n), ...times(P1), I64_XOR]);
    code.append([...times(P1), ...constant(P4), I64_ADD]);
  }
  code.append([...constant(BigInt(page)), I64_ADD]);
  code.append([...folded(33n), ...times(P2), ...folded(29n), ...times(P3), ...folded(32n), Op.localSet, local.hash]);
  code.append([Op.localGet, local.hash, ...constant(32n), I64_SHIFT_RIGHT_UNSIGNED, I32_WRAP_I64, Op.globalSet, 0]);
  code.append([Op.localGet, local.hash, I32_WRAP_I64, Op.end]);
  return code.written;
}

/** The value on the stack, multiplied. */
function times(factor: bigint): readonly number[] {
  return [...constant(factor), I64_MULTIPLY];
}

function rotated(bits: bigint): readonly number[] {
  return [...constant(bits), I64_ROTATE_LEFT];
}

/** The value on the stack, with its upper bits laid over the lower ones. */
function folded(bits: bigint): readonly number[] {
  const value = [LOCAL_TEE, local.hash, Op.localGet, local.hash];
  return [...value, ...constant(bits), I64_SHIFT_RIGHT_UNSIGNED, I64_XOR];
}

function constant(value: bigint): readonly number[] {
  return [Op.i64Const, ...signed(BigInt.asIntN(64, value))];
}

/** Signed LEB128. */
function signed(value: bigint): readonly number[] {
  const [low, rest] = [Number(value & 0x7fn), value >> 7n];
  const done = (rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40);
  return done ? [low] : [low | 0x80, ...signed(rest)];
}
