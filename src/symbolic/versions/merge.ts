/** One module that holds what two versions of a function need. */
import type { FunctionDef, Parameter } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';
import type { TreeParser } from '../syntax/parse.ts';
import { unparse } from '../syntax/unparse.ts';
import { type ExtraMethod, type SidePlace, writeMerged } from './emit.ts';
import { Linker, type ReadFile, Undecidable } from './link.ts';
import { nameAll } from './naming.ts';
import { compareSlices, doubledMethods, type Sides } from './sharing.ts';
import { type Node, Slice } from './slice.ts';

/** Where one version of a function stands. */
export interface Version {
  readonly path: string;
  /** `f`, or `C.m`. */
  readonly name: string;
  readonly read: ReadFile;
}

/** Both versions in one module. */
export interface Merged {
  readonly kind: 'merged';
  readonly code: string;
  readonly places: readonly (SidePlace | undefined)[];
  /** Names of the versions in it. */
  readonly before: string;
  readonly after: string;
  /** Name of the new version itself, where `after` calls it with the parameters of the old one. */
  readonly target: string;
  /** Names in it that stand for others, by what they stand for. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The file that each name of the new version comes from, for those of other modules. */
  readonly definedIn: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
  readonly definition: FunctionDef;
  /** Whether every parameter says its type, on a side, in a way that could be followed. */
  readonly isTyped: boolean;
  /** Whether the new version is called by a function with the parameters of the old one. */
  readonly isWrapped: boolean;
  /** What the comparison leaves open. */
  readonly notes: readonly string[];
}

/** What there is to say of two versions without comparing them. */
export type NotMerged =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'signature'; readonly message: string }
  | {
      readonly kind: 'undecided';
      readonly construct: string;
      readonly message: string;
      readonly file: string;
      readonly line?: number;
    };

/** Merges two versions of a function of the workspace. */
export async function mergeVersions(before: Version, after: Version, parser: TreeParser): Promise<Merged | NotMerged> {
  try {
    return await merge(before, after, parser);
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    const { construct, message, path, line } = error;
    return { kind: 'undecided', construct, message, file: path, ...(line !== undefined && { line }) };
  }
}

async function merge(before: Version, after: Version, parser: TreeParser): Promise<Merged | NotMerged> {
  const linkers = [new Linker(before.read, parser, before.path), new Linker(after.read, parser, after.path)] as const;
  const target = `${after.path}::${after.name}`;
  const slices = await slicesOf(before, after, linkers, target);
  const sides = compareSlices(...slices);
  const [old, now] = [nodeOf(sides.before, target, before), nodeOf(sides.after, target, after)];
  if (!sides.changed.has(target)) return { kind: 'unchanged' };
  const [left, right] = [definitionOf(old), definitionOf(now)];
  if (left === undefined || right === undefined)
    throw new Undecidable(after.name, 'is not defined by one def statement', after.path);
  if (bindingOf(left) !== bindingOf(right))
    return { kind: 'signature', message: `It was ${bindingOf(left)}, and is ${bindingOf(right)}.` };
  const call = callOf(left, right, after.name.includes('.') && bindingOf(left) !== 'a static method');
  if (call.kind === 'incompatible') return { kind: 'signature', message: call.message };
  const doubled = doubledMethods(sides);
  const sources = linkers.flatMap((linker) => linker.sources);
  const names = nameAll(sides, doubled, sources, after.path);
  const [owner, method] = after.name.includes('.') ? after.name.split('.', 2) : [undefined, undefined];
  const ownerName = names.after.get(`${after.path}::${owner}`);
  const plain = names.after.get(target) ?? after.name;
  const oldName =
    method === undefined ? (names.before.get(target) ?? '') : `${ownerName}.${names.methods.get(method) ?? ''}`;
  const newName = method === undefined ? plain : `${ownerName}.${method}`;
  const wrapped = call.kind === 'direct' ? undefined : names.fresh(`${method ?? plain}_now`);
  const extra: ExtraMethod[] = [];
  if (wrapped !== undefined && method !== undefined) {
    if (right.decorators.length > 0)
      return { kind: 'signature', message: 'The parameters of a decorated method changed.' };
    extra.push({ classId: `${after.path}::${owner}`, text: wrapperText(wrapped, left, right, undefined) });
  }
  const order = orderOf(slices, after.path);
  const written = writeMerged(sides, names, order, extra);
  const tail = wrapped === undefined || method !== undefined ? '' : `${wrapperText(wrapped, left, right, plain)}\n`;
  const aliases = aliasesOf([...names.before, ...names.after]);
  for (const [original, name] of names.methods) aliases.set(name, original);
  if (wrapped !== undefined) aliases.set(wrapped, method ?? after.name);
  return {
    kind: 'merged',
    code: written.code + tail,
    places: written.places,
    before: oldName,
    after: wrapped === undefined ? newName : method === undefined ? wrapped : `${ownerName}.${wrapped}`,
    target: newName,
    aliases,
    definedIn: definitionsOf(sides, names.after),
    definition: left,
    isTyped: isTyped(left, old, method !== undefined) || isTyped(right, now, method !== undefined),
    isWrapped: wrapped !== undefined,
    notes: call.notes,
  };
}

