/** The exceptions that a docstring allows to escape. */
import type { DocstringLine } from './docstring-lines.ts';
import { ContractSyntaxError } from './errors.ts';

const SPHINX = /^\s*:raises\s+([\w.]+):/;
const SECTION = /^(\s*):?raises\s*:(.*)$/;
const DESCRIBED = /^\s*([\w.]+)\s*:/;
const DOTTED_NAME = /^[^\W\d]\w*(?:\.[^\W\d]\w*)*$/u;

/**
 * Names in `:raises Name: text` lines and `raises: Name, Name` sections, in order and once each;
 * `raises:` alone is followed by names on lines that are indented deeper, each with or without `: text`.
 * @throws ContractSyntaxError for a `raises:` section that holds something else
 */
export function readRaises(lines: readonly DocstringLine[]): readonly string[] {
  const names = new Set<string>();
  let openIndent: number | undefined;
  for (const line of lines) {
    const { text } = line;
    if (text.trim() === '') continue;
    if (openIndent !== undefined && indentOf(text) > openIndent) {
      const [, described] = DESCRIBED.exec(text) ?? [];
      for (const name of described === undefined ? readNames(line, text) : [described]) names.add(name);
      continue;
    }
    openIndent = undefined;
    const [, sphinx] = SPHINX.exec(text) ?? [];
    if (sphinx !== undefined) names.add(sphinx);
    const [, indent, list] = SECTION.exec(text) ?? [];
    if (indent === undefined || list === undefined) continue;
    const listed = readNames(line, list);
    if (listed.length === 0) openIndent = indent.length;
    for (const name of listed) names.add(name);
  }
  return [...names];
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function readNames(line: DocstringLine, list: string): string[] {
  const names = list
    .replace(/#.*/, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !DOTTED_NAME.test(name));
  if (wrong === undefined) return names;
  throw new ContractSyntaxError(
    `"${wrong}" is not the name of an exception. ` +
      'After raises: stand names separated by commas, for example raises: ValueError, KeyError',
    { line: line.line, text: line.text.trim() },
  );
}
