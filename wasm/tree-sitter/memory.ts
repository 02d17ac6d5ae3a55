/** Lets tree-sitter's core start with a small memory: as published, it asks for 32 MiB. */
import { expectShape, UnexpectedModule, WasmReader, WasmWriter } from '../binary/bytes.ts';
import { ExternalKind, MAGIC, onlySection, readSections, SectionId } from '../binary/format.ts';

/** Pages of 64 KiB that tree-sitter starts with; it grows as sources need. */
export const INITIAL_PAGES = 32;

const WITH_MAXIMUM = 1;

/** `web-tree-sitter.wasm` with {@link INITIAL_PAGES} as the size it asks for. Throws `UnexpectedModule` for another module. */
export function shrinkMemory(source: Uint8Array): Uint8Array {
  const sections = readSections(source);
  const imports = withInitialPages(onlySection(sections, SectionId.import));
  const writer = new WasmWriter(source.length).append(MAGIC);
  for (const { id, body } of sections) writer.section(id, id === SectionId.import ? imports : body);
  return writer.written;
}

function withInitialPages(importSection: Uint8Array): Uint8Array {
  const reader = new WasmReader(importSection);
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.name();
    reader.name();
    const kind = reader.byte();
    switch (kind) {
      case ExternalKind.function:
        reader.unsigned();
        break;
      case ExternalKind.table:
        reader.byte();
        if (reader.byte() === WITH_MAXIMUM) reader.unsigned();
        reader.unsigned();
        break;
      case ExternalKind.global:
        reader.take(2);
        break;
      case ExternalKind.memory: {
        reader.byte();
        const before = importSection.subarray(0, reader.position);
        reader.unsigned();
        return new WasmWriter().append(before).unsigned(INITIAL_PAGES).append(reader.rest()).written;
      }
      default:
        expectShape(false, `a kind of import known here instead of ${kind}`);
    }
  }
  throw new UnexpectedModule('The module imports no memory.');
}
