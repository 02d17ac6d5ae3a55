/** Reads products of a chain of matrices with parentheses, as people write them: `((A1A2)A3)`, `(A x B) x C`, `A_1 \cdot (A_2 \cdot A_3)`. */

/** A product of the matrices from `first`, from 0 on, up to and not including `last`; its last multiplication is before `split`. */
export type Product =
  | { readonly matrix: number }
  | {
      readonly first: number;
      readonly split: number;
      readonly last: number;
      readonly left: Product;
      readonly right: Product;
    };

const TOKEN = /\s*(?:([([{])|([)\]}])|([A-Za-z])_?\{?(\d+)\}?|([×*·⋅∙@.]|x|\\times|\\cdot)|([A-Z]))/y;

type Token =
  | { readonly kind: 'open' | 'close' | 'times' }
  | { readonly kind: 'matrix'; readonly name: string; readonly number: number };

/** The product of `count` matrices in their order, or what is wrong with it. */
export function parseProduct(text: string, count: number): Product | string {
  const tokens = tokensOf(text);
  if (typeof tokens === 'string') return tokens;
  const fault = namesFault(tokens, count);
  if (fault !== undefined) return fault;
  // The factors of each open parenthesis, and the matrices so far.
  const open: { product: Product; last: number }[][] = [[]];
  let next = 0;
  for (const [at, { kind }] of tokens.entries()) {
    const inner = open.at(-1) ?? [];
    if (kind === 'matrix') inner.push({ product: { matrix: next }, last: ++next });
    else if (kind === 'open') open.push([]);
    else if (kind === 'times') {
      if (isEnd(tokens[at - 1], 'open') || isEnd(tokens[at + 1], 'close'))
        return 'A multiplication sign has no factor on one side.';
    } else {
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) return 'A parenthesis closes that was not opened.';
      const product = productOf(inner);
      if (typeof product === 'string') return product;
      outer.push({ product, last: next });
    }
  }
  if (open.length > 1) return 'A parenthesis is not closed.';
  return productOf(open[0] ?? []);
}

function isEnd(token: Token | undefined, kind: 'open' | 'close'): boolean {
  return token === undefined || token.kind === kind || token.kind === 'times';
}

function productOf(factors: readonly { readonly product: Product; readonly last: number }[]): Product | string {
  const [left, right, ...more] = factors;
  if (left === undefined) return 'There are parentheses around nothing.';
  if (more.length > 0) return `A product of ${factors.length} factors has no parentheses that tell its order.`;
  if (right === undefined) return left.product;
  const first = 'matrix' in left.product ? left.product.matrix : left.product.first;
  return { first, split: left.last, last: right.last, left: left.product, right: right.product };
}

function tokensOf(text: string): readonly Token[] | string {
  const tokens: Token[] = [];
  const trimmed = text.trim();
  TOKEN.lastIndex = 0;
  for (let at = 0; at < trimmed.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(trimmed);
    if (match === null) return `${JSON.stringify(trimmed.slice(at, at + 20))} is no part of a product.`;
    const [, opens, closes, name, number, times, letter] = match;
    if (opens !== undefined) tokens.push({ kind: 'open' });
    else if (closes !== undefined) tokens.push({ kind: 'close' });
    else if (times !== undefined) tokens.push({ kind: 'times' });
    else if (letter !== undefined) tokens.push({ kind: 'matrix', name: '', number: letter.charCodeAt(0) - 65 });
    else tokens.push({ kind: 'matrix', name: name ?? '', number: Number(number) });
  }
  return tokens;
}

/** Matrices are named by one letter with numbers from 0 or 1 on, or by the letters from A on. */
function namesFault(tokens: readonly Token[], count: number): string | undefined {
  const matrices = tokens.filter((token) => token.kind === 'matrix');
  if (matrices.length !== count) return `The product has ${matrices.length} matrices; the chain has ${count}.`;
  const [first] = matrices;
  if (first === undefined) return undefined;
  const isLettered = first.name === '';
  if (first.number > 1 || (isLettered && first.number > 0)) return 'The product does not begin with the first matrix.';
  const stray = matrices.findIndex(({ name, number }, at) => name !== first.name || number !== first.number + at);
  return stray === -1 ? undefined : `Matrix ${stray + 1} of the product is not matrix ${stray + 1} of the chain.`;
}
