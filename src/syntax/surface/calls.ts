/** Calls with the arguments that they give. */
import type { Node } from 'web-tree-sitter';
import type { Grammars } from '../grammar.ts';
import { programLanguageOf } from '../languages.ts';
import { Lines } from '../lines.ts';
import { asQualifier } from '../names.ts';
import type { SourceFile } from '../service.ts';
import { child, field, named, textOf } from './nodes.ts';
import type { CallSite } from './service.ts';

/** The most calls of one file that are reported. */
const MOST_CALLS = 2000;
/** Places of a name in one text that are looked at. */
const MOST_PLACES = 10_000;
const CALLS = new Set([
  'call',
  'call_expression',
  'method_invocation',
  'object_creation_expression',
  'new_expression',
  'invocation_expression',
  'function_call_expression',
  'member_call_expression',
  'scoped_call_expression',
  'nullsafe_member_call_expression',
]);
const SPREAD =
  /^(?:list_splat|dictionary_splat|spread_element|splat_argument|hash_splat_argument|variadic_unpacking|spread_expression)$/;
const KEYWORD = /^(?:keyword_argument|pair)$/;

/** See `SurfaceApi.callSites`. */
export async function callSitesOf(
  file: SourceFile,
  names: readonly string[],
  grammars: Grammars,
): Promise<readonly CallSite[]> {
  const language = programLanguageOf(file);
  if (language === 'text' || names.length === 0) return [];
  const lines = new Lines(file.text);
  const found = await grammars.read(language, file.text, ({ root, text }) =>
    placesOf(text, names)
      .flatMap((at) => callAt(root.descendantForIndex(at, at + 1), lines))
      .slice(0, MOST_CALLS),
  );
  return found ?? [];
}

/** Where the names stand as whole words, in order. */
function placesOf(text: string, names: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (const name of new Set(names)) {
    if (name === '') continue;
    for (
      let at = text.indexOf(name);
      at >= 0 && places.length < MOST_PLACES;
      at = text.indexOf(name, at + name.length)
    ) {
      const isWord = /[\w$]/.test(text[at - 1] ?? '') || /[\w$]/.test(text[at + name.length] ?? '');
      if (!isWord) places.push(at);
    }
  }
  return places.sort((left, right) => left - right);
}

function callAt(name: Node | null, lines: Lines): readonly CallSite[] {
  if (name === null || name.childCount > 0) return [];
  let callee = name;
  for (let at = name.parent; at !== null; at = at.parent) {
    if (CALLS.has(at.type)) return isCallee(at, callee, name) ? [siteOf(at, name, lines)] : [];
    const isLast = at.namedChildren.at(-1)?.id === callee.id || /type|generic/.test(at.type);
    if (/argument|block|body|statement/.test(at.type) || !isLast) return [];
    callee = at;
  }
  return [];
}

/** Whether the name is what is called, and no argument. */
function isCallee(call: Node, part: Node, name: Node): boolean {
  const list = argumentsOf(call);
  if (list === undefined || name.startIndex >= list.startIndex) return false;
  const receiver = field(call, 'object') ?? field(call, 'receiver') ?? field(call, 'scope');
  return receiver?.id !== part.id;
}

function argumentsOf(call: Node): Node | undefined {
  return field(call, 'arguments') ?? child(call, 'argument_list', 'arguments', 'value_arguments', 'call_suffix');
}

function siteOf(call: Node, name: Node, lines: Lines): CallSite {
  const all = named(argumentsOf(call)).filter(({ type }) => !/comment|^block_argument$/.test(type));
  const keywords = all.flatMap((each) => keywordOf(each) ?? []);
  const spread = all.filter((each) => SPREAD.test(each.type) || named(each).some(({ type }) => SPREAD.test(type)));
  const written = call.text
    .slice(0, Math.max(0, name.startIndex - call.startIndex))
    .replace(/(?:\?\.|->|::|\.|\s){1,200}$/, '')
    .replace(/^new\b\s*/, '');
  return {
    name: name.text,
    ...(written !== '' && { qualifier: asQualifier(written) }),
    line: lines.at(name.startIndex),
    positional: all.length - keywords.length - spread.length,
    keywords,
    spreads: spread.length > 0,
  };
}

function keywordOf(node: Node): string | undefined {
  if (KEYWORD.test(node.type)) return textOf(field(node, 'name') ?? field(node, 'key'))?.replace(/:$/, '');
  if (!/^(?:argument|value_argument|assignment_expression)$/.test(node.type)) return undefined;
  return (
    textOf(field(node, 'name')) ??
    (node.children.some((each) => each?.type === '=') ? textOf(named(node)[0]) : undefined)
  );
}
