/** Which files a goal is about: those that it names, and those that search finds. */
import { asToolFailure } from '../../lib/errors.ts';
import type { SearchHit, SymbolEntry, TreeFile, WorkspaceApi } from '../../workspace/api.ts';
import { namesIn } from './names.ts';
import type { CodePlace, EvidenceRequest, GoalEvidence } from './service.ts';
import { counted } from './words.ts';

/** A file, and the places in it that are meant. */
export interface Candidate {
  readonly path: string;
  readonly isNamed: boolean;
  readonly why: string;
  readonly score: number;
  /** Whether search takes it for a text without a grammar. */
  readonly isText: boolean;
  /** Definitions that the goal names: `f`, `C` or `C.m`. */
  readonly named: readonly string[];
  /** Lines that search found, best first. */
  readonly hits: readonly Pick<SearchHit, 'lineStart' | 'lineEnd' | 'scope'>[];
}

/** What was found. */
export interface Candidates {
  /** Programs, and whatever the goal names; best first. */
  readonly files: readonly Candidate[];
  /** Paths of documents, settings, data and tests. */
  readonly others: readonly string[];
  /** Names that several files define. */
  readonly ambiguous: GoalEvidence['ambiguous'];
  /** Names that nothing defines. */
  readonly unknownNames: readonly string[];
  readonly unknownWords: readonly string[];
  readonly notSeen: readonly string[];
}

/** The most files that are looked at, and others that are reported. */
const MOST_FILES = 6;
const MOST_OTHERS = 6;
/** Places that are searched, and definitions of one name that are taken. */
const MOST_HITS = 40;
const MOST_HOMONYMS = 5;
/** What search finds below this share of its best place is left out. A choice: the rest is reported as not looked at. */
const LEAST_SHARE = 0.5;
const LONGEST_QUERY = 20_000;
/** Characters of a path that a plan can hold. */
const LONGEST_PATH = 1_000;
const MOST_WORDS = 5;
const MOST_REASONS = 2;

const NO_PROGRAM =
  /\.(?:md|mdx|markdown|txt|rst|adoc|org|tex|html?|css|scss|less|json|jsonl|ya?ml|toml|ini|cfg|conf|csv|tsv|svg|xml|po|lock|log|in)$|(?:^|\/)(?:LICENSE|LICENCE|NOTICE|AUTHORS|COPYING|CODEOWNERS|CHANGES|CHANGELOG|README)[^/]*$|(?:^|\/)docs?\//i;

/** Whether a path is of a text or of data rather than of a program. */
export function isNoProgram(path: string): boolean {
  return NO_PROGRAM.test(path);
}

interface Services {
  readonly workspace: Pick<WorkspaceApi, 'searchByMeaning' | 'findSymbol'>;
  isTest(path: string): boolean;
}

/** The files that a goal is about, among those of `tree`. */
export async function candidatesOf(
  { goal, context = '' }: Pick<EvidenceRequest, 'goal' | 'context'>,
  tree: readonly TreeFile[],
  { workspace, isTest }: Services,
): Promise<Candidates> {
  const paths = tree.map(({ path }) => path).filter((path) => path.length <= LONGEST_PATH);
  const known = new Set(paths);
  const text = `${goal}\n${context}`;
  const names = namesIn(text, paths);
  const { hits, unknownWords } = await searched(text.slice(0, LONGEST_QUERY), workspace);
  const found = new Found();
  for (const file of names.files) found.name(file, 'the goal names it');
  const unknownNames: string[] = [];
  const ambiguous: { name: string; places: CodePlace[] }[] = [];
  const defined = await Promise.all(
    names.names.map(async (name) => ({ name, all: await definitionsOf(name, workspace) })),
  );
  for (const { name, all } of defined) {
    const symbols = all.filter(({ path }) => known.has(path) && !isTest(path));
    for (const symbol of symbols) found.define(symbol);
    if (all.length === 0) unknownNames.push(name);
    if (new Set(symbols.map(({ path }) => path)).size > 1)
      ambiguous.push({ name, places: symbols.map(({ path: file, lineStart: line }) => ({ file, line })) });
  }
  const best = hits[0]?.score ?? 0;
  for (const hit of hits) if (known.has(hit.file) && hit.score >= best * LEAST_SHARE) found.hit(hit);
  const all = found.sorted();
  // What the goal names is meant, whatever it is.
  const isWork = ({ path, isNamed, isText }: Candidate) => isNamed || !(isText || isNoProgram(path) || isTest(path));
  const files = all.filter(isWork);
  const others = all.filter((each) => !isWork(each)).map(({ path }) => path);
  return {
    files: files.slice(0, MOST_FILES),
    others: others.slice(0, MOST_OTHERS),
    ambiguous,
    unknownNames,
    unknownWords: unknownWords.slice(0, MOST_WORDS),
    notSeen: [
      ...(text.length > LONGEST_QUERY ? [`the goal and its context behind ${LONGEST_QUERY} characters`] : []),
      ...(names.left > 0 ? [`${counted(names.left, 'further name')} of the goal`] : []),
      ...(files.length > MOST_FILES ? [`${counted(files.length - MOST_FILES, 'further file')} that fit less`] : []),
    ],
  };
}

/** Gathers files by path. */
class Found {
  readonly #files = new Map<string, Candidate>();

  name(path: string, why: string): void {
    const known = this.#of(path);
    this.#files.set(path, { ...known, isNamed: true, why: known.why === '' ? why : known.why });
  }

  define({ path, scope, name }: SymbolEntry): void {
    const full = scope === '' ? name : `${scope}.${name}`;
    this.name(path, `the goal names ${full}`);
    const known = this.#of(path);
    this.#files.set(path, { ...known, named: [...known.named, full] });
  }

  hit({ file: path, score, lineStart, lineEnd, scope, reasons, language }: SearchHit): void {
    const known = this.#of(path);
    const why =
      known.why === '' ? `search found line ${lineStart}: ${reasons.slice(0, MOST_REASONS).join('; ')}` : known.why;
    this.#files.set(path, {
      ...known,
      why,
      isText: language === 'text' || language === 'markdown',
      score: Math.max(known.score, score),
      hits: [...known.hits, { lineStart, lineEnd, scope }],
    });
  }

  /** Named ones first, then by score. */
  sorted(): readonly Candidate[] {
    return [...this.#files.values()].sort(
      (left, right) =>
        Number(right.isNamed) - Number(left.isNamed) || right.score - left.score || (left.path < right.path ? -1 : 1),
    );
  }

  #of(path: string): Candidate {
    return this.#files.get(path) ?? { path, isNamed: false, isText: false, why: '', score: 0, named: [], hits: [] };
  }
}

/** What search finds; nothing for a text without a word that could be searched for. */
async function searched(query: string, workspace: Services['workspace']) {
  try {
    const wishes = { paths: [], excludePaths: [], fileTypes: [], includeTests: false };
    return await workspace.searchByMeaning({ query, topK: MOST_HITS, minScore: 0, ...wishes });
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType !== 'INVALID_INPUT') throw error;
    return { hits: [], unknownWords: [] };
  }
}

async function definitionsOf(name: string, workspace: Services['workspace']): Promise<readonly SymbolEntry[]> {
  try {
    const { symbols } = await workspace.findSymbol({ name, match: 'exact', limit: MOST_HOMONYMS, offset: 0 });
    return symbols;
  } catch (error) {
    if (asToolFailure(error) === undefined) throw error;
    return [];
  }
}
