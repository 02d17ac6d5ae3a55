/** What calls of standard libraries cost and give. A name means the same in the languages that have it: one table serves them. */
import type { ValueKind } from './values.ts';

/** Work of a call: over what it is called on or given, sorting that, or a search by halves in it. */
export type CallWork = 'linear' | 'sort' | 'log';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const WORK: Readonly<Record<CallWork, ReadonlySet<string>>> = {
  linear: new Set(
    words(`sum min max list set tuple dict frozenset any all Counter deque copy deepcopy heapify reduce fsum prod
      find rfind replace replaceAll split splitlines strip lstrip rstrip trim lower upper title casefold encode decode translate partition
      isalpha isdigit isalnum toLowerCase toUpperCase slice concat reverse toReversed join fill flat splice
      map filter forEach some every findIndex findLast flatMap Set from keys stringify parse structuredClone
      Contains Split Join Replace ToLower ToUpper Fields TrimSpace Index substring toCharArray ArrayList HashSet asList
      ToList ToArray Sum Max Min First ToDictionary ToHashSet
      uniq dup clone to_a to_set reverse collect to_vec to_string to_owned toList toSet toMutableList joinToString
      array_merge in_array array_search array_keys array_values array_sum array_reverse implode explode array_unique str_replace`),
  ),
  sort: new Set(
    words(`sorted sort nlargest nsmallest toSorted Sort Ints Strings Slice SliceStable SortFunc OrderBy OrderByDescending
      sort_by sort_unstable sort_by_key sortBy sortedBy sortWith usort asort ksort rsort`),
  ),
  log: new Set(
    words(
      'heappush heappop heappushpop heapreplace bisect bisect_left bisect_right binary_search binarySearch BinarySearch',
    ),
  ),
};

/** Searches and moves that go over lists, and over nothing else; with whether only their first position does. */
const LIST_WORK: ReadonlyMap<string, 'any' | 'first'> = new Map([
  ...words(
    'index count remove contains Contains includes include indexOf IndexOf lastIndexOf containsAll Remove delete',
  ).map((name) => [name, 'any'] as const),
  ...words('insert Insert pop remove_at removeAt RemoveAt add').map((name) => [name, 'first'] as const),
  ...words('shift unshift removeFirst').map((name) => [name, 'any'] as const),
]);

/** Calls that give something as long as what they go over, by what they give. */
const SAME_LENGTH: ReadonlyMap<string, ValueKind> = new Map([
  ...words(`sorted list tuple reversed enumerate iter filter map zip islice split splitlines values keys items entries slice concat
    toReversed toSorted from flat flatMap copy deepcopy clone stream iter into_iter iter_mut chars bytes char_indices enumerate rev
    values_mut collect to_vec toList ToList ToArray toArray toMutableList withIndex indices asSequence asIterable toCharArray chars
    each_with_index each_char each map select reject filter_map Select Where OrderBy OrderByDescending Keys Values entrySet keySet
    Split Fields runes array_keys array_values array_merge array_map array_filter range_of dup reverse asList lines ArrayList
    accumulate combinations_of cycle_of to_a sort sort_by permutation_of explode sortedBy Reverse Distinct uniq windowed`).map(
    (name) => [name, 'list'] as const,
  ),
  ...words('set frozenset Set HashSet toSet to_set ToHashSet TreeSet').map((name) => [name, 'set'] as const),
  ...words('dict Map HashMap Counter ToDictionary TreeMap').map((name) => [name, 'map'] as const),
  ...words('deque Deque ArrayDeque LinkedList').map((name) => [name, 'queue'] as const),
  ...words(`strip lstrip rstrip trim lower upper title casefold replace replaceAll encode decode translate toLowerCase toUpperCase ToLower
    ToUpper TrimSpace join Join to_string to_owned String str`).map((name) => [name, 'text'] as const),
]);
/** Calls that make something empty, by what. */
const EMPTY: ReadonlyMap<string, ValueKind> = new Map([
  ...words('list ArrayList Array vec Vec mutableListOf arrayListOf List').map((name) => [name, 'list'] as const),
  ...words('set Set HashSet TreeSet LinkedHashSet mutableSetOf hashSetOf BTreeSet').map(
    (name) => [name, 'set'] as const,
  ),
  ...words(
    'dict defaultdict OrderedDict Map HashMap TreeMap LinkedHashMap Counter WeakMap Dictionary mutableMapOf hashMapOf BTreeMap',
  ).map((name) => [name, 'map'] as const),
  ...words('deque Deque ArrayDeque LinkedList Queue PriorityQueue VecDeque').map((name) => [name, 'queue'] as const),
  ...words('StringBuilder StringBuffer StringIO').map((name) => [name, 'builder'] as const),
  ...words('str String').map((name) => [name, 'text'] as const),
]);

