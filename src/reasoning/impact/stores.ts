/** Names that a file shares with others by nothing but their text: variables of the environment, tables of SQL, queues and topics. */
import type { Role, SharedKind } from './service.ts';

/** A name as the source has it. */
export interface StoreName {
  readonly kind: Exclude<SharedKind, 'endpoint'>;
  readonly name: string;
  readonly role: Role;
  readonly by: string;
  /** UTF-16 offset. */
  readonly start: number;
}

/** A way to say it, in any language: what is written in one means nothing else in the others. The name is the first group that matched. */
interface Form {
  readonly kind: StoreName['kind'];
  readonly role: Role;
  readonly by: string;
  readonly pattern: RegExp;
}

const FORMS: readonly Form[] = [
  ...[
    [
      'os.environ',
      /\bos\.(?:environ\s*(?:\[\s*|\.get\(\s*|\.setdefault\(\s*|\.pop\(\s*)|getenv\(\s*)['"](\w{2,100})['"]/g,
    ],
    ['process.env', /\bprocess\.env(?:\.([A-Z][A-Z\d_]{1,99})\b|\[\s*['"](\w{2,100})['"]\s*\])/g],
    ['import.meta.env', /\bimport\.meta\.env\.([A-Z][A-Z\d_]{1,99})\b/g],
    ['Deno.env', /\bDeno\.env\.get\(\s*['"](\w{2,100})['"]/g],
    ['os.Getenv', /\bos\.(?:Getenv|LookupEnv)\(\s*"(\w{2,100})"/g],
    ['System.getenv', /\bSystem\.getenv\(\s*"(\w{2,100})"/g],
    ['ENV', /\bENV(?:\[\s*|\.fetch\(\s*)['"](\w{2,100})['"]/g],
    ['GetEnvironmentVariable', /\bEnvironment\.GetEnvironmentVariable\(\s*"(\w{2,100})"/g],
    ['env::var', /\benv::var(?:_os)?\(\s*"(\w{2,100})"/g],
    ['getenv', /(?<![.\w])(?:getenv|env)\(\s*['"](\w{2,100})['"]/g],
    ['$_ENV', /\$_(?:ENV|SERVER)\[\s*['"](\w{2,100})['"]/g],
  ].map(([by, pattern]) => ({ kind: 'environment', role: 'uses', by, pattern }) as Form),
  { kind: 'table', role: 'provides', by: '__tablename__', pattern: /\b__tablename__\s*=\s*['"](\w{1,100})['"]/g },
  { kind: 'table', role: 'provides', by: 'db_table', pattern: /\bdb_table\s*=\s*['"](\w{1,100})['"]/g },
  { kind: 'table', role: 'provides', by: '@Table', pattern: /@Table\([^)\n]{0,100}?name\s*=\s*"(\w{1,100})"/g },
  { kind: 'table', role: 'provides', by: '@Entity', pattern: /@Entity\(\s*['"](\w{1,100})['"]/g },
  { kind: 'table', role: 'provides', by: 'create_table', pattern: /\bcreate_table\(?\s*[:'"](\w{1,100})/g },
  { kind: 'table', role: 'provides', by: 'Drizzle', pattern: /\b(?:pg|mysql|sqlite)Table\(\s*['"](\w{1,100})['"]/g },
  {
    kind: 'queue',
    role: 'provides',
    by: 'publish',
    pattern: /\.(?:publish|sendToQueue|send_task|basicPublish|produce)\(\s*['"]([\w.:/#*-]{2,150})['"]/g,
  },
  {
    kind: 'queue',
    role: 'provides',
    by: 'routing_key',
    pattern: /\bbasic_publish\([^)]{0,200}?routing_key\s*=\s*['"]([\w.:/#*-]{2,150})['"]/g,
  },
  { kind: 'queue', role: 'provides', by: 'producer', pattern: /\b\w*[pP]roducer\.send\(\s*['"]([\w.:/-]{2,150})['"]/g },
  { kind: 'queue', role: 'provides', by: 'topic', pattern: /\.send\(\s*\{\s*topic\s*:\s*['"]([\w.:/-]{2,150})['"]/g },
  { kind: 'queue', role: 'provides', by: 'BullMQ', pattern: /\bnew\s+Queue\(\s*['"]([\w.:/-]{2,150})['"]/g },
  { kind: 'queue', role: 'uses', by: 'BullMQ', pattern: /\bnew\s+Worker\(\s*['"]([\w.:-]{2,150})['"]\s*,/g },
  {
    kind: 'queue',
    role: 'uses',
    by: 'subscribe',
    pattern:
      /\.(?:subscribe|consume|psubscribe|basicConsume)\(\s*(?:\{\s*topics?\s*:\s*)?\[?\s*['"]([\w.:/#*-]{2,150})['"]/g,
  },
  {
    kind: 'queue',
    role: 'uses',
    by: 'basic_consume',
    pattern: /\bbasic_consume\([^)]{0,200}?queue\s*=\s*['"]([\w.:/#*-]{2,150})['"]/g,
  },
  { kind: 'queue', role: 'uses', by: 'KafkaConsumer', pattern: /\bKafkaConsumer\(\s*['"]([\w.:/-]{2,150})['"]/g },
  {
    kind: 'queue',
    role: 'uses',
    by: 'listener',
    pattern:
      /@(?:Kafka|Rabbit|Jms|Sqs)Listener\([^)\n]{0,100}?(?:topics|queues|destination|value)?\s*(?:=\s*)?(?:\{\s*)?"([\w.:/-]{2,150})"/g,
  },
  {
    kind: 'queue',
    role: 'uses',
    by: 'Celery',
    pattern: /@\w+\.task\([^)\n]{0,100}?name\s*=\s*['"]([\w.:/-]{2,150})['"]/g,
  },
];

/** A statement of SQL begins so. */
const STATEMENT = /^[\s'"`]*(?:(?:select|insert|update|delete|create|alter|drop|with|merge|replace|truncate)\b)/i;
const TABLE =
  /\b(?<verb>from|join|into|update|table(?:\s+if\s+(?:not\s+)?exists)?|truncate)\s+(?:only\s+)?["`[]?(?:\w+["`\]]?\.["`[]?)?(?<name>[A-Za-z_]\w{0,99})/gi;
/** Words that stand where a table's name does, and are none. */
const NO_TABLE = new Set(['select', 'set', 'where', 'values', 'lateral', 'unnest', 'only', 'if', 'table', 'dual']);

/** The names in a text. `strings` are the texts in which statements of SQL are looked for, each with its offset. */
export function storeNames(
  text: string,
  strings: readonly { readonly start: number; readonly text: string }[],
): readonly StoreName[] {
  const written = FORMS.flatMap(({ kind, role, by, pattern }) =>
    Array.from(text.matchAll(pattern), (match): StoreName => {
      return { kind, role, by, name: match.slice(1).find((group) => group !== undefined) ?? '', start: match.index };
    }),
  );
  return [...written, ...strings.flatMap(tablesIn)];
}

function tablesIn({ start, text }: { readonly start: number; readonly text: string }): readonly StoreName[] {
  if (!STATEMENT.test(text)) return [];
  return Array.from(text.matchAll(TABLE), ({ groups = {}, index }): StoreName => {
    const reads = /^(?:from|join)$/i.test(groups.verb ?? '') && !/^[\s'"`]*delete\b/i.test(text);
    const role = reads ? 'uses' : 'provides';
    return { kind: 'table', role, by: 'SQL', name: groups.name ?? '', start: start + index };
  }).filter(({ name }) => !NO_TABLE.has(name.toLowerCase()));
}
