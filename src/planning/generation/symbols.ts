/** The definitions that a goal is about, who uses them, and which tests lead to them. */
import { asToolFailure } from '../../lib/errors.ts';
import type { Reach } from '../../review/api.ts';
import type { SymbolFacts } from '../../syntax/api.ts';
import type { CodeMatch, ReferenceEntry, WorkspaceApi } from '../../workspace/api.ts';
import { type Candidate, isNoProgram } from './candidates.ts';
import type { CodePlace, SymbolEvidence, TestReach } from './service.ts';
import { fullName, type ReadFile } from './sources.ts';
import { counted } from './words.ts';

/** Definitions of a file, lines of source that are shown, and places of each kind that are reported. */
const MOST_OF_A_FILE = 4;
const MOST_LINES = 30;
const LONGEST_LINE = 200;
const MOST_PLACES = 20;
const MOST_TESTS = 10;
const MOST_DOCS = 10;
/** References of a definition, and lines with its name, that are looked at. */
const MOST_REFERENCES = 500;
/** Characters of a name that is searched for. */
const LONGEST_NAME = 200;

/** Where tests are, as patterns of paths. */
const TESTS = [
  'test/',
  'tests/',
  '__tests__/',
  'spec/',
  'specs/',
  'test_*',
  '*_test.*',
  '*[._-]test.*',
  '*[._-]spec.*',
  '*Test.*',
  '*Tests.*',
  'conftest.py',
];

/** A definition before anything is asked about it. */
export type ChosenSymbol = Pick<SymbolEvidence, 'file' | 'line' | 'lineEnd' | 'name' | 'kind' | 'code' | 'isExported'>;

/** At most `most` definitions of all files, by path: those that are named, else those that search found first. */
export function chosenSymbols(
  candidates: readonly Candidate[],
  sources: ReadonlyMap<string, ReadFile>,
  most: number,
): { readonly symbols: ReadonlyMap<string, readonly ChosenSymbol[]>; readonly left: number } {
  const chosen = new Map<string, readonly ChosenSymbol[]>();
  let room = most;
  let left = 0;
  for (const candidate of candidates) {
    const source = sources.get(candidate.path);
    if (source === undefined) continue;
    const wanted = wantedSymbols(candidate, source.facts.symbols);
    const taken = wanted.slice(0, Math.min(MOST_OF_A_FILE, room));
    left += wanted.length - taken.length;
    room -= taken.length;
    chosen.set(
      candidate.path,
      taken.map((symbol) => toChosen(candidate.path, symbol, source)),
    );
  }
  return { symbols: chosen, left };
}

function wantedSymbols({ named, hits }: Candidate, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
  if (named.length > 0) return longestOfEach(symbols.filter((symbol) => named.includes(fullName(symbol))));
  const found = hits.slice(0, 1).flatMap(({ lineStart, lineEnd, scope }) => {
    const exact = symbols.filter(
      (one) => fullName(one) === scope && one.lineStart <= lineEnd && lineStart <= one.lineEnd,
    );
    if (exact.length > 0) return exact;
    const inside = symbols.filter((one) => isCode(one) && one.lineStart >= lineStart && one.lineStart <= lineEnd);
    const around = symbols.findLast((one) => isCode(one) && one.lineStart <= lineStart && one.lineEnd >= lineEnd);
    return inside.length > 0 ? inside : around === undefined ? [] : [around];
  });
  return longestOfEach(found.filter(isCode));
}

/** Of several definitions of one name, such as overloads, the longest one. */
function longestOfEach(symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
  const length = ({ lineStart, lineEnd }: SymbolFacts) => lineEnd - lineStart;
  const byName = new Map<string, SymbolFacts>();
  for (const symbol of symbols) {
    const known = byName.get(fullName(symbol));
    if (known === undefined || length(symbol) > length(known)) byName.set(fullName(symbol), symbol);
  }
  return [...byName.values()];
}

const CODE: ReadonlySet<SymbolFacts['kind']> = new Set([
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'enum',
  'type',
]);

/** Whether a definition is one that is called or derived from. */
function isCode({ kind }: SymbolFacts): boolean {
  return CODE.has(kind);
}

function toChosen(file: string, symbol: SymbolFacts, { lines, exported }: ReadFile): ChosenSymbol {
  const { lineStart: line, lineEnd, kind } = symbol;
  const name = fullName(symbol);
  const shown = lines.slice(line - 1, Math.min(lineEnd, line - 1 + MOST_LINES));
  const rest = lineEnd - line + 1 - shown.length;
  const code = shown.map((text, index) => `${line + index}: ${text.slice(0, LONGEST_LINE).toWellFormed()}`);
  if (rest > 0) code.push(`[${rest} more lines]`);
  return { file, line, lineEnd, name, kind, code: code.join('\n'), isExported: exported.has(name) };
}

