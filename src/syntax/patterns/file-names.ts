/** What names of a file stand for: imports, and constants that are literals. */
import { contentOf, hasInterpolation } from './literals.ts';
import { assignmentOf, STRINGS } from './shapes.ts';
import type { Tree, TreeNode } from './tree.ts';

/** By name. */
export interface FileNames {
  readonly imported: ReadonlyMap<string, string>;
  readonly constants: ReadonlyMap<string, TreeNode>;
}

const DECLARATIONS: ReadonlySet<string> = new Set([
  ...['assignment', 'assignment_expression', 'assignment_statement', 'short_var_declaration', 'variable_declarator'],
  ...['var_spec', 'const_spec', 'init_declarator', 'let_declaration', 'val_definition', 'var_definition'],
  ...['property_declaration', 'augmented_assignment', 'augmented_assignment_expression'],
]);

/** Reads both in one pass. */
export function namesOf({ text }: Tree, nodes: readonly TreeNode[]): FileNames {
  const imported = new Map<string, string>();
  const constants = new Map<string, TreeNode>();
  const assigned = new Set<string>();
  const textOf = (node: TreeNode): string => text.slice(node.start, node.end);
  for (const node of nodes) {
    if (DECLARATIONS.has(node.type)) {
      const [target, value] = assignmentOf(node) ?? [];
      const name = textOf(target ?? node.children[0] ?? node).slice(0, 100);
      if (!assigned.has(name) && value !== undefined && STRINGS.has(value.type) && !hasInterpolation(value)) {
        constants.set(name, value);
      } else constants.delete(name);
      assigned.add(name);
      if (value !== undefined) addRequired(node, value, imported, textOf);
    }
    addImports(node, imported, textOf);
  }
  return { imported, constants };
}

function addRequired(
  node: TreeNode,
  value: TreeNode,
  imported: Map<string, string>,
  textOf: (node: TreeNode) => string,
) {
  const [target] = assignmentOf(node) ?? [];
  const module = /^require\(\s*(['"])([^'"]+)\1\s*\)$/.exec(value.end - value.start < 200 ? textOf(value) : '')?.[2];
  if (module === undefined || target === undefined) return;
  if (target.type === 'identifier') imported.set(textOf(target), module);
  for (const child of target.type === 'object_pattern' ? target.children : []) {
    if (child.children.length === 0) imported.set(textOf(child), `${module}.${textOf(child)}`);
  }
}

function addImports(node: TreeNode, imported: Map<string, string>, textOf: (node: TreeNode) => string): void {
  const byField = (of: TreeNode, field: string) => of.children.find((child) => child.field === field);
  switch (node.type) {
    // Python
    case 'aliased_import': {
      const [name, alias] = [byField(node, 'name'), byField(node, 'alias')];
      if (name !== undefined && alias !== undefined && !imported.has(textOf(alias)))
        imported.set(textOf(alias), textOf(name));
      return;
    }
    case 'import_from_statement': {
      const module = byField(node, 'module_name');
      if (module === undefined) return;
      for (const child of node.children.filter(({ field }) => field === 'name')) {
        const name = byField(child, 'name') ?? child;
        imported.set(textOf(byField(child, 'alias') ?? child), `${textOf(module)}.${textOf(name)}`);
      }
      return;
    }
    // Java
    case 'import_declaration': {
      const path = node.children.find(({ type }) => type === 'scoped_identifier');
      if (path !== undefined && !node.children.some(({ type }) => type === 'asterisk')) {
        imported.set(textOf(path).replace(/^.*\./, ''), textOf(path));
      }
      return;
    }
    // JavaScript and TypeScript
    case 'import_statement': {
      const source = byField(node, 'source');
      if (source === undefined) return;
      const module = contentOf(textOf(source));
      const stack = node.children.filter(({ type }) => type === 'import_clause');
      for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
        if (part.type === 'import_specifier') {
          const name = byField(part, 'name') ?? part;
          imported.set(textOf(byField(part, 'alias') ?? name), `${module}.${textOf(name)}`);
        } else if (part.type === 'identifier') imported.set(textOf(part), module);
        else stack.push(...part.children);
      }
      return;
    }
    default:
  }
}
