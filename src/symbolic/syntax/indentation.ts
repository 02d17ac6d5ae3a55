/** Indentation that CPython refuses and tree-sitter lets pass. */
import type { SyntaxNode } from './syntax-node.ts';

/** Checks that a block holds something and that its lines begin alike; a module's begin at the margin. @throws PythonSyntaxError */
export function checkIndentation(node: SyntaxNode): void {
  const isModule = node.type === 'module';
  if (!isModule && node.named.length === 0) node.fail('Expected an indented block');
  let expected = isModule ? '' : undefined;
  for (const statement of node.named) {
    const found = indentation(statement);
    if (found === undefined) continue;
    checkClauses(statement, found);
    expected ??= found;
    if (found === expected) continue;
    statement.fail(isModule ? 'Unexpected indent' : 'This line is indented differently from the lines of its block');
  }
}

/** `else`, `except` and their like begin where their statement begins, and so does a decorated definition. */
function checkClauses(statement: SyntaxNode, expected: string): void {
  for (const clause of statement.named) {
    if (!/^(?:decorator|.*_clause|.*_definition)$/.test(clause.type)) continue;
    const found = indentation(clause);
    if (found !== undefined && found !== expected) clause.fail('This line is not indented like its statement');
  }
}

/** The white space before a statement that begins its line; absent after `:` or `;`. */
function indentation({ source, start }: SyntaxNode): string | undefined {
  const lineStart = source.lineStart(start);
  if (source.text.slice(0, lineStart).endsWith('\\\n')) return undefined;
  const before = source.text.slice(lineStart, start);
  return /^[ \t\f]*$/.test(before) ? before.slice(before.lastIndexOf('\f') + 1) : undefined;
}
