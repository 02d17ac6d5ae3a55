/** Function and class definitions. */

import { annotation, starrableAnnotation } from './annotations.ts';
import { callArguments } from './arguments.ts';
import type { ClassDef, Docstring, Expression, FunctionDef, Statement, TypeParameter } from './ast.ts';
import { spanTo } from './compound.ts';
import { namedOrExpression } from './expressions.ts';
import { identifier } from './names.ts';
import { parameters } from './parameters.ts';
import { statements } from './statements.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** A `decorated_definition` node. @throws PythonSyntaxError */
export function decorated(node: SyntaxNode): FunctionDef | ClassDef {
  const decorators = node.named
    .filter((child) => child.type === 'decorator')
    .map((decorator) => namedOrExpression(decorator.inner));
  return definition(node.required('definition'), decorators);
}

/** A `function_definition` or `class_definition` node; its span begins at `def`, `async` or `class`. @throws PythonSyntaxError */
export function definition(node: SyntaxNode, decorators: readonly Expression[]): FunctionDef | ClassDef {
  const name = identifier(node.required('name'));
  const body = statements(node.required('body'));
  const documented = docstring(body);
  const common = {
    name,
    ...typeParameters(node.optional('type_parameters')),
    body,
    decorators,
    ...(documented === undefined ? {} : { docstring: documented }),
    span: spanTo(node, body),
  };
  if (node.type === 'class_definition') {
    const superclasses = node.optional('superclasses');
    const { args, keywords } = superclasses === undefined ? { args: [], keywords: [] } : callArguments(superclasses);
    return { kind: 'class', ...common, bases: args, keywords };
  }
  const returns = node.optional('return_type');
  return {
    kind: 'function',
    ...common,
    parameters: parameters(node.required('parameters')),
    ...(returns === undefined ? {} : { returns: annotation(returns) }),
    isAsync: node.has('async'),
  };
}

function docstring([first]: readonly Statement[]): Docstring | undefined {
  if (first?.kind !== 'expression' || first.value.kind !== 'constant' || first.value.value.type !== 'str') {
    return undefined;
  }
  return { text: first.value.value.value, line: first.span.line };
}

function typeParameters(node: SyntaxNode | undefined): { readonly typeParameters?: readonly TypeParameter[] } {
  return node === undefined ? {} : { typeParameters: node.named.map(typeParameter) };
}

function typeParameter(node: SyntaxNode): TypeParameter {
  const { inner, span } = node;
  if (inner.type !== 'constrained_type') return { ...namedTypeParameter(node), span };
  const [name, first] = inner.named;
  if (name === undefined || first === undefined) return inner.fail('Invalid type parameter');
  const named = { ...namedTypeParameter(name), span };
  if (isDefault(inner)) return { ...named, defaultType: starrableAnnotation(first) };
  if (named.kind !== 'type') return inner.fail('Only a plain type parameter can have a bound');
  const [bound, fallback] = isDefault(first.inner) ? first.inner.named : [first];
  if (bound === undefined) return inner.fail('Invalid type parameter');
  return {
    ...named,
    bound: annotation(bound),
    ...(fallback === undefined ? {} : { defaultType: annotation(fallback) }),
  };
}

/** Whether what stands behind a name or bound is a default: it was parsed as a constraint (`newer-grammar.ts`). */
function isDefault(node: SyntaxNode): boolean {
  return node.type === 'constrained_type' && node.children.some(({ isNamed, text }) => !isNamed && text === '=');
}

function namedTypeParameter({ inner }: SyntaxNode): Pick<TypeParameter, 'kind' | 'name'> {
  if (inner.type === 'identifier') return { kind: 'type', name: identifier(inner) };
  if (inner.type !== 'splat_type') return inner.fail('Invalid type parameter: expected a name');
  return { kind: inner.has('**') ? 'params' : 'tuple', name: identifier(inner.inner) };
}
