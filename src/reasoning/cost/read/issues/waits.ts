/** Queries and requests that a loop makes one by one, itself or through what it calls. */
import { shownPath } from '../../../../lib/shown-path.ts';
import type { FlowCall } from '../../../../syntax/api.ts';
import { effectOf } from '../../../trace/effects.ts';
import { scopedName } from '../../../trace/entry.ts';
import type { Program } from '../../../trace/program.ts';
import type { Reading } from '../reading.ts';
import type { CostIssue, IssueKind } from '../service.ts';
import { codeOf, issue } from './issue.ts';
import { longLoop, readsOf, varying } from './loops.ts';

/** A place that waits, as it is reached from a call. */
interface Wait {
  readonly kind: IssueKind;
  readonly what: string;
  readonly certainty: CostIssue['certainty'];
}

/** What only reads on in a result, ends or prepares something. */
const NO_QUERY =
  /^(?:fetch(?:one|many|all)|next|Next|close|Close|commit|rollback|connect|cursor|Open|open|Dial|Listen|Serve|ListenAndServe|Handle|HandleFunc|NewRequest|Header|Error|StatusText|Session|Client|AsyncClient|Request|Response|URL|Headers|Server|createServer|Parse\w*|Join\w*|exceptions|codes|status\w*|IncomingMessage|Agent)$/;
/** What a call of a package does when it makes something rather than asks. */
const ASKS =
  /^(?:get|post|put|patch|delete|head|request|send|urlopen|fetch|execute\w*|exec|Exec\w*|query\w*|Query\w*|find\w*|insert\w*|update\w*|Get|Post|Do|Head|PostForm|axios|got|run|call|check_output|check_call|Popen|system|upsert|bulk_create|select|getaddrinfo|gethostbyname|lookup|sendmail|recv|sendall|connect|createQuery|save\w*|openStream|openConnection|getForObject|postForObject|mysqli_query|pg_query|curl_exec)$/;

/** Waits in the loops of each function of a program. */
export function waitsOf(reading: Reading, program: Program): readonly CostIssue[] {
  const { flow, links } = reading.of;
  return flow.calls.flatMap((call, index): readonly CostIssue[] => {
    const loop = longLoop(reading, call);
    if (loop?.isForEach !== true) return [];
    const changing = varying(reading, loop.index);
    // What asks the same each time asks again because it failed, or waits for something.
    if (!readsOf(call).some((name) => changing.has(name))) return [];
    const targets = links[index]?.targets ?? [];
    const own = links[index] === undefined ? waitOf(call, reading.of, program) : undefined;
    const [target] = targets;
    const wait =
      own ?? (targets.length === 1 && target !== undefined ? waitBehind(target, program, new Set()) : undefined);
    if (wait === undefined) return [];
    const isQuery = wait.kind === 'query in a loop';
    const does = isQuery ? 'it asks the database once' : 'it waits once';
    const through = own === undefined ? `, through ${wait.what},` : '';
    const certainty = links[index]?.certainty === 'name' ? 'name' : wait.certainty;
    const why = `${does}${through} for each turn of the loop over ${loop.over} in line ${loop.line}${isQuery ? ' (N+1)' : ''}`;
    return [
      issue(reading, wait.kind, {
        line: call.line,
        code: codeOf(call),
        why,
        advice: isQuery ? 'ask once for all of them before the loop' : 'ask for several at once, or at the same time',
        certainty,
      }),
    ];
  });
}

/** What a call that leads outside waits for. */
function waitOf(call: FlowCall, { flow, language, path }: Reading['of'], { files }: Program): Wait | undefined {
  const file = files.get(path);
  if (file === undefined || NO_QUERY.test(call.name) || !ASKS.test(call.name)) return undefined;
  const effect = effectOf(call, flow, language, file);
  const kind =
    effect?.kind === 'database'
      ? 'query in a loop'
      : effect?.kind === 'network' || effect?.kind === 'process'
        ? 'I/O in a loop'
        : undefined;
  return kind && effect && { kind, what: codeOf(call), certainty: effect.certainty };
}

/** The first wait that a function comes to, itself or through what it calls. */
function waitBehind(id: number, program: Program, seen: Set<number>): Wait | undefined {
  const of = program.functions[id];
  if (of === undefined || seen.has(id) || seen.size > MOST_BEHIND) return undefined;
  seen.add(id);
  for (const [index, call] of of.flow.calls.entries()) {
    const link = of.links[index];
    const wait = link === undefined ? waitOf(call, of, program) : undefined;
    if (wait !== undefined)
      return { ...wait, what: `${scopedName(of.flow)} (${shownPath(of.path)}:${call.line}: ${wait.what})` };
    const [target] = link?.targets ?? [];
    const behind =
      target === undefined || link?.targets.length !== 1 || link.certainty === 'name'
        ? undefined
        : waitBehind(target, program, seen);
    if (behind !== undefined) return behind;
  }
  return undefined;
}

/** Functions that are looked at behind one call. */
const MOST_BEHIND = 100;
