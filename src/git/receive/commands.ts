/** What a client asks for in a push: the lines before the pack (gitprotocol-pack, "Reference Update Request"). */
import type { ByteReader } from '../byte-reader.ts';
import { isOid, type Oid, ZERO_OID } from '../object.ts';
import { BadPacket, readPacket, textOf } from '../pkt-line.ts';
import { MOST_COMMANDS } from './limits.ts';

/** The change of one ref; undefined stands for "does not exist". */
export interface RefCommand {
  /** In full. */
  readonly name: string;
  /** What the client believes the ref to point at. */
  readonly from?: Oid;
  readonly to?: Oid;
}

/** What a client asks for. */
export interface PushRequest {
  /** Empty when the client only asks whether it may push. */
  readonly commands: readonly RefCommand[];
  readonly capabilities: ReadonlySet<string>;
  /** Commits whose parents the client does not have. */
  readonly shallow: ReadonlySet<Oid>;
}

const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\n]+)$/;

/** Reads the lines; what follows in the stream is the pack. Throws {@link BadPacket}. */
export async function readPushRequest(reader: ByteReader): Promise<PushRequest> {
  const commands: RefCommand[] = [];
  const shallow = new Set<Oid>();
  let capabilities: ReadonlySet<string> = new Set();
  for (;;) {
    const packet = await readPacket(reader);
    if (packet === undefined) throw new BadPacket('the request ends before its flush packet');
    if (packet.kind === 'flush') return { commands, capabilities, shallow };
    if (packet.kind !== 'line') throw new BadPacket(`a ${packet.kind} packet does not belong here`);
    if (commands.length + shallow.size === MOST_COMMANDS) {
      throw new BadPacket(`a push may change ${MOST_COMMANDS} refs at most; push them in several steps`);
    }
    const [line = '', listed] = textOf(packet.bytes).split('\0');
    if (line.startsWith('shallow ')) {
      const oid = line.slice('shallow '.length);
      if (!isOid(oid)) throw new BadPacket('a shallow line without an object id');
      shallow.add(oid);
    } else {
      if (commands.length === 0) capabilities = new Set(listed?.split(' ').filter((name) => name !== ''));
      commands.push(parseCommand(line));
    }
  }
}

function parseCommand(line: string): RefCommand {
  const [, from = '', to = '', name = ''] = COMMAND.exec(line) ?? [];
  if (name === '') throw new BadPacket(`expected old id, new id and ref, got ${JSON.stringify(line.slice(0, 100))}`);
  return { name, ...(from !== ZERO_OID && { from }), ...(to !== ZERO_OID && { to }) };
}
