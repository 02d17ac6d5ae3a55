/** How refs and abilities are made known to clients (gitprotocol-pack, gitprotocol-v2). */
import { VERSION } from '../../../lib/version.ts';
import { concatBytes } from '../bytes.ts';
import { type Oid, ZERO_OID } from '../object.ts';
import { encodeLine, FLUSH } from '../pkt-line.ts';
import type { Repository } from '../repository.ts';

/** Versions of the protocol. */
export type ProtocolVersion = 0 | 1 | 2;

const AGENT = `agent=lemma/${VERSION}`;
const V0_ABILITIES = [
  'multi_ack_detailed',
  'no-done',
  'side-band',
  'side-band-64k',
  'thin-pack',
  'ofs-delta',
  'shallow',
  'deepen-since',
  'deepen-not',
  'deepen-relative',
  'no-progress',
  'include-tag',
  'allow-reachable-sha1-in-want',
  'filter',
  'object-format=sha1',
  AGENT,
] as const;
const V2_ABILITIES = [
  'version 2',
  AGENT,
  'ls-refs=unborn',
  'fetch=shallow wait-for-done filter',
  'object-format=sha1',
] as const;

/** A ref as clients see it. */
interface ShownRef {
  readonly name: string;
  readonly oid: Oid;
  /** The object behind an annotated tag. */
  readonly peeled?: Oid;
}

/** The version that a client asks for in its `Git-Protocol` header. */
export function protocolVersion(header: string | null): ProtocolVersion {
  const versions = (header ?? '').split(':').map((field) => /^version=(\d)$/.exec(field)?.[1]);
  if (versions.includes('2')) return 2;
  return versions.includes('1') ? 1 : 0;
}

/** The answer to `/info/refs?service=git-upload-pack`. */
export function advertise(repository: Repository, version: ProtocolVersion): Uint8Array {
  if (version === 2) return concatBytes([...V2_ABILITIES.map((ability) => encodeLine(`${ability}\n`)), FLUSH]);
  const lines = [encodeLine('# service=git-upload-pack\n'), FLUSH];
  if (version === 1) lines.push(encodeLine('version 1\n'));
  const { head } = repository.refs;
  const shown = shownRefs(repository);
  const symbolic = shown.some(({ name }) => name === 'HEAD') ? [`symref=HEAD:${head}`] : [];
  const abilities = [...V0_ABILITIES, ...symbolic].join(' ');
  const names = shown.flatMap(({ name, oid, peeled }) => [
    `${oid} ${name}`,
    ...(peeled === undefined ? [] : [`${peeled} ${name}^{}`]),
  ]);
  if (names.length === 0) names.push(`${ZERO_OID} capabilities^{}`);
  for (const [index, name] of names.entries())
    lines.push(encodeLine(`${name}${index === 0 ? `\0${abilities}` : ''}\n`));
  for (const oid of repository.shallow.list()) lines.push(encodeLine(`shallow ${oid}\n`));
  return concatBytes([...lines, FLUSH]);
}

/** The answer to the command `ls-refs` with its arguments. */
export function listRefs(repository: Repository, words: readonly string[]): Uint8Array {
  const prefixes = words.filter((word) => word.startsWith('ref-prefix ')).map((word) => word.slice(11));
  const [peel, symrefs, unborn] = ['peel', 'symrefs', 'unborn'].map((word) => words.includes(word));
  const { head } = repository.refs;
  const shown = shownRefs(repository);
  const lines: string[] = [];
  const isAsked = (name: string) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
  if (unborn && isAsked('HEAD') && !shown.some(({ name }) => name === 'HEAD')) {
    lines.push(`unborn HEAD${symrefs ? ` symref-target:${head}` : ''}`);
  }
  for (const { name, oid, peeled } of shown) {
    if (!isAsked(name)) continue;
    const target = symrefs && name === 'HEAD' ? ` symref-target:${head}` : '';
    lines.push(`${oid} ${name}${target}${peel && peeled !== undefined ? ` peeled:${peeled}` : ''}`);
  }
  return concatBytes([...lines.map((line) => encodeLine(`${line}\n`)), FLUSH]);
}

/** HEAD, when its branch exists, and all refs by name. */
function shownRefs({ refs, tags }: Repository): readonly ShownRef[] {
  const all = refs.list().map(({ name, oid }): ShownRef => {
    const peeled = tags.follow(oid).target;
    return { name, oid, ...(peeled !== oid && { peeled }) };
  });
  const head = all.find(({ name }) => name === refs.head);
  return head === undefined ? all : [{ name: 'HEAD', oid: head.oid }, ...all];
}
