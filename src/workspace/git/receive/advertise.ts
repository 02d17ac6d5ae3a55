/** What a client is told before it pushes: the refs, and what receive-pack can do (gitprotocol-pack, "Reference Discovery"). */
import { concatBytes } from '../bytes.ts';
import { ZERO_OID } from '../object.ts';
import { encodeLine, FLUSH } from '../pkt-line.ts';
import type { Repository } from '../repository.ts';
import { RECEIVE_CAPABILITIES } from './receive-pack.ts';

/** The answer to `/info/refs?service=git-receive-pack`. `shallow` are commits without their parents; `agent` is `name/version`. */
export function advertiseReceive(repository: Repository, shallow: readonly string[], agent: string): Uint8Array {
  const capabilities = [...RECEIVE_CAPABILITIES, 'object-format=sha1', `agent=${agent}`].join(' ');
  const refs = repository.refs.list();
  const shown = refs.length === 0 ? [{ name: 'capabilities^{}', oid: ZERO_OID }] : refs;
  const lines = shown.map(({ name, oid }, index) => `${oid} ${name}${index === 0 ? `\0${capabilities}` : ''}\n`);
  return concatBytes([
    encodeLine('# service=git-receive-pack\n'),
    FLUSH,
    ...lines.map((line) => encodeLine(line)),
    ...shallow.map((oid) => encodeLine(`shallow ${oid}\n`)),
    FLUSH,
  ]);
}
