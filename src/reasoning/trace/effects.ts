/** Finds what code does beside computing, by tables of names. */
import type { FlowCall, FunctionFlow, ImportFacts, Language } from '../../syntax/api.ts';
import { branchesTo, loopsAround } from './branches.ts';
import { writtenCallee } from './calls.ts';
import { EFFECT_TABLES, type EffectTable } from './effect-tables.ts';
import type { Program, ProgramFile } from './program.ts';
import { EFFECTS, type EffectKind, type TracedEffect } from './service.ts';

/** The most effects that are reported. */
const MOST_EFFECTS = 1_000;

/** What a name of a table says. */
export interface Recognized {
  readonly kind: EffectKind;
  readonly certainty: TracedEffect['certainty'];
}

/** The effects in the functions of a program, in the order of the functions and of their lines. */
export function effectsOf({ functions, files }: Program): readonly TracedEffect[] {
  const found: TracedEffect[] = [];
  for (const [id, { path, flow, language, links, isFollowed }] of functions.entries()) {
    const table = EFFECT_TABLES[language];
    const file = files.get(path);
    if (table === undefined || file === undefined || !isFollowed) continue;
    const modules = modulesOf(file.imports);
    const own = flow.calls.flatMap((call, index): TracedEffect[] => {
      if (links[index] !== undefined) return [];
      const effect = recognized(call, flow, modules, table);
      if (effect === undefined) return [];
      const { line } = call;
      const around = { branches: branchesTo(flow, call), loops: loopsAround(flow, call) };
      return [{ ...effect, in: id, what: writtenCallee(call), path, line, ...around }];
    });
    const read = file.references
      .filter(({ kind, line }) => kind === 'use' && flow.lineStart <= line && line <= flow.lineEnd)
      .flatMap(({ name, qualifier, line }): TracedEffect[] => {
        const kind = kindOf(
          table,
          canonical({ name, ...(qualifier !== undefined && { qualifier }) }, modules),
          'reads',
        );
        if (kind === undefined) return [];
        const what = writtenCallee({ name, ...(qualifier !== undefined && { qualifier }) });
        return [{ kind: kind.kind, certainty: 'exact', in: id, what, path, line, branches: [], loops: 0 }];
      });
    found.push(...[...own, ...read].toSorted((one, other) => one.line - other.line));
    if (found.length >= MOST_EFFECTS) break;
  }
  return found.slice(0, MOST_EFFECTS);
}

/** The effect of a call that leads outside of the workspace; undefined for one that is in no table. */
export function effectOf(
  call: FlowCall,
  flow: FunctionFlow,
  language: Language,
  { imports }: Pick<ProgramFile, 'imports'>,
): Recognized | undefined {
  const table = EFFECT_TABLES[language];
  return table && recognized(call, flow, modulesOf(imports), table);
}

/** What effect a call has, by the tables of its language; for calls of which the target is not in the workspace. */
function recognized(
  call: FlowCall,
  { parameters, variables }: FunctionFlow,
  modules: ReadonlyMap<string, string>,
  table: EffectTable,
): Recognized | undefined {
  const first = (call.qualifier ?? call.name).split(SEPARATORS)[0] ?? '';
  // A local variable that is called like a module is none.
  const isLocal = parameters.includes(first) || variables.includes(first);
  const name = canonical(call, modules);
  const bare = call.arguments.length === 0 ? kindOf(table, `${name}()`, 'calls') : undefined;
  const known = isLocal ? undefined : (kindOf(table, name, 'calls') ?? bare);
  // What is written to a file that is given may go to a buffer.
  const isGiven = call.arguments.some((each) => each.name === 'file');
  if (known !== undefined) return { kind: known.kind, certainty: known.isSure && !isGiven ? 'exact' : 'name' };
  if (call.qualifier === undefined) return undefined;
  const byName = EFFECTS.find((kind) => table[kind]?.methods?.includes(call.name));
  return byName && { kind: byName, certainty: 'name' };
}

/** The effect of a name; sure where the table has the name itself, and not only its module. */
function kindOf(
  table: EffectTable,
  name: string,
  of: 'calls' | 'reads',
): { readonly kind: EffectKind; readonly isSure: boolean } | undefined {
  const named = EFFECTS.find((kind) => table[kind]?.[of]?.includes(name));
  if (named !== undefined) return { kind: named, isSure: true };
  const kind = EFFECTS.find((each) => {
    return table[each]?.[of]?.some((one) => {
      if (one.endsWith('?')) return name === one.slice(0, -1);
      return one.endsWith('.*') && (name.startsWith(one.slice(0, -1)) || name === one.slice(0, -2));
    });
  });
  return kind && { kind, isSure: false };
}

const SEPARATORS = /\?\.|::|->|\\|\./;

/** The name of what is called with the module that it is of: `numpy.random.rand` for `np.random.rand`. */
function canonical(
  { name, qualifier }: { readonly name: string; readonly qualifier?: string },
  modules: ReadonlyMap<string, string>,
): string {
  const plain = (qualifier ?? '').replace(/^(?:new|await)\s+/, '').replace(/\([^()]*\)/g, '');
  const [first = '', ...rest] = [...plain.split(SEPARATORS), name].filter((part) => part !== '');
  return [modules.get(first) ?? first, ...rest].join('.');
}

/** What the names of a file stand for that its imports bind. */
function modulesOf(imports: readonly ImportFacts[]): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const { module, names } of imports) {
    const path = module.replace(/^node:/, '').replace(/^["']|["']$/g, '');
    const plain = path.replace(/::|\\/g, '.');
    // Go and Kotlin bind the last part, Go without a version; Python binds the first one, which stands for itself.
    const last = plain.split(/[/.]/).findLast((part) => !/^v\d+$/.test(part));
    if (names.length === 0 && last !== undefined && (path.includes('/') || /[A-Z]/.test(last)))
      modules.set(last, plain);
    for (const { name, alias } of names) {
      if (name === 'self' && last !== undefined) modules.set(alias ?? last, plain);
      else if (name === '*' || name === 'default') modules.set(alias ?? '*', plain);
      else modules.set(alias ?? name, `${plain}.${name}`);
    }
  }
  return modules;
}
