/** What expressions of TypeScript are as texts, as far as their files say it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript-6';

/** Stands for a part that is known at run time only. */
const ANY_PART = '1';

/** A file and what its constants are given. */
export class Module {
  readonly tree: ts.SourceFile;
  readonly #path: string;
  readonly #constants = new Map<string, ts.Expression>();
  /** Files of imported names. */
  readonly #imported = new Map<string, string>();

  constructor(path: string, text = readFileSync(path, 'utf8')) {
    this.#path = path;
    this.tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    this.#declare(this.tree);
  }

  /** The text of an expression; parts that are known at run time only are {@link ANY_PART}. */
  textOf(node: ts.Expression): string {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node)) return this.#templateText(node, (part) => part.text);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
      return ts.isTemplateExpression(node.template)
        ? this.#templateText(node.template, (part) => part.rawText ?? part.text)
        : (node.template.rawText ?? node.template.text);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return this.textOf(node.left) + this.textOf(node.right);
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return this.textOf(node.expression);
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return this.textOf(node.expression);
    if (ts.isRegularExpressionLiteral(node)) return partsOf(node).source;
    if (ts.isIdentifier(node)) return this.#constantText(node.text);
    return this.#joinedText(node) ?? ANY_PART;
  }

  #templateText(
    { head, templateSpans }: ts.TemplateExpression,
    read: (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail) => string,
  ): string {
    return read(head) + templateSpans.map((span) => this.textOf(span.expression) + read(span.literal)).join('');
  }

  /** Of `[…].join('…')`, where the list may be a constant. */
  #joinedText(node: ts.Expression): string | undefined {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
    const { expression, name } = node.expression;
    const [separator] = node.arguments;
    if (name.text !== 'join' || separator === undefined) return undefined;
    let list = ts.isIdentifier(expression) ? this.#constants.get(expression.text) : expression;
    while (list !== undefined && ts.isAsExpression(list)) list = list.expression;
    if (list === undefined || !ts.isArrayLiteralExpression(list)) return undefined;
    return list.elements.map((element) => this.textOf(element)).join(this.textOf(separator));
  }

  #constantText(name: string): string {
    const value = this.#constants.get(name);
    if (value !== undefined) {
      // What names itself is not looked at again.
      this.#constants.delete(name);
      const text = this.textOf(value);
      this.#constants.set(name, value);
      return text;
    }
    const path = this.#imported.get(name);
    return path === undefined ? ANY_PART : new Module(path).#constantText(name);
  }

  #declare(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      this.#constants.set(node.name.text, node.initializer);
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const path = join(dirname(this.#path), node.moduleSpecifier.text);
      const names = node.importClause?.namedBindings;
      if (names !== undefined && ts.isNamedImports(names) && path.endsWith('.ts') && existsSync(path))
        for (const { name } of names.elements) this.#imported.set(name.text, path);
    }
    ts.forEachChild(node, (child) => this.#declare(child));
  }
}

/** Source and flags of a literal. */
export function partsOf({ text }: ts.RegularExpressionLiteral): { readonly source: string; readonly flags: string } {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}