/** What names in the module stand for, where that is not themselves. */
export function aliasesOf(names: Iterable<readonly [symbol: string, name: string]>): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const [symbol, name] of names) {
    const original = symbol.startsWith('library::') ? name : symbol.slice(symbol.lastIndexOf('::') + 2);
    if (original !== name) aliases.set(name, original);
  }
  return aliases;
}

async function slicesOf(
  before: Version,
  after: Version,
  [old, now]: readonly [Linker, Linker],
  target: string,
): Promise<readonly [Slice, Slice]> {
  const mentioned = new Set<string>();
  const isTarget = (id: string): boolean => id === target;
  for (;;) {
    const size = mentioned.size;
    const slices = [
      new Slice(old, mentioned, (path) => (path === before.path ? after.path : path), isTarget, ['pre'], 'two'),
      new Slice(now, mentioned, (path) => path, isTarget, ['pre'], 'two'),
    ] as const;
    const [root = ''] = after.name.split('.');
    await slices[0].add(before.path, root);
    await slices[1].add(after.path, root);
    // what one side mentions counts for the other, too
    if (mentioned.size === size) return slices;
  }
}

function nodeOf(nodes: ReadonlyMap<string, Node>, id: string, { name, path }: Version): Node {
  const node = nodes.get(id);
  if (node === undefined)
    throw new Undecidable(name, 'is not a plain function, or a method that can stand beside another version', path);
  return node;
}

function definitionOf({ unit, member }: Node): FunctionDef | undefined {
  const statement = member?.definition ?? unit?.statement;
  return statement?.kind === 'function' ? statement : undefined;
}

/** Modules in the order in which they are needed: those without which another cannot be first. */
export function orderOf(slices: readonly Slice[], home: string): (path: string) => number {
  const needs = new Map<string, Set<string>>();
  const pathOf = (id: string): string => id.slice(0, id.indexOf('::'));
  for (const { nodes } of slices) {
    for (const { id, references } of nodes.values()) {
      for (const { to } of references) needs.set(pathOf(id), (needs.get(pathOf(id)) ?? new Set()).add(pathOf(to)));
    }
  }
  const order = new Map<string, number>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const one of [...(needs.get(path) ?? [])].sort()) visit(one);
    order.set(path, order.size);
  };
  visit(home);
  return (path) => order.get(path) ?? order.get(home) ?? 0;
}

export function definitionsOf({ after }: Sides, names: ReadonlyMap<string, string>): Merged['definedIn'] {
  const found = new Map<string, { readonly path: string; readonly name: string }>();
  for (const { id, source, unit, member } of after.values()) {
    if (source === undefined || member !== undefined) continue;
    for (const bound of unit?.binds ?? []) {
      const name = names.get(`${id.slice(0, id.indexOf('::'))}::${bound}`);
      if (name !== undefined) found.set(name, { path: source.path, name: bound });
    }
  }
  return found;
}

function isTyped({ parameters }: FunctionDef, { untyped }: Node, isMethod: boolean): boolean {
  return untyped.length === 0 && parameters.slice(isMethod ? 1 : 0).every(({ annotation }) => annotation !== undefined);
}

type Call =
  | { readonly kind: 'direct' | 'wrapped'; readonly notes: readonly string[] }
  | { readonly kind: 'incompatible'; readonly message: string };

const isPositional = ({ kind }: Parameter): boolean => kind === 'positional' || kind === 'positional-only';

/** What a decorator makes of how a method is reached. */
const BINDINGS: ReadonlyMap<string, string> = new Map([
  ['property', 'a property'],
  ['cached_property', 'a cached property'],
  ['staticmethod', 'a static method'],
  ['classmethod', 'a class method'],
]);

