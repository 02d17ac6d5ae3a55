/** Whether a text of a data format is valid, by a strict parser of the format. */
import { parse as parseToml, TomlError } from 'smol-toml';
import { parseAllDocuments } from 'yaml';
import type { Fault } from './service.ts';

/** UTF-16 units of YAML that are parsed; its parser takes a second for a megabyte. */
export const LONGEST_YAML = 300_000;
/** The most mistakes of one text that are reported. */
const MOST_MISTAKES = 20;

/** What a format's parser says: mistakes, or why it did not look. */
export type FormatVerdict =
  | { readonly kind: 'read'; readonly faults: readonly Fault[] }
  | { readonly kind: 'skipped'; readonly why: string };

/** JSON; `place` is where a grammar found the first mistake, since the engine does not always say. */
export function jsonFaults(
  text: string,
  place: { readonly line: number; readonly column: number } | undefined,
): FormatVerdict {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return { kind: 'read', faults: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const [, offset] = /position (\d+)/.exec(message) ?? [];
    const guessed = message.includes('end of JSON') ? undefined : place;
    const found = offset === undefined ? (guessed ?? endOf(text)) : placeAt(text, Number(offset));
    return { kind: 'read', faults: [fault('T1-002', 'The text is no JSON from here on.', found)] };
  }
}

/** YAML 1.2, all documents of the text. Aliases are not resolved, so that none can grow. */
export function yamlFaults(text: string): FormatVerdict {
  if (text.length > LONGEST_YAML) return { kind: 'skipped', why: `YAML is parsed up to ${LONGEST_YAML} characters` };
  if (/\{\{|\{%|<%/.test(text)) return { kind: 'skipped', why: 'a template that makes YAML is not parsed' };
  try {
    const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent' });
    const errors = Array.isArray(documents) ? documents.flatMap((document) => document.errors) : [];
    const faults = errors
      .slice(0, MOST_MISTAKES)
      .map(({ message, pos: [start] }) => fault('T1-004', `YAML: ${message}`, placeAt(text, start)));
    return { kind: 'read', faults };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'skipped', why: 'the YAML is nested too deeply to be parsed' };
    throw error;
  }
}

/** TOML 1.0. */
export function tomlFaults(text: string): FormatVerdict {
  try {
    parseToml(text);
    return { kind: 'read', faults: [] };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'skipped', why: 'the TOML is nested too deeply to be parsed' };
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    return { kind: 'read', faults: [fault('T1-005', `TOML: ${message}`, { line: error.line, column: error.column })] };
  }
}

function fault(
  rule: string,
  message: string,
  { line, column }: { readonly line: number; readonly column: number },
): Fault {
  return { rule, severity: 'error', category: 'schema', message, line, column };
}

function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function endOf(text: string): { readonly line: number; readonly column: number } {
  return placeAt(text, text.trimEnd().length);
}
