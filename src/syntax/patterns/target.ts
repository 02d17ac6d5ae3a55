/** A file that patterns are matched in: its nodes by type, and what its names stand for. */
import type { WorkBudget } from '../../lib/sliced-work.ts';
import { namesOf } from './file-names.ts';
import { assignmentOf, DECLARATIONS, SEQUENCES, STRINGS } from './shapes.ts';
import type { Tree, TreeNode } from './tree.ts';

/** See the fields. */
export class Target {
  readonly tree: Tree;
  /** Every named node, outer ones first, in the order of the text. */
  readonly nodes: readonly TreeNode[];
  /** Those with statements in them. */
  readonly sequences: readonly TreeNode[];
  /** Whatever gives a value to a name, but for statements of several. */
  readonly assignments: readonly TreeNode[];
  /** What an imported name stands for, with dots. */
  readonly imported: ReadonlyMap<string, string>;
  /** Literals of names that are assigned once, by name. */
  readonly constants: ReadonlyMap<string, TreeNode>;
  readonly #byType = new Map<string, TreeNode[]>();

  constructor(tree: Tree, budget: WorkBudget) {
    this.tree = tree;
    this.nodes = preorder(tree.root);
    budget.spend(this.nodes.length);
    this.sequences = this.nodes.filter(({ type }) => SEQUENCES.has(type));
    for (const node of this.nodes) {
      const same = this.#byType.get(node.type);
      if (same === undefined) this.#byType.set(node.type, [node]);
      else same.push(node);
    }
    this.assignments = this.nodes.filter((node) => !DECLARATIONS.has(node.type) && assignmentOf(node) !== undefined);
    const { imported, constants } = namesOf(tree, this.nodes);
    this.imported = imported;
    this.constants = constants;
  }

  ofType(type: string): readonly TreeNode[] {
    return this.#byType.get(type) ?? [];
  }

  textOf({ start, end }: { readonly start: number; readonly end: number }): string {
    return this.tree.text.slice(start, end);
  }

  /** The literal that a node is, or is the name of. */
  literalOf(node: TreeNode): TreeNode | undefined {
    if (STRINGS.has(node.type)) return node;
    return node.type.endsWith('identifier') || node.type === 'constant'
      ? this.constants.get(this.textOf(node))
      : undefined;
  }
}

function preorder(root: TreeNode): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.named) nodes.push(node);
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at];
      if (child !== undefined) stack.push(child);
    }
  }
  return nodes;
}
