/** Statements and expressions that are only valid within a function or a loop. */
import type { SyntaxNode } from './syntax-node.ts';

interface Place {
  readonly scope: 'module' | 'class' | 'function' | 'async function';
  readonly inLoop: boolean;
  readonly inComprehension: boolean;
}

const MODULE: Place = { scope: 'module', inLoop: false, inComprehension: false };

/** @throws PythonSyntaxError for `return`, `yield`, `await`, `break`, `continue` or `nonlocal` out of place in a module */
export function checkPlacement(module: SyntaxNode): void {
  const pending: { readonly node: SyntaxNode; readonly place: Place }[] = [{ node: module, place: MODULE }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, place } = next;
    checkNode(node, place);
    for (const child of node.children) {
      if (child.children.length > 0 || child.isNamed) pending.push({ node: child, place: placeOf(child, node, place) });
    }
  }
}

function placeOf(child: SyntaxNode, parent: SyntaxNode, place: Place): Place {
  const isBody = child.field === 'body';
  switch (parent.type) {
    case 'function_definition':
      if (!isBody) return place;
      return { scope: parent.has('async') ? 'async function' : 'function', inLoop: false, inComprehension: false };
    case 'lambda':
      return isBody ? { scope: 'function', inLoop: false, inComprehension: false } : place;
    case 'class_definition':
      return isBody ? { scope: 'class', inLoop: false, inComprehension: false } : place;
    case 'for_statement':
    case 'while_statement':
      return isBody ? { ...place, inLoop: true } : place;
    case 'list_comprehension':
    case 'set_comprehension':
    case 'dictionary_comprehension':
    case 'generator_expression':
      return { ...place, inComprehension: true };
    default:
      return place;
  }
}

function checkNode(node: SyntaxNode, { scope, inLoop, inComprehension }: Place): void {
  const inFunction = scope === 'function' || scope === 'async function';
  switch (node.type) {
    case 'return_statement':
      if (!inFunction) node.fail('"return" outside function');
      return;
    case 'yield':
      if (!inFunction) node.fail('"yield" outside function');
      if (inComprehension) node.fail('"yield" inside a comprehension');
      return;
    case 'await':
      if (scope !== 'async function' && !inComprehension) node.fail('"await" outside async function');
      return;
    case 'for_statement':
    case 'with_statement':
      if (node.has('async') && scope !== 'async function') node.fail('"async" statement outside async function');
      return;
    case 'break_statement':
      if (!inLoop) node.fail('"break" outside loop');
      return;
    case 'continue_statement':
      if (!inLoop) node.fail('"continue" outside loop');
      return;
    case 'nonlocal_statement':
      if (scope === 'module') node.fail('"nonlocal" at module level');
      return;
  }
}
