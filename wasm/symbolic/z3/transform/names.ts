/** The `name` custom section: which index a function or global of a given name has. */
import { expectShape, WasmReader } from '../../../binary/bytes.ts';
import type { Section } from '../../../binary/format.ts';
import { SectionId } from '../../../binary/format.ts';

const FUNCTION_NAMES = 1;
const GLOBAL_NAMES = 7;

export interface NameIndex {
  readonly functions: ReadonlyMap<string, number>;
  readonly globals: ReadonlyMap<string, number>;
}

/** True for the custom section that holds the names. */
export function isNameSection(section: Section): boolean {
  return section.id === SectionId.custom && new WasmReader(section.body).name() === 'name';
}

/** Throws `UnexpectedModule` when the module has no names. */
export function readNames(sections: readonly Section[]): NameIndex {
  const section = sections.find(isNameSection);
  expectShape(section !== undefined, 'a name section');
  const reader = new WasmReader(section.body);
  reader.name();
  const functions = new Map<string, number>();
  const globals = new Map<string, number>();
  while (!reader.done) {
    const kind = reader.byte();
    const entries = new WasmReader(reader.take(reader.unsigned()));
    if (kind === FUNCTION_NAMES) readNameMap(entries, functions);
    else if (kind === GLOBAL_NAMES) readNameMap(entries, globals);
  }
  return { functions, globals };
}

function readNameMap(reader: WasmReader, into: Map<string, number>): void {
  for (let left = reader.unsigned(); left > 0; left--) {
    const index = reader.unsigned();
    into.set(reader.name(), index);
  }
}
