/** What the code around a diagnostic says of it. */
import ts from './build/typescript.mjs';

/** How authors say that the statement behind it has an error. */
const EXPECTED = /@ts-(?:expect-error|ignore)\b/;

/** Says of diagnostics of a file whether they follow from its surroundings and not from a fault. */
export function surroundings(file: ts.SourceFile, program: ts.Program): (diagnostic: ts.Diagnostic) => boolean {
  const lines = file.text.split('\n');
  return ({ start = 0, code }) => {
    const node = innermost(file, start);
    return isExpected(node, file, lines) || (code === NO_PROPERTY && isOfUnknownType(node, program.getTypeChecker()));
  };
}

/** Versions of the compiler differ in which line of a statement an error is at; a directive is for the first. */
function isExpected(node: ts.Node, file: ts.SourceFile, lines: readonly string[]): boolean {
  let statement = node;
  while (!ts.isStatement(statement) && !ts.isSourceFile(statement)) statement = statement.parent;
  const { line } = ts.getLineAndCharacterOfPosition(file, statement.getStart(file));
  return EXPECTED.test(lines[line - 1] ?? '');
}

/** `Property 'a' does not exist on type 'T'`. */
const NO_PROPERTY = 2339;

/** Whether a property is of a type parameter that extends a type which is any, since its module is missing. */
function isOfUnknownType({ parent }: ts.Node, checker: ts.TypeChecker): boolean {
  if (parent === undefined || !ts.isPropertyAccessExpression(parent)) return false;
  const { flags, symbol } = checker.getTypeAtLocation(parent.expression);
  if ((flags & ts.TypeFlags.TypeParameter) === 0) return false;
  return (symbol?.declarations ?? []).some((each) => {
    const constraint = ts.isTypeParameterDeclaration(each) ? each.constraint : undefined;
    return constraint !== undefined && (checker.getTypeFromTypeNode(constraint).flags & ts.TypeFlags.Any) !== 0;
  });
}

function innermost(file: ts.SourceFile, position: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart(file) <= position && position < child.end ? child : undefined,
    );
    if (inner === undefined) return node;
    node = inner;
  }
}
