/**
 * Indentation that CPython refuses and tree-sitter lets pass.
 */
import type { SyntaxNode } from './syntax-node.ts';

/** Checks that a block holds something and that its lines begin alike; a module's begin at the margin. @throws PythonSyntaxError */
export function checkIndentation(node: SyntaxNode): void {
  const isModule = node.type === 'module';
  if (!isModule && node.named.length === 0) node.fail('Expected an indented block');
  let expected = isModule ? '' : undefined;
  for (const statement of node.named) {
    const found = indentation(statement);
    if (found === undefined) continue;
    expected ??= found;
    if (found === expected) continue;
    statement.fail(isModule ? 'Unexpected indent' : 'This line is indented differently from the lines of its block');
  }
}

/** The white space before a statement that begins its line; absent after `:` or `;`. */
function indentation({ source, start }: SyntaxNode): string | undefined {
  const lineStart = source.lineStart(start);
  if (source.text.slice(0, lineStart).endsWith('\\\n')) return undefined;
  const before = source.text.slice(lineStart, start);
  return /^[ \t\f]*$/.test(before) ? before.slice(before.lastIndexOf('\f') + 1) : undefined;
}
