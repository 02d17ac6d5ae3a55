/** Which references a change breaks: those that the change itself did not mend, in the state after it. */
import type { FileFacts, ImportFacts, ReferenceFacts, SurfaceSymbol, SyntaxApi } from '../../syntax/api.ts';
import type { Subject } from '../source.ts';
import type { BrokenReference, ReferencePlace, References } from './change.ts';
import type { FoundChange } from './compare.ts';
import { moduleOf, pathOf } from './modules.ts';
import { fits } from './parameters.ts';

/** Places of one change that are reported, and files that are read for it. */
const MOST_BROKEN = 20;
const MOST_FILES = 40;

const GONE = new Set(['object_removed', 'object_renamed']);
const CALLS = new Set([
  'parameter_removed',
  'parameter_added_required',
  'parameter_changed_required',
  'parameter_changed_kind',
  'parameter_moved',
]);
const CONSTRUCTORS: ReadonlySet<string> = new Set(['__init__', 'constructor', '__construct']);
/** Callers that nothing stops from giving too few or too many arguments. */
const LENIENT: ReadonlySet<string> = new Set(['javascript', 'ruby', 'c']);

/** The state of a file on both sides, where it is known. */
interface BothSides {
  readonly path: string;
  readonly text: string;
  readonly before?: FileFacts;
  readonly after: FileFacts;
}

/** What was found, and whether all was looked at. */
export interface Hits {
  readonly broken: readonly BrokenReference[];
  /** Places, as `path:line`, of which nothing tells whether they break. */
  readonly unsure: readonly string[];
  readonly complete: boolean;
}

/** Lines that break, and lines that may. */
interface Lines {
  readonly left: readonly number[];
  readonly doubtful: readonly number[];
}

/** Finds who is hit. */
export class BrokenReferences {
  readonly #syntax: Pick<SyntaxApi, 'analyze' | 'callSites'>;
  readonly #references: References;
  readonly #subject: Subject;
  readonly #changed: ReadonlyMap<string, string>;
  readonly #files = new Map<string, Promise<BothSides | undefined>>();

  constructor(syntax: Pick<SyntaxApi, 'analyze' | 'callSites'>, references: References, subject: Subject) {
    this.#syntax = syntax;
    this.#references = references;
    this.#subject = subject;
    this.#changed = new Map(subject.diff.files.map(({ path, from }) => [from ?? path, path]));
  }

  /** Whether a change of this kind can be checked against those who refer. */
  static concerns({ kind, definition, language, olds, news }: FoundChange): boolean {
    if (GONE.has(kind)) return true;
    const isWrapped = [...olds, ...news].some(
      ({ traits }) => traits.includes('wrapped') || traits.includes('conditional'),
    );
    return CALLS.has(kind) && !isWrapped && !LENIENT.has(language) && definition.parameters !== undefined;
  }

  /** The places that `change` breaks, by path and line. `moved`: the name is defined or offered elsewhere now. */
  async of(change: FoundChange, moved: boolean): Promise<Hits> {
    const called = calledName(change.definition);
    const { places, complete } = await this.#references.to(called, change.definedIn);
    const byFile = Map.groupBy(places, ({ path }) => path);
    const broken: BrokenReference[] = [];
    const unsure: string[] = [];
    const paths = [...byFile.keys()].sort();
    for (const path of paths.slice(0, MOST_FILES)) {
      const file = await this.#both(path);
      if (file === undefined) continue;
      const wanted = byFile.get(path) ?? [];
      const { left, doubtful } = GONE.has(change.kind)
        ? { left: this.#left(change, wanted, file, moved), doubtful: this.#named(change, wanted, file, moved) }
        : await this.#misfits(change, wanted, file);
      unsure.push(...doubtful.filter((line) => !left.includes(line)).map((line) => `${file.path}:${line}`));
      const lines = file.text.split('\n');
      broken.push(
        ...left.map((line) => ({ file: file.path, line, text: (lines[line - 1] ?? '').trim().slice(0, 200) })),
      );
    }
    return { broken: broken.slice(0, MOST_BROKEN), unsure, complete: complete && paths.length <= MOST_FILES };
  }

  /** Lines where the name is still used though it is gone. */
  #left(change: FoundChange, places: readonly ReferencePlace[], file: BothSides, moved: boolean): readonly number[] {
    const { definition, language } = change;
    const { name, scope } = definition;
    const own = scope === '' && file.after.symbols.some((each) => each.name === name && each.scope === '');
    if (own) return [];
    const importsBefore = (file.before ?? file.after).imports.filter((each) => takes(each, name));
    const imports = file.after.imports.filter(
      (each) => takes(each, name) && importsBefore.some(({ module }) => module === each.module),
    );
    const direct = imports.filter(({ module }) => namesFile(module, file.path, change.definedIn));
    const sure = places.filter(({ certainty }) => certainty === 'resolved');
    if (scope === '' && importsBefore.length > 0) {
      // An import of it that is left breaks by itself; what is behind it is reported only where it stands.
      const isKnown = sure.length > 0 && !moved;
      return (isKnown ? imports : direct).map(({ line }) => line);
    }
    if (moved || sure.length === 0) return [];
    if (
      scope === '' &&
      file.path !== change.file &&
      moduleOf(file.path, language) !== moduleOf(change.file, language) &&
      !sure.some(({ kind }) => kind !== 'import')
    )
      return [];
    return this.#stillThere(sure, file, name);
  }

