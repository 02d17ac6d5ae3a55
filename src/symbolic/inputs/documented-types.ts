/** Types of parameters as docstrings state them: `:type x: int` (reST), `x (int): …` (Google), `x : int` (NumPy). */

const NAME = /^\w+$/u;
/** Heads of sections that describe parameters. */
const HEADS = new Set(['Args:', 'Arguments:', 'Parameters:', 'Parameters']);
/** What prose calls types. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'str'],
  ['text', 'str'],
  ['integer', 'int'],
  ['boolean', 'bool'],
  ['None', 'None'],
]);

/** The types by parameter, as annotations have them. */
export function documentedTypes(docstring: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  let isInSection = false;
  for (const line of docstring.split('\n').map((one) => one.trim())) {
    if (HEADS.has(line)) isInSection = true;
    else if (line.endsWith(':') && !line.includes(' ')) isInSection = false;
    const stated = restType(line) ?? (isInSection ? (googleType(line) ?? numpyType(line)) : undefined);
    const type = stated && annotationOf(stated.type);
    if (stated !== undefined && type !== undefined && !types.has(stated.name)) types.set(stated.name, type);
  }
  return types;
}

interface Stated {
  readonly name: string;
  readonly type: string;
}

/** `:type x: int` and `:param int x: …`. */
function restType(line: string): Stated | undefined {
  const end = line.indexOf(':', 1);
  if (!line.startsWith(':') || end === -1) return undefined;
  const [field, ...words] = line.slice(1, end).split(' ');
  const name = words.at(-1);
  if (name === undefined || !NAME.test(name)) return undefined;
  if (field === 'type' && words.length === 1) return { name, type: line.slice(end + 1) };
  return field === 'param' && words.length > 1 ? { name, type: words.slice(0, -1).join(' ') } : undefined;
}

/** `x (int, optional): …`. */
function googleType(line: string): Stated | undefined {
  const [open, close] = [line.indexOf(' ('), line.indexOf('):')];
  const name = line.slice(0, Math.max(open, 0));
  return open === -1 || close < open || !NAME.test(name) ? undefined : { name, type: line.slice(open + 2, close) };
}

/** `x : int, optional`. */
function numpyType(line: string): Stated | undefined {
  const colon = line.indexOf(' : ');
  const name = line.slice(0, Math.max(colon, 0));
  return colon === -1 || !NAME.test(name) ? undefined : { name, type: line.slice(colon + 3) };
}

/** What is stated, as an annotation has it: `list of int or None, optional` is `list[int] | None`. */
function annotationOf(stated: string): string | undefined {
  const [plain = ''] = stated.trim().split(/, (?:optional|default)/);
  const options = plain.split(' or ').map((option) => {
    const [first = '', second] = option.trim().split(' of ');
    const outer = WORDS.get(first) ?? first;
    return second === undefined ? outer : `${outer}[${itemOf(second)}]`;
  });
  const text = options.join(' | ');
  return text === '' ? undefined : text;
}

/** `ints` and `strings` are items of one type. */
function itemOf(stated: string): string {
  const singular = stated.endsWith('s') ? stated.slice(0, -1) : stated;
  return WORDS.get(stated) ?? WORDS.get(singular) ?? (singular === 'int' || singular === 'float' ? singular : stated);
}
