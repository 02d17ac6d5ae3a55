/** Values that their place gives away: URLs, headers, cookies and the arguments of well-known commands. */
import { decodeBase64 } from '../structure.ts';
import type { Range } from './quoted.ts';
import { isLiteralSecret } from './values.ts';

interface Place {
  /** One of these is in every match, in small letters. */
  readonly keyword: string;
  /** Its group `secret` is to be hidden. */
  readonly pattern: RegExp;
  readonly accepts?: (secret: string) => boolean;
}

const PLACES: readonly Place[] = [
  // A password may have `:` and `@`; behind a port, a path begins.
  {
    keyword: '://',
    pattern: /:\/\/[^\s/:@"'`<>?#\\]{0,200}:(?<secret>(?!\d{1,5}(?:[/?#]|$))[^\s"'`<>/\\]{1,400})@(?=[\w[{$.%-])/gm,
  },
  {
    keyword: '://',
    pattern: /:\/\/[^\s/:@"'`<>?#\\]{1,200}:(?<secret>(?!\d{1,5}[/?#])[^\s"'`<>@\\]{1,400})@(?=[\w[{$.%-])/g,
  },
  {
    keyword: 'authorization',
    pattern:
      /\b(?:proxy-)?authorization\b\\{0,3}["']?\]?[ \t]{0,4}[:=,][ \t]{0,4}f?\\{0,3}["'`]?(?:basic|bearer|token|apikey|digest|negotiate)[ \t]{1,4}(?<secret>[^\s"'`,;\\]{1,4000})/gi,
  },
  {
    keyword: 'cookie',
    pattern: /(?<![\w-])cookie["']?[ \t]{0,2}:[ \t]{0,4}["'`]?(?<list>[^\s=;,"'`]{1,80}=[^\n"'`]{1,4000})/gi,
  },
  {
    keyword: 'set-cookie',
    pattern: /\bset-cookie["']?[ \t]{0,2}:[ \t]{0,4}["'`]?[^\s=;,"'`]{1,80}=(?<secret>[^\s;"'`]{1,4000})/gi,
  },
  {
    keyword: 'curl',
    pattern:
      /\bcurl\b[^\n]{0,300}?[ \t](?:-u|--user)[ \t=]{0,4}(?:["']?[^\s:"'$<{]{1,100}:(?<secret>(?<=["'][^"'\n]{0,101})[^"'\n<>]{1,400}(?=["'])|[^\s"'<>]{1,400}))/g,
  },
  {
    keyword: 'securestring',
    pattern: /\bConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["'](?<secret>[^"'\n]{1,400})["']/gi,
  },
  {
    keyword: 'pass:',
    pattern: /[ \t]-pass(?:in|out)?[ \t]{1,4}["']?pass:(?<secret>[^\s"']{1,400})/g,
  },
  {
    keyword: 'mysql',
    pattern:
      /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,200}?[ \t]-p(?<secret>[^\s"'-][^\s"']{0,200}|(?<=-p)(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'))/g,
  },
  {
    keyword: 'sshpass',
    pattern: /\bsshpass[ \t]{1,4}-p[ \t]{0,4}(?<quote>["']?)(?<secret>[^\s"'][^\n"']{0,200}(?=["'])|[^\s"']{1,200})/g,
  },
  { keyword: 'redis-cli', pattern: /\bredis-cli\b[^\n|;]{0,200}?[ \t]-a[ \t]{1,4}["']?(?<secret>[^\s"']{1,200})/g },
  {
    keyword: 'login',
    pattern:
      /\b(?:docker|podman|helm registry|az|oc)[ \t]login\b[^\n|;]{0,200}?[ \t]-p[ \t]{1,4}["']?(?<secret>[^\s"']{1,200})/g,
  },
  {
    keyword: 'identified',
    pattern:
      /\bidentified[ \t]{1,4}(?:with[ \t]{1,4}\S{1,40}[ \t]{1,4})?by[ \t]{1,4}["'](?<secret>[^"'\n]{1,200})["']/gi,
  },
  {
    keyword: 'identified',
    pattern:
      /\b(?:create|alter)[ \t]{1,4}user[ \t]{1,4}\S{1,100}[ \t]{1,4}identified[ \t]{1,4}by[ \t]{1,4}(?!(?:password|random|values)\b)(?<secret>[^\s"';]{1,200})/gi,
  },
  {
    keyword: 'auth',
    pattern:
      /\bauth[ \t]{0,2}=[ \t]{0,2}\([ \t]{0,2}["'][^"'\n]{0,100}["'][ \t]{0,2},[ \t]{0,2}["'](?<secret>[^"'\n]{1,200})["']/g,
  },
];

/** What of a cookie may be seen: its name. */
const COOKIE = /(?<name>[^\s=;,]{1,80}=)(?<secret>[^;\s]{1,4000})/g;

/** Where such values stand, not in order. */
export function placedSecrets(text: string): readonly Range[] {
  const small = text.toLowerCase();
  return PLACES.filter(({ keyword }) => small.includes(keyword)).flatMap((place) => rangesOf(place, text));
}

function rangesOf({ pattern }: Place, text: string): readonly Range[] {
  const found: Range[] = [];
  for (const match of text.matchAll(pattern)) {
    const { secret, list } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (list !== undefined) found.push(...cookiesOf(list, end - list.length));
    if (secret === undefined) continue;
    const start = match.index + match[0].lastIndexOf(secret);
    if (isPlaced(secret)) found.push({ start, end: start + secret.length });
  }
  return found;
}

function cookiesOf(list: string, start: number): readonly Range[] {
  return [...list.matchAll(COOKIE)].flatMap(({ index, groups }): readonly Range[] => {
    const { name = '', secret = '' } = groups ?? {};
    const at = start + index + name.length;
    return isPlaced(secret) ? [{ start: at, end: at + secret.length }] : [];
  });
}

/** In a place of secrets, only a reference is none; a header may have a name and a reference in base64. */
function isPlaced(secret: string): boolean {
  return isLiteralSecret(secret) && !/^\$?\{[^{}]*\}$/.test(decodeBase64(secret));
}
