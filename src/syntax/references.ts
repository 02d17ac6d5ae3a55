/** References: which mentions of names are worth keeping, and in which definition each stands. */
import type { Collected, Import, Reference } from './collect.ts';
import type { Lines } from './lines.ts';
import { type Outlined, ownersOf } from './outline.ts';
import type { ReferenceFacts } from './service.ts';

type Bound = ReadonlyMap<Outlined, ReadonlySet<string>>;

/**
 * References in the order of the text: not to what is bound in a definition around them, and each name of a kind and qualifier once a
 * line. `numbers` are the definitions that are symbols.
 */
export function referencesOf(
  { definitions, imports, locals, references }: Collected,
  outlined: readonly Outlined[],
  numbers: ReadonlyMap<Outlined, number>,
  lines: Lines,
): readonly ReferenceFacts[] {
  const defined = new Set(definitions.flatMap(({ kind, nameAt }) => (kind === undefined ? [] : [nameAt])));
  const binding = locals.filter(({ at }) => !defined.has(at));
  const bound = boundNames(outlined, binding);
  const bindings = new Set(binding.map(({ at }) => at));
  const outside = withoutImports(references, imports).filter(({ at }) => !defined.has(at) && !bindings.has(at));
  const owners = ownersAt(outlined, outside);
  const seen = new Set<string>();
  return outside.flatMap((reference, index): ReferenceFacts[] => {
    const { name, kind, qualifier, at } = reference;
    const owner = owners[index];
    if (isBound(bound, owner, reference)) return [];
    const within = symbolAround(numbers, owner);
    const line = lines.at(at);
    const key = `${kind} ${name} ${qualifier} ${line} ${within}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [
      { name, kind, ...(qualifier !== undefined && { qualifier }), line, ...(within !== undefined && { within }) },
    ];
  });
}

/** Names that are bound in each definition. */
function boundNames(outlined: readonly Outlined[], locals: Collected['locals']): Bound {
  const bound = new Map<Outlined, Set<string>>();
  const owners = ownersAt(outlined, locals);
  for (const [index, { name }] of locals.entries()) {
    const owner = owners[index];
    if (owner === undefined) continue;
    const names = bound.get(owner);
    if (names === undefined) bound.set(owner, new Set([name]));
    else names.add(name);
  }
  return bound;
}

/** Whether a bare name is a local one. What a member of a local value means is elsewhere. */
function isBound(bound: Bound, owner: Outlined | undefined, { name, qualifier }: Reference): boolean {
  if (qualifier !== undefined) return false;
  for (let around = owner; around !== undefined; around = around.parent) {
    if (bound.get(around)?.has(name)) return true;
  }
  return false;
}

function symbolAround(numbers: ReadonlyMap<Outlined, number>, owner: Outlined | undefined): number | undefined {
  for (let around = owner; around !== undefined; around = around.parent) {
    const number = numbers.get(around);
    if (number !== undefined) return number;
  }
  return undefined;
}

function ownersAt(
  outlined: readonly Outlined[],
  places: readonly { readonly at: number }[],
): readonly (Outlined | undefined)[] {
  return ownersOf(
    outlined,
    places.map(({ at }) => at),
  );
}

function withoutImports(references: readonly Reference[], imports: readonly Import[]): readonly Reference[] {
  let next = 0;
  let end = 0;
  return references.filter(({ at }) => {
    for (let found = imports[next]; found !== undefined && found.start <= at; found = imports[++next]) {
      end = Math.max(end, found.end);
    }
    return at >= end;
  });
}
