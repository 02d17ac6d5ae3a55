/**
 * Assembles a module through which C calls what may have to wait:
 * `name(...args) { const answer = check(...args); return answer === -1 ? suspend() : answer }`.
 * A suspending import may only be called where the stack can be suspended, so the plain import decides.
 */

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const FUNCTION = 0x00;
const NOTHING = 0x40;
const END = 0x0b;

const op = {
  localGet: 0x20,
  localTee: 0x22,
  call: 0x10,
  i32Const: 0x41,
  i32Equal: 0x46,
  drop: 0x1a,
  if: 0x04,
  else: 0x05,
} as const;
const section = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;

/** Every length below 128 is a single byte of LEB128. */
const sized = (bytes: readonly number[]): number[] => [bytes.length, ...bytes];
const text = (value: string): number[] => sized([...new TextEncoder().encode(value)]);
const type = (parameters: number, results: 0 | 1): number[] => [
  FUNCTION_TYPE,
  ...sized(Array.from({ length: parameters }, () => I32)),
  ...sized(Array.from({ length: results }, () => I32)),
];
const list = (...items: readonly (readonly number[])[]): number[] => [items.length, ...items.flat()];

/**
 * Assembles the functions that fail for `kernel/raise-points.ts`, each with the signature of those whose place it takes: they
 * call an import, `raise` or `refuse`, and return what stands for a failure.
 */
export function assembleFailing(): Uint8Array {
  const [raise, refuse] = [0, 1];
  const [plain, one, two, three] = [0, 1, 2, 3];
  const [zero, minusOne] = [0, 0x7f];
  const functions: readonly (readonly [name: string, type: number, call: number, result: number])[] = [
    ['next', one, raise, zero],
    ['hash', one, raise, minusOne],
    ['compare', three, raise, zero],
    ['malloc', two, refuse, zero],
    ['calloc', three, refuse, zero],
    ['realloc', three, refuse, zero],
  ];
  const imported = (name: string): number[] => [...text('kernel'), ...text(name), FUNCTION, plain];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[section.type, ...sized(list([FUNCTION_TYPE, 0, 0], type(1, 1), type(2, 1), type(3, 1)))],
    ...[section.import, ...sized(list(imported('raise'), imported('refuse')))],
    ...[section.function, ...sized([functions.length, ...functions.map(([, signature]) => signature)])],
    ...[section.export, ...sized(list(...functions.map(([name], index) => [...text(name), FUNCTION, 2 + index])))],
    ...[
      section.code,
      ...sized(list(...functions.map(([, , call, result]) => sized([0, op.call, call, op.i32Const, result, END])))),
    ],
  ]);
}

/** Returns the bytes of a module that exports `name`, a function of so many i32 `parameters` to i32, or to nothing. */
export function assembleShim(name: string, parameters: number, results: 0 | 1 = 1): Uint8Array {
  const [check, suspend, shim] = [0, 1, 2];
  const [plain, checking, exported] = [0, 1, 2];
  const answer = parameters;
  const minusOne = 0x7f;
  const imported = (function_: string, type: number): number[] => [
    ...text('kernel'),
    ...text(function_),
    FUNCTION,
    type,
  ];
  const args = Array.from({ length: parameters }, (_, index) => [op.localGet, index]).flat();
  const ending =
    results === 1
      ? [op.if, I32, op.call, suspend, op.else, op.localGet, answer, END]
      : [op.if, NOTHING, op.call, suspend, op.drop, END];
  const body = [
    ...list([1, I32]),
    ...[...args, op.call, check, op.localTee, answer, op.i32Const, minusOne, op.i32Equal],
    ...[...ending, END],
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[section.type, ...sized(list(type(0, 1), type(parameters, 1), type(parameters, results)))],
    ...[section.import, ...sized(list(imported('check', checking), imported('suspend', plain)))],
    ...[section.function, ...sized(list([exported]))],
    ...[section.export, ...sized(list([...text(name), FUNCTION, shim]))],
    ...[section.code, ...sized(list(sized(body)))],
  ]);
}
