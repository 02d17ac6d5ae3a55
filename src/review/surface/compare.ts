/** The breaking changes between two states of the changed files' surfaces. */
import type { FileSurface, Language, SurfaceSymbol } from '../../syntax/api.ts';
import type { SurfaceChange } from './change.ts';
import { isPublicFile, isPublicSymbol, isShared, moduleOf, outerOf, pathOf } from './modules.ts';
import { type Difference, parameterChanges, written } from './parameters.ts';

/** A changed file's surface on one side. */
export interface SideFile {
  /** After the change, also of the state before a renaming. */
  readonly path: string;
  /** Where it lay on its side. */
  readonly origin: string;
  readonly surface: FileSurface;
}

/** A change, with the definitions that it is between: those of equal name, overloads included. */
export interface FoundChange extends Omit<SurfaceChange, 'broken'> {
  readonly definition: SurfaceSymbol;
  readonly definedIn: string;
  readonly olds: readonly SurfaceSymbol[];
  readonly news: readonly SurfaceSymbol[];
}

interface Placed {
  readonly symbol: SurfaceSymbol;
  readonly file: SideFile;
}

const VALUES: ReadonlySet<SurfaceSymbol['kind']> = new Set(['constant', 'variable', 'field', 'type']);
const LEVELS = ['public', 'protected', 'internal', 'private'] as const;
/** Languages in which a member without a body in an interface, or a new variant, must be met by others. */
const IMPLEMENTED: ReadonlySet<Language> = new Set([
  'typescript',
  'tsx',
  'java',
  'csharp',
  'php',
  'kotlin',
  'scala',
  'go',
  'rust',
  'cpp',
]);

/** The changes, by file and line. Files that either side could not read are left out by the caller. */
export function surfaceChanges(before: readonly SideFile[], after: readonly SideFile[]): readonly FoundChange[] {
  const [olds, news] = [byKey(before), byKey(after)];
  const taken = new Set(after.flatMap(({ path, surface }) => surface.taken.map((name) => keyIn(path, surface, name))));
  const wild = new Set(
    after
      .filter(({ surface }) => surface.wildcards.length > 0)
      .map(({ path, surface }) => moduleOf(path, surface.language)),
  );
  const changes: FoundChange[] = [];
  const renamedTo = new Set<string>();
  for (const [key, group] of olds) {
    const [old] = group;
    const now = news.get(key) ?? [];
    if (old === undefined || !group.some(({ symbol }) => isShared(symbol))) continue;
    const parts = { olds: group.map(({ symbol }) => symbol), news: now.map(({ symbol }) => symbol) };
    if (now.length > 0) {
      changes.push(...differences(group, now).map((each) => changeOf(each, old, now[0], parts)));
      continue;
    }
    const { surface, path } = old.file;
    const { symbol } = old;
    // With its class or module goes what is in it.
    const outer = outerOf(symbol, surface);
    if (outer !== undefined && !news.has(keyIn(path, surface, pathOf(outer)))) continue;
    const offered =
      (symbol.scope === '' && (taken.has(key) || wild.has(moduleOf(path, surface.language)))) ||
      (surface.language === 'python' && news.has(keyIn(path, surface, inScope(symbol.scope, '__getattr__'))));
    if (offered || symbol.traits.includes('conditional')) continue;
    const next = renamed(old, olds, news, renamedTo);
    changes.push(changeOf(removal(symbol, next?.symbol), old, next, parts));
  }
  return [...changes, ...demands(olds, news)].sort((left, right) =>
    left.file === right.file ? left.line - right.line : left.file < right.file ? -1 : 1,
  );
}

/** A name of a scope: Python asks `__getattr__` of a module or a class for what it does not have. */
function inScope(scope: string, name: string): string {
  return scope === '' ? name : `${scope}.${name}`;
}

function byKey(files: readonly SideFile[]): ReadonlyMap<string, readonly Placed[]> {
  const found = new Map<string, Placed[]>();
  for (const file of files) {
    for (const symbol of implementations(file.surface)) {
      for (const name of symbol.exportedAs ?? [symbol.name]) {
        const key = keyIn(file.path, file.surface, symbol.scope === '' ? name : pathOf(symbol));
        found.set(key, [...(found.get(key) ?? []), { symbol, file }]);
      }
    }
  }
  return found;
}

