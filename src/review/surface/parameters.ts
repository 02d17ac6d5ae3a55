/** What becomes of parameters, and which calls fit them. */
import type { CallSite, Language, Parameter } from '../../syntax/api.ts';
import type { ChangeKind } from './change.ts';

/** One breaking difference. */
export interface Difference {
  readonly kind: ChangeKind;
  readonly before?: string;
  readonly after?: string;
}

/** Languages whose calls name arguments as a matter of course: there a parameter is its name. */
const BY_NAME: ReadonlySet<Language> = new Set(['python']);

/** How the parameters of a function changed for those that call it. */
export function parameterChanges(
  before: readonly Parameter[],
  after: readonly Parameter[],
  language: Language,
): readonly Difference[] {
  return BY_NAME.has(language) ? namedChanges(before, after) : placedChanges(before, after);
}

/** The rules of griffe for Python: a parameter is who has its name. */
function namedChanges(before: readonly Parameter[], after: readonly Parameter[]): readonly Difference[] {
  const hasRest = after.some(({ kind }) => kind === 'rest');
  const hasKeywordRest = after.some(({ kind }) => kind === 'keyword-rest');
  const known = new Map(after.map((each, index) => [each.name, { each, index }]));
  const changes = before.flatMap((old, index): readonly Difference[] => {
    const found = known.get(old.name);
    const was = written(old);
    if (found === undefined) {
      const isSwallowed =
        (old.kind === 'keyword' && hasKeywordRest) ||
        (old.kind === 'positional' && hasRest) ||
        (old.kind === 'either' && hasRest && hasKeywordRest);
      return isSwallowed ? [] : [{ kind: 'parameter_removed', before: was }];
    }
    const now = { before: was, after: written(found.each) };
    const isPlaced = isPositional(old) && isPositional(found.each);
    const wasOptional = !old.required && !found.each.required;
    return [
      ...(found.each.required && !old.required && !isVariadic(old)
        ? [{ kind: 'parameter_changed_required' as const, ...now }]
        : []),
      ...(isPlaced && found.index !== index ? [{ kind: 'parameter_moved' as const, ...now }] : []),
      ...(losesCalls(old, found.each, hasRest, hasKeywordRest)
        ? [{ kind: 'parameter_changed_kind' as const, ...now }]
        : []),
      ...(wasOptional && !isVariadic(old) && !isVariadic(found.each) && old.default !== found.each.default
        ? [{ kind: 'parameter_changed_default' as const, ...now }]
        : []),
    ];
  });
  const olds = new Set(before.map(({ name }) => name));
  const added = after.filter(({ name, required }) => required && !olds.has(name));
  return [...changes, ...added.map((each) => ({ kind: 'parameter_added_required' as const, after: written(each) }))];
}

function losesCalls(old: Parameter, now: Parameter, hasRest: boolean, hasKeywordRest: boolean): boolean {
  if (old.kind === now.kind) return false;
  if (now.kind === 'keyword-rest') return old.kind !== 'keyword' && !hasRest;
  if (now.kind === 'rest') return old.kind !== 'positional' && !hasKeywordRest;
  if (old.kind === 'positional') return now.kind === 'keyword';
  if (old.kind === 'keyword') return now.kind === 'positional';
  return old.kind === 'either';
}

/** A parameter is its place, or its name where it has none. */
function placedChanges(before: readonly Parameter[], after: readonly Parameter[]): readonly Difference[] {
  const [olds, news] = [before.filter(isPositional), after.filter(isPositional)];
  const hasRest = after.some(({ kind }) => kind === 'rest');
  const placed = olds.flatMap((old, index): readonly Difference[] => {
    const now = news[index];
    if (now === undefined) return hasRest ? [] : [{ kind: 'parameter_removed', before: written(old) }];
    const both = { before: written(old), after: written(now) };
    if (now.required && !old.required) return [{ kind: 'parameter_changed_required', ...both }];
    return old.type !== now.type && old.type !== undefined && now.type !== undefined
      ? [{ kind: 'parameter_changed_type', ...both }]
      : [];
  });
  const added = news.slice(olds.length).filter(({ required }) => required);
  const keywords = namedChanges(before.filter(isKeyword), after.filter(isKeyword));
  const lostRest = before.some(({ kind }) => kind === 'rest') && !hasRest;
  return [
    ...placed,
    ...added.map((each) => ({ kind: 'parameter_added_required' as const, after: written(each) })),
    ...(lostRest ? [{ kind: 'parameter_removed' as const, before: '…' }] : []),
    ...keywords,
  ];
}

/** Whether a call gives the parameters what they need, and nothing more. One that spreads values does, for all that is known. */
export function fits({ positional, keywords, spreads }: CallSite, parameters: readonly Parameter[]): boolean {
  if (spreads) return true;
  const placed = parameters.filter(isPositional);
  const hasRest = parameters.some(({ kind }) => kind === 'rest');
  if (positional > placed.length && !hasRest) return false;
  const given = new Set(placed.slice(0, positional).map(({ name }) => name));
  const byName = new Set(
    parameters.filter(({ kind }) => kind === 'either' || kind === 'keyword').map(({ name }) => name),
  );
  const takesAll = parameters.some(({ kind }) => kind === 'keyword-rest');
  if (keywords.some((name) => given.has(name) || (!byName.has(name) && !takesAll))) return false;
  const byPlace = new Set(placed.slice(0, positional));
  return parameters.every((each) => !each.required || byPlace.has(each) || keywords.includes(each.name));
}

/** As a source writes it. */
export function written({ name, kind, type, default: value }: Parameter): string {
  const star = kind === 'rest' ? '*' : kind === 'keyword-rest' ? '**' : '';
  return `${star}${name}${type === undefined ? '' : `: ${type}`}${value === undefined ? '' : ` = ${value}`}`;
}

function isPositional({ kind }: Parameter): boolean {
  return kind === 'positional' || kind === 'either';
}

function isKeyword({ kind }: Parameter): boolean {
  return kind === 'keyword' || kind === 'keyword-rest';
}

function isVariadic({ kind }: Parameter): boolean {
  return kind === 'rest' || kind === 'keyword-rest';
}
