/**
 * Assembles the module that hashes pages of the interpreter's heap:
 *
 *     low(address): two lanes of `lane = rotl(lane ^ word, 27) * PRIME` over the page's even and odd 64-bit words, joined
 *
 * `low` returns the lower half of the hash, `high()` then the upper half: a 64-bit result would be a BigInt.
 * The rotation spreads a change of a word's highest bits, which multiplication alone would leave there.
 */
import { WasmWriter } from '../symbolic/binary/bytes.ts';
import { ExternalKind, FUNCTION_TYPE, MAGIC, MUTABLE, Op, SectionId, ValueType } from '../symbolic/binary/format.ts';

const LOCAL_TEE = 0x22;
const I32_LESS_UNSIGNED = 0x49;
const I32_ADD = 0x6a;
const I64_LOAD = 0x29;
const I64_MULTIPLY = 0x7e;
const I64_XOR = 0x85;
const I64_SHIFT_RIGHT_UNSIGNED = 0x88;
const I64_ROTATE_LEFT = 0x89;
const I32_WRAP_I64 = 0xa7;
const ALIGNED_8 = 3;

const PRIME = 0x9e3779b97f4a7c15n;
const SEEDS = [0x243f6a8885a308d3n, 0x13198a2e03707344n] as const;

const local = { address: 0, end: 1, even: 2, odd: 3 } as const;

/** Returns the module's bytes; `page` is the size of a page in bytes, a multiple of 16. */
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
  const code = new WasmWriter().append([2, 1, ValueType.i32, 2, ValueType.i64]);
  code
    .append([Op.localGet, local.address])
    .byte(Op.i32Const)
    .append(signed(BigInt(page)))
    .byte(I32_ADD);
  code.append([Op.localSet, local.end]);
  code.append(constant(SEEDS[0])).append([Op.localSet, local.even]);
  code.append(constant(SEEDS[1])).append([Op.localSet, local.odd]);
  code.append([Op.loop, ValueType.void]);
  for (const [lane, offset] of [
    [local.even, 0],
    [local.odd, 8],
  ] as const) {
    code.append([Op.localGet, lane, Op.localGet, local.address, I64_LOAD, ALIGNED_8, offset, I64_XOR]);
    code.append(constant(27n)).byte(I64_ROTATE_LEFT).append(constant(PRIME)).byte(I64_MULTIPLY);
    code.append([Op.localSet, lane]);
  }
  code.append([Op.localGet, local.address, Op.i32Const, 16, I32_ADD, LOCAL_TEE, local.address]);
  code.append([Op.localGet, local.end, I32_LESS_UNSIGNED, Op.brIf, 0, Op.end]);
  code.append([Op.localGet, local.even, Op.localGet, local.odd]).append(constant(32n)).byte(I64_ROTATE_LEFT);
  code.byte(I64_XOR).append(constant(PRIME)).byte(I64_MULTIPLY).append([LOCAL_TEE, local.even]);
  code.append([Op.localGet, local.even]).append(constant(29n)).append([I64_SHIFT_RIGHT_UNSIGNED, I64_XOR]);
  code.append([LOCAL_TEE, local.even]).append(constant(32n)).append([I64_SHIFT_RIGHT_UNSIGNED, I32_WRAP_I64]);
  code.append([Op.globalSet, 0, Op.localGet, local.even, I32_WRAP_I64, Op.end]);
  return code.written;
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
