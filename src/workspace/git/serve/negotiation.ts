/** Finds out which commits client and repository have in common: versions 0 to 2 of the protocol word it differently. */
import type { Oid } from '../object.ts';
import type { ObjectStore } from '../object-store.ts';
import { DELIMITER, encodeLine, FLUSH } from '../pkt-line.ts';
import type { CommitGraph } from './commit-graph.ts';
import { emptyRequest, expectOid, type FetchRequest, quoted, readArgument, UploadRefused } from './fetch-request.ts';
import { allReach } from './history.ts';
import type { RequestLines } from './request-lines.ts';

/** The repository's side. */
export interface Negotiator {
  readonly objects: ObjectStore;
  readonly graph: CommitGraph;
}

/** What came of a request's lines. */
export interface Negotiation {
  readonly request: FetchRequest;
  /** Objects that both sides have. */
  readonly common: ReadonlySet<Oid>;
  /** What is answered to the haves. */
  readonly answer: readonly Uint8Array[];
  /** Whether the pack follows; else the client asks again. */
  readonly ready: boolean;
}

/** Reads the arguments of version 2's command `fetch`, up to the flush. Throws {@link UploadRefused} and `BadPacket`. */
export async function negotiateV2(lines: RequestLines, { objects, graph }: Negotiator): Promise<Negotiation> {
  const request = emptyRequest();
  const common = new Set<Oid>();
  let haves = 0;
  for (let line = await lines.next(); line.kind === 'line'; line = await lines.next()) {
    const { text } = line;
    if (text.startsWith('have ')) {
      const oid = expectOid(text.slice('have '.length), text);
      haves++;
      if (objects.has(oid)) common.add(oid);
    } else if (!readArgument(request, text)) request.words.add(text);
  }
  const negotiation = { request, common };
  if (request.wants.size === 0) return { ...negotiation, answer: [], ready: false };
  if (haves === 0 || request.words.has('done')) return { ...negotiation, answer: [], ready: true };
  const ready = !request.words.has('wait-for-done') && allReach(graph, [...request.wants], common);
  const acks = common.size === 0 ? ['NAK'] : Array.from(common, (oid) => `ACK ${oid}`);
  const said = ['acknowledgments', ...acks, ...(ready ? ['ready'] : [])];
  const answer = [...said.map((line) => encodeLine(`${line}\n`)), ready ? DELIMITER : FLUSH];
  return { ...negotiation, answer, ready };
}

/** Reads a request of version 0 or 1. Each says everything again, as HTTP has no state. Throws {@link UploadRefused} and `BadPacket`. */
export async function negotiateV0(lines: RequestLines, { objects, graph }: Negotiator): Promise<Negotiation> {
  const request = emptyRequest();
  const common = new Set<Oid>();
  const answers: string[] = [];
  const result = (ready: boolean): Negotiation => {
    const answer = answers.map((line) => encodeLine(`${line}\n`));
    return { request, common, answer, ready };
  };
  for (let line = await lines.next(); line.kind === 'line'; line = await lines.next()) {
    // The first want carries the words, after a space.
    const [, want = line.text, words = ''] = /^(want [0-9a-f]{40}) (.*)$/.exec(line.text) ?? [];
    if (!readArgument(request, want)) throw unexpected('want', line.text);
    for (const word of words.split(' ')) request.words.add(word);
  }
  if (request.wants.size === 0) return result(false);
  const detailed = request.words.has('multi_ack_detailed');
  let last: Oid | undefined;
  let lacksOthers = false;
  let enough = false;
  const isEnough = () => {
    enough ||= allReach(graph, [...request.wants], common);
    return enough;
  };
  let readySaid = false;
  for (;;) {
    const line = await lines.next();
    if (line.kind === 'end') return result(false);
    if (line.kind !== 'line') {
      const ready = detailed && last !== undefined && !lacksOthers && isEnough();
      if (ready) answers.push(`ACK ${last} ready`);
      if (last === undefined || detailed) answers.push('NAK');
      if (ready && request.words.has('no-done')) {
        answers.push(`ACK ${last}`);
        return result(true);
      }
      lacksOthers = false;
      continue;
    }
    if (line.text === 'done') {
      if (last === undefined) answers.push('NAK');
      else if (detailed) answers.push(`ACK ${last}`);
      return result(true);
    }
    if (!line.text.startsWith('have ')) throw unexpected('have', line.text);
    const oid = expectOid(line.text.slice('have '.length), line.text);
    if (objects.has(oid)) {
      if (detailed) answers.push(`ACK ${oid} common`);
      else if (last === undefined) answers.push(`ACK ${oid}`);
      common.add(oid);
      last = oid;
    } else {
      lacksOthers = true;
      if (detailed && !readySaid && common.size > 0 && isEnough()) {
        readySaid = true;
        answers.push(`ACK ${oid} ready`);
      }
    }
  }
}

function unexpected(wanted: string, line: string): UploadRefused {
  return new UploadRefused(`protocol error, expected a ${wanted}, got ${quoted(line)}`);
}
