/** Comments, strings and damaged lines of a file. */
import type { Node } from 'web-tree-sitter';
import type { Grammars } from '../grammar.ts';
import { programLanguageOf } from '../languages.ts';
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

/** Code within texts, in the grammars of Python, JavaScript, TypeScript, Ruby, C#, Kotlin, Scala and the shell. */
const CODE_IN_STRINGS = [
  ...['interpolation', 'template_substitution', 'interpolated_expression', 'interpolated_identifier'],
  ...['command_substitution'],
];
/** Texts in code in texts that are looked into; what is further in counts as text. */
const MOST_NESTED = 20;

/** What of a file is no code. A file that takes too much work to parse is `damaged` on every line. */
export async function textFacts(file: SourceFile, grammars: Grammars): Promise<TextFacts> {
  const language = programLanguageOf(file);
  if (language === 'text') return { language, comments: [], strings: [], damaged: [] };
  const lines = new Lines(file.text);
  const facts = await grammars.read(language, file.text, ({ root }) => ({ language, ...collect(root, lines) }));
  return facts ?? { language, comments: [], strings: [], damaged: linesBetween(1, lines.count) };
}

function collect(root: Node, lines: Lines, depth = 0): Omit<TextFacts, 'language'> {
  const comments: TextRange[] = [];
  const strings: TextRange[] = [];
  const damaged = new Set<number>();
  const cursor = root.walk();
  try {
    for (;;) {
      const { nodeType: type, startIndex: start, endIndex: end } = cursor;
      const wanted = COMMENTS.has(type) ? comments : STRINGS.has(type) && cursor.nodeIsNamed ? strings : undefined;
      const inner = wanted === strings && depth < MOST_NESTED ? codeIn(cursor.currentNode) : [];
      let at = start;
      for (const node of inner) {
        if (node.startIndex > at) strings.push(rangeOf(lines, at, node.startIndex));
        const found = collect(node, lines, depth + 1);
        comments.push(...found.comments);
        strings.push(...found.strings);
        for (const line of found.damaged) damaged.add(line);
        at = node.endIndex;
      }
      if (at < end) wanted?.push(rangeOf(lines, at, end));
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

/** The outermost code in a text, in order. */
function codeIn(text: Node): readonly Node[] {
  if (text.namedChildCount === 0) return [];
  let end = -1;
  return text.descendantsOfType(CODE_IN_STRINGS).filter((node) => {
    if (node === null || node.startIndex < end) return false;
    end = node.endIndex;
    return true;
  });
}

function linesBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
