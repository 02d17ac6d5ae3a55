/** Why a call may lead elsewhere than its name says, though that is resolved. */
import type { FileFlow, FlowCall, FunctionFlow } from '../../syntax/api.ts';
import { scopedName } from './entry.ts';

/** A function of a file. */
export interface Placed {
  readonly path: string;
  readonly flow: FunctionFlow;
}

/** What is known of the files that are read. */
export interface Sources {
  readonly flows: ReadonlyMap<string, FileFlow>;
  /** Of each file its classes with the names of those that they derive from. */
  readonly bases: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

/** What a call could mean beside what it is resolved to, and why. */
export interface Doubt {
  readonly why: string;
  readonly others: readonly Placed[];
  /** Whether something that is not followed takes its place. */
  readonly isBound?: true;
}

/** Decorators that leave a function what it is, when it is called. */
export const KEEPS =
  /(?:^|\.)(?:staticmethod|classmethod|property|cached_property|cache|lru_cache|wraps|abstractmethod|override|final|overload|deprecated|no_type_check)$/;
const DECORATES = new Set(['python', 'typescript', 'tsx', 'javascript']);
/** Languages whose methods no class overrides. */
const FINAL = new Set(['go', 'rust']);
/** Languages in which a bare name may be a method of the own object. */
const BARE = new Set(['java', 'kotlin', 'csharp', 'ruby']);

/** Undefined where nothing speaks against the functions that a call of `caller` is resolved to. */
export function doubtOf(
  call: FlowCall,
  caller: Placed,
  functions: readonly Placed[],
  sources: Sources,
): Doubt | undefined {
  const [first] = functions;
  if (first === undefined) return undefined;
  const whole = functions.filter(({ flow }) => !flow.decorators.some((name) => /(?:^|\.)overload$/.test(name)));
  if (whole.length > 1) return { why: `one of ${whole.length} that are called so`, others: [] };
  const again = functions.flatMap((each) => boundAgain(call, caller, each, sources))[0];
  if (again !== undefined) return { why: again, others: [], isBound: true };
  const language = sources.flows.get(first.path)?.language ?? 'text';
  const decorator = DECORATES.has(language) ? first.flow.decorators.find((name) => !KEEPS.test(name)) : undefined;
  if (decorator !== undefined) return { why: `${decorator} may put another one in its place`, others: [] };
  const others = isVirtual(call, caller, first, language) ? overriding(first.flow, sources) : [];
  const [other] = others;
  return other && { why: `${scopedName(other.flow)} overrides it`, others };
}

/** Whether what a method is called on may be of a class that derives from the method's. */
export function isVirtual(call: FlowCall, caller: Placed, { flow }: Placed, language: string): boolean {
  const owner = flow.scope.split('.').at(-1) ?? '';
  if (FINAL.has(language) || owner === '' || flow.scope === scopedName(caller.flow) || flow.name === owner)
    return false;
  const { qualifier } = call;
  if (qualifier === undefined) return BARE.has(language);
  if (/^super\b/.test(qualifier) || qualifier === owner) return false;
  const made = new RegExp(`^(?:new\\s+)?(?:\\w+\\.)*${owner}(?:\\(|$)`);
  if (made.test(qualifier)) return false;
  const given = caller.flow.assignments.filter(({ target }) => target === qualifier);
  return given.length === 0 || !given.every(({ value }) => made.test(value.text));
}

/** Methods of that name of classes that derive from the method's own, as far as files were read. */
function overriding({ name, scope }: FunctionFlow, { flows, bases }: Sources): readonly Placed[] {
  const below = new Set([lastPart(scope)]);
  const above = [...bases.values()].flatMap((classes) => [...classes]);
  for (const base of below) {
    for (const [each, of] of above) if (of.some((one) => lastPart(one) === base)) below.add(lastPart(each));
  }
  below.delete(lastPart(scope));
  return [...flows].flatMap(([path, { functions }]) =>
    functions.filter((each) => each.name === name && below.has(lastPart(each.scope))).map((flow) => ({ path, flow })),
  );
}

/** `bound again in line 7`: where a statement of its module, or of the one that calls, gives the name something else. */
function boundAgain(call: FlowCall, caller: Placed, { path, flow }: Placed, { flows }: Sources): readonly string[] {
  if (flow.scope !== '') return [];
  const places = [
    { path, name: flow.name },
    ...(call.qualifier === undefined ? [{ path: caller.path, name: call.name }] : []),
  ];
  return places.flatMap(({ path: file, name }) =>
    (flows.get(file)?.top.assignments ?? [])
      .filter(
        ({ target, line }) => target === name && !(file === path && flow.lineStart <= line && line <= flow.lineEnd),
      )
      .map(({ line }) => `${file}:${line} binds the name again`),
  );
}

function lastPart(name: string): string {
  return name.split(/\.|::|\\/).at(-1) ?? name;
}
