/** Assembles a native Python module as Emscripten's dynamic loader wants it: a side module whose `twice(x)` is `x + x`. */
import { WasmWriter } from '../../wasm/binary/bytes.ts';
import { ExternalKind, FUNCTION_TYPE, MAGIC, Op, SectionId, ValueType } from '../../wasm/binary/format.ts';

const { i32, funcref } = ValueType;
const I32_ADD = 0x6a;
const [ELEMENT_SECTION, DATA_SECTION] = [9, 11];
const MEMORY_INFO = 1;
const [METH_O, PYTHON_API_VERSION] = [8, 1013];

/** Offsets from `__memory_base`; PyModuleDef and PyMethodDef are laid out as CPython's headers say. */
const at = { name: 0, method: 8, definition: 16, methods: 72, end: 104 } as const;
const field = { refcount: 0, name: 20, size: 28, methods: 32 } as const;
const methodField = { name: 0, function: 4, flags: 8 } as const;

const bytes = (write: (writer: WasmWriter) => WasmWriter): Uint8Array => write(new WasmWriter()).written.slice();
const list = (items: readonly Uint8Array[]): Uint8Array =>
  bytes((writer) => items.reduce((all, item) => all.append(item), writer.unsigned(items.length)));
const type = (parameters: readonly number[], results: readonly number[]): Uint8Array =>
  bytes((writer) => writer.byte(FUNCTION_TYPE).vector(parameters).vector(results));
const imported = (name: string, kind: number, ...description: number[]): Uint8Array =>
  bytes((writer) => writer.name('env').name(name).byte(kind).append(description));

/** Signed LEB128 of a number from -64 to 8191. */
const constant = (value: number): readonly number[] =>
  value < 64 ? [Op.i32Const, value & 0x7f] : [Op.i32Const, (value & 0x7f) | 0x80, value >> 7];

/** Returns the module; Python imports it by `name`. */
export function assembleSideModule(name: string): Uint8Array {
  const [memoryBase, tableBase] = [0, 1];
  const [createModule, add, initialize, twice] = [0, 1, 2, 3];
  const [binary, nullary] = [0, 1];
  const address = (offset: number): readonly number[] => [Op.globalGet, memoryBase, ...constant(offset), I32_ADD];
  const store = (offset: number, value: readonly number[]): readonly number[] => [
    ...address(offset),
    ...value,
    Op.i32Store,
    2,
    0,
  ];
  const code = (...body: number[]): Uint8Array => bytes((writer) => writer.vector([0, ...body, Op.end]));
  const sections: readonly [number, Uint8Array][] = [
    [SectionId.custom, bytes((writer) => writer.name('dylink.0').byte(MEMORY_INFO).vector([at.end, 2, 1, 0]))],
    [SectionId.type, list([type([i32, i32], [i32]), type([], [i32])])],
    [
      SectionId.import,
      list([
        imported('memory', ExternalKind.memory, 0, 0),
        imported('__indirect_function_table', ExternalKind.table, funcref, 0, 0),
        imported('__memory_base', ExternalKind.global, i32, 0),
        imported('__table_base', ExternalKind.global, i32, 0),
        imported('PyModule_Create2', ExternalKind.function, binary),
        imported('PyNumber_Add', ExternalKind.function, binary),
      ]),
    ],
    [SectionId.function, Uint8Array.from([2, nullary, binary])],
    [SectionId.export, list([bytes((w) => w.name(`PyInit_${name}`).byte(ExternalKind.function).unsigned(initialize))])],
    // Where the table starts, the method's function.
    [ELEMENT_SECTION, Uint8Array.from([1, 0, Op.globalGet, tableBase, Op.end, 1, twice])],
    [
      SectionId.code,
      list([
        code(
          ...store(at.definition + field.refcount, constant(1)),
          ...store(at.definition + field.name, address(at.name)),
          ...store(at.definition + field.size, constant(-1)),
          ...store(at.definition + field.methods, address(at.methods)),
          ...store(at.methods + methodField.name, address(at.method)),
          ...store(at.methods + methodField.function, [Op.globalGet, tableBase]),
          ...store(at.methods + methodField.flags, constant(METH_O)),
          ...[...address(at.definition), ...constant(PYTHON_API_VERSION), Op.call, createModule],
        ),
        code(Op.localGet, 1, Op.localGet, 1, Op.call, add),
      ]),
    ],
    [
      DATA_SECTION,
      bytes((writer) =>
        writer.append([1, 0, Op.globalGet, memoryBase, Op.end]).name(`${name.padEnd(at.method, '\0')}twice\0`),
      ),
    ],
  ];
  const module = new WasmWriter().append(MAGIC);
  for (const [id, body] of sections) module.section(id, body);
  return module.written.slice();
}
