/** Passwords, known by the place where they stand: URLs, connection strings, headers, files of settings. */
import { characterKinds, isChosenByHand, isExampleHost, isJustAWord, isRandom, isReference } from './likelihood.ts';
import type { SecretPattern } from './pattern.ts';
import { decodeBase64, isJsonWebToken } from './structure.ts';

/** Characters around a password that tell whether a connection string holds it. */
const STRING_REACH = 300;

/** A password that could be one of a server elsewhere. */
function isPassword(secret: string): boolean {
  return !isReference(secret) && !isJustAWord(secret);
}

/** `user:password` in base64. */
function isBasic(secret: string): boolean {
  const decoded = decodeBase64(secret);
  const [, user, password] = /^([\x20-\x39\x3b-\x7e]{1,100}):([\x21-\x7e]{4,200})$/.exec(decoded) ?? [];
  if (decoded.startsWith('_json_key:')) return true;
  return (
    user !== undefined && password !== undefined && user !== password && !user.startsWith('{') && isPassword(password)
  );
}

function inUrl(kind: string, name: string, schemes: string): SecretPattern {
  return {
    kind,
    name,
    severity: 'HIGH',
    evidence: 'place',
    keywords: ['://'],
    pattern: new RegExp(
      `\\b(?:${schemes}):\\/\\/(?<user>[^\\s/:@'"\`<>{}$]{0,100}):(?<secret>[^\\s/:@'"\`<>{}$()]{4,200})@(?<host>[\\w.-]{1,200})`,
      'gi',
    ),
    accepts: (secret, { groups }) => {
      const [host, user] = [groups?.host ?? '', groups?.user ?? ''];
      if (isExampleHost(host) || !isPassword(secret) || user.toLowerCase() === secret.toLowerCase()) return false;
      const plain = secret.replace(/%[0-9A-F]{2}/gi, '');
      const isMixed = plain.length >= 6 && !isChosenByHand(plain) && characterKinds(plain) > 1;
      // A host without a dot is a neighbour on a developer's machine, or stands for one.
      return isMixed || (host.includes('.') && plain.length >= 8 && /\d|[^\w]/.test(plain));
    },
  };
}

