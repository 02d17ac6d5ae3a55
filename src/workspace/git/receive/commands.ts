/** What a client asks for in a push: the lines before the pack (gitprotocol-pack, "Reference Update Request"). */
import type { ByteReader } from '../byte-reader.ts';
import { isOid, type Oid, ZERO_OID } from '../object.ts';
import { BadPacket, readPacket, textOf } from '../pkt-line.ts';
import { MOST_COMMAND_BYTES, MOST_COMMANDS, megabytes } from './limits.ts';

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
  /** What `git push --push-option` says, in order. */
  readonly options: readonly string[];
}

/** Options that a push may have. */
const MOST_OPTIONS = 100;

const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\n]+)$/;

/** Reads the lines; what follows in the stream is the pack. Throws {@link BadPacket}. */
export async function readPushRequest(reader: ByteReader): Promise<PushRequest> {
  const commands: RefCommand[] = [];
  const shallow = new Set<Oid>();
  let capabilities: ReadonlySet<string> = new Set();
  let bytes = 0;
  for (;;) {
    const packet = await readPacket(reader);
    if (packet === undefined) throw new BadPacket('the request ends before its flush packet');
    if (packet.kind === 'flush') {
      const options = capabilities.has('push-options') ? await readOptions(reader) : [];
      return { commands, capabilities, shallow, options };
    }
    if (packet.kind !== 'line') throw new BadPacket(`a ${packet.kind} packet does not belong here`);
    if (commands.length + shallow.size === MOST_COMMANDS) {
      throw new BadPacket(`a push may change ${MOST_COMMANDS} refs at most; push them in several steps`);
    }
    bytes += packet.bytes.length;
    if (bytes > MOST_COMMAND_BYTES) {
      const most = megabytes(MOST_COMMAND_BYTES);
      throw new BadPacket(`the lines of a push may have ${most} at most; push the refs in several steps`);
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

async function readOptions(reader: ByteReader): Promise<readonly string[]> {
  const options: string[] = [];
  for (;;) {
    const packet = await readPacket(reader);
    if (packet?.kind === 'flush') return options;
    if (packet?.kind !== 'line') throw new BadPacket('the push options do not end with a flush packet');
    if (options.length === MOST_OPTIONS) throw new BadPacket(`a push may have ${MOST_OPTIONS} options at most`);
    options.push(textOf(packet.bytes));
  }
}

function parseCommand(line: string): RefCommand {
  const [, from = '', to = '', name = ''] = COMMAND.exec(line) ?? [];
  if (name === '') throw new BadPacket(`expected old id, new id and ref, got ${JSON.stringify(line.slice(0, 100))}`);
  return { name, ...(from !== ZERO_OID && { from }), ...(to !== ZERO_OID && { to }) };
}
