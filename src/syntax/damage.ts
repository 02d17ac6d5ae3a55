/** What of a file is not of its language. */
import type { Node } from 'web-tree-sitter';
import type { Grammars } from './grammar.ts';
import { programLanguageOf } from './languages.ts';
import { type Damage, type DamagedPlace, MOST_PLACES, type SourceFile } from './service.ts';

/** The most characters of an unexpected text that are reported. */
const LONGEST_TEXT = 60;

/** The damaged places of a file, outermost only. */
export async function damageOf(file: SourceFile, grammars: Grammars): Promise<Damage> {
  const language = programLanguageOf(file);
  if (language === 'text') return { language, places: [], parsed: false };
  const places = await grammars.read(language, file.text, ({ root }) => placesIn(root, file.text));
  return { language, places: places ?? [], parsed: places !== undefined };
}

function placesIn(root: Node, text: string): readonly DamagedPlace[] {
  const places: DamagedPlace[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined && places.length < MOST_PLACES; node = open.pop()) {
    if (node.isError || node.isMissing) places.push(toPlace(node, text));
    else if (node.hasError) open.push(...node.children.filter((child) => child !== null).reverse());
  }
  return places;
}

function toPlace(node: Node, text: string): DamagedPlace {
  const { startPosition, endPosition, startIndex, endIndex } = node;
  const [what = ''] = text
    .slice(startIndex, Math.min(endIndex, startIndex + LONGEST_TEXT))
    .trim()
    .split('\n');
  return {
    lineStart: startPosition.row + 1,
    lineEnd: endPosition.row + 1,
    column: startPosition.column + 1,
    // Names of grammar rules, such as `identifier`, are spelled with letters; what has a spelling is its own name.
    ...(node.isMissing
      ? { kind: 'missing', what: node.isNamed ? '' : node.type }
      : { kind: 'unexpected', what: what.toWellFormed() }),
  };
}