/** The definitions without what only tells types of Python's: the function after its overloads counts. */
function implementations({ language, symbols }: FileSurface): readonly SurfaceSymbol[] {
  return language === 'python' ? symbols.filter(({ traits }) => !traits.includes('overload')) : symbols;
}

function keyIn(path: string, { language }: FileSurface, name: string): string {
  return `${moduleOf(path, language)}\0${name}`;
}

function changeOf(
  { kind, before, after }: Difference,
  old: Placed,
  now: Placed | undefined,
  parts: Pick<FoundChange, 'olds' | 'news'>,
): FoundChange {
  const { symbol, file } = old;
  const isGone = now === undefined || kind === 'object_removed';
  return {
    kind,
    symbol: pathOf(symbol),
    language: file.surface.language,
    file: isGone ? file.origin : now.file.path,
    line: isGone ? symbol.line : now.symbol.line,
    ...(isGone && { side: 'before' as const }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    public: isPublicFile(file.path, file.surface.language) && isPublicSymbol(symbol, file.surface),
    definition: symbol,
    definedIn: file.origin,
    ...parts,
  };
}

function removal(old: SurfaceSymbol, next: SurfaceSymbol | undefined): Difference {
  const before = describe(old);
  return next === undefined
    ? { kind: 'object_removed', before }
    : { kind: 'object_renamed', before, after: pathOf(next) };
}

/** The one new definition of the same text but for its name, in the same place. */
function renamed(
  old: Placed,
  olds: ReadonlyMap<string, unknown>,
  news: ReadonlyMap<string, readonly Placed[]>,
  used: Set<string>,
): Placed | undefined {
  const { body, scope, kind } = old.symbol;
  if (body === undefined) return undefined;
  for (const [key, group] of news) {
    const [now] = group;
    if (olds.has(key) || used.has(key) || now === undefined || now.symbol.kind !== kind) continue;
    const isSame = now.symbol.body === body && now.symbol.scope === scope;
    if (
      !isSame ||
      moduleOf(now.file.path, now.file.surface.language) !== moduleOf(old.file.path, old.file.surface.language)
    )
      continue;
    used.add(key);
    return now;
  }
  return undefined;
}

/** What differs between definitions of one name. */
function differences(olds: readonly Placed[], news: readonly Placed[]): readonly Difference[] {
  const [old, now] = [olds[0]?.symbol, news[0]?.symbol];
  const language = olds[0]?.file.surface.language;
  if (old === undefined || now === undefined || language === undefined) return [];
  if (olds.length > 1 || news.length > 1) return overloads(olds, news);
  if ([old, now].some(({ traits }) => traits.includes('conditional'))) return [];
  if (old.kind !== now.kind && kindOf(old) !== kindOf(now)) {
    return [{ kind: 'object_changed_kind', before: old.kind, after: now.kind }];
  }
  return [
    ...visibilityChange(old, now),
    ...(old.parameters !== undefined && now.parameters !== undefined
      ? parameterChanges(old.parameters, now.parameters, language)
      : []),
    ...typeChange(old, now),
    ...valueChange(old, now, language),
    ...baseChange(old, now),
    ...requirement(old, now),
  ];
}

/** Of overloads, those that no longer exist count as a whole. */
function overloads(olds: readonly Placed[], news: readonly Placed[]): readonly Difference[] {
  const now = new Set(news.map(({ symbol }) => signature(symbol)));
  const known = new Set(olds.map(({ symbol }) => signature(symbol)));
  const gone = [...known].filter((each) => !now.has(each));
  const hasAdded = [...now].some((each) => !known.has(each));
  // One that is changed and one that is removed beside another look alike.
  return gone.length === 0 || (hasAdded && gone.length > 1)
    ? []
    : gone.slice(0, 1).map((before) => ({ kind: 'parameter_changed_type' as const, before }));
}

function signature({ parameters }: SurfaceSymbol): string {
  return `(${(parameters ?? []).map((each) => each.type ?? each.name).join(', ')})`;
}

function kindOf({ kind, traits }: SurfaceSymbol): string {
  if (traits.includes('property') || VALUES.has(kind)) return 'value';
  return kind === 'function' || kind === 'method' ? 'function' : 'type';
}

function visibilityChange(old: SurfaceSymbol, now: SurfaceSymbol): readonly Difference[] {
  return LEVELS.indexOf(now.visibility) > LEVELS.indexOf(old.visibility)
    ? [{ kind: 'visibility_lowered', before: old.visibility, after: now.visibility }]
    : [];
}

function typeChange(old: SurfaceSymbol, now: SurfaceSymbol): readonly Difference[] {
  if (old.type === undefined || now.type === undefined || old.type === now.type) return [];
  // A function that returned nothing gained a value.
  if (old.parameters !== undefined && /^(?:None|void|\(\)|Unit|undefined)$/.test(old.type)) return [];
  const kind = old.parameters === undefined ? 'attribute_changed_type' : 'return_changed_type';
  return [{ kind, before: old.type, after: now.type }];
}

function valueChange(old: SurfaceSymbol, now: SurfaceSymbol, language: Language): readonly Difference[] {
  if (
    old.value === undefined ||
    old.value === now.value ||
    (language !== 'python' && old.kind !== 'type' && old.kind !== 'constant')
  )
    return [];
  if (old.name === '__all__') return [];
  const kind = old.kind === 'type' ? 'attribute_changed_type' : 'attribute_changed_value';
  return isWider(old, now) ? [] : [{ kind, before: old.value, ...(now.value !== undefined && { after: now.value }) }];
}

/** Whether a union of types only gained members. */
function isWider(old: SurfaceSymbol, now: SurfaceSymbol): boolean {
  if (old.kind !== 'type' || now.value === undefined) return false;
  const parts = (text: string) =>
    text
      .split('|')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const next = new Set(parts(now.value));
  return parts(old.value ?? '').every((part) => next.has(part)) || old.value?.startsWith('{') === true;
}

function baseChange(old: SurfaceSymbol, now: SurfaceSymbol): readonly Difference[] {
  const gone = old.bases.filter((base) => !now.bases.includes(base));
  // Another base in its place may derive from it.
  if (gone.length === 0 || now.bases.length >= old.bases.length) return [];
  return [{ kind: 'base_removed', before: gone.join(', '), after: now.bases.join(', ') }];
}

function requirement(old: SurfaceSymbol, now: SurfaceSymbol): readonly Difference[] {
  const wasOptional = old.kind === 'field' && old.traits.includes('optional');
  return wasOptional && !now.traits.includes('optional') ? [{ kind: 'field_required', after: describe(now) }] : [];
}

/** New members that others have to meet: methods of interfaces, required fields of exported types. */
function demands(
  olds: ReadonlyMap<string, readonly Placed[]>,
  news: ReadonlyMap<string, readonly Placed[]>,
): readonly FoundChange[] {
  return [...news].flatMap(([key, group]): readonly FoundChange[] => {
    const [now] = group;
    if (now === undefined || olds.has(key) || !IMPLEMENTED.has(now.file.surface.language)) return [];
    const { symbol, file } = now;
    const outer = outerOf(symbol, file.surface);
    const isOld = outer !== undefined && olds.has(keyIn(file.path, file.surface, pathOf(outer)));
    if (!isOld || !symbol.traits.includes('abstract') || symbol.traits.includes('optional') || !isShared(symbol))
      return [];
    const kind = symbol.kind === 'field' ? 'field_required' : 'member_required';
    return [changeOf({ kind, after: describe(symbol) }, now, now, { olds: [], news: [symbol] })];
  });
}

/** A definition in a line. */
export function describe({ name, kind, parameters, type }: SurfaceSymbol): string {
  const list = parameters === undefined ? '' : `(${parameters.map(written).join(', ')})`;
  return `${kind} ${name}${list}${type === undefined ? '' : `: ${type}`}`;
}
