/** Arguments of calls and of class definitions. */
import type { Expression, Keyword } from './ast.ts';
import { element, expression } from './expressions.ts';
import { identifier } from './names.ts';
import type { SyntaxNode } from './syntax-node.ts';

export interface Arguments {
  readonly args: readonly Expression[];
  readonly keywords: readonly Keyword[];
}

/** The arguments of an `argument_list`, or of the generator expression that stands in its place. @throws PythonSyntaxError */
export function callArguments(node: SyntaxNode): Arguments {
  if (node.type === 'generator_expression') return { args: [expression(node)], keywords: [] };
  if (node.named.length === 0 && node.has(',')) node.fail('Invalid syntax: an argument is missing before the comma');
  const args: Expression[] = [];
  const keywords: Keyword[] = [];
  for (const child of node.named) {
    if (child.type === 'keyword_argument') keywords.push(keyword(child, keywords));
    else if (child.type === 'dictionary_splat') keywords.push({ value: expression(child.inner) });
    else args.push(positional(child, keywords));
  }
  return { args, keywords };
}

function keyword(node: SyntaxNode, before: readonly Keyword[]): Keyword {
  const name = identifier(node.required('name'));
  if (before.some((other) => other.name === name)) node.fail(`Keyword argument repeated: ${name}`);
  return { name, value: expression(node.required('value')) };
}

function positional(node: SyntaxNode, before: readonly Keyword[]): Expression {
  const value = element(node);
  const afterMapping = before.some((other) => other.name === undefined);
  if (value.kind === 'starred' && afterMapping) node.fail('Iterable argument unpacking follows ** unpacking');
  if (value.kind !== 'starred' && before.length > 0) node.fail('Positional argument follows keyword argument');
  return value;
}
