/** Completes what somebody types into an argument of a prompt, or into a variable of a resource's address. */
import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import { ToolFailure } from '../lib/errors.ts';
import { within } from '../lib/within.ts';
import { CATEGORIES } from '../scaffolds/scaffold.ts';
import { TEXTS } from '../scaffolds/texts/catalog.ts';
import { DEFAULT_WORKSPACE } from '../workspace/workspaces.ts';
import { PROMPTS } from './prompts/catalog.ts';
import { type Completion, MOST_VALUES, wordsLike } from './prompts/completion.ts';
import { REPORT_PREFIX } from './reports.ts';
import { ADDRESS_TEMPLATES } from './resources/catalog.ts';
import type { ToolEnvironment } from './tool-context.ts';

/** Characters of what was typed that are looked at. */
const MOST_TYPED = 500;

/** Milliseconds that somebody who types waits for one answer. */
const MOST_WAIT_MS = 2000;

/** Values that fit, the likeliest first. */
interface Fitting {
  readonly values: readonly string[];
  readonly total: number;
}

const NOTHING: Fitting = { values: [], total: 0 };

/** Other arguments that are filled in. */
type Others = Readonly<Record<string, string>>;

/** Throws `ToolFailure` for a prompt, an address or an argument that does not exist; what narrows down may name nothing. */
export async function complete(
  { ref, argument, context }: CompleteRequestParams,
  environment: ToolEnvironment,
): Promise<CompleteResult> {
  const known = ref.type === 'ref/prompt' ? completionsOfPrompt(ref.name) : completionsOfAddress(ref.uri);
  if (!known.has(argument.name)) {
    const message = `There is no argument ${JSON.stringify(argument.name.slice(0, 100))} to complete.`;
    throw unknown(message, `It has ${[...known.keys()].join(', ') || 'none'}.`);
  }
  const completion = known.get(argument.name);
  const typed = argument.value.slice(0, MOST_TYPED);
  const { values, total } =
    completion === undefined ? NOTHING : await fittingOrNone(completion, typed, context?.arguments ?? {}, environment);
  return { completion: { values: [...values], total, hasMore: total > values.length } };
}

function completionsOfPrompt(name: string): ReadonlyMap<string, Completion | undefined> {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (prompt === undefined) {
    const known = PROMPTS.map((each) => each.name).join(', ');
    throw unknown(`There is no prompt ${JSON.stringify(name.slice(0, 100))}.`, `Prompts: ${known}.`);
  }
  return new Map(Object.entries(prompt.arguments).map(([argument, { completion }]) => [argument, completion]));
}

function completionsOfAddress(uri: string): ReadonlyMap<string, Completion | undefined> {
  const template = ADDRESS_TEMPLATES.find(({ uriTemplate }) => uriTemplate === uri);
  if (template === undefined) {
    const known = ADDRESS_TEMPLATES.map(({ uriTemplate }) => uriTemplate).join(', ');
    throw unknown(`There is no resource template ${JSON.stringify(uri.slice(0, 200))}.`, `Templates: ${known}.`);
  }
  return new Map(Object.entries(template.completions));
}

function unknown(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'validation_error', message, advice });
}

/** Nothing fits in a workspace or session that does not exist, since its name may be half typed, nor while an index is being made. */
async function fittingOrNone(...asked: Parameters<typeof fitting>): Promise<Fitting> {
  try {
    return (await within(MOST_WAIT_MS, fitting(...asked))) ?? NOTHING;
  } catch (error) {
    if (error instanceof ToolFailure) return NOTHING;
    throw error;
  }
}

async function fitting(
  completion: Completion,
  typed: string,
  others: Others,
  { workspaces, pythonSessions, reports }: ToolEnvironment,
): Promise<Fitting> {
  switch (completion.kind) {
    case 'workspace':
      return firstOf(
        wordsLike(
          typed,
          workspaces.list().map(({ name }) => name),
        ),
      );
    case 'session':
      return firstOf(
        wordsLike(
          typed,
          pythonSessions.list().map(({ id }) => id),
        ),
      );
    case 'report':
      return firstOf(
        wordsLike(
          typed,
          reports.list().map(({ uri }) => uri.slice(REPORT_PREFIX.length)),
        ),
      );
    case 'scaffold':
      return firstOf(wordsLike(typed, Object.keys(TEXTS)));
    case 'scaffold_category':
      return firstOf(wordsLike(typed, CATEGORIES));
    case 'words':
      return firstOf(wordsLike(typed, completion.words));
    case 'session_file': {
      const { session } = pythonSessions.open(others[completion.session] || undefined);
      const files = (await session.listFiles('')).filter(({ kind }) => kind === 'file');
      return firstOf(
        wordsLike(
          typed,
          files.map(({ path }) => path),
        ),
      );
    }
    case 'file': {
      const { workspace } = workspaces.open(others[completion.workspace] || DEFAULT_WORKSPACE);
      const { paths, total } = await workspace.pathsLike(typed, MOST_VALUES);
      return { values: paths, total };
    }
    case 'symbol': {
      if (typed.trim() === '') return NOTHING;
      const { workspace } = workspaces.open(others[completion.workspace] || DEFAULT_WORKSPACE);
      const file = completion.file === undefined ? undefined : others[completion.file];
      const { symbols, total } = await workspace.findSymbol({
        name: typed,
        match: 'substring',
        limit: MOST_VALUES,
        offset: 0,
        ...(file ? { paths: [onlyPath(file)] } : {}),
      });
      const values = new Set(symbols.map(({ scope, name }) => (scope === '' ? name : `${scope}.${name}`)));
      return { values: [...values], total: total - symbols.length + values.size };
    }
  }
}

function firstOf(values: readonly string[]): Fitting {
  return { values: values.slice(0, MOST_VALUES), total: values.length };
}

/** The pattern, as in `.gitignore`, that only this path matches. */
function onlyPath(path: string): string {
  return `/${path.replace(/^\/+/, '').replaceAll(/[\\*?[\]! ]/g, '\\$&')}`;
}
