/**
 * Modules that the workspace does not have, such as packages: a declaration is made for each import, by which every name that the file
 * takes from it is of type `any`, as a value, as a type and as a namespace of types.
 */
import ts from './build/typescript.mjs';

/** Where such declarations stand in the compiler's file system. */
export const MISSING = '/missing/';

/** More type parameters than any real type has. */
const PARAMETERS = `<${Array.from('ABCDEFGHIJ', (name) => `${name} = any`).join(', ')}>`;

/** The type of elements, which React and others declare, where nothing of the workspace does. */
export const JSX_DECLARATION = `
  type Element = any; type ElementType = any;
  interface ElementClass { [name: string]: any }
  interface ElementAttributesProperty { props: {} }
  interface ElementChildrenAttribute { children: {} }
  interface IntrinsicAttributes { key?: any; ref?: any; children?: any }
  interface IntrinsicElements { [name: string]: any }
`;

/** What a file takes from one module. */
interface Taken {
  /** Names that it imports or exports again. */
  readonly names: Set<string>;
  /** The names that stand for the whole module in the file. */
  readonly whole: Set<string>;
  /** Local names, with the names they have in the module. */
  readonly locals: Map<string, string>;
  /** Whether it is imported whole and in no other way. */
  isWhole: boolean;
}

/** The declaration of the module `specifier` as `file` uses it. */
export function declarationOf(specifier: string, file: ts.SourceFile): string {
  if (/\/jsx(-dev)?-runtime$/.test(specifier)) return `export namespace JSX {${JSX_DECLARATION}}`;
  const taken = takenFrom(specifier, file);
  const members = membersUsed(file);
  const typesOf = (locals: Iterable<string>) =>
    new Set(Array.from(locals).flatMap((local) => [...(members.get(local) ?? [])]));
  if (taken.isWhole) {
    const types = typesOf(taken.whole).union(typesOfImports(specifier, file));
    return `declare const whole: any; declare namespace whole { ${typeList(types)} } export = whole;`;
  }
  const localsOf = (name: string) => Array.from(taken.locals).flatMap(([local, of]) => (of === name ? [local] : []));
  const names = taken.names.union(typesOf(taken.whole));
  names.delete('default');
  const declared = Array.from(names, (name, at) => {
    const types = typesOf(localsOf(name));
    const space = types.size === 0 ? '' : `declare namespace n${at} { ${typeList(types)} }`;
    return `type n${at}${PARAMETERS} = any; declare const n${at}: any; ${space} export { n${at} as ${name} };`;
  });
  const inDefault = typeList(typesOf(localsOf('default')));
  const byDefault = `type d${PARAMETERS} = any; declare const d: any; declare namespace d { ${inDefault} } export default d;`;
  return `${declared.join('\n')}\n${byDefault}`;
}

function typeList(names: ReadonlySet<string>): string {
  const usable = [...names].filter((name) => !isReserved(name));
  return usable.map((name) => `export type ${name}${PARAMETERS} = any; export namespace ${name} {}`).join(' ');
}

const RESERVED_TYPES: ReadonlySet<string> = new Set(
  'any unknown never number bigint boolean string symbol void object undefined null'.split(' '),
);

function isReserved(name: string): boolean {
  const kind = ts.identifierToKeywordKind(ts.factory.createIdentifier(name));
  const isKeyword = kind !== undefined && kind <= ts.SyntaxKind.LastReservedWord;
  return isKeyword || RESERVED_TYPES.has(name) || name === '';
}

function takenFrom(specifier: string, file: ts.SourceFile): Taken {
  const taken: Taken = { names: new Set(), whole: new Set(), locals: new Map(), isWhole: true };
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && isText(statement.moduleSpecifier, specifier)) {
      takeImport(statement.importClause, taken);
    } else if (ts.isExportDeclaration(statement) && isText(statement.moduleSpecifier, specifier)) {
      if (statement.exportClause === undefined) taken.isWhole = false;
      else if (ts.isNamedExports(statement.exportClause)) takeNames(statement.exportClause.elements, taken, false);
    } else if (ts.isImportEqualsDeclaration(statement) && ts.isExternalModuleReference(statement.moduleReference)) {
      if (isText(statement.moduleReference.expression, specifier)) taken.whole.add(statement.name.text);
    }
  }
  return taken;
}

function takeImport(clause: ts.ImportClause | undefined, taken: Taken): void {
  if (clause?.name !== undefined) {
    taken.isWhole = false;
    taken.locals.set(clause.name.text, 'default');
  }
  const bindings = clause?.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) taken.whole.add(bindings.name.text);
  else takeNames(bindings.elements, taken, true);
}

function takeNames(elements: readonly ts.ImportOrExportSpecifier[], taken: Taken, areLocal: boolean): void {
  taken.isWhole = false;
  for (const { name, propertyName } of elements) {
    const original = (propertyName ?? name).text;
    taken.names.add(original);
    if (areLocal) taken.locals.set(name.text, original);
  }
}

function isText(node: ts.Expression | undefined, text: string): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && node.text === text;
}

/** Of each name, those that follow it behind a dot anywhere in the file. */
function membersUsed(file: ts.SourceFile): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>();
  const add = (left: ts.Node, right: ts.Node) => {
    if (!ts.isIdentifier(left) || !ts.isIdentifier(right)) return;
    members.set(left.text, (members.get(left.text) ?? new Set()).add(right.text));
  };
  walk(file, (node) => {
    if (ts.isPropertyAccessExpression(node)) add(node.expression, node.name);
    else if (ts.isQualifiedName(node)) add(node.left, node.right);
  });
  return members;
}

/** The names in types such as `import('specifier').Name`. */
function typesOfImports(specifier: string, file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  walk(file, (node) => {
    if (!ts.isImportTypeNode(node) || !ts.isLiteralTypeNode(node.argument)) return;
    if (!ts.isStringLiteral(node.argument.literal) || node.argument.literal.text !== specifier) return;
    if (node.qualifier !== undefined && ts.isIdentifier(node.qualifier)) names.add(node.qualifier.text);
  });
  return names;
}

/** Visits every node below `root`; on a list, since expressions nest deeper than a stack. */
function walk(root: ts.Node, visit: (node: ts.Node) => void): void {
  const pending: ts.Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    visit(node);
    ts.forEachChild(node, (child) => void pending.push(child));
  }
}
