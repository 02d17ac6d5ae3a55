/** Identifiers. */
import type { Expression } from './ast.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** Keywords that tree-sitter's grammar lets pass as identifiers in some places. */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** The identifier at `node`, in the normal form in which Python compares names (NFKC). @throws PythonSyntaxError */
export function identifier(node: SyntaxNode): string {
  const name = node.text.normalize('NFKC');
  if (KEYWORDS.has(name)) node.fail(`${name} is a keyword and cannot be a name`);
  return name;
}

/** The dotted name at a `dotted_name` node. */
export function dottedName(node: SyntaxNode): string {
  return node.named.map(identifier).join('.');
}

/** The name of what a base, decorator or annotation refers to, without its module, arguments and subscript: `Enum` of `enum.Enum`. */
export function nameOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'name':
      return expression.id;
    case 'attribute':
      return expression.name;
    case 'call':
      return nameOf(expression.callee);
    case 'subscript':
      return nameOf(expression.object);
    default:
      return undefined;
  }
}