/** What adds an element, and what adds all of another container. */
export const ADDS: ReadonlySet<string> = new Set(
  words(
    'append push add appendleft insert Add Insert push_back push_front Push Enqueue enqueue offer addLast addFirst put setdefault heappush unshift',
  ),
);
export const ADDS_ALL: ReadonlySet<string> = new Set(
  words('extend update addAll AddRange extendleft append_all push_all putAll union_update'),
);
/** What takes an element away. */
export const TAKES: ReadonlySet<string> = new Set(
  words(
    'pop popleft shift poll remove popitem pop_front pop_back Dequeue dequeue Pop RemoveAt removeFirst removeLast pollFirst pollLast heappop array_shift array_pop delete',
  ),
);
/** What tells how long something is. */
export const LENGTHS: ReadonlySet<string> = new Set(
  words('len length size Length Count count Len strlen sizeof isEmpty is_empty empty IsEmpty Any'),
);
/** What is known not to go over anything, in no language: other calls that are not read may. */
const CHEAP: ReadonlySet<string> = new Set([
  ...ADDS,
  ...TAKES,
  ...words(`len abs int float bool ord chr str repr round divmod isinstance type id hash print range enumerate zip iter next getattr hasattr
    super items values keys get popitem startswith endswith discard clear seed sqrt floor ceil log log2 pow charAt charCodeAt at has set
    delete push pop length size abs floor round random now Math min max equals hashCode get put containsKey getOrDefault isEmpty charAt
    append make cap new panic Abs Sqrt ValueError TypeError KeyError IndexError Error RuntimeException IllegalArgumentException Exception
    log debug info warn error parseInt Number String Boolean isNaN vec iter iter_mut into_iter rev enumerate chars unwrap expect as_str
    Some Ok Err None abs wrapping_add saturating_sub is_empty first last each times upto puts nil to_i to_s to_sym key has_key freeze
    TryGetValue ContainsKey Abs isqrt gcd count_ones bit_length toString valueOf intValue appendleft popleft peek element poll offer`),
]);

/** The work of a call by its name; for what is called on something that may be no list, `isList` says whether it is one. */
export function workOf(name: string, isList: boolean, isFirst: boolean): CallWork | undefined {
  const ofLists = LIST_WORK.get(name);
  if (ofLists !== undefined) return isList && (ofLists === 'any' || isFirst) ? 'linear' : undefined;
  for (const work of ['linear', 'sort', 'log'] as const) if (WORK[work].has(name)) return work;
  return undefined;
}

/** The kind of what a call gives that is as long as what it goes over. */
export function sameLength(name: string): ValueKind | undefined {
  return SAME_LENGTH.get(name);
}

/** The kind of the empty container that a call without arguments makes. */
export function emptyKind(name: string): ValueKind | undefined {
  return EMPTY.get(name);
}

/** Whether a call that is not read costs the same whatever it is given. */
export function isCheap(name: string): boolean {
  return CHEAP.has(name) || LENGTHS.has(name);
}
