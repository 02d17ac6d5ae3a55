/**
 * Generates the small module between Z3 and JavaScript: it throws and catches C++ exceptions as WebAssembly exceptions, for a
 * module compiled for JavaScript ones, and suspends the stack where a slice of fuel is spent.
 */
import { expectShape, WasmWriter } from '../../../binary/bytes.ts';
import { ExternalKind, FUNCTION_TYPE, MAGIC, Op, SectionId, ValueType } from '../../../binary/format.ts';
import { writeStackPointerImport, writeTableImport } from './passes.ts';

const TAG_ATTRIBUTE_EXCEPTION = 0;
const STACK_POINTER_GLOBAL = 0;
const CPP_EXCEPTION_TAG = 0;
const FUNCTION_TABLE = 0;
/** Function indices: the imports, then our functions. */
const SET_THREW_FUNCTION = 0;
const REFUEL_FUNCTION = 1;
const SUSPEND_FUNCTION = 2;
const FIRST_FUNCTION = 3;

/** Emscripten's letters for value types; `v` is no result. */
const ZERO: Readonly<Record<string, readonly number[]>> = {
  v: [],
  i: [Op.i32Const, 0],
  j: [Op.i64Const, 0],
  f: [Op.f32Const, 0, 0, 0, 0],
  d: [Op.f64Const, 0, 0, 0, 0, 0, 0, 0, 0],
};
const TYPE: Readonly<Record<string, number>> = {
  i: ValueType.i32,
  j: ValueType.i64,
  f: ValueType.f32,
  d: ValueType.f64,
};

/**
 * The module exports, for each signature, `invoke_<signature>(index, …args)`: calls table entry `index`; when a C++
 * exception arrives, restores the stack pointer, calls the import `setThrew(1, 0)` and returns 0. It also exports
 * `throw_exception(pointer)`, and `slice_spent()`, which calls the import `refuel()` and, where that gives anything but 0, the
 * import `suspend()`: a suspending import may only be called where the stack can be suspended.
 */
export function trampolineModule(signatures: readonly string[], tableSize: number): Uint8Array {
  const types = new TypeTable();
  const throwType = types.index('i', 'v');
  const setThrewType = types.index('ii', 'v');
  const refuelType = types.index('', 'i');
  const suspendType = types.index('', 'v');
  const bodies = [
    new WasmWriter().append([0, Op.localGet, 0, Op.throw, CPP_EXCEPTION_TAG, Op.end]).written,
    sliceSpent(),
  ];
  const functionTypes = [throwType, suspendType];
  const exportedNames = ['throw_exception', 'slice_spent'];
  for (const signature of signatures) {
    const result = signature.charAt(0);
    const parameters = signature.slice(1);
    functionTypes.push(types.index(`i${parameters}`, result));
    exportedNames.push(`invoke_${signature}`);
    bodies.push(trampoline(parameters.length, result, types.index(parameters, result)));
  }

  const imports = new WasmWriter().unsigned(5);
  writeStackPointerImport(imports);
  writeTableImport(imports, tableSize);
  imports.name('env').name('setThrew').byte(ExternalKind.function).unsigned(setThrewType);
  imports.name('env').name('refuel').byte(ExternalKind.function).unsigned(refuelType);
  imports.name('env').name('suspend').byte(ExternalKind.function).unsigned(suspendType);

  const functions = new WasmWriter().unsigned(functionTypes.length);
  for (const type of functionTypes) functions.unsigned(type);
  const exports = new WasmWriter().unsigned(exportedNames.length);
  exportedNames.forEach((name, position) => {
    exports
      .name(name)
      .byte(ExternalKind.function)
      .unsigned(FIRST_FUNCTION + position);
  });
  const code = new WasmWriter().unsigned(bodies.length);
  for (const body of bodies) code.vector(body);

  return new WasmWriter()
    .append(MAGIC)
    .section(SectionId.type, types.section())
    .section(SectionId.import, imports.written)
    .section(SectionId.function, functions.written)
    .section(SectionId.tag, new WasmWriter().unsigned(1).byte(TAG_ATTRIBUTE_EXCEPTION).unsigned(throwType).written)
    .section(SectionId.export, exports.written)
    .section(SectionId.code, code.written).written;
}

/** `if (refuel()) suspend()` */
function sliceSpent(): Uint8Array {
  const writer = new WasmWriter().append([0, Op.call, REFUEL_FUNCTION, Op.if, ValueType.void]);
  return writer.append([Op.call, SUSPEND_FUNCTION, Op.end, Op.end]).written;
}

function trampoline(parameterCount: number, result: string, calleeType: number): Uint8Array {
  const savedStackPointer = parameterCount + 1;
  const writer = new WasmWriter();
  writer.append([1, 1, ValueType.i32]); // one local of type i32
  writer.byte(Op.globalGet).unsigned(STACK_POINTER_GLOBAL).byte(Op.localSet).unsigned(savedStackPointer);
  writer.byte(Op.try).byte(TYPE[result] ?? ValueType.void);
  for (let parameter = 1; parameter <= parameterCount; parameter++) writer.byte(Op.localGet).unsigned(parameter);
  writer.byte(Op.localGet).unsigned(0).byte(Op.callIndirect).unsigned(calleeType).unsigned(FUNCTION_TABLE);
  writer.byte(Op.catch).unsigned(CPP_EXCEPTION_TAG).byte(Op.drop);
  writer.byte(Op.localGet).unsigned(savedStackPointer).byte(Op.globalSet).unsigned(STACK_POINTER_GLOBAL);
  writer.append([Op.i32Const, 1, Op.i32Const, 0, Op.call, SET_THREW_FUNCTION]);
  writer
    .append(ZERO[result] ?? [])
    .byte(Op.end)
    .byte(Op.end);
  return writer.written;
}

/** Function types, each declared once. */
class TypeTable {
  readonly #indices = new Map<string, number>();
  readonly #entries = new WasmWriter();

  index(parameters: string, result: string): number {
    const key = `${result}${parameters}`;
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.#indices.size;
    this.#indices.set(key, index);
    this.#entries.byte(FUNCTION_TYPE).vector([...parameters].map(valueType));
    this.#entries.vector(result === 'v' ? [] : [valueType(result)]);
    return index;
  }

  section(): Uint8Array {
    return new WasmWriter().unsigned(this.#indices.size).append(this.#entries.written).written;
  }
}

function valueType(letter: string): number {
  const type = TYPE[letter];
  expectShape(type !== undefined, `an invoke signature of the letters i, j, f and d instead of "${letter}"`);
  return type;
}