function bindingOf({ decorators }: FunctionDef): string {
  const found = decorators.map((one) => BINDINGS.get(nameOf(one) ?? '')).filter((one) => one !== undefined);
  return found.length === 0 ? 'a plain function' : found.join(' of ');
}

/** How the new version is called with the arguments of the old one; `isBound`: nobody passes the first one. */
function callOf(left: FunctionDef, right: FunctionDef, isBound: boolean): Call {
  if (left.isAsync !== right.isAsync)
    return { kind: 'incompatible', message: 'One version is async, the other is not.' };
  const groups = (one: FunctionDef) => ({
    positional: one.parameters.filter(isPositional),
    named: one.parameters.filter(({ kind }) => kind === 'keyword-only'),
    others: one.parameters.filter(({ kind }) => kind === 'vararg' || kind === 'kwarg'),
  });
  const [old, now] = [groups(left), groups(right)];
  const isLost =
    now.positional.length < old.positional.length ||
    old.named.some(({ name }) => !now.named.some((one) => one.name === name)) ||
    old.others.some(({ kind }) => !now.others.some((one) => one.kind === kind));
  if (isLost) return { kind: 'incompatible', message: 'A parameter was removed, or is passed in another way.' };
  const added = [
    ...now.positional.slice(old.positional.length),
    ...now.named.filter(({ name }) => !old.named.some((one) => one.name === name)),
  ];
  const required = added.find((one) => one.default === undefined);
  if (required !== undefined)
    return { kind: 'incompatible', message: `A parameter was added without default: ${required.name}.` };
  if (now.positional.length > old.positional.length && old.others.some(({ kind }) => kind === 'vararg'))
    return { kind: 'incompatible', message: 'A parameter was added before *args.' };
  const pairs = [
    ...old.positional.map((one, index) => [one, now.positional[index]] as const),
    ...old.named.map((one) => [one, now.named.find(({ name }) => name === one.name)] as const),
  ];
  const notes = pairs.flatMap(([one, other]) => {
    if (one.default === undefined || other?.default === undefined) return [];
    const [was, is] = [unparse(one.default), unparse(other.default)];
    return was === is ? [] : [`the default of ${one.name} was ${was} and is ${is}`];
  });
  const renamed = pairs.slice(isBound ? 1 : 0).flatMap(([one, other]) => {
    if (one.kind !== 'positional' || other === undefined) return [];
    if (other.kind === 'positional-only') return [`${one.name} cannot be named in calls any more`];
    return other.name === one.name ? [] : [`calls that name ${one.name} have to name ${other.name} now`];
  });
  const lost = pairs.find(([one, other]) => one.default !== undefined && other?.default === undefined);
  if (lost !== undefined) return { kind: 'incompatible', message: `${lost[0].name} has no default any more.` };
  const isDirect =
    left.parameters.length === right.parameters.length &&
    left.parameters.every((one, index) => {
      const other = right.parameters[index];
      return (
        other !== undefined &&
        (isPositional(one)
          ? isPositional(other)
          : one.kind === other.kind && (one.kind !== 'keyword-only' || one.name === other.name))
      );
    });
  const open = pairs.filter(([one]) => !isDirect && one.default !== undefined && one.default.kind !== 'constant');
  const computed = open.map(([one]) => `the default of ${one.name} is computed, and may be another`);
  return { kind: isDirect ? 'direct' : 'wrapped', notes: [...notes, ...computed, ...renamed] };
}

/** A function with the parameters of the old version that calls the new one. */
function wrapperText(name: string, left: FunctionDef, right: FunctionDef, target: string | undefined): string {
  const parts: string[] = [];
  left.parameters.forEach((one, index) => {
    if (
      one.kind === 'keyword-only' &&
      !left.parameters.slice(0, index).some(({ kind }) => kind === 'vararg' || kind === 'keyword-only')
    )
      parts.push('*');
    parts.push(`${one.kind === 'vararg' ? '*' : one.kind === 'kwarg' ? '**' : ''}${one.name}`);
  });
  const passed = left.parameters.map(({ kind, name: own }) =>
    kind === 'vararg' ? `*${own}` : kind === 'kwarg' ? `**${own}` : kind === 'keyword-only' ? `${own}=${own}` : own,
  );
  const [receiver, ...others] = passed;
  const call =
    target === undefined ? `${receiver}.${right.name}(${others.join(', ')})` : `${target}(${passed.join(', ')})`;
  return `${left.isAsync ? 'async ' : ''}def ${name}(${parts.join(', ')}):\n    return ${left.isAsync ? 'await ' : ''}${call}`;
}
