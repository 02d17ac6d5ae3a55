/** What a variable holds, as far as it matters to costs: what kind of container, and how long. */
import { CONSTANT, LINEAR, type Size } from './order.ts';

/** Kinds of values; `queue` is a container of which both ends are cheap, `builder` a text that grows in place. */
export type ValueKind = 'list' | 'text' | 'set' | 'map' | 'queue' | 'builder' | 'number' | 'unknown';

/** A value. */
export interface Value {
  readonly kind: ValueKind;
  /** Of a container its length, of a number itself. */
  readonly size: Size;
  /** One of its elements, of a map one of its values. */
  readonly item?: Value;
}

const UNKNOWN_SIZE = { why: 'how long an element of the input is, is not known' };
/** An element of which nothing is known. */
export const ANY: Value = { kind: 'unknown', size: UNKNOWN_SIZE };
export const NUMBER: Value = { kind: 'number', size: CONSTANT };
/** Short texts: the elements of lists of texts count as such. */
export const WORD: Value = { kind: 'text', size: CONSTANT };

/** A value of which the size is not known. */
export function unclear(why: string): Value {
  return { kind: 'unknown', size: { why } };
}

const LISTS =
  /^(?:list|List|Sequence|MutableSequence|Iterable|Iterator|Collection|Array|ReadonlyArray|ArrayList|IList|IEnumerable|IReadOnlyList|ICollection|IReadOnlyCollection|Vec|MutableList|Vector|Stack)$/;
const SETS =
  /^(?:set|Set|frozenset|FrozenSet|AbstractSet|HashSet|TreeSet|LinkedHashSet|BTreeSet|ReadonlySet|ISet|MutableSet|SortedSet)$/;
const MAPS =
  /^(?:dict|Dict|Mapping|MutableMapping|defaultdict|Counter|OrderedDict|Map|HashMap|TreeMap|LinkedHashMap|BTreeMap|ReadonlyMap|WeakMap|Record|Dictionary|IDictionary|MutableMap|ConcurrentHashMap|Hash)$/;
const QUEUES = /^(?:deque|Deque|Queue|VecDeque|LinkedList|ArrayDeque|PriorityQueue|BinaryHeap)$/;
const BUILDERS = /^(?:StringBuilder|StringBuffer|Builder|Buffer|StringIO)$/;
const TEXTS = /^(?:str|string|String|bytes|bytearray|CharSequence|Text)$/;
const NUMBERS =
  /^(?:int|Int|integer|Integer|long|Long|short|byte|float|Float|double|Double|number|bigint|bool|boolean|Boolean|u?int(?:8|16|32|64)|[ui](?:8|16|32|64|128|size)|f32|f64|float32|float64|rune|char|Char|Character|decimal)$/;
const NUMBER_ARRAYS = /^(?:Int|Long|Double|Float|Byte|Char|Uint8|Int32|Float64|Uint32|Int16|Uint16|Float32)Array$/;

/** A value of a declared type, as long as the input is. */
export function valueOfType(type: string): Value {
  const plain = type
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^(?:final|const|readonly|mut|&(?:'\w+\s+)?(?:mut\s+)?|\*|\.\.\.)\s*/, '')
    .replace(/(?<!\s)\s*\|\s*(?:None|null|undefined)\b/g, '')
    .replace(/\?$/, '')
    .trim();
  const optional =
    /^(?:Optional|Option|typing\.Optional|Final|Annotated|Box|Rc|Arc|Readonly)[[<](?<inner>.*)[\]>]$/.exec(plain)
      ?.groups?.inner;
  if (optional !== undefined) return valueOfType(optional);
  const elements =
    /^(?<element>.+)\[\]$/.exec(plain) ?? /^\[\](?<element>.+)$/.exec(plain) ?? /^\[(?<element>[^\];]+)\]$/.exec(plain);
  if (elements !== null) return listOf(elements.groups?.element ?? '');
  if (/^\[\d+\]|^\[.*;\s*\d+\]$/.test(plain)) return { kind: 'list', size: CONSTANT, item: ANY };
  if (/^map\[/.test(plain))
    return { kind: 'map', size: LINEAR, item: valueOfType(plain.replace(/^map\[[^\]]*\]/, '')) };
  const { word = '', inner = '' } =
    /^(?:[\w]+(?:\.|::))*(?<word>\w+)(?:[[<](?<inner>.*)[\]>])?$/s.exec(plain)?.groups ?? {};
  const parts = split(inner);
  if (/^[tT]uple$/.test(word) && !(parts.length === 2 && parts[1] === '...') && inner !== '') {
    return { kind: 'list', size: CONSTANT, item: elementOf(parts[0] ?? '') };
  }
  if (/^[tT]uple$/.test(word) || LISTS.test(word)) return listOf(parts[0] ?? '');
  if (SETS.test(word)) return { ...listOf(parts[0] ?? ''), kind: 'set' };
  if (QUEUES.test(word)) return { ...listOf(parts[0] ?? ''), kind: 'queue' };
  if (MAPS.test(word)) return { kind: 'map', size: LINEAR, item: elementOf(parts.at(-1) ?? '') };
  if (BUILDERS.test(word)) return { kind: 'builder', size: LINEAR };
  if (TEXTS.test(word)) return { kind: 'text', size: LINEAR, item: WORD };
  if (NUMBER_ARRAYS.test(word)) return { kind: 'list', size: LINEAR, item: NUMBER };
  if (NUMBERS.test(word)) return { kind: 'number', size: /^bool/i.test(word) ? CONSTANT : LINEAR };
  return { kind: 'unknown', size: LINEAR, item: ANY };
}

function listOf(element: string): Value {
  return { kind: 'list', size: LINEAR, item: elementOf(element) };
}

/** Texts within containers are short, lists within lists are as long as the input: a matrix is n by n. */
function elementOf(type: string): Value {
  if (type === '') return ANY;
  const value = valueOfType(type);
  if (value.kind === 'text') return WORD;
  return value.kind === 'number' || value.kind === 'unknown' ? { kind: value.kind, size: UNKNOWN_SIZE } : value;
}

/** The parts of a list of types that no brackets hold together. */
function split(inner: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= inner.length; at++) {
    const sign = inner[at] ?? ',';
    if (/[[<({]/.test(sign)) depth++;
    if (/[\]>)}]/.test(sign)) depth--;
    if (sign !== ',' || (depth > 0 && at < inner.length)) continue;
    parts.push(inner.slice(start, at).trim());
    start = at + 1;
  }
  return parts.filter((part) => part !== '');
}
