/** Comments, strings and damaged lines of a file. */
import type { Node } from 'web-tree-sitter';
import type { Grammars } from '../grammar.ts';
import { languageOf } from '../languages.ts';
import { Lines } from '../lines.ts';
import type { SourceFile } from '../service.ts';
import { rangeOf } from './range.ts';
import type { TextFacts, TextRange } from './service.ts';

const COMMENTS: ReadonlySet<string> = new Set([
  ...['comment', 'line_comment', 'block_comment', 'html_comment', 'multiline_comment', 'js_comment'],
]);

/** Of all grammars; `string_scalar` is a bare word of YAML, which is not in it. */
const STRINGS: ReadonlySet<string> = new Set([
  ...['string', 'string_literal', 'concatenated_string', 'template_string', 'raw_string_literal', 'raw_string'],
  ...['interpreted_string_literal', 'rune_literal', 'char_literal', 'character_literal', 'multiline_string_literal'],
  ...['verbatim_string_literal', 'interpolated_string_expression', 'system_lib_string', 'character', 'chained_string'],
  ...['string_array', 'heredoc_body', 'heredoc', 'nowdoc_string', 'encapsed_string', 'ansi_c_string'],
  ...['translated_string', 'interpolated_string', 'quoted_key', 'quoted_attribute_value', 'string_value'],
  ...['block_scalar', 'double_quote_scalar', 'single_quote_scalar'],
]);

/** What of a file is no code. A file that takes too much work to parse is `damaged` on every line. */
export async function textFacts(file: SourceFile, grammars: Grammars): Promise<TextFacts> {
  const language = languageOf(file);
  if (language === 'text') return { language, comments: [], strings: [], damaged: [] };
  const lines = new Lines(file.text);
  const facts = await grammars.read(language, file.text, ({ root }) => ({ language, ...collect(root, lines) }));
  return facts ?? { language, comments: [], strings: [], damaged: linesBetween(1, lines.count) };
}

function collect(root: Node, lines: Lines): Omit<TextFacts, 'language'> {
  const comments: TextRange[] = [];
  const strings: TextRange[] = [];
  const damaged = new Set<number>();
  const cursor = root.walk();
  try {
    for (;;) {
      const { nodeType: type, startIndex: start, endIndex: end } = cursor;
      const wanted = COMMENTS.has(type) ? comments : STRINGS.has(type) && cursor.nodeIsNamed ? strings : undefined;
      wanted?.push(rangeOf(lines, start, end));
      if (type === 'ERROR' || cursor.nodeIsMissing) {
        for (const line of linesBetween(lines.at(start), lines.at(Math.max(start, end - 1)))) damaged.add(line);
      }
      if (wanted === undefined && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return { comments, strings, damaged: [...damaged].sort((a, b) => a - b) };
      }
    }
  } finally {
    cursor.delete();
  }
}

function linesBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
