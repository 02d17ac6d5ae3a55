/** Parameters of functions and lambdas, and the type parameters of PEP 695. */

import { annotation, starrableAnnotation } from './annotations.ts';
import type { Parameter, ParameterKind, Parameters } from './ast.ts';
import { expression } from './expressions.ts';
import { identifier } from './names.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** The parameters of a `parameters` or `lambda_parameters` node. @throws PythonSyntaxError */
export function parameters(node: SyntaxNode | undefined): Parameters {
  if (node === undefined) return [];
  let result: Parameter[] = [];
  let kind: ParameterKind = 'positional';
  for (const child of node.named) {
    switch (child.type) {
      case 'positional_separator':
        if (result.length === 0 || result.some((other) => other.kind !== 'positional')) {
          child.fail('Invalid / in the parameters: at least one parameter must precede it, and no *');
        }
        result = result.map((other) => ({ ...other, kind: 'positional-only' }));
        break;
      case 'keyword_separator':
        checkBareStar(node, child, kind);
        kind = 'keyword-only';
        break;
      default: {
        const next = parameter(child, kind);
        checkOrder(child, next, result);
        if (next.kind === 'vararg') kind = 'keyword-only';
        result.push(next);
      }
    }
  }
  return result;
}

function checkBareStar(list: SyntaxNode, star: SyntaxNode, kind: ParameterKind): void {
  if (kind === 'keyword-only') star.fail('* may appear only once in the parameters');
  const next = list.named[list.named.indexOf(star) + 1];
  const name = next?.type === 'typed_parameter' ? next.inner : next;
  if (name === undefined || name.type === 'dictionary_splat_pattern') {
    star.fail('Named parameters must follow a bare *');
  }
}

function checkOrder(node: SyntaxNode, next: Parameter, before: readonly Parameter[]): void {
  const last = before.at(-1);
  if (before.some((other) => other.name === next.name)) node.fail(`Duplicate parameter ${next.name}`);
  if (last?.kind === 'kwarg') node.fail('Parameters cannot follow **');
  if (next.kind === 'vararg' && before.some((other) => other.kind === 'vararg' || other.kind === 'keyword-only')) {
    node.fail('* may appear only once in the parameters');
  }
  if (next.kind === 'positional' && next.default === undefined && last?.default !== undefined) {
    node.fail('A parameter without a default follows one with a default');
  }
}

function parameter(node: SyntaxNode, kind: ParameterKind): Parameter {
  const typeNode = node.optional('type');
  const defaultNode = node.optional('value');
  const { end, ...named } = namedParameter(node, kind);
  const annotated = named.kind === 'vararg' ? starrableAnnotation : annotation;
  return {
    ...named,
    ...(typeNode === undefined ? {} : { annotation: annotated(typeNode) }),
    ...(defaultNode === undefined ? {} : { default: expression(defaultNode) }),
    span: node.source.span(node.start, typeNode?.end ?? end),
  };
}

interface NamedParameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly end: number;
}

function namedParameter(node: SyntaxNode, kind: ParameterKind): NamedParameter {
  switch (node.type) {
    case 'identifier':
      return { name: identifier(node), kind, end: node.end };
    case 'default_parameter':
    case 'typed_default_parameter':
      return namedParameter(node.required('name'), kind);
    case 'typed_parameter':
      return namedParameter(node.inner, kind);
    case 'list_splat_pattern':
      return { ...namedParameter(node.inner, kind), kind: 'vararg' };
    case 'dictionary_splat_pattern':
      return { ...namedParameter(node.inner, kind), kind: 'kwarg' };
    default:
      return node.fail('Invalid parameter: expected a name');
  }
}
