/** Single changes of what a reference runs: its `solve`, and the functions that it reaches in its category. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Node } from 'web-tree-sitter';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import type { Scaffold } from '../../../src/scaffolds/scaffold.ts';

const FOLDER = fileURLToPath(new URL('../../../src/scaffolds', import.meta.url));

/** A change of one place of one file. */
export interface Mutation {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  /** The file below the scaffolds, and the line with the change, or without what the line behind another one says: they stay when lines move. */
  readonly becomes: string;
  /** The whole file with the change, and with a count of rounds in each of its loops. */
  readonly text: string;
}

/** The file of a scaffold. */
export function fileOf({ name, category }: Pick<Scaffold, 'name' | 'category'>): string {
  return join(FOLDER, category, `${name.replaceAll('_', '-')}.ts`);
}

/** What can be changed of a reference. */
export interface Mutations {
  readonly all: readonly Mutation[];
  /** The texts of the files of the reference as they are, with the counts of rounds, by their paths. */
  readonly counted: ReadonlyMap<string, string>;
}

/** Every mutation of a scaffold's reference. */
export async function mutationsOf(scaffold: Pick<Scaffold, 'name' | 'category'>): Promise<Mutations> {
  const files = new Map<string, Parsed>();
  const parsed = async (path: string): Promise<Parsed> => {
    const known = files.get(path) ?? (await parse(path));
    files.set(path, known);
    return known;
  };
  const start = fileOf(scaffold);
  const found: Mutation[] = [];
  const seen = new Set<string>();
  const open: [string, string][] = [[start, 'solve']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, name] = next;
    const key = `${path} ${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const file = await parsed(path);
    const from = file.imported.get(name);
    if (from !== undefined) open.push([from, name]);
    const declared = file.functions.get(name);
    if (declared === undefined) continue;
    found.push(...declared.changes.map((change) => mutationOf(path, file, change)));
    open.push(...declared.names.map((each): [string, string] => [path, each]));
  }
  const counted = [...files].map(([path, { text, counters }]) => [path, withChanges(text, counters)] as const);
  return { all: found, counted: new Map(counted) };
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Parsed {
  readonly text: string;
  /** Names that stand for a function, and what can be changed in it. */
  readonly functions: ReadonlyMap<string, { readonly names: readonly string[]; readonly changes: readonly Change[] }>;
  /** Names that come from another file of a category, and its path. */
  readonly imported: ReadonlyMap<string, string>;
  /** Insertions that count the rounds of loops. */
  readonly counters: readonly Change[];
}

async function parse(path: string): Promise<Parsed> {
  const text = readFileSync(path, 'utf8');
  const treeSitter = await loadTreeSitter();
  const parsed = await treeSitter.read('typescript', text, ({ root }) => {
    const nodes = descendantsOf(root);
    const functions = new Map<string, { readonly names: readonly string[]; readonly changes: readonly Change[] }>();
    for (const node of nodes) {
      const name = nameOfFunction(node);
      if (name === undefined) continue;
      const within = descendantsOf(node);
      const names = within.filter(({ type }) => IDENTIFIERS.has(type)).map((each) => each.text);
      functions.set(name, { names: [...new Set(names)], changes: within.flatMap(changesOf) });
    }
    const imported = new Map<string, string>();
    for (const node of nodes)
      if (node.type === 'import_statement') {
        const from = /'(\.{1,2}\/(?:\w+\/)?[\w-]+\.ts)'/.exec(node.text)?.[1];
        if (from === undefined) continue;
        const target = join(dirname(path), from);
        // What is beside the categories is not the reference's own.
        if (dirname(target) === FOLDER || !target.startsWith(FOLDER) || target.includes('/answers/')) continue;
        for (const each of descendantsOf(node)) if (each.type === 'identifier') imported.set(each.text, target);
      }
    return { functions, imported, counters: nodes.flatMap(countersOf) };
  });
  if (parsed === undefined) throw new Error(`${path} cannot be parsed.`);
  return { text, ...parsed };
}

const IDENTIFIERS: ReadonlySet<string> = new Set(['identifier', 'shorthand_property_identifier']);

function descendantsOf(root: Node): readonly Node[] {
  const found: Node[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    for (let at = node.childCount - 1; at >= 0; at--) {
      const child = node.child(at);
      if (child !== null) open.push(child);
    }
  }
  return found;
}

/** Of functions at the top of a file, and of the property `solve`. */
function nameOfFunction(node: Node): string | undefined {
  const around = node.parent?.type;
  if (node.type === 'function_declaration' || node.type === 'generator_function_declaration')
    return around === 'program' || around === 'export_statement' ? node.childForFieldName('name')?.text : undefined;
  if (node.type === 'class_declaration') return node.childForFieldName('name')?.text;
  if (node.type === 'variable_declarator' && node.childForFieldName('value')?.type === 'arrow_function')
    return node.parent?.parent?.type === 'program' ? node.childForFieldName('name')?.text : undefined;
  if (node.type === 'pair' && node.childForFieldName('key')?.text === 'solve') return 'solve';
  return node.type === 'method_definition' && node.childForFieldName('name')?.text === 'solve' ? 'solve' : undefined;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
};

/** The changes of a node; none of what is only counted work, and none of what stands in for what cannot be (`?? 0`). */
function changesOf(node: Node): readonly Change[] {
  if (isBeside(node)) return [];
  const replace = (replacement: string): Change[] => [{ start: node.startIndex, end: node.endIndex, replacement }];
  const around = node.parent?.type ?? '';
  if (/^(?:binary|augmented_assignment)_expression$/.test(around) && !node.isNamed) {
    const other = OPERATORS[node.text];
    return other === undefined ? [] : replace(other);
  }
  switch (node.type) {
    case 'number':
      return /type/.test(around) ? [] : replace(String(Number(node.text.replaceAll('_', '')) + 1));
    case 'unary_expression':
      return node.text.startsWith('!') ? replace(node.text.slice(1)) : [];
    case 'true':
      return replace('false');
    case 'false':
      return replace('true');
    case 'continue_statement':
    case 'break_statement':
      return replace(';');
    case 'expression_statement':
      return replace(';');
    case 'property_identifier':
      return node.text === 'min' ? replace('max') : node.text === 'max' ? replace('min') : [];
    case 'if_statement':
    case 'ternary_expression': {
      const condition = node.childForFieldName('condition');
      if (condition === null) return [];
      const inside = condition.type === 'parenthesized_expression' ? condition.namedChild(0) : condition;
      return inside === null
        ? []
        : [{ start: inside.startIndex, end: inside.endIndex, replacement: `!(${inside.text})` }];
    }
    default:
      return [];
  }
}

/** Whether a node only counts work, or stands behind `??`, or in a type. */
function isBeside(node: Node): boolean {
  const { parent } = node;
  if (/^(?:work\.spend|spendOnSorting)\(/.test(node.text) || parent === null) return parent !== null;
  if (parent.type === 'type_annotation' || parent.type === 'as_expression') return true;
  const isFallback = parent.child(1)?.text === '??' && parent.childForFieldName('right')?.id === node.id;
  return isFallback || isBeside(parent);
}

const LOOPS: ReadonlySet<string> = new Set(['for_statement', 'for_in_statement', 'while_statement', 'do_statement']);

function countersOf(node: Node): readonly Change[] {
  const body = LOOPS.has(node.type) ? node.childForFieldName('body') : null;
  if (body === null) return [];
  return [
    { start: body.startIndex, end: body.startIndex, replacement: '{globalThis.countRound();' },
    { start: body.endIndex, end: body.endIndex, replacement: '}' },
  ];
}

function mutationOf(path: string, { text, counters }: Parsed, change: Change): Mutation {
  const { start, end, replacement } = change;
  const outside = counters.filter((each) => each.end <= start || each.start >= end);
  const line = text.slice(0, start).split('\n').length;
  const lineOf = (whole: string, at: number) => whole.split('\n')[at - 1]?.trim() ?? '';
  const changed = lineOf(withChanges(text, [change]), line);
  const becomes = changed === ';' ? `without ${lineOf(text, line)} behind ${lineOf(text, line - 1)}` : changed;
  return {
    path,
    line,
    original: text.slice(start, end),
    replacement,
    becomes: `${path.slice(FOLDER.length + 1)}: ${becomes}`,
    text: withChanges(text, [...outside, change]),
  };
}

function withChanges(text: string, changes: readonly Change[]): string {
  return changes
    .toSorted((one, other) => other.start - one.start || other.end - one.end)
    .reduce((all, each) => all.slice(0, each.start) + each.replacement + all.slice(each.end), text);
}
