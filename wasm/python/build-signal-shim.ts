/**
 * Assembles the module through which CPython checks for signals:
 * `checkSignals() { const answer = check(); return answer === -1 ? suspend() : answer }`.
 * A suspending import may only be called where the stack can be suspended, so the plain import decides.
 */

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const FUNCTION = 0x00;
const END = 0x0b;

const op = {
  localGet: 0x20,
  localTee: 0x22,
  call: 0x10,
  i32Const: 0x41,
  i32Equal: 0x46,
  if: 0x04,
  else: 0x05,
} as const;
const section = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;

/** Every length below 128 is a single byte of LEB128. */
const sized = (bytes: readonly number[]): number[] => [bytes.length, ...bytes];
const text = (value: string): number[] => sized([...new TextEncoder().encode(value)]);
const list = (...items: readonly (readonly number[])[]): number[] => [items.length, ...items.flat()];

/** Returns the module's bytes. */
export function assembleSignalShim(): Uint8Array {
  const [check, suspend, checkSignals] = [0, 1, 2];
  const answer = 0;
  const minusOne = 0x7f;
  const imported = (name: string): number[] => [...text('kernel'), ...text(name), FUNCTION, 0];
  const body = [
    ...list([1, I32]),
    ...[op.call, check, op.localTee, answer, op.i32Const, minusOne, op.i32Equal],
    ...[op.if, I32, op.call, suspend, op.else, op.localGet, answer, END],
    END,
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[section.type, ...sized(list([FUNCTION_TYPE, ...list(), ...list([I32])]))],
    ...[section.import, ...sized(list(imported('check'), imported('suspend')))],
    ...[section.function, ...sized(list([0]))],
    ...[section.export, ...sized(list([...text('checkSignals'), FUNCTION, checkSignals]))],
    ...[section.code, ...sized(list(sized(body)))],
  ]);
}