  /** Lines that still take what is gone from its module, under whatever name the module has there. */
  #named(
    { definition, definedIn }: FoundChange,
    places: readonly ReferencePlace[],
    { path, after }: BothSides,
    moved: boolean,
  ): readonly number[] {
    const isKnown = places.some(({ certainty }) => certainty === 'resolved');
    if (moved || isKnown || definition.scope !== '') return [];
    const modules = new Set(
      after.imports
        .filter(({ module }) => namesFile(module, path, definedIn))
        .flatMap(({ module, names }) =>
          names.length === 0 ? [module] : names.flatMap(({ name, alias }) => (name === '*' ? [alias] : [])),
        ),
    );
    return after.references
      .filter(({ name, qualifier }) => name === definition.name && qualifier !== undefined && modules.has(qualifier))
      .map(({ line }) => line);
  }

  /** Lines of references after the change that were there before it, with the same words before the dot. */
  #stillThere(places: readonly ReferencePlace[], { before, after }: BothSides, name: string): readonly number[] {
    if (before === undefined)
      return [...new Set(places.filter(({ kind }) => kind !== 'import').map(({ line }) => line))];
    const known = before.references.filter(
      (each) => each.name === name && places.some(({ line, kind }) => line === each.line && kind === each.kind),
    );
    const shapes = new Set(known.map(shapeOf));
    return [
      ...new Set(
        after.references.filter((each) => each.name === name && shapes.has(shapeOf(each))).map(({ line }) => line),
      ),
    ];
  }

  /** Lines of calls that fitted before the change and do not fit after it, and of those that spread what they pass. */
  async #misfits(change: FoundChange, places: readonly ReferencePlace[], file: BothSides): Promise<Lines> {
    const calls = places.filter(({ kind, certainty }) => kind === 'call' && certainty === 'resolved');
    if (calls.length === 0 || LENIENT.has(file.after.language)) return { left: [], doubtful: [] };
    const name = lastOf(calledName(change.definition));
    const lines = new Set(this.#stillThere(calls, file, name));
    const sites = await this.#syntax.callSites({ path: file.path, text: file.text }, [name]);
    const isFit = (site: (typeof sites)[number], symbols: readonly SurfaceSymbol[]) =>
      symbols.some(({ parameters }) => parameters === undefined || fits(site, parameters));
    const there = sites.filter(({ line }) => lines.has(line));
    return {
      left: there.filter((site) => isFit(site, change.olds) && !isFit(site, change.news)).map(({ line }) => line),
      doubtful: there.filter(({ spreads }) => spreads).map(({ line }) => line),
    };
  }

  #both(path: string): Promise<BothSides | undefined> {
    const known = this.#files.get(path) ?? this.#read(path);
    this.#files.set(path, known);
    return known;
  }

  async #read(path: string): Promise<BothSides | undefined> {
    const now = this.#changed.get(path) ?? path;
    const { before, after } = this.#subject;
    const text = await after.read(now);
    if (text === undefined) return undefined;
    const old = this.#changed.has(path) ? await before.read(path) : undefined;
    const files = [{ path: now, text }, ...(old === undefined ? [] : [{ path, text: old }])];
    const [facts, earlier] = await this.#syntax.analyze(files);
    return facts && { path: now, text, after: facts, ...(earlier !== undefined && { before: earlier }) };
  }
}

/** What a call names: a constructor is called by its class. */
function calledName(symbol: SurfaceSymbol): string {
  const isConstructor = CONSTRUCTORS.has(symbol.name) || symbol.name === lastOf(symbol.scope);
  return isConstructor && symbol.scope !== '' ? symbol.scope : pathOf(symbol);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function takes({ names }: ImportFacts, name: string): boolean {
  return names.some((each) => each.name === name);
}

function shapeOf({ kind, qualifier }: ReferenceFacts): string {
  return `${kind} ${qualifier ?? ''}`;
}

/** Whether the import of `module` in the file `from` means the file `path`, and no package that offers it again. */
function namesFile(module: string, from: string, path: string): boolean {
  const target = withoutIndex(path.replace(/(?:\.d)?\.\w+$/, ''));
  const specifier = module.replace(/\.[cm]?[jt]sx?$/, '');
  const relative = relativeTarget(specifier, from.split('/').slice(0, -1));
  if (relative !== undefined) return withoutIndex(relative.join('/')) === target;
  const last = specifier
    .split(/[./\\]|::/)
    .filter((part) => part !== '')
    .at(-1);
  return last !== undefined && last === target.split('/').at(-1);
}

/** Where a specifier leads that begins at its file's folder, in JavaScript (`../a`) or Python (`..a`); undefined for another one. */
function relativeTarget(specifier: string, folder: readonly string[]): readonly string[] | undefined {
  const [, dots, names = ''] = /^(\.+)((?:\w[\w.]*)?)$/.exec(specifier) ?? [];
  if (dots !== undefined) {
    const up = Math.max(folder.length - dots.length + 1, 0);
    return [...folder.slice(0, up), ...names.split('.').filter((name) => name !== '')];
  }
  if (!/^\.\.?\//.test(specifier)) return undefined;
  const parts = [...folder];
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts;
}

function withoutIndex(path: string): string {
  return path.replace(/(?:^|\/)(?:__init__|index|mod)$/, '');
}
