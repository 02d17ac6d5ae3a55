/** Numbers of the WebAssembly binary format (core specification, section 5) that the transform uses, and its sections. */
import { expectShape, WasmReader } from './bytes.ts';

/** `\0asm`, version 1. */
export const MAGIC: readonly number[] = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

export const SectionId = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  code: 10,
  tag: 13,
} as const;

/** Kinds of imports and exports. */
export const ExternalKind = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

export const ValueType = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, funcref: 0x70, void: 0x40 } as const;

export const FUNCTION_TYPE = 0x60;
export const MUTABLE = 1;

export const Op = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  try: 0x06,
  catch: 0x07,
  throw: 0x08,
  rethrow: 0x09,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  delegate: 0x18,
  catchAll: 0x19,
  drop: 0x1a,
  select: 0x1b,
  selectTyped: 0x1c,
  localGet: 0x20,
  localSet: 0x21,
  globalGet: 0x23,
  globalSet: 0x24,
  tableSet: 0x26,
  firstMemoryAccess: 0x28,
  i32Store: 0x36,
  lastMemoryAccess: 0x3e,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  firstNumeric: 0x45,
  i64LessSigned: 0x53,
  i64Subtract: 0x7d,
  lastNumeric: 0xc4,
  refNull: 0xd0,
  refIsNull: 0xd1,
  refFunc: 0xd2,
  bulkPrefix: 0xfc,
  atomicPrefix: 0xfe,
} as const;

export interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

/** The module's sections in order, as views. Throws `UnexpectedModule` when it is no WebAssembly module. */
export function readSections(module: Uint8Array): Section[] {
  const reader = new WasmReader(module);
  const magic = reader.take(MAGIC.length);
  expectShape(
    MAGIC.every((byte, index) => magic[index] === byte),
    'a WebAssembly module, version 1',
  );
  const sections: Section[] = [];
  while (!reader.done) sections.push({ id: reader.byte(), body: reader.take(reader.unsigned()) });
  return sections;
}

/** The one section with this id. Throws `UnexpectedModule` when there is none or more than one. */
export function onlySection(sections: readonly Section[], id: number): Uint8Array {
  const [found, ...more] = sections.filter((section) => section.id === id);
  expectShape(found !== undefined && more.length === 0, `exactly one section with id ${id}`);
  return found.body;
}
