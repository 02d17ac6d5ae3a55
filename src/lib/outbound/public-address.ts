/** Which addresses belong to the public internet (the special-purpose registries of IANA). */

/** IPv4 networks that are not public: first address and bits of the prefix. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Ends of names that mean something in a private network only. */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)$/;

/** Whether an IP address, as text, is public. A text that is no address is not. */
export function isPublicAddress(address: string): boolean {
  const ipv4 = ipv4Of(address);
  return ipv4 === undefined ? isPublicIpv6(address) : isPublicIpv4(ipv4);
}

/** Whether a host name as the URL parser writes it can be a public one; an address is checked, a name still has to be resolved. */
export function mayBePublic(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name.startsWith('[')) return isPublicAddress(name.slice(1, -1));
  if (ipv4Of(name) !== undefined) return isPublicAddress(name);
  return name.includes('.') && !PRIVATE_NAMES.test(name);
}

/** Whether a host name is an address itself. */
export function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || ipv4Of(hostname) !== undefined;
}

function ipv4Of(text: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function isPublicIpv4(address: number): boolean {
  return SPECIAL_IPV4.every(([network, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) !== Math.floor((ipv4Of(network) ?? 0) / size);
  });
}

/** Global unicast (2000::/3) without documentation and tunnels; what carries an IPv4 address is as public as that. */
function isPublicIpv6(text: string): boolean {
  const groups = ipv6Of(text);
  if (groups === undefined) return false;
  const [first = 0, second = 0, third = 0] = groups;
  const last = (groups[6] ?? 0) * 65_536 + (groups[7] ?? 0);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const translated = first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  if (mapped || translated) return isPublicIpv4(last);
  if (first === 0x2002) return isPublicIpv4(second * 65_536 + third);
  const special = (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || first === 0x3fff;
  return first >= 0x2000 && first < 0x4000 && !special;
}

/** The eight groups of an IPv6 address; undefined when it is none. */
function ipv6Of(text: string): readonly number[] | undefined {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return undefined;
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const ipv4 = tail === null ? undefined : ipv4Of(tail[2] ?? '');
  if (tail !== null && ipv4 === undefined) return undefined;
  const whole = ipv4 === undefined ? text : `${tail?.[1]}${(ipv4 >>> 16).toString(16)}:${(ipv4 & 0xffff).toString(16)}`;
  const halves = whole.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], rest] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - (rest?.length ?? 0);
  if (rest === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array<string>(rest === undefined ? 0 : missing).fill('0'), ...(rest ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}
