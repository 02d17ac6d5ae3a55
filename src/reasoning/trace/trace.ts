/** Traces what happens from an entry point on, by reading. */
import type { OnProgress } from '../../lib/work.ts';
import type { Unseen } from '../service.ts';
import { callsOf } from './calls.ts';
import { dataFlowOf } from './data-flow.ts';
import { effectsOf } from './effects.ts';
import { scopedName } from './entry.ts';
import { exceptionsOf } from './exceptions.ts';
import { type Program, type ProgramServices, readProgram } from './program.ts';
import type { TraceAnswer, TraceRequest } from './service.ts';
import { unwrittenOf } from './unwritten.ts';

/** Names of calls that are told among what was not seen. */
const MOST_NAMES = 12;

/** See `TraceApi`. */
export async function traceOf(
  { entry, depth }: TraceRequest,
  services: ProgramServices,
  onProgress: OnProgress,
): Promise<TraceAnswer> {
  const program = await readProgram(entry, depth, services, onProgress);
  const { functions, commit } = program;
  const [calls, exceptions, data] = [callsOf(program), exceptionsOf(program), dataFlowOf(program)];
  const effects = effectsOf(program);
  const cut = [
    ...(calls.isCut ? ['calls'] : []),
    ...(exceptions.isCut ? ['exceptions'] : []),
    ...(data.isCut ? ['flows of data'] : []),
  ];
  return {
    ...(commit !== undefined && { commit }),
    language: functions[0]?.language ?? 'text',
    functions: functions.map(({ path, flow, distance }) => {
      const { lineStart: line, lineEnd, parameters } = flow;
      return { path, name: scopedName(flow), line, lineEnd, parameters, distance };
    }),
    calls: calls.calls,
    exceptions: exceptions.exceptions,
    dataFlow: data.flows,
    effects,
    unseen: [
      ...program.unseen,
      ...outsideOf(program, new Set(effects.map(({ path, line, what }) => `${path}:${line} ${what}`))),
      ...unwrittenOf(program, program.texts),
      ...deepest(program, depth),
      ...cut.map((what): Unseen => ({ what: `more ${what}`, why: 'There are more than are listed.' })),
    ],
  };
}

/** Calls whose text is not in the workspace, or not known to be: what they call back, throw or do is not known. */
function outsideOf({ functions }: Program, known: ReadonlySet<string>): readonly Unseen[] {
  const names = new Map<string, number>();
  let calls = 0;
  for (const { path, flow, links } of functions.filter(({ isFollowed }) => isFollowed)) {
    for (const [index, { name, qualifier, line }] of flow.calls.entries()) {
      const what = qualifier === undefined ? name : `${qualifier}.${name}`;
      if (links[index] !== undefined || known.has(`${path}:${line} ${what}`)) continue;
      calls++;
      names.set(name, (names.get(name) ?? 0) + 1);
    }
  }
  if (calls === 0) return [];
  const most = [...names].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const more = most.length > MOST_NAMES ? `, … (${most.length} names)` : '';
  return [
    {
      what: `${calls} calls of ${most.slice(0, MOST_NAMES).join(', ')}${more}`,
      why: 'They lead out of the workspace or to values that are not known: what these throw, call or do is not read.',
    },
  ];
}

function deepest({ functions }: Program, depth: number): readonly Unseen[] {
  const left = functions.filter(({ isFollowed, flow }) => !isFollowed && flow.calls.length > 0);
  if (left.length === 0) return [];
  const names = left.slice(0, MOST_NAMES).map(({ flow }) => scopedName(flow));
  return [{ what: `calls of ${names.join(', ')}`, why: `They are ${depth} calls deep: raise max_depth.` }];
}