export const PASSWORD_PLACES: readonly SecretPattern[] = [
  inUrl(
    'database_url',
    'password of a database',
    'postgres(?:ql)?(?:\\+\\w{1,20})?|mysql(?:\\+\\w{1,20})?|mariadb|mongodb(?:\\+srv)?|rediss?|mssql(?:\\+\\w{1,20})?|sqlserver|oracle|clickhouse|cockroachdb|cassandra|neo4j(?:\\+s)?|bolt|couchdb|influxdb|snowflake|redshift',
  ),
  inUrl(
    'broker_url',
    'password of a message broker',
    'amqps?|mqtts?|nats|stomp|kafka|pulsar|celery|smtps?|imaps?|ldaps?',
  ),
  inUrl('url_password', 'password in a URL', '[a-z][a-z0-9+.-]{1,20}'),
  {
    kind: 'connection_password',
    name: 'password of a connection string',
    severity: 'HIGH',
    evidence: 'place',
    keywords: ['password', 'pwd'],
    pattern: /(?<![\w-])(?:password|pwd)[ \t]{0,2}=[ \t]{0,2}(?<secret>[^;"'\s<>{}$&]{6,128})(?=[;"'\s&]|$)/gi,
    accepts: (secret, { index, input, 0: whole }) => {
      const start = Math.max(input.lastIndexOf('\n', index), index - STRING_REACH, 0);
      const around =
        input.slice(start, index) +
        input.slice(index + whole.length, index + whole.length + STRING_REACH).split('\n', 1)[0];
      return (
        /(?:\b(?:server|data source|initial catalog|uid|user id|dbname|addr)[ \t]{0,2}=|jdbc:[a-z])/i.test(around) &&
        !/(?:server|data source|host|addr)[ \t]{0,2}=[ \t]{0,2}(?:localhost|127\.|\(local|\.[\\;])/i.test(around) &&
        !/jdbc:\w+:\/\/(?:localhost|127\.)|example\.(?:com|org|net)/i.test(around) &&
        isPassword(secret)
      );
    },
  },
  {
    kind: 'azure_storage_key',
    name: 'Azure account key',
    severity: 'CRITICAL',
    evidence: 'format',
    keywords: ['AccountKey=', 'SharedAccessKey=', 'Secret='],
    pattern:
      /(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{43,86}={1,2})|azconfig\.io;Id=[^;\s]{4,80};Secret=(?<config>[A-Za-z0-9+/]{43,100}={0,2})/g,
  },
  {
    kind: 'azure_sas',
    name: 'Azure shared access signature',
    severity: 'HIGH',
    evidence: 'format',
    keywords: ['sig='],
    pattern: /[?&;]sig=(?<secret>[A-Za-z0-9%+/]{43,80}(?:%3[dD]|=)?)/g,
    accepts: (secret, { index, input }) => {
      const around = input.slice(Math.max(0, index - STRING_REACH), index + secret.length + STRING_REACH);
      return /[?&;](?:sv|se|api-version)=/.test(around) && isRandom(secret, 4);
    },
  },
  {
    kind: 'basic_auth',
    name: 'password of a header',
    severity: 'HIGH',
    evidence: 'place',
    keywords: ['basic'],
    pattern:
      /\bauthorization\b["']?[ \t]{0,4}[:=,][ \t]{0,4}["'`]?basic[ \t]{1,4}(?<secret>[A-Za-z0-9+/]{8,400}={0,2})/gi,
    accepts: isBasic,
  },
  {
    kind: 'bearer_token',
    name: 'bearer token',
    severity: 'HIGH',
    evidence: 'place',
    keywords: ['bearer', 'authorization'],
    pattern:
      /\bauthorization\b["']?[ \t]{0,4}[:=,][ \t]{0,4}["'`]?(?:bearer|token)[ \t]{1,4}(?<secret>[\w.~+/-]{20,2000}={0,2})/gi,
    accepts: (secret) =>
      isRandom(secret, 3.6) && /\d.*\d/.test(secret.slice(0, 200)) && !isChosenByHand(secret.slice(0, 200)),
    prove: (secret) => (secret.startsWith('eyJ') ? isJsonWebToken(secret) : 'unknown'),
  },
  {
    kind: 'curl_password',
    name: 'password of a command',
    severity: 'HIGH',
    evidence: 'place',
    keywords: ['curl'],
    pattern:
      /\bcurl\b[^\n]{0,300}?[ \t](?:-u|--user)[ \t=]{1,4}["']?[^\s:"'$<{]{1,100}:["']?(?<secret>[^\s"'$<>{}()]{6,200})/g,
    accepts: (secret) => isPassword(secret) && /\d|[^\w]/.test(secret) && isRandom(secret, 2.5),
  },
  {
    kind: 'docker_auth',
    name: 'password of a container registry',
    severity: 'CRITICAL',
    evidence: 'place',
    keywords: ['auth'],
    pattern: /"auth\\{0,6}"\s{0,8}:\s{0,8}\\{0,6}"(?<secret>[A-Za-z0-9+/]{12,6000}={0,2})/g,
    accepts: isBasic,
  },
  {
    kind: 'netrc_password',
    name: 'password of a netrc file',
    severity: 'HIGH',
    evidence: 'place',
    keywords: ['machine'],
    pattern:
      /\bmachine[ \t]{1,8}[\w.-]{3,200}\s{1,20}login[ \t]{1,8}\S{1,200}\s{1,20}password[ \t]{1,8}(?<secret>[^\s"'$<>{}\\]{6,200})/g,
    accepts: isPassword,
  },
  {
    kind: 'npmrc_auth',
    name: 'password of a package registry',
    severity: 'CRITICAL',
    evidence: 'place',
    keywords: [':_authToken', ':_password', '_auth'],
    pattern: /(?:^|[:\s"'])_(?:authToken|password|auth)[ \t]{0,4}=[ \t]{0,4}["']?(?<secret>[\w+/=.-]{16,400})/gm,
    accepts: (secret) => isRandom(secret, 3) && !isReference(secret),
  },
  {
    kind: 'nuget_password',
    name: 'password of a NuGet source',
    severity: 'HIGH',
    evidence: 'place',
    keywords: ['ClearTextPassword'],
    pattern: /key="ClearTextPassword"\s{1,8}value="(?<secret>[^"\s%]{6,200})"/g,
    accepts: isPassword,
  },
  {
    kind: 'json_web_token',
    name: 'JSON Web Token',
    severity: 'MEDIUM',
    evidence: 'format',
    keywords: ['eyJ'],
    pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}/g,
    // What jwt.io shows, and most tests and documents with it: the subject is 1234567890.
    accepts: (secret) => isRandom(secret, 3.5) && !secret.includes('.eyJzdWIiOiIxMjM0NTY3ODkwIi'),
    prove: isJsonWebToken,
  },
];