interface Services {
  readonly workspace: Pick<WorkspaceApi, 'findReferences' | 'searchCode'>;
  readonly reach: Reach;
  isTest(path: string): boolean;
  /** Whether all of the commit that is asked about is indexed: else nobody can say that there is no test. */
  readonly isIndexed: boolean;
}

/** Everything that is known of a definition; what was not looked at is added to `notSeen`. */
export async function symbolEvidence(
  symbol: ChosenSymbol,
  services: Services,
  notSeen: string[],
): Promise<SymbolEvidence> {
  const { file, name } = symbol;
  const [tested, referred, lines, testLines] = await Promise.all([
    services.reach.testsOf(name, file),
    referencesOf(symbol, services.workspace),
    linesWith(symbol, [], TESTS, services.workspace),
    linesWith(symbol, TESTS, [], services.workspace),
  ]);
  if (referred === undefined) notSeen.push(`callers of ${name}, which the index does not know in ${file}`);
  const left = (referred?.unread ?? 0) + lines.left + testLines.left;
  if (left > 0) notSeen.push(`${counted(left, 'line')} or more with the name of ${name}`);
  const outside = (referred?.references ?? []).filter(({ path }) => path !== file && !services.isTest(path));
  const sure = places(outside.filter(({ kind }) => kind !== 'import'));
  const known = new Set(places(outside).map(keyOf));
  const others = lines.matches.filter((match) => match.file !== file && !isNoProgram(match.file));
  const called = unique((tested?.tests ?? []).map((test) => test.file));
  const named = unique(testLines.matches.map((match) => match.file));
  return {
    ...symbol,
    callers: sure.slice(0, MOST_PLACES),
    totalCallers: sure.length,
    callerFiles: unique(sure.map((place) => place.file)).length,
    byNameOnly: others.filter((match) => !known.has(keyOf(match))).length,
    reach: reachOf(called, named, services.isIndexed && tested?.complete === true && testLines.left === 0),
    testFiles: [...new Set([...called, ...named])].slice(0, MOST_TESTS),
    docs: lines.matches
      .filter((match) => isNoProgram(match.file) && isCodeIn(match.text, ownName(name)))
      .slice(0, MOST_DOCS)
      .map(({ file: path, line }) => ({ file: path, line })),
  };
}

function reachOf(called: readonly string[], named: readonly string[], isComplete: boolean): TestReach {
  if (called.length > 0) return 'called';
  if (named.length > 0) return 'named';
  return isComplete ? 'none' : 'unknown';
}

async function referencesOf({ name, file }: ChosenSymbol, workspace: Services['workspace']) {
  try {
    const page = { offset: 0, limit: MOST_REFERENCES, approximate: false };
    const { references, total, unread } = await workspace.findReferences({ name, file, ...page });
    return { references, unread: unread + total - references.length };
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType !== 'SYMBOL_NOT_FOUND') throw error;
    return undefined;
  }
}

/** Lines that have the name as a whole word: what the graph cannot follow, such as names of a package that passes them on, shows there. */
async function linesWith(
  { name }: ChosenSymbol,
  paths: readonly string[],
  excludePaths: readonly string[],
  workspace: Services['workspace'],
): Promise<{ readonly matches: readonly CodeMatch[]; readonly left: number }> {
  const pattern = ownName(name);
  if (pattern.length > LONGEST_NAME) return { matches: [], left: 1 };
  const { matches, totalMatches, filesLeft } = await workspace.searchCode({
    pattern,
    regex: false,
    caseSensitive: true,
    wholeWord: true,
    contextLines: 0,
    maxResults: MOST_REFERENCES,
    paths,
    excludePaths,
    fileTypes: [],
  });
  return { matches, left: totalMatches - matches.length + filesLeft };
}

/** What a definition is called by: its last name, of `C.__init__` that of the class. */
function ownName(name: string): string {
  const names = name.split('.');
  return names.findLast((one) => !one.startsWith('__')) ?? name;
}

/** Whether a line of a document means code by a word: it is called, behind a dot, or in backticks. */
function isCodeIn(line: string, word: string): boolean {
  return ['.', '`'].some((sign) => line.includes(`${sign}${word}`)) || line.includes(`${word}(`);
}

/** Each line once. */
function places(references: readonly ReferenceEntry[]): readonly CodePlace[] {
  const byLine = new Map(
    references.map(({ path: file, line, within }): [string, CodePlace] => [
      keyOf({ file, line }),
      { file, line, ...(within !== undefined && { within }) },
    ]),
  );
  return [...byLine.values()];
}

function keyOf({ file, line }: CodePlace): string {
  return `${line}:${file}`;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
